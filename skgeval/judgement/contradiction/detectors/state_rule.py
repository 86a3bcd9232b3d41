"""One subject is said to be in two states that a curated table declares incompatible."""

from __future__ import annotations

from schemas.claim import Claim
from schemas.finding import Detector
from skgeval.judgement.contradiction.likeness import Likeness, likeness
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.judgement.contradiction.stance import stances
from skgeval.judgement.contradiction.subjects import one_subject
from skgeval.judgement.families import takes_side
from skgeval.knowledge import Knowledge
from skgeval.knowledge.tables import StateRule
from skgeval.policy import Policy


def state_rule(pair: Pair, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Find a rule both of whose sides are claimed: vegan and eats beef, single and my wife (METHOD.md, section 6)."""
    del policy
    rules = knowledge.rules_between(pair.earlier.family, pair.later.family)
    if not rules or not one_subject(pair):
        return None
    before, after = stances(pair, knowledge)
    for rule in rules:
        if _violated(rule, pair, knowledge, earlier_affirmed=before.affirmed, later_affirmed=after.affirmed):
            return Conflict(
                detector=Detector.STATE_RULE, strength=rule.strength, reason=rule.name, knowledge=(f"rule:{rule.name}",)
            )
    return None


def _violated(
    rule: StateRule, pair: Pair, knowledge: Knowledge, *, earlier_affirmed: bool, later_affirmed: bool
) -> bool:
    sides = (
        (pair.earlier, earlier_affirmed, pair.later, later_affirmed),
        (pair.later, later_affirmed, pair.earlier, earlier_affirmed),
    )
    for one, one_affirmed, other, other_affirmed in sides:
        if (
            takes_side(one.claim, rule.first, one.family, knowledge, affirmed=one_affirmed)
            and takes_side(other.claim, rule.second, other.family, knowledge, affirmed=other_affirmed)
            and not _excepted(rule, one.claim, other.claim, knowledge)
        ):
            return not rule.same_object or _concerns(one.claim, other.claim, knowledge)
    return False


def _excepted(rule: StateRule, one: Claim, other: Claim, knowledge: Knowledge) -> bool:
    """Tell whether the first state allows this object of the second ("pescatarian", fish)."""
    allowed = rule.second.except_for.get(one.object.label, frozenset())
    return any(knowledge.is_a(other.object.head or other.object.label, kind) for kind in sorted(allowed))


def _concerns(one: Claim, other: Claim, knowledge: Knowledge) -> bool:
    return likeness(other.object, one.object, knowledge) in {Likeness.SAME, Likeness.NARROWER}
