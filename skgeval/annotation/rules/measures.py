"""Reads which units, currency or clock to use, and how many questions to ask."""

from __future__ import annotations

import re
from functools import cache

from schemas.annotation import RuleKind, RuleScope
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft, lift
from skgeval.annotation.rules.lexicon import measures, name, number, numbers, rule_words

_VOCABULARY = frozenset(
    "use using give giving me us all every everything any prices price amounts amount distances "
    "distance temperatures temperature weights weight "
    "measurements measurement measures values numbers times time figures quantities costs cost sums "
    "lengths heights sizes speeds volumes "
    "in to only the a units unit instead of rather than not please your answers answer stick sticking "
    "show showing quote quoting state stating "
    "express expressing write writing for and with talk talking always it is be are work working list "
    "listing report reporting present keep "
    "convert converting degrees exclusively system format currency or dates my on go at both them as "
    "measure measured provide "
    "ingredients recipes recipe directions road trip money budget budgets from prefer calculate values "
    "lengths replies response responses".split()
)
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
_MANY = frozenset(
    {"multiple", "several", "many", "so many", "too many", "a bunch of", "lots of", "a lot of", "all your", "all the"}
)


def read_measures(read: Directive) -> tuple[Draft, ...]:
    """Read "use metric units", "prices in euros please", "no miles"."""
    found = [match for match in _measure().finditer(read.body)]
    if not found:
        return ()
    rest = _measure().sub(" ", read.body).lower()
    if not all(word in _VOCABULARY for word in re.findall(r"[\w'-]+", rest)):
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
    count = (found.group("count") or "").lower()
    if read.polarity is Polarity.AVOID:
        if not asked or not (found.group("questions") or count):
            return ()
        limit = 1 if count in _MANY else number(count) if count and not count.startswith("any") else 0
        if found.group("pace") and not count:
            limit = 1
        return (Draft(kind=RuleKind.ONE_QUESTION, high=limit, exceptions=_QUIZ),)
    if not count or count in _MANY or not (_PACE.search(read.stated.text) or read.exclusive or _capped(read.body)):
        return ()
    return (Draft(kind=RuleKind.ONE_QUESTION, high=number(count), exceptions=_QUIZ, usual=RuleScope.SESSION),)


_QUIZ = (
    "quiz",
    "list of questions",
    "interview questions",
    "ask me anything",
    "ask me some questions",
    "questions to ask",
    "survey",
)


def _imperative(rest: str) -> bool:
    return (
        re.match(
            r"\s*(?:use|give|stick|show|quote|state|express|write|list|report|keep|work|present|provide|"
            r"answer|all|convert|measure|talk|go)\b",
            rest,
        )
        is not None
    )


def _capped(body: str) -> bool:
    return re.search(r"\b(?:only|just|at most|no more than|a maximum of|up to)\b", body, re.IGNORECASE) is not None


@cache
def _measure() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{measures()})(?:'s)?(?![\w-])", re.IGNORECASE)


@cache
def _ask() -> re.Pattern[str]:
    return re.compile(_ASK.pattern.replace("COUNT", numbers()), re.IGNORECASE)


@cache
def _noun() -> re.Pattern[str]:
    return re.compile(_NOUN.pattern.replace("COUNT", numbers()), re.IGNORECASE)
