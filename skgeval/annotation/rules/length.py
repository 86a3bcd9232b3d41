"""Reads how long answers may be: "in one sentence", "under 50 words", "keep your answers short"."""

from __future__ import annotations

import re
from functools import cache

from schemas.annotation import RuleKind, RuleScope
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft, lift
from skgeval.annotation.rules.lexicon import name, number, numbers, rule_words, units

_ABOUT = 0.3
"""How far "about 50 words" reaches to either side."""
_UPPER = (
    r"at (?:the )?most|no more than|not more than|no longer than|not longer than|max(?:imum)?(?: of)?|"
    r"a maximum of|up to|within|not (?:to )?exceed(?:ing)?|not over"
)
_BELOW = r"under|below|fewer than|less than|shorter than"
_LOWER = r"at least|a minimum of|min(?:imum)?(?: of)?|no fewer than|no less than|not less than"
_ABOVE = r"more than|over|above|longer than|exceed(?:ing)?|beyond|go(?:ing)? over|going beyond"
_NEAR = r"about|around|approximately|roughly|circa"
_OPEN_QUESTION = re.compile(
    r"^(?:answer|explain|tell me|describe|reply|respond|summari[sz]e)(?: (?:this|that|it|"
    r"the (?:following )?question|my question|me))?,? "
    r"(?:in|with|using) (?:only |just |at most |no more than |exactly )?$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:answer|answering|reply|replying|respond|responding|write|writing|speak|keep|keeping|limit|"
    r"limiting|restrict|use|using|"
    r"make|stick|stay|give|be|cap|answers|replies|responses)\b",
    re.IGNORECASE,
)
_BRIEF = re.compile(
    r"\b(?:short|shorter|brief|briefer|briefly|concise|concisely|succinct|succinctly|terse|to the point|"
    r"compact|crisp)\b",
    re.IGNORECASE,
)
_LONGER = re.compile(
    r"^(?:(?:write|give me|give|use|be|have|make|go back to|return to|answer (?:in|with|at)|"
    r"explain (?:in|at)|go into)?\s*(?:a bit |much )?"
    r"(?:your )?(?:longer|more detailed|more detail|full-length|full|detailed|normal-length|"
    r"as long as you (?:like|want|need)|"
    r"at length|more than (?:one|two|a) \w+|(?:as )?(?:many|much) \w* ?as you (?:like|want|need))\b.{0,40})$",
    re.IGNORECASE,
)


def read_length(read: Directive) -> tuple[Draft, ...]:
    """Read a bound on words, sentences, characters, lines, paragraphs or items."""
    found = _quantity().search(read.body)
    if read.frees:
        return (lift(RuleKind.LENGTH),) if _frees(read, found) else ()
    if read.polarity is Polarity.DO and read.answers and _LONGER.match(read.body):
        return (lift(RuleKind.LENGTH),)
    if not found:
        return _brief(read)
    rest = f"{read.body[: found.start()]} {read.body[found.end() :]}"
    open_question = _OPEN_QUESTION.match(read.body[: found.start()]) is not None
    if not open_question and not (_only_about_answers(rest) and _is_said_of_answers(read, rest, found)):
        return ()
    unit = rule_words().counted[name(found.group("unit"))]
    low, high = _bounds(found, read.polarity)
    if low is None and high is None:
        return ()
    standing_only = unit == "items" or (read.polarity is Polarity.AVOID and low is not None)
    return (
        Draft(
            kind=RuleKind.LENGTH,
            unit=unit,
            low=low,
            high=high,
            exceptions=rule_words().long_requests if high is not None and low is None else (),
            usual=RuleScope.ANSWER,
            standing_only=standing_only,
        ),
    )


def _brief(read: Directive) -> tuple[Draft, ...]:
    wants = _BRIEF.search(read.body) is not None and read.polarity is Polarity.DO
    spurns = re.search(
        r"^(?:long|lengthy|wordy|verbose|long-winded|so (?:long|wordy|verbose)|ramble|rambling|(?:write|"
        r"give me|use|writing|giving me) (?:long|lengthy|such long))\b(?: (?:answers|replies|responses|"
        r"texts|paragraphs|explanations|essays|messages))?$",
        read.body,
        re.IGNORECASE,
    )
    if (spurns and read.polarity is Polarity.AVOID) or (wants and _only_about_answers(_BRIEF.sub("", read.body))):
        return (
            Draft(
                kind=RuleKind.LENGTH,
                unit="words",
                high=rule_words().brief_words,
                exceptions=rule_words().long_requests,
                usual=RuleScope.ANSWER,
                standing_only=True,
            ),
        )
    return ()


def _frees(read: Directive, found: re.Match[str] | None) -> bool:
    body = read.body
    if _LONGER.match(body) or re.search(
        r"\b(?:longer|in more detail|more (?:words|sentences|text)|at length)\b", body, re.IGNORECASE
    ):
        return True
    limited = found is not None or _BRIEF.search(body) is not None
    return limited and _only_about_answers(_BRIEF.sub("", body if found is None else body.replace(found.group(), "")))


def _only_about_answers(rest: str) -> bool:
    return all(word in rule_words().vocabulary["length"] for word in re.findall(r"[\w'-]+", rest.lower()))


def _is_said_of_answers(read: Directive, rest: str, found: re.Match[str]) -> bool:
    """Tell a rule by its verb, request or bound; a bare "in one word" may be anything."""
    bounded = found.group("bound") or found.group("after")
    return bool(read.addressed or read.answers or read.exclusive or bounded or _VERB.search(rest))


def _bounds(found: re.Match[str], polarity: Polarity) -> tuple[int | None, int | None]:
    stated = number(found.group("number"))
    second = number(found.group("second")) if found.group("second") else None
    bound = (found.group("bound") or "").lower()
    after = (found.group("after") or "").lower()
    if second is not None:
        return (None, second) if found.group("joint").strip().lower() == "or" else (stated, second)
    if polarity is Polarity.AVOID:
        return _forbidden(bound, stated)
    if after in {"or more", "at least", "at minimum", "minimum"}:
        return stated, None
    limits = (
        (_BELOW, (None, stated - 1)),
        (_NEAR, (round(stated * (1 - _ABOUT)), round(stated * (1 + _ABOUT)))),
        ("exactly", (stated, stated)),
        (_LOWER, (stated, None)),
        (_ABOVE, (stated + 1, None)),
    )
    return next((limit for pattern, limit in limits if re.fullmatch(pattern, bound)), (None, stated))


def _forbidden(bound: str, stated: int) -> tuple[int | None, int | None]:
    if re.fullmatch(_ABOVE, bound):
        return None, stated
    if re.fullmatch(_BELOW, bound):
        return stated, None
    return None, None


@cache
def _quantity() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w-])(?:(?P<bound>{_UPPER}|{_BELOW}|{_LOWER}|{_ABOVE}|{_NEAR}|exactly|only|"
        rf"just|between|from)\s+)?(?P<number>{numbers()})"
        rf"(?:(?P<joint>\s*-\s*|\s+(?:to|or|and)\s+)(?P<second>{numbers()}))?[\s-]+(?:(?:short|simple|"
        r"single|full|complete|plain|brief)\s+)?"
        rf"(?P<unit>{units()})(?!\w)(?:\s+(?P<after>or less|or fewer|or shorter|max(?:imum)?|at most|"
        r"tops|or more|at least|at minimum|each|long))?",
        re.IGNORECASE,
    )
