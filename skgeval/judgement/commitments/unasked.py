"""Checks "not unless I ask" (METHOD.md, section 9)."""

from __future__ import annotations

from schemas.annotation import Rule
from skgeval.judgement.commitments.answer import Answer
from skgeval.judgement.commitments.breach import Failure
from skgeval.judgement.commitments.terms import contains, occurrences


def unasked(rule: Rule, answer: Answer) -> Failure | None:
    """Look for the marks of the thing; a prompt that names it, or asks for it in other words, has asked."""
    if contains(rule.terms + rule.exceptions, answer.prompt):
        return None
    found = occurrences(rule.terms, answer.text)
    if not found:
        return None
    said = answer.text[found[0].start : found[0].end].strip()
    return Failure(reason=f"it has “{said}” though nobody asked", span=found[0])
