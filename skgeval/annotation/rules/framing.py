"""Reads how answers start and end, and how the user is called."""

from __future__ import annotations

import re

from schemas.annotation import RuleKind, RuleScope
from skgeval.annotation.rules.clauses import QUOTE
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft, lift
from skgeval.annotation.rules.lexicon import rule_words

_ANSWER = (
    r"(?:(?:each|every|all|any|your|the|of|an?|my|single|one|next) )*(?:answers?|repl(?:y|ies)|responses?|"
    r"messages?|it|them|everything|off|out)"
)
_WITH = r"(?:with|by saying|by writing|by using|by|by calling me)"
_OF_ANSWERS = re.compile(r"\b(?:answers?|repl(?:y|ies)|responses?|messages?)\b", re.IGNORECASE)
_OPENS_OR_CLOSES = re.compile(
    r"^(?:(?P<start>start|starting|begin|beginning|open|opening)|end|ending|finish|finishing|close|"
    rf"closing|sign off)(?: with| {_ANSWER})",
    re.IGNORECASE,
)
_FRAMED = re.compile(
    rf"^(?:(?P<start>start|starting|begin|beginning|open|opening|preface|prefacing|prefix|prefixing|lead|introduce)|"
    r"(?P<end>end|ending|finish|finishing|close|closing|conclude|concluding|sign|signing|"
    rf"wrap up))(?: off)?(?: {_ANSWER})?(?: off)? "
    rf"{_WITH} (?P<words>.{{1,80}})$",
    re.IGNORECASE,
)
_PLACED = re.compile(
    rf"^(?:add|adding|put|putting|include|write|place|append|say|have|use) (?P<words>.{{1,60}}?) (?:at|"
    r"to|in) the (?:very )?(?:(?P<start>start|beginning|top|front)|(?P<end>end|bottom|"
    rf"close))(?: of {_ANSWER})?$",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(
    r"^(?:the )?(?:very )?(?:(?P<start>first)|(?P<end>last|final)) (?:word|words|line|thing|"
    rf"sentence)(?: (?:of|in) {_ANSWER})? (?:must|should|has to|is to|shall|will|is|"
    rf"are) (?:always )?(?:be )?(?P<words>.{{1,60}})$",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^(?:answer|reply|respond)(?: me)?(?: only)?(?: (?:with|using|by))? (?:a )?(?:simple |plain |"
    rf"clear |just )?(?:{QUOTE}|yes) or (?:a )?(?:{QUOTE}|no)$|^(?:simple )?yes[ /-]or[ /-]no(?: answers| replies)?$",
    re.IGNORECASE,
)
_MARKS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        re.compile(
            r"^(?:asking )?(?:me )?(?:with )?(?:an?|one|another|your|some|the|"
            r"any) (?:\w+[ -])?question$|^questions$|^asking (?:a |"
            r"me )?(?:\w+ )?questions?$",
            re.IGNORECASE,
        ),
        ("#question",),
    ),
    (re.compile(r"^an? (?:emoji|smiley)$|^emojis?$", re.IGNORECASE), ("#emoji",)),
    (
        re.compile(r"^an? (?:\w+ )?greeting$|^greetings$|^greeting me$", re.IGNORECASE),
        (
            "hi",
            "hello",
            "hey",
            "good morning",
            "good afternoon",
            "good evening",
            "greetings",
            "welcome",
            "dear",
            "hiya",
        ),
    ),
    (
        re.compile(r"^an? apology$|^apologies$|^apologi[sz]ing$", re.IGNORECASE),
        ("sorry", "i'm sorry", "i am sorry", "my apologies", "apologies", "i apologize", "i apologise"),
    ),
    (re.compile(r"^(?:a|an|the) (?:\w+[ -])?(?:links?|source)$", re.IGNORECASE), ("#url",)),
    (re.compile(r"^yes or no$", re.IGNORECASE), ("yes", "no")),
)
_UNWRAPPED = re.compile(
    r"^(?:the |a )?(?:word|words|phrase|sentence|sentences|line|text|greeting|sign-off|salutation|"
    r"closing|expression|name|words like|phrases like|things like|formula|motto|tag|marker|prefix|"
    r"header|code word)s? (?:of |like )?",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(
    r"^(?:the|a|an|some|any|your|my|each|every|something|what|how|why|that|this|it|one|two|three|letters?|more|me)\b",
    re.IGNORECASE,
)
_LONGEST_FORMULA = 6
_LONGEST_DESCRIPTION = 4
_CALL = re.compile(
    r"^(?:call|calling|called|address|addressing|refer to|referring to|greet|greeting)(?: me|"
    r" us| you)(?: only)?(?: (?:as|by|with))?(?: my (?:first |last |full )?name,?| the name)?,? "
    rf"(?P<name>{QUOTE}|[\w.'-]+(?: (?-i:[A-Z])[\w.'-]+){{0,2}}|[Yy]our \w+)(?:,? (?:and )?(?:not|never|"
    rf"instead of|rather than) (?P<other>{QUOTE}|[\w.'-]+(?: (?-i:[A-Z])[\w'-]+)?))?(?: (?:from now|when|in|"
    r"if you|every|each|because|since).*)?$",
    re.IGNORECASE,
)
_CALL_ME = re.compile(r"^(?:call|calling|address|addressing|refer to|referring to) me\b", re.IGNORECASE)
_NAME_RULE = re.compile(
    rf"^(?:use|using|say|saying) my (?:first |last )?name,? (?P<name>{QUOTE}|(?-i:[A-Z])[\w'-]+)$", re.IGNORECASE
)


def read_framing(read: Directive) -> tuple[Draft, ...]:
    """Read the words that answers start or end with."""
    if _YES_NO.match(read.body) and read.polarity is Polarity.DO:
        return (Draft(kind=RuleKind.START, terms=("yes", "no"), usual=RuleScope.ANSWER, standing_only=True),)
    freed = _OPENS_OR_CLOSES.match(read.body) if read.frees else None
    if freed:
        return (lift(RuleKind.START if freed.group("start") else RuleKind.END),)
    found = _FRAMED.match(read.body) or _PLACED.match(read.body) or _FIRST_WORD.match(_subject(read))
    if not found:
        return ()
    kind = RuleKind.START if found.group("start") else RuleKind.END
    terms = _words(found.group("words"), read)
    if read.frees:
        return (lift(kind),)
    if not terms:
        return ()
    unit = "avoid" if read.polarity is Polarity.AVOID else ""
    return (
        Draft(
            kind=kind,
            terms=terms,
            unit=unit,
            usual=RuleScope.SESSION if unit else RuleScope.ANSWER,
            standing_only=not unit and not read.answers and not _OF_ANSWERS.search(read.body),
        ),
    )


def read_address(read: Directive) -> tuple[Draft, ...]:
    """Read what to call the user."""
    if read.frees and _CALL_ME.match(read.body):
        named = _CALL.match(read.body) if read.polarity is Polarity.ALLOW else None
        if named is None or named.group("name").lower().split()[0] in rule_words().vocabulary["no_name"]:
            return (lift(RuleKind.ADDRESS),)
    found = _CALL.match(read.body) or _NAME_RULE.match(read.body)
    if not found or found.group("name").lower().split()[0] in rule_words().vocabulary["no_name"]:
        return ()
    wanted = read.stated.unquoted(found.group("name")).strip()
    if read.polarity is Polarity.NEED_NOT:
        return (lift(RuleKind.ADDRESS, terms=(wanted,)),)
    if read.polarity is Polarity.AVOID:
        return (Draft(kind=RuleKind.ADDRESS, terms=(wanted,), unit="avoid"),)
    every = re.search(r"\b(?:always|every|each|all)\b", read.stated.text, re.IGNORECASE)
    drafts = [Draft(kind=RuleKind.ADDRESS, terms=(wanted,), unit="always" if every else "name")]
    other = found.groupdict().get("other")
    if other:
        drafts.append(Draft(kind=RuleKind.ADDRESS, terms=(read.stated.unquoted(other),), unit="avoid"))
    return tuple(drafts)


def _subject(read: Directive) -> str:
    # "The first word of every answer must be …" starts with what `directive` takes for an answer's subject.
    return next((clause for clause in read.stated.clauses if read.body and read.body in clause), read.body)


def _words(text: str, read: Directive) -> tuple[str, ...]:
    for mark, terms in _MARKS:
        if mark.match(text):
            return terms
    bare = _UNWRAPPED.sub("", text).strip(" ,.:")
    quoted = re.findall(QUOTE, bare)
    described = re.sub(rf"{QUOTE}|\b(?:or|and|phrases|like|words|the|things)\b|,", " ", bare).split()
    if quoted and len(described) < _LONGEST_DESCRIPTION:
        return tuple(read.stated.unquoted(quote) for quote in quoted)
    formula = bare != text.strip(" ,.:") or not _DESCRIBED.match(bare)
    if quoted or not formula or len(bare.split()) > _LONGEST_FORMULA or re.search(r"\b(?:ing|when|if|unless)\b", bare):
        return ()
    return (bare,)
