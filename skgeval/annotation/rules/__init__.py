"""Reads rules out of the sentences of one turn: what the assistant must do, must not do, or promises.

A sentence is cut into clauses, a clause is stripped of how it addresses the assistant, and what is left is shown to one
reader per kind of rule. Source: METHOD.md, section 9.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from schemas.annotation import Rule, RuleAction, RuleScope, Sentence, SentenceKind
from schemas.digest import digest
from schemas.turn import Role
from skgeval.annotation.rules.clauses import Stated, stated
from skgeval.annotation.rules.directive import Directive, Polarity, directive
from skgeval.annotation.rules.draft import Draft, Read
from skgeval.annotation.rules.framing import read_address, read_framing
from skgeval.annotation.rules.language import read_language, read_spelling
from skgeval.annotation.rules.length import read_length
from skgeval.annotation.rules.lexicon import rule_forms, rule_words
from skgeval.annotation.rules.lifting import read_lifting
from skgeval.annotation.rules.measures import read_measures, read_questions
from skgeval.annotation.rules.persona import read_persona
from skgeval.annotation.rules.scope import Shape, Statement, holds_from_now_on, scope_of, shape
from skgeval.annotation.rules.style import read_style
from skgeval.annotation.rules.topics import read_topics
from skgeval.annotation.rules.unasked import ASKED, read_unasked

__all__ = ["read_rules", "rules_digest"]

READERS: tuple[Read, ...] = (
    read_lifting,
    read_spelling,
    read_language,
    read_length,
    read_questions,
    read_measures,
    read_framing,
    read_address,
    read_style,
    read_persona,
    read_topics,
)
"""Tried in this order on each clause; the first that reads something decides."""

_LONGEST_SENTENCE = 1_500
_LONGEST_CLAUSE = 240
_READ = frozenset({SentenceKind.PROSE, SentenceKind.ITEM})
_PROMISED = frozenset({SentenceKind.PROSE})
_REPORTED = re.compile(
    r"\b(?:he|she|they|mother|father|mom|mum|dad|boss|teacher|doctor|wife|husband|friend|people|everyone|"
    r"sign|rule|book|guide)s? (?:always |often |once )?(?:used to say|says|said|say|told|tells|insists|"
    r"taught|advised|recommended|reads)\b",
    re.IGNORECASE,
)
_MAY_PROMISE = re.compile(
    r"\b(?:will|shall|promise|swear|pledge|commit|vow|going to|from me)\b|['’]ll\b|\bwon['’]?t\b", re.IGNORECASE
)
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|where|(?<!at )once|until|in case|except|as soon as)\b(?! (?:possible|"
    r"you can\b|i ask|i say))",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:he|she|they|mother|father|mom|mum|dad|boss|teacher|doctor|wife|husband|friend|people|everyone|"
    r"sign|rule|book|guide)s? (?:always |often |once )?(?:used to say|says|said|say|told|tells|insists|"
    r"taught|advised|recommended|reads)\b",
    re.IGNORECASE,
)
_POLITE_LEAD = (
    r"\b(?:even|it|ask|asking|grateful|glad|happy|thankful|nice|great|good|better|best|prefer|appreciate|mind|love|"
    r"like)\s$"
)
_OWN_CONDITION = re.compile(
    r"^(?:if (?:possible|you (?:can|could|would|do not mind|like|please)|that is (?:ok|okay|possible)|"
    r"it is not too much.*)|"
    r"(?:when|whenever) (?:you )?(?:are )?(?:answer|reply|respond|talk|speak|write|answering|replying|"
    r"responding|talking).*|"
    r"until (?:i say|further|i tell).*|even (?:if|when).*|unless i (?:say|tell you) otherwise|"
    r"unless (?:told|stated|specified) otherwise)$",
    re.IGNORECASE,
)


def read_rules(sentences: tuple[Sentence, ...], role: Role) -> tuple[Rule, ...]:
    """Return the rules that a turn sets or lifts, in the order in which they are stated.

    Users and system turns set rules for the assistant; an assistant turn only promises. Tool turns state none.
    Conditional rules ("if I ask about X, …") are not read: no checker could tell whether they apply.
    """
    if role is Role.TOOL:
        return ()
    kinds = _PROMISED if role is Role.ASSISTANT else _READ
    statements = tuple(
        statement
        for number, sentence in enumerate(sentences)
        if sentence.kind in kinds and _may_state(sentence.text, role)
        for statement in _statements(number, sentence, role)
    )
    wanted = shape(statements) if role is Role.USER else Shape()
    found = [
        rule
        for statement in statements
        for draft in statement.drafts
        if (rule := _rule(draft, statement, wanted, sentences[statement.sentence])) is not None
    ]
    return tuple(dict.fromkeys(found))


def rules_digest() -> str:
    """Return the digest of the words that rules are read with, for the extractor's digest."""
    return digest("rules", rule_words().digest(), rule_forms().digest())


def _may_state(text: str, role: Role) -> bool:
    """Leave out at once what is too long for a rule, and what an assistant says without promising."""
    return len(text) < _LONGEST_SENTENCE and (role is not Role.ASSISTANT or _MAY_PROMISE.search(text) is not None)


def _statements(number: int, sentence: Sentence, role: Role) -> Iterator[Statement]:
    read = stated(sentence.text)
    reported = _REPORTED.search(read.text) is not None
    for place, clause in enumerate(read.clauses, start=1):
        addressed = directive(clause, read, role) if len(clause) < _LONGEST_CLAUSE else None
        asks = sentence.question and place == len(read.clauses)
        if addressed is None or not addressed.body:
            continue
        drafts = () if reported or (asks and not addressed.addressed) else _drafts(addressed, read)
        yield Statement(sentence=number, read=addressed, drafts=drafts, asks=asks and not addressed.addressed)


def _drafts(read: Directive, statement: Stated) -> tuple[Draft, ...]:
    if ASKED.search(read.body):
        return read_unasked(read)
    if _conditional(statement):
        return ()
    return next((drafts for reader in READERS if (drafts := reader(read))), ())


def _rule(draft: Draft, statement: Statement, wanted: Shape, sentence: Sentence) -> Rule | None:
    read = statement.read
    standing = holds_from_now_on(read)
    scope: RuleScope | None = RuleScope.SESSION
    if draft.action is RuleAction.SET:
        if read.role is Role.ASSISTANT and not standing and read.polarity is not Polarity.AVOID:
            return None
        if draft.standing_only and read.role is Role.USER and not standing:
            return None
        scope = scope_of(read, wanted, draft.usual)
    if scope is None:
        return None
    return Rule(
        kind=draft.kind,
        sentence=statement.sentence,
        span=sentence.span,
        text=sentence.text,
        action=draft.action,
        scope=scope,
        terms=draft.terms,
        unit=draft.unit,
        language=draft.language,
        low=draft.low,
        high=draft.high,
        exceptions=draft.exceptions,
    )


def _conditional(statement: Stated) -> bool:
    """Tell whether a condition stands anywhere in the sentence, but for those that only ask politely."""
    for condition in _CONDITION.finditer(statement.text):
        if re.search(_POLITE_LEAD, statement.text[: condition.start()], re.IGNORECASE):
            continue
        rest = statement.text[condition.start() :].strip(" .!?")
        first = rest.split(",")[0].strip()
        if not (_OWN_CONDITION.match(first) or _OWN_CONDITION.match(rest)):
            return True
    return False
