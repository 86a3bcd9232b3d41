"""Reads how a clause addresses the assistant: do, do not, may; what is left is the matter of the rule."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

import msgspec

from schemas.turn import Role
from skgeval.annotation.rules.clauses import Stated
from skgeval.annotation.rules.lexicon import rule_forms, rule_words
from skgeval.knowledge.rule_forms import Form


class Polarity(StrEnum):
    """What the speaker wants of the matter that follows."""

    DO = "do"
    AVOID = "avoid"
    ALLOW = "allow"
    NEED_NOT = "need_not"


class Directive(msgspec.Struct, frozen=True, kw_only=True):
    """A clause stripped of its address: "could you please stop using emojis" is AVOID, "using emojis".

    `addressed` says that the clause speaks to the assistant beyond doubt ("please", "you must", "can you"), `answers`
    that it speaks of answers as such ("your answers should be …"), `exclusive` that it says "only",
    `standing` "always", `attitude` that it states a dislike ("I hate …"), which is a rule only about how answers read.
    """

    polarity: Polarity
    body: str
    stated: Stated
    role: Role
    addressed: bool = False
    answers: bool = False
    exclusive: bool = False
    standing: bool = False
    attitude: bool = False

    @property
    def frees(self) -> bool:
        """Whether the clause takes a rule back: "you may", "you need not"."""
        return self.polarity in {Polarity.ALLOW, Polarity.NEED_NOT}


_STANDING_WORD = re.compile(r"(?:always|ever|constantly|consistently|invariably|permanently)\b[ ,]*", re.IGNORECASE)
_ONLY_WORD = re.compile(r"(?:only|exclusively|solely|nothing but|strictly)(?: ever)?\b[ ,]*", re.IGNORECASE)
_WITHOUT = re.compile(
    r"(?:write|answer|reply|respond|speak|talk)(?: (?:to me|me|everything|all|it))? without(?: using| any)* ",
    re.IGNORECASE,
)
_PROMISING = re.compile(r"(?:i|we|you)\b", re.IGNORECASE)
_FROM_ME = re.compile(r"\bfrom me\b", re.IGNORECASE)
_ATTITUDE = re.compile(
    r"i (?:hate|dislike|can not stand|(?:do not|would not|never|no longer) (?:really )?(?:like|care|"
    r"appreciate|want|need|wish))",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"\bplease\b", re.IGNORECASE)
_WISHED = re.compile(r"\b(?:if|when|that|rather) you\b|\byou mind\b", re.IGNORECASE)
_LEAD_LIMIT = 14


def directive(clause: str, stated: Stated, role: Role) -> Directive | None:
    """Strip the address off a clause; None where an assistant's clause promises nothing."""
    body, polarity, addressed, exclusive, standing = clause, Polarity.DO, False, False, False
    answers = attitude = False
    promised = _FROM_ME.search(clause) is not None
    forms = _promises() if role is Role.ASSISTANT else _requests()
    for _ in range(_LEAD_LIMIT):
        found = _subject().match(body)
        if found:
            addressed = answers = True
            polarity = _turned(polarity, Polarity.AVOID if found.group("not") else None)
        elif found := _ONLY_WORD.match(body):
            exclusive = True
        elif found := _STANDING_WORD.match(body):
            standing = True
        elif step := _step(body, forms):
            found, turn = step
            polarity = _turned(polarity, turn)
            addressed = True
            promised = promised or _PROMISING.match(found.group()) is not None
            attitude = attitude or _ATTITUDE.match(found.group()) is not None
        else:
            found = _filler().match(body)
        if not found or not found.end():
            break
        body = body[found.end() :]
    if role is Role.ASSISTANT and not promised:
        return None
    if without := _WITHOUT.match(body):
        polarity, body = _turned(polarity, Polarity.AVOID), body[without.end() :]
    body, exclusive_tail = _without_tail(body)
    if _WISHED.search(clause[: len(clause) - len(body)]):
        body = _present(body)
    return Directive(
        polarity=polarity,
        body=body,
        stated=stated,
        role=role,
        addressed=addressed or _PLEASE.search(stated.text) is not None,
        answers=answers,
        exclusive=exclusive or exclusive_tail,
        standing=standing,
        attitude=attitude,
    )


def _step(
    body: str, forms: tuple[tuple[re.Pattern[str], Polarity | None], ...]
) -> tuple[re.Match[str], Polarity | None] | None:
    for form, polarity in forms:
        found = form.match(body)
        if found and found.end():
            return found, polarity
    return None


def _turned(polarity: Polarity, turn: Polarity | None) -> Polarity:
    """Compose two readings: "you can stop" allows, "do not stop" asks for it."""
    if turn is None:
        return polarity
    if polarity is Polarity.DO:
        return turn
    if polarity is Polarity.AVOID and turn is Polarity.AVOID:
        return Polarity.DO
    if polarity is Polarity.ALLOW and turn is Polarity.AVOID:
        return Polarity.NEED_NOT
    return Polarity.ALLOW


def _present(body: str) -> str:
    """Read the past of a wish as what is wished: "if you called me Sam"."""
    first, _, rest = body.partition(" ")
    present = rule_words().past.get(first.lower())
    return f"{present} {rest}".strip() if present else body


def _without_tail(body: str) -> tuple[str, bool]:
    exclusive = False
    for _ in range(_LEAD_LIMIT):
        tail = _tail().search(body)
        if not tail or not tail.group():
            break
        exclusive = exclusive or "only" in tail.group().lower() or "exclusively" in tail.group().lower()
        body = body[: tail.start()]
    return body.strip(" ,."), exclusive


@cache
def _requests() -> tuple[tuple[re.Pattern[str], Polarity | None], ...]:
    return _compiled(rule_forms().requests)


@cache
def _promises() -> tuple[tuple[re.Pattern[str], Polarity | None], ...]:
    return _compiled(rule_forms().promises)


@cache
def _subject() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(rule_forms().subjects)})(?=\W)[ ,]*", re.IGNORECASE)


@cache
def _filler() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(rule_forms().fillers)})\b[ ,]*", re.IGNORECASE)


@cache
def _tail() -> re.Pattern[str]:
    return re.compile(rf"[ ,]*(?<!\w)(?:{'|'.join(rule_forms().tails)})$", re.IGNORECASE)


def _compiled(forms: tuple[Form, ...]) -> tuple[tuple[re.Pattern[str], Polarity | None], ...]:
    return tuple(
        (re.compile(rf"{form.form}(?=\W|$)[ ,]*", re.IGNORECASE), Polarity(form.turns) if form.turns else None)
        for form in forms
    )
