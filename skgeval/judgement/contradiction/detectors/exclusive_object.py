"""A relation that holds for one object is claimed of two."""

from __future__ import annotations

from schemas.claim import Claim, EntityType, Form, Mention, PropertyType
from schemas.finding import Detector
from skgeval.judgement.contradiction.likeness import Likeness, objects, sets_meet
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.judgement.contradiction.subjects import one_property
from skgeval.judgement.families import PARTICIPANTS, slot_key
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy

_DESCRIBED = 2
"""Words that a value needs to be told by number or kind."""
_PLACE = "located in"
"""Where those who speak are changes by the hour."""
_OWNING = frozenset({"of", "for"})
"""Prepositions inside a label that tell whose attribute it is ("screenwriter for the film")."""
_NAMED_TYPES = frozenset({EntityType.PERSON, EntityType.PLACE, EntityType.ORGANIZATION, EntityType.TIME})


def exclusive_object(pair: Pair, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Find a functional relation or attribute with two values, none of which is part of the other's set.

    "Written by A and B" against "written by A" share a value; a nearer place ("in Lyon" after "in France") is a
    refinement. Strength grows with the distance of the objects. Source: METHOD.md, section 6.
    """
    earlier, later = pair.earlier.claim, pair.later.claim
    if not earlier.polarity or not later.polarity or not one_property(pair, knowledge):
        return None
    if not earlier.object.label or not later.object.label or earlier.quantity or later.quantity:
        return None
    if slot_key(earlier, knowledge) is not None and slot_key(later, knowledge) is not None:
        return None  # typed slots know better which of their values exclude each other
    factor = _functional(earlier, later, policy, knowledge)
    if not factor or objects(pair, knowledge) is not Likeness.DIFFERENT or sets_meet(pair, knowledge):
        return None
    factor *= _named_values(earlier, later, policy)
    if not factor:
        return None
    return Conflict(
        detector=Detector.EXCLUSIVE_OBJECT,
        strength=max(policy.exclusive_floor, _distance(pair)) * factor,
        reason=f"{later.relation} holds one value: {earlier.object.label}, {later.object.label}",
        measurements={} if pair.object_cosine is None else {"object_cosine": pair.object_cosine},
        knowledge=(f"functional:{later.subject.label if later.relation == 'be' else later.relation}",),
    )


def _distance(pair: Pair) -> float:
    """Return how far the objects lie apart; the most there can be before the judge has measured anything."""
    if pair.object_cosine is not None:
        return 1.0 - pair.object_cosine
    return 1.0 if pair.sentence_cosine is None else 0.0


def _functional(earlier: Claim, later: Claim, policy: Policy, knowledge: Knowledge) -> float:
    """Return how surely the relation holds one value: 0 where it may hold many."""
    known = min(_holds_one(claim, policy, knowledge) for claim in (earlier, later))
    marked = earlier.property_type is later.property_type is PropertyType.EXCLUSIVE and earlier.relation != "be"
    return max(known, policy.untyped_factor) if marked else known


def _holds_one(claim: Claim, policy: Policy, knowledge: Knowledge) -> float:
    relation, _ = knowledge.canonical(claim.relation)
    if relation == "be":
        return _attribute(claim, policy, knowledge)
    table = knowledge.functional
    if relation == _PLACE and claim.subject.label in PARTICIPANTS:
        return 0.0
    if relation not in table.relations and claim.relation not in table.active:
        return 0.0
    return policy.shared_factor if relation in table.shared else 1.0


def _attribute(claim: Claim, policy: Policy, knowledge: Knowledge) -> float:
    """Return how surely the subject names one value: an owner's attribute ("X's capital") or a superlative."""
    subject, label = claim.subject, claim.subject.label
    if claim.form is Form.ADJECTIVE:
        return 0.0
    if any(modifier in knowledge.functional.superlatives for modifier in label.split()[:-1]) and not subject.plural:
        return 1.0 if claim.object.proper or subject.owner else policy.untyped_factor
    if not subject.owner and not _OWNING & set(label.split()) and not subject.definite:
        return 0.0
    if label in knowledge.functional.attributes or subject.head in knowledge.functional.attributes:
        return policy.shared_factor if subject.plural else 1.0
    named = claim.object.proper and bool(subject.owner) and not subject.plural
    return policy.untyped_factor if named else 0.0


def _named_values(earlier: Claim, later: Claim, policy: Policy) -> float:
    """Return how surely the values are of one sort: names are, common nouns may describe one thing twice."""
    one, other = earlier.object, later.object
    if (one.proper and other.proper) or _one_sort(one, other):
        return 1.0
    if one.type is not other.type:
        return 0.0
    attributes = earlier.relation == later.relation == "be"
    return 1.0 if attributes or one.type in _NAMED_TYPES else policy.untyped_factor


def _one_sort(one: Mention, other: Mention) -> bool:
    """Tell whether two values name one sort of thing by number or kind ("platform 4", "platform 7"; "ground floor")."""
    first, second = one.label.split(), other.label.split()
    if len(first) < _DESCRIBED or len(second) < _DESCRIBED:
        return False
    numbered = any(letter.isdigit() for letter in first[-1]) and any(letter.isdigit() for letter in second[-1])
    return first[-1] == second[-1] or (numbered and first[0] == second[0])
