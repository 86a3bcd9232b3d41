"""Turns as the rule reader gets them, from one or more sentences."""

from __future__ import annotations

from schemas.annotation import Rule, RuleAction, RuleKind, Sentence, SentenceKind
from schemas.claim import Span
from schemas.turn import Role
from skgeval.annotation.rules import read_rules


def said(*sentences: str, role: Role = Role.USER, kind: SentenceKind = SentenceKind.PROSE) -> tuple[Rule, ...]:
    """Read the rules of a turn."""
    position = 0
    read = []
    for text in sentences:
        span = Span(start=position, end=position + len(text))
        read.append(Sentence(text=text, span=span, kind=kind, question=text.rstrip().endswith("?")))
        position = span.end + 1
    return read_rules(tuple(read), role)


def set_of(kind: RuleKind, *sentences: str, role: Role = Role.USER) -> list[Rule]:
    """Return the rules of a kind that a turn sets."""
    return [rule for rule in said(*sentences, role=role) if rule.kind is kind and rule.action is RuleAction.SET]


def lifted(*sentences: str, role: Role = Role.USER) -> set[RuleKind]:
    """Return the kinds of rules that a turn lifts."""
    return {rule.kind for rule in said(*sentences, role=role) if rule.action is RuleAction.LIFT}
