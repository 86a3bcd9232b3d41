"""Checks which language an answer is written in (METHOD.md, section 9)."""

from __future__ import annotations

from schemas.annotation import Rule
from skgeval.judgement.commitments.answer import Answer, whole
from skgeval.judgement.commitments.breach import Failure

UNCERTAIN = frozenset({"", "und"})


def language(rule: Rule, answer: Answer) -> Failure | None:
    """Compare the detected language with the rule's; an answer too short to tell breaks nothing."""
    if answer.language in UNCERTAIN:
        return None
    if (answer.language == rule.language) == (rule.unit == "avoid"):
        wanted = f"not `{rule.language}`" if rule.unit == "avoid" else f"`{rule.language}`"
        return Failure(reason=f"it is in `{answer.language}`, the rule asks for {wanted}", span=whole(answer.text))
    return None
