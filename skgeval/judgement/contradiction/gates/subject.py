"""Whether both claims are about one thing."""

from __future__ import annotations

from schemas.claim import Mention
from schemas.finding import Detector, Gate
from schemas.record import BoundClaim
from skgeval.judgement.attitudes import attitude_key
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.judgement.contradiction.subjects import turned_round
from skgeval.judgement.families import PARTICIPANTS
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy, Profile

_PASSED_SAME = Gate(name="same_subject")
_PASSED_QUANTIFIED = Gate(name="quantified_subject")
_PASSED_GENERIC = Gate(name="generic_subject")


def same_subject(pair: Pair, policy: Policy, knowledge: Knowledge) -> Gate:
    """Reject claims about two entities; an owner and its attribute may state one thing ("my job is", "I work as").

    So may a feeler and what is felt about ("I love tennis", "tennis is boring").
    """
    del policy
    one, other = pair.earlier.subject, pair.later.subject
    if (
        one == other
        or turned_round(pair)
        or one.startswith(f"{other}'s ")
        or other.startswith(f"{one}'s ")
        or pair.superseded is not None
    ):
        return _PASSED_SAME
    felt = attitude_key(pair.earlier.claim, knowledge)
    if felt and felt == attitude_key(pair.later.claim, knowledge):
        return _PASSED_SAME
    return Gate(name="same_subject", factor=0.0, reason=f"{one} is not {other}")


def quantified_subject(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken claims about some or most of their subject, unless the other one is about all or none."""
    guards = knowledge.guards
    if conflict.detector is Detector.ANTONYM and _some_of_each(pair, knowledge):
        return Gate(name="quantified_subject", factor=policy.partial_factor, reason=pair.later.claim.object.quantifier)
    for one, other in ((pair.earlier, pair.later), (pair.later, pair.earlier)):
        part, whole = one.claim.subject.quantifier, other.claim.subject.quantifier
        if part in guards.partial_quantifiers and whole not in guards.universal_quantifiers and not _denies_all(other):
            return Gate(name="quantified_subject", factor=policy.partial_factor, reason=part)
    return _PASSED_QUANTIFIED


def _some_of_each(pair: Pair, knowledge: Knowledge) -> bool:
    """Tell whether the objects may be other ones each time ("opposed by some", "supported by many")."""
    one, other = pair.earlier.claim.object.quantifier, pair.later.claim.object.quantifier
    return one in knowledge.guards.partial_quantifiers and other in knowledge.guards.partial_quantifiers


def _denies_all(claim: BoundClaim) -> bool:
    """Tell whether a sentence denies of each one ("no bird flies", "none of them")."""
    return not claim.claim.polarity and claim.text.lower().startswith(("no ", "none ", "nobody ", "neither "))


def generic_subject(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken claims about a noun that means another thing each time it is said."""
    numbers = conflict.detector is Detector.NUMERIC_MISMATCH
    for mention in (pair.earlier.claim.subject, pair.later.claim.subject):
        head = mention.head or mention.label
        generic = head in knowledge.guards.generic_subjects and not _is_told_apart(mention)
        numbered = numbers and head in knowledge.guards.numbered_subjects and not _is_described(mention, knowledge)
        queried = policy.profile is Profile.TASK and head in knowledge.guards.queried_subjects
        if generic or numbered or (numbers and queried and not _is_described(mention, knowledge)):
            return Gate(name="generic_subject", factor=policy.generic_factor, reason=mention.label)
    return _PASSED_GENERIC


def _is_told_apart(mention: Mention) -> bool:
    """Tell whether words say which one is meant: a name, an owner, a participant."""
    return mention.label in PARTICIPANTS or mention.proper or bool(mention.owner)


def _is_described(mention: Mention, knowledge: Knowledge) -> bool:
    """Tell whether words say which one is meant, be it by a modifier ("ticket price")."""
    if _is_told_apart(mention):
        return True
    return any(word not in knowledge.guards.plain_modifiers for word in mention.label.split()[:-1])
