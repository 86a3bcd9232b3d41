"""Two numbers for one property that cannot both hold."""

from __future__ import annotations

from msgspec.structs import replace

from schemas.claim import Claim, EntityType, Form, Mention, Quantity, QuantityRole
from schemas.finding import Detector
from skgeval.judgement.contradiction.likeness import Likeness, likeness
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.judgement.contradiction.subjects import one_property
from skgeval.judgement.families import AGE
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy
from skgeval.quantities import comparable, overlaps

_YEAR = 31_557_600.0
"""Seconds of a year."""
_POINTS_IN_TIME = frozenset({"date", "clock", "weekday"})
_BARE = 2
"""Words of a copula with a mere preposition ("be for"), which says no measured property."""
_DATING = frozenset({"be", "located in", "have"})


def numeric_mismatch(pair: Pair, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Find two values of one measured property that cannot both hold at stated precision (METHOD.md, section 6)."""
    earlier, later = pair.earlier.claim, pair.later.claim
    before, after = earlier.quantity, later.quantity
    if before is None or after is None or not earlier.polarity or not later.polarity:
        return None
    if not one_property(pair, knowledge) or not _one_thing_counted(earlier, later, knowledge):
        return None
    if _differently_placed(pair, knowledge):
        return None
    if pair.later.family == AGE:
        before, after = _in_years(before), _in_years(after)
    if not comparable(before, after) or overlaps(before, after, policy):
        return None
    return Conflict(
        detector=Detector.NUMERIC_MISMATCH,
        strength=policy.numeric_strength,
        reason=f"{before.text or before.value} is not {after.text or after.value}",
        measurements={"earlier_value": before.value, "later_value": after.value},
    )


def _differently_placed(pair: Pair, knowledge: Knowledge) -> bool:
    """Tell whether the sentences give the relation different places as well ("boils at 90 degrees at high altitude").

    One place will do where the relation may hold many values; what happens once does so wherever it is.
    """
    earlier = [one for one in pair.earlier_set if not _is_number(one)]
    later = [one for one in pair.later_set if not _is_number(one)]
    if not earlier or not later:
        return bool(earlier or later) and not _happens_once(pair.later.claim, knowledge)
    return all(likeness(one, other, knowledge) is Likeness.DIFFERENT for one in later for other in earlier)


def _is_number(mention: Mention) -> bool:
    return mention.type in {EntityType.NUMBER, EntityType.TIME}


def _one_thing_counted(earlier: Claim, later: Claim, knowledge: Knowledge) -> bool:
    """Tell whether the numbers measure one thing: counts need the same counted noun."""
    before, after = earlier.quantity, later.quantity
    if before is None or after is None:
        return False
    if QuantityRole.COUNT in {before.role, after.role} and before.dimension == "count":
        return before.counted == after.counted or likeness(earlier.object, later.object, knowledge) is Likeness.SAME
    if before.dimension in _POINTS_IN_TIME:
        return _happens_once(later, knowledge)
    return (
        later.form is not Form.PREPOSITION
        or len(later.relation.split()) > _BARE
        or not later.relation.startswith("be ")
    )


def _in_years(age: Quantity) -> Quantity:
    """Return a bare number as the age in full years that it states ("39")."""
    if age.dimension != "count":
        return age
    low, high = age.value * _YEAR, (age.value + 1) * _YEAR
    return replace(age, dimension="time", unit="year", role=QuantityRole.MEASURE, low=low, high=high)


def _happens_once(claim: Claim, knowledge: Knowledge) -> bool:
    """Tell whether a relation has one point in time: one is born once, one may serve in several years."""
    relation, _ = knowledge.canonical(claim.relation)
    return relation in _DATING or relation in knowledge.functional.relations
