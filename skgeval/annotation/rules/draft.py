"""What a reader makes of a directive, before sentence and scope are known."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from schemas.annotation import RuleAction, RuleKind, RuleScope
from skgeval.annotation.rules.directive import Directive


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of a rule. `usual` is its scope when nothing is said; `standing_only`: nothing said, no rule."""

    kind: RuleKind
    action: RuleAction = RuleAction.SET
    terms: tuple[str, ...] = ()
    unit: str = ""
    language: str = ""
    low: int | None = None
    high: int | None = None
    exceptions: tuple[str, ...] = ()
    usual: RuleScope = RuleScope.SESSION
    standing_only: bool = False


Read = Callable[[Directive], tuple[Draft, ...]]
"""Reads one kind of rule from a directive; () where it states none of that kind."""


def lift(kind: RuleKind, *, terms: tuple[str, ...] = (), unit: str = "") -> Draft:
    """Return a draft that ends rules of a kind."""
    return Draft(kind=kind, action=RuleAction.LIFT, terms=terms, unit=unit)
