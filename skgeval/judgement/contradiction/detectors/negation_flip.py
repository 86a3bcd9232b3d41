"""One claim affirms what the other denies."""

from __future__ import annotations

from schemas.claim import Claim, Form
from schemas.finding import Detector
from skgeval.judgement.contradiction.likeness import Likeness, objects, turned
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.judgement.contradiction.stance import stances
from skgeval.judgement.contradiction.subjects import one_subject
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy
from skgeval.quantities import comparable, overlaps


def negation_flip(pair: Pair, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Find a relation affirmed of a kind of what it is denied of (METHOD.md, section 6).

    "Has no pets" and "has a dog" exclude each other, "has no dog" and "has a pet" do not.
    """
    earlier, later = pair.earlier.claim, pair.later.claim
    if earlier.polarity is later.polarity or not one_subject(pair):
        return None
    before, after = stances(pair, knowledge)
    if before.relation != after.relation or before.stated is not after.stated:
        return None
    positive, negative = (earlier, later) if earlier.polarity else (later, earlier)
    if not _same_amount(positive, negative, policy):
        return None
    alike = _alike(pair, positive, negative, knowledge)
    if alike not in {Likeness.SAME, Likeness.NARROWER}:
        return None
    factor = 1.0 if alike is Likeness.SAME else policy.narrower_factor
    return Conflict(
        detector=Detector.NEGATION_FLIP,
        strength=policy.negation_strength * factor,
        reason=f"{before.relation or 'it'} {positive.object.label} is affirmed and denied".replace("  ", " "),
        knowledge=_entries(positive, negative, alike),
    )


def _alike(pair: Pair, positive: Claim, negative: Claim, knowledge: Knowledge) -> Likeness:
    """Compare the affirmed object with the denied one."""
    if not negative.object.label:
        occasional = positive.relation.split(" ")[0] in knowledge.guards.occasion_verbs
        if not positive.object.label:
            return Likeness.SAME
        return Likeness.DIFFERENT if occasional or positive.form is Form.PREPOSITION else Likeness.NARROWER
    if not positive.object.label:
        return Likeness.DIFFERENT
    found = objects(pair, knowledge)
    return found if positive is pair.later.claim else turned(found)


def _same_amount(positive: Claim, negative: Claim, policy: Policy) -> bool:
    """Tell whether the denied amount covers the affirmed one; "no dogs" covers any number, "not three" does not."""
    if negative.quantity is None:
        return True
    if positive.quantity is None or not comparable(positive.quantity, negative.quantity):
        return False
    return overlaps(positive.quantity, negative.quantity, policy)


def _entries(positive: Claim, negative: Claim, alike: Likeness) -> tuple[str, ...]:
    if positive.object.label == negative.object.label:
        return ()
    return (f"{'is_a' if alike is Likeness.NARROWER else 'same'}:{positive.object.label}/{negative.object.label}",)
