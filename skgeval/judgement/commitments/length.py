"""Checks how long an answer is: words, sentences, characters, lines, paragraphs, list items (METHOD.md, section 9)."""

from __future__ import annotations

from collections.abc import Callable

from schemas.annotation import Rule
from skgeval.judgement.commitments import answer as counting
from skgeval.judgement.commitments.answer import Answer
from skgeval.judgement.commitments.breach import Failure

COUNTS: dict[str, Callable[[Answer], int]] = {
    "words": lambda answer: counting.words(answer.text),
    "sentences": counting.sentences,
    "characters": lambda answer: len(answer.text.strip()),
    "lines": lambda answer: counting.lines(answer.text),
    "paragraphs": lambda answer: counting.paragraphs(answer.text),
    "items": lambda answer: len(counting.bullets(answer.text)) or len(counting.numbered(answer.text)),
}


def length(rule: Rule, answer: Answer) -> Failure | None:
    """Compare the count that the rule names with its bounds; an answer without a list has no items to count."""
    count = COUNTS[rule.unit](answer)
    if rule.unit == "items" and count == 0:
        return None
    too_many = rule.high is not None and rule.high < count
    too_few = rule.low is not None and count < rule.low
    if not too_many and not too_few:
        return None
    bound = f"at most {rule.high}" if too_many else f"at least {rule.low}"
    measurements = {"count": float(count)}
    if rule.low is not None:
        measurements["low"] = float(rule.low)
    if rule.high is not None:
        measurements["high"] = float(rule.high)
    return Failure(
        reason=f"it has {count} {rule.unit} where the rule asks for {bound}",
        span=counting.whole(answer.text),
        measurements=measurements,
    )
