"""Reads which units, currency or clock to use, and how many questions to ask."""

from __future__ import annotations

import re
from functools import cache

from schemas.annotation import RuleKind
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft, lift
from skgeval.annotation.rules.lexicon import measures, name, number, numbers, rule_words

_ASK = re.compile(
    r"^(?:ask|asking|pose|posing)(?: me| us)?(?: (?:only|just|at most|no more than|a maximum of|"
    r"more than|up to|any more|any))*"
    r"(?: (?P<count>COUNT|multiple|several|many|so many|too many|a bunch of|lots of|a lot of|all your|all the))?"
    r"(?: (?:single|short|simple|more|further|follow-up|followup|clarifying|back|additional|other|"
    r"of your))*(?: (?P<questions>questions?|thing|things|anything))?"
    r"(?: (?:back|about .{1,30}))?(?P<pace> (?:at (?:a time|once|the same time)|per (?:message|answer|"
    r"turn|reply|response)|each time|in (?:a row|one (?:message|go|answer|reply))|in (?:a|"
    r"the same) (?:message|answer|reply)|together))?$"
)
_NOUN = re.compile(
    r"^(?:only |just )?(?P<count>COUNT) questions?(?P<pace> (?:at a time|per (?:message|answer|turn|"
    r"reply|response)|at once))$"
)
_FIRM = re.compile(r"\b(?:please|more|stop|further|enough|never|any)\b", re.IGNORECASE)
_PACE = re.compile(r"\b(?:at a time|per (?:message|answer|turn|reply|response)|each time|at once)\b", re.IGNORECASE)
_BARE = re.compile(r"^(?:more |further |follow-up |followup |counter-?)?questions$", re.IGNORECASE)
_CAPPED = re.compile(r"\b(?:only|just|at most|no more than|a maximum of|up to)\b", re.IGNORECASE)
_IMPERATIVE = re.compile(
    r"\s*(?:use|give|stick|show|quote|state|express|write|list|report|keep|work|present|provide|answer|"
    r"all|convert|measure|talk|go)\b"
)
_QUIZ = (
    "quiz",
    "list of questions",
    "interview questions",
    "ask me anything",
    "ask me some questions",
    "questions to ask",
    "survey",
)
_MANY = frozenset(
    {"multiple", "several", "many", "so many", "too many", "a bunch of", "lots of", "a lot of", "all your", "all the"}
)


def read_measures(read: Directive) -> tuple[Draft, ...]:
    """Read "use metric units", "prices in euros please", "no miles"."""
    found = list(_measure().finditer(read.body))
    if not found:
        return ()
    rest = _measure().sub(" ", read.body).lower()
    if not all(word in rule_words().vocabulary["measures"] for word in re.findall(r"[\w'-]+", rest)):
        return ()
    if not (read.addressed or read.exclusive or read.answers or read.polarity is not Polarity.DO or _imperative(rest)):
        return ()
    measure = rule_words().measures[name(found[0].group())]
    if read.frees:
        return (lift(RuleKind.UNITS, terms=measure.terms),)
    if read.polarity is Polarity.AVOID:
        return (Draft(kind=RuleKind.UNITS, unit=f"no {measure.name}", terms=measure.terms),)
    return (Draft(kind=RuleKind.UNITS, unit=measure.name, terms=measure.excluded, exceptions=measure.terms),)


def read_questions(read: Directive) -> tuple[Draft, ...]:
    """Read "ask me one question at a time", "stop asking me questions"."""
    asked = _ask().match(read.body)
    found = asked or _noun().match(read.body)
    if read.polarity is Polarity.AVOID and _BARE.match(read.body) and _FIRM.search(read.stated.text):
        return (Draft(kind=RuleKind.ONE_QUESTION, high=0, exceptions=_QUIZ),)
    if not found:
        return ()
    if read.frees:
        return (lift(RuleKind.ONE_QUESTION),)
    limit = _limit(read, found)
    return () if limit is None else (Draft(kind=RuleKind.ONE_QUESTION, high=limit, exceptions=_QUIZ),)


def _limit(read: Directive, found: re.Match[str]) -> int | None:
    groups = found.groupdict()
    count = (groups["count"] or "").lower()
    if read.polarity is Polarity.AVOID:
        if not groups.get("questions") and not count:
            return None
        if count in _MANY or (groups["pace"] and not count):
            return 1
        return number(count) if count else 0
    bounded = _PACE.search(read.stated.text) is not None or read.exclusive or _CAPPED.search(read.body) is not None
    return number(count) if count and count not in _MANY and bounded else None


def _imperative(rest: str) -> bool:
    return _IMPERATIVE.match(rest) is not None


@cache
def _measure() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{measures()})(?:'s)?(?![\w-])", re.IGNORECASE)


@cache
def _ask() -> re.Pattern[str]:
    return re.compile(_ASK.pattern.replace("COUNT", numbers()), re.IGNORECASE)


@cache
def _noun() -> re.Pattern[str]:
    return re.compile(_NOUN.pattern.replace("COUNT", numbers()), re.IGNORECASE)
