"""A typed slot of one owner holds two values, or a replaced value is asserted again."""

from __future__ import annotations

from schemas.claim import Claim
from schemas.finding import Detector
from skgeval.judgement.contradiction.likeness import Likeness, likeness, sets_meet
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.judgement.families import slot_key
from skgeval.knowledge import Knowledge
from skgeval.knowledge.tables import TypedSlot
from skgeval.policy import Policy
from skgeval.quantities import comparable, overlaps


def slot(pair: Pair, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Find two values of a slot that holds one: job, home, age, name, plan, order (METHOD.md, section 6)."""
    if pair.superseded is not None:
        return _replaced_value(pair, policy, knowledge)
    earlier, later = pair.earlier.claim, pair.later.claim
    if not earlier.polarity or not later.polarity:
        return None
    before = slot_key(earlier, knowledge)
    if before is None:
        return None
    after = slot_key(later, knowledge)
    if after is None or before.slot.name != after.slot.name:
        return None
    if not _differ(earlier, later, before.slot, policy, knowledge) or _shared(pair, knowledge):
        return None
    return Conflict(
        detector=Detector.SLOT,
        strength=before.slot.strength,
        reason=f"{before.slot.name}: {earlier.object.label} and {later.object.label}",
        knowledge=(f"slot:{before.slot.name}",),
    )


def _shared(pair: Pair, knowledge: Knowledge) -> bool:
    return bool(pair.earlier_set or pair.later_set) and sets_meet(pair, knowledge)


def _replaced_value(pair: Pair, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Find the value that a revision replaced, in whatever words of the later claim ("your coffee is on its way")."""
    replaced, later = pair.superseded, pair.later.claim
    if replaced is None or not later.polarity:
        return None
    value = replaced.claim.object
    said = next((one for one in (later.object, later.subject) if _names(one.label, value.label, knowledge)), None)
    if said is None or _names(pair.earlier.claim.object.label, said.label, knowledge):
        return None
    return Conflict(
        detector=Detector.SLOT,
        strength=policy.replaced_strength,
        reason=f"{value.label} had been replaced by {pair.earlier.claim.object.label}",
    )


def _names(label: str, value: str, knowledge: Knowledge) -> bool:
    return bool(label) and bool(value) and knowledge.same_word(label, value)


def _differ(earlier: Claim, later: Claim, filled: TypedSlot, policy: Policy, knowledge: Knowledge) -> bool:
    """Tell whether two values cannot fill the slot together."""
    before, after = earlier.quantity, later.quantity
    if before is not None and after is not None:
        return earlier.relation != later.relation and comparable(before, after) and not overlaps(before, after, policy)
    if before is not None or after is not None or not earlier.object.label or not later.object.label:
        return False
    if filled.values:
        return filled.values.get(earlier.object.head, "") != filled.values.get(later.object.head, "")
    if likeness(later.object, earlier.object, knowledge) is not Likeness.DIFFERENT:
        return False
    return _exclusive(earlier, later, filled, knowledge)


def _exclusive(earlier: Claim, later: Claim, filled: TypedSlot, knowledge: Knowledge) -> bool:
    if "occupation" in filled.kinds:
        jobs = {_job(earlier, knowledge), _job(later, knowledge)}
        return "" not in jobs and not jobs & knowledge.compatible_occupations
    one, other = earlier.object, later.object
    if earlier.subject.label in filled.attributes or (one.proper and other.proper and one.type is other.type):
        return True
    return other.head in knowledge.antonyms.nouns.get(one.head, ())


def _job(claim: Claim, knowledge: Knowledge) -> str:
    for name in (claim.object.label, claim.object.head):
        if name in knowledge.occupations:
            return name
    return ""
