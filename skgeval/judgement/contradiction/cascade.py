"""The cascade: gates, then detectors in a fixed order; the first that answers decides (METHOD.md, section 6)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from schemas.finding import Gate
from skgeval.judgement.attitudes import LIKING
from skgeval.judgement.contradiction.detectors.antonym import antonym
from skgeval.judgement.contradiction.detectors.exclusive_object import exclusive_object
from skgeval.judgement.contradiction.detectors.geometric_negation import geometric_negation
from skgeval.judgement.contradiction.detectors.negation_flip import negation_flip
from skgeval.judgement.contradiction.detectors.numeric_mismatch import numeric_mismatch
from skgeval.judgement.contradiction.detectors.slot import slot
from skgeval.judgement.contradiction.detectors.state_rule import state_rule
from skgeval.judgement.contradiction.gates import AFTER, BEFORE
from skgeval.judgement.contradiction.pair import Comparison, Conflict, Pair
from skgeval.judgement.families import role_of, slot_key
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy

_UNRELATED = Comparison(gates=())
Detect = Callable[[Pair, Policy, Knowledge], Conflict | None]

CASCADE: tuple[Detect, ...] = (
    negation_flip,
    state_rule,
    slot,
    antonym,
    numeric_mismatch,
    exclusive_object,
    geometric_negation,
)
"""In the order in which they are tried."""


def compare(pair: Pair, policy: Policy, knowledge: Knowledge) -> Comparison:
    """Decide whether two claims exclude each other, how strongly, and what was checked.

    A conflict is returned when its strength after all gates is at least `policy.report_strength`; otherwise
    `rejected_by` names the gate that took most away ("" when no detector answered).
    """
    if not _can_conflict(pair, knowledge):
        return _UNRELATED
    passed: list[Gate] = []
    for check in BEFORE:
        gate = check(pair, policy, knowledge)
        if gate.factor <= 0.0:
            return Comparison(gates=(gate,), rejected_by=gate.name)
        passed.append(gate)
    conflict = _detect(pair, policy, knowledge)
    if conflict is None:
        return Comparison(gates=tuple(passed))
    for guard in AFTER:
        gate = guard(pair, conflict, policy, knowledge)
        passed.append(gate)
        if gate.factor <= 0.0:
            break
    return _weighed(conflict, tuple(passed), policy)


def _can_conflict(pair: Pair, knowledge: Knowledge) -> bool:
    """Leave out pairs that no detector could answer, before anything is built: they are nearly all there are."""
    earlier, later = pair.earlier, pair.later
    if earlier.family == later.family or earlier.subject != later.subject:
        return True
    thing = earlier.claim.object.label
    if thing and thing == later.claim.object.label and earlier.claim.polarity is later.claim.polarity:
        return True
    if knowledge.rules_between(earlier.family, later.family) or pair.superseded is not None:
        return True
    if earlier.claim.polarity is not later.claim.polarity:
        return pair.sentence_cosine is not None or LIKING in {earlier.family, later.family}
    if slot_key(earlier.claim, knowledge) is not None and slot_key(later.claim, knowledge) is not None:
        return True
    role = role_of(earlier.claim, knowledge)
    return bool(role) and role == role_of(later.claim, knowledge)


def _detect(pair: Pair, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    for detect in CASCADE:
        conflict = detect(pair, policy, knowledge)
        if conflict is not None:
            return conflict
    return None


def _weighed(conflict: Conflict, gates: tuple[Gate, ...], policy: Policy) -> Comparison:
    strength = conflict.strength
    for gate in gates:
        strength *= gate.factor
    if strength < policy.report_strength:
        weakest = min(gates, key=lambda gate: gate.factor)
        return Comparison(gates=gates, rejected_by=weakest.name)
    return Comparison(gates=gates, conflict=msgspec.structs.replace(conflict, strength=strength))
