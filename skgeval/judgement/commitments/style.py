"""Checks how an answer speaks: tone, address, character (METHOD.md, section 9). The soft checkers."""

from __future__ import annotations

import re

from schemas.annotation import Rule
from schemas.claim import Span
from skgeval.judgement.commitments.answer import Answer, questions, spoken, whole, words
from skgeval.judgement.commitments.breach import Failure
from skgeval.judgement.commitments.terms import contains, occurrences

_GREETED = re.compile(
    r"(?:^|(?<=[.!?\n] )|(?<=\n))(?:hi|hello|hey|dear|thanks|thank you|sorry|welcome(?: back)?|"
    r"good (?:morning|afternoon|evening)|sure(?: thing)?|of course|okay|ok|"
    r"no problem|great question|nice to meet you|absolutely|certainly)(?: there)?,? "
    r"((?:(?:Mr|Mrs|Ms|Dr|Miss|Sir|Madam)\.? ?)?[A-Z][\w'-]*)(?=[,.!?\n]| —|$)",
    re.IGNORECASE,
)
_NO_NAMES = frozenset(
    {"there", "again", "everyone", "everybody", "all", "friend", "world", "back", "i", "you", "the", "for"}
)


def tone(rule: Rule, answer: Answer) -> Failure | None:
    """Look for the marks of a tone: emoji, exclamation marks, apologies, slang."""
    found = occurrences(rule.terms, spoken(answer.text))
    if rule.unit == "avoid" and found:
        said = answer.text[found[0].start : found[0].end].strip()
        return Failure(reason=f"it has “{said}”", span=found[0], measurements={"count": float(len(found))})
    if rule.unit != "avoid" and not found:
        return Failure(reason="it has none of the marks that the rule asks for", span=whole(answer.text))
    return None


def address(rule: Rule, answer: Answer) -> Failure | None:
    """Compare how the user is addressed: a name to use in greetings, or always; names and forms not to use."""
    text = spoken(answer.text)
    if rule.unit == "avoid":
        found = occurrences(rule.terms, text)
        return _called(answer, found[0]) if found else None
    if rule.unit == "always":
        if contains(rule.terms, text):
            return None
        return Failure(reason=f"it does not say “{rule.terms[0]}”", span=whole(answer.text))
    for greeting in _GREETED.finditer(text):
        name = greeting.group(1)
        wanted = any(term.casefold() in name.casefold() or name.casefold() in term.casefold() for term in rule.terms)
        if name[0].isupper() and name.casefold() not in _NO_NAMES and not wanted:
            return _called(answer, Span(start=greeting.start(1), end=greeting.end(1)))
    return None


def persona(rule: Rule, answer: Answer) -> Failure | None:
    """Look for words out of character, and for any word of the character's own in an answer of `low` words or more."""
    text = spoken(answer.text)
    broken = occurrences(rule.exceptions, text)
    if broken:
        return Failure(reason=f"it says “{answer.text[broken[0].start : broken[0].end]}”", span=broken[0])
    count = words(text)
    if not rule.terms or rule.low is None or count < rule.low or contains(rule.terms, text):
        return None
    return Failure(
        reason=f"nothing in it sounds like {rule.unit}", span=whole(answer.text), measurements={"words": float(count)}
    )


def one_question(rule: Rule, answer: Answer) -> Failure | None:
    """Count the questions of an answer."""
    asked = questions(answer.text)
    limit = 1 if rule.high is None else rule.high
    if not limit < len(asked):
        return None
    return Failure(
        reason=f"it asks {len(asked)} questions where the rule allows {limit}",
        span=asked[limit],
        measurements={"count": float(len(asked)), "high": float(limit)},
    )


def _called(answer: Answer, span: Span) -> Failure:
    return Failure(reason=f"it calls the user “{answer.text[span.start : span.end]}”", span=span)
