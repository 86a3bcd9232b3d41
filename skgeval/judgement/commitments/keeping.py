"""Which rules are in force: set, lifted, replaced, used up (METHOD.md, section 9).

A system turn's rules stand above the user's, and the user's above the assistant's promises: who stands higher lifts and
replaces, who stands lower cannot.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from schemas.annotation import Annotation, Rule, RuleAction, RuleKind, RuleScope
from schemas.record import Commitment
from schemas.turn import Role
from skgeval.policy import Policy

_RANKS = {Role.SYSTEM: 2, Role.USER: 1, Role.ASSISTANT: 0}
_SINGLE = frozenset(
    {RuleKind.LANGUAGE, RuleKind.SPELLING, RuleKind.PERSONA, RuleKind.ONE_QUESTION, RuleKind.START, RuleKind.END}
)
_LAYOUTS = frozenset({"bullets", "numbered", "list", "table", "json", "csv", "html", "plain_text"})
_ENTIRE = frozenset({"json", "csv", "html", "plain_text"})
_OPPOSITES = {RuleKind.MENTION: RuleKind.AVOID, RuleKind.AVOID: RuleKind.MENTION}


def updated(
    in_force: tuple[Commitment, ...], annotation: Annotation, position: int, slot: int, policy: Policy
) -> tuple[Commitment, ...]:
    """Return the commitments that a turn sets, and those it lifts with `lifted_in` filled; no unchanged ones.

    `position` is the turn's place in the conversation's own order, `slot` its place of arrival: keys are unique by it.
    """
    live = [commitment for commitment in in_force if commitment.lifted_in is None]
    changed: dict[str, Commitment] = {}
    if annotation.role is Role.ASSISTANT:
        live = _without(live, [used for used in live if used.rule.scope is RuleScope.ANSWER], position, changed)
    for number, rule in enumerate(annotation.rules):
        if rule.action is RuleAction.LIFT:
            live = _without(live, [one for one in live if lifts(rule, annotation.role, one)], position, changed)
            continue
        if any(forbids(one, rule, annotation.role) for one in live):
            continue
        live = _without(live, [one for one in live if replaces(rule, annotation.role, one)], position, changed)
        if policy.max_commitments <= len(live):
            live = _without(live, live[:1], position, changed)
        commitment = Commitment(
            key=f"{slot}.r{number}", rule=rule, owner=annotation.role, set_in=position, set_in_id=annotation.turn_id
        )
        live.append(commitment)
        changed[commitment.key] = commitment
    return tuple(changed.values())


def lifts(rule: Rule, owner: Role, commitment: Commitment) -> bool:
    """Tell whether a lifting sentence ends a commitment."""
    if _RANKS.get(owner, 0) < _RANKS.get(commitment.owner, 0) or rule.kind is not commitment.rule.kind:
        return False
    if rule.unit and commitment.rule.unit and rule.unit != commitment.rule.unit:
        return False
    return not rule.terms or not commitment.rule.terms or bool(set(rule.terms) & set(commitment.rule.terms))


def replaces(rule: Rule, owner: Role, commitment: Commitment) -> bool:
    """Tell whether a new rule of the same kind takes the place of a commitment, set by the same owner or one above.

    A rule for one answer suspends the standing one and does not end it.
    """
    if _RANKS.get(owner, 0) < _RANKS.get(commitment.owner, 0):
        return False
    standing = rule.scope is RuleScope.SESSION or commitment.rule.scope is RuleScope.ANSWER
    return standing and excludes(rule, commitment.rule)


def forbids(commitment: Commitment, rule: Rule, owner: Role) -> bool:
    """Tell whether a commitment from above keeps a new rule from coming into force.

    A narrower length is welcome under a wider one; a promise that only repeats the user's rule adds nothing.
    """
    if not _RANKS.get(owner, 0) < _RANKS.get(commitment.owner, 0) or not excludes(rule, commitment.rule):
        return False
    return rule.kind is not RuleKind.LENGTH or owner is Role.ASSISTANT


def suspends(commitment: Commitment, standing: Commitment) -> bool:
    """Tell whether a rule for one answer takes precedence over a standing one."""
    if commitment.rule.scope is not RuleScope.ANSWER or standing.rule.scope is not RuleScope.SESSION:
        return False
    outranked = _RANKS.get(commitment.owner, 0) < _RANKS.get(standing.owner, 0)
    return not outranked and excludes(commitment.rule, standing.rule)


def excludes(rule: Rule, other: Rule) -> bool:
    """Tell whether two rules speak about the same thing, so that only the later one can hold."""
    shared = bool(set(rule.terms) & set(other.terms))
    if rule.kind is not other.kind:
        return shared and _OPPOSITES.get(rule.kind) is other.kind
    if rule.kind in _SINGLE:
        return (rule.unit == "avoid") == (other.unit == "avoid")
    same_thing = _SAME_THING.get(rule.kind)
    return shared or (same_thing is not None and same_thing(rule, other))


def _same_bound(rule: Rule, other: Rule) -> bool:
    return (rule.high is None) == (other.high is None) or (rule.low is None) == (other.low is None)


def _same_layout(rule: Rule, other: Rule) -> bool:
    if "avoid" in {rule.unit, other.unit}:
        return False
    terms, others = set(rule.terms), set(other.terms)
    return bool((terms & _LAYOUTS and others & _LAYOUTS) or (terms | others) & _ENTIRE)


def _same_measure(rule: Rule, other: Rule) -> bool:
    return bool(set(rule.terms) & set(other.exceptions))


def _same_address(rule: Rule, other: Rule) -> bool:
    return {rule.unit, other.unit} <= {"name", "always"}


_SAME_THING: dict[RuleKind, Callable[[Rule, Rule], bool]] = {
    RuleKind.LENGTH: _same_bound,
    RuleKind.FORMAT: _same_layout,
    RuleKind.UNITS: _same_measure,
    RuleKind.ADDRESS: _same_address,
}


def _without(
    live: list[Commitment], ended: list[Commitment], position: int, changed: dict[str, Commitment]
) -> list[Commitment]:
    for commitment in ended:
        changed[commitment.key] = replace(commitment, lifted_in=position)
    keys = {commitment.key for commitment in ended}
    return [commitment for commitment in live if commitment.key not in keys]
