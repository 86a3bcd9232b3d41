"""One claim affirms what the other denies."""

from __future__ import annotations

from schemas.claim import Claim, Comparator, Form
from schemas.finding import Detector
from skgeval.judgement.attitudes import LIKING, activity_of, topics
from skgeval.judgement.contradiction.likeness import Likeness, likeness, objects, turned
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.judgement.contradiction.stance import stances
from skgeval.judgement.contradiction.subjects import one_subject
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy, Profile
from skgeval.quantities import comparable, overlaps


def negation_flip(pair: Pair, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Find a relation affirmed of a kind of what it is denied of (METHOD.md, section 6).

    "Has no pets" and "has a dog" exclude each other, "has no dog" and "has a pet" do not.
    """
    earlier, later = pair.earlier.claim, pair.later.claim
    if earlier.polarity is later.polarity or not one_subject(pair):
        return None
    before, after = stances(pair, knowledge)
    positive, negative = (earlier, later) if earlier.polarity else (later, earlier)
    if before.relation != after.relation:
        return _given_up(positive, negative, policy, knowledge)
    if before.stated is not after.stated:
        return None
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
    if pair.earlier.family == LIKING:
        told = topics(positive.object, negative.object, knowledge)
        return Likeness.DIFFERENT if told is None else likeness(told.liked, told.disliked, knowledge)
    found = objects(pair, knowledge)
    return found if positive is pair.later.claim else turned(found)


def _given_up(positive: Claim, negative: Claim, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Find what somebody likes to do and does not do ("loves swimming", "does not swim"); persona alone."""
    if policy.profile is not Profile.PERSONA or negative.time.tense is not positive.time.tense:
        return None
    liked, denied = activity_of(positive, knowledge), activity_of(negative, knowledge)
    relation, stated = knowledge.canonical(positive.relation)
    if liked is None or denied is None or liked.verb != denied.verb or relation != LIKING or not stated:
        return None
    if denied.thing.label and (
        not liked.thing.label
        or likeness(liked.thing, denied.thing, knowledge) not in {Likeness.SAME, Likeness.NARROWER}
    ):
        return None
    return Conflict(
        detector=Detector.NEGATION_FLIP,
        strength=policy.habit_strength,
        reason=f"likes to {liked.verb} and does not",
        knowledge=(f"activity:{liked.verb}",),
    )


def _same_amount(positive: Claim, negative: Claim, policy: Policy) -> bool:
    """Tell whether the denied amount covers the affirmed one; "no dogs" covers any number, "not three" does not."""
    if negative.quantity is None:
        return positive.quantity is None or positive.quantity.comparator is not Comparator.AT_MOST
    if positive.quantity is None or not comparable(positive.quantity, negative.quantity):
        return False
    return overlaps(positive.quantity, negative.quantity, policy)


def _entries(positive: Claim, negative: Claim, alike: Likeness) -> tuple[str, ...]:
    if positive.object.label == negative.object.label:
        return ()
    return (f"{'is_a' if alike is Likeness.NARROWER else 'same'}:{positive.object.label}/{negative.object.label}",)
