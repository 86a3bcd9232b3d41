"""Checks units, currencies and spelling (METHOD.md, section 9)."""

from __future__ import annotations

import re
from bisect import bisect_left

from schemas.annotation import Rule
from schemas.claim import Span
from skgeval.judgement.commitments.answer import Answer, spoken
from skgeval.judgement.commitments.breach import Failure
from skgeval.judgement.commitments.terms import occurrences

_NUMBER_BEFORE = re.compile(
    r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|hundred|"
    r"thousand|half|few|several))"
    r"[\s-]?(?:(?:a|an|of|square|cubic|and a half)\s)*$",
    re.IGNORECASE,
)
_NUMBER_AFTER = re.compile(r"\s?\d")
_SENTENCE_END = re.compile(r"[.!?](?=\s)|\n")


def units(rule: Rule, answer: Answer) -> Failure | None:
    """Look for amounts in units that the rule excludes; one that is also given in the wanted unit is kept.

    `terms` are the excluded units, `exceptions` the wanted ones.
    """
    text = spoken(answer.text)
    wanted = [span for span in occurrences(rule.exceptions, text) if _is_amount(text, span)]
    for span in occurrences(rule.terms, text):
        if _is_amount(text, span) and not _converted(text, span, wanted):
            said = answer.text[max(0, span.start - 8) : span.end].split("\n")[-1].strip()
            return Failure(reason=f"it says “{said}” where the rule asks for {rule.unit}", span=span)
    return None


def spelling(rule: Rule, answer: Answer) -> Failure | None:
    """Look for words in the other spelling; capitalised words inside a sentence are names."""
    text = spoken(answer.text)
    for span in occurrences(rule.terms, text):
        word = text[span.start : span.end]
        before = text[max(0, span.start - 20) : span.start].rstrip(" \t*_\"'“(")
        if word[0].islower() or not before or before[-1] in ".!?:\n":
            return Failure(reason=f"it spells “{word}”, the rule asks for {rule.unit} spelling", span=span)
    return None


def _is_amount(text: str, span: Span) -> bool:
    symbol = not text[span.start : span.end][0].isalnum()
    before = text[max(0, span.start - 30) : span.start]
    return bool(_NUMBER_BEFORE.search(before)) or (symbol and bool(_NUMBER_AFTER.match(text, span.end)))


def _converted(text: str, span: Span, wanted: list[Span]) -> bool:
    """Tell whether an amount in the wanted unit stands in the same sentence."""
    place = bisect_left(wanted, span.start, key=lambda one: one.start)
    beside = wanted[max(0, place - 1) : place + 1]
    return any(not _SENTENCE_END.search(text, min(one.end, span.end), max(one.start, span.start)) for one in beside)
