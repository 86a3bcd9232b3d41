"""Under which keys claims meet: relations that state, deny or oppose the same thing share one (METHOD.md, section 3).

A family is an index key, coarser than sameness: "increase" and "reduce" are one family because a detector must see them
together. With a measured object, copula and measure verbs are one family per dimension.
"""

from __future__ import annotations

import msgspec

from schemas.claim import ASSISTANT, USER, Claim, EntityType, Form
from skgeval.judgement.attitudes import LIKING, activity_of
from skgeval.knowledge import Knowledge
from skgeval.knowledge.tables import ANYTHING, Side, TypedSlot

PARTICIPANTS = frozenset({USER, ASSISTANT})
"""Labels of the two who speak."""
AGE = "age"
"""Family of ages, be they durations ("9 months old") or bare numbers ("39")."""
COMPARED = "compared"
"""Family of all comparisons: opposite ones ("longer than", "shorter than") must meet."""
_OLDEST = 120
_BEING = frozenset({Form.NOUN, Form.ADJECTIVE})
_MEASURING = frozenset(
    {"be", "measure", "last", "cost", "weigh", "take", "total", "equal", "reach", "stand at", "have", ""}
)
"""Canonical relations that only say how much something measures."""
_SIZES = frozenset({"be tall", "be high", "be wide", "be deep", "be thick", "be far", "be big", "be large"})
"""Copula with a measured adjective that names which of several extents is meant."""
_PLACING = frozenset({"located in", "be in", "be at", "be on"})
"""Copula with a preposition: with a time as its object it dates its subject."""
_POINTS_IN_TIME = frozenset({"clock", "date", "weekday"})
_CALENDAR = frozenset({"date", "weekday"})


class SlotKey(msgspec.Struct, frozen=True, kw_only=True):
    """A typed slot that a claim fills: the slot, whether its owner is the claim's subject or that subject's owner."""

    slot: TypedSlot
    by_owner: bool


def relation_family(claim: Claim, knowledge: Knowledge) -> str:
    """Return the key under which a claim of some subject is indexed.

    Source: METHOD.md, section 3.
    """
    if claim.form is Form.COMPARISON:
        return COMPARED
    relation, _ = knowledge.canonical(claim.relation)
    if claim.quantity is not None:
        if relation == "be" and _gives_age(claim, knowledge):
            return AGE
        dimension = claim.quantity.dimension.partition(":")[0]
        placed = relation in _PLACING and dimension in _POINTS_IN_TIME
        if placed or (relation in _MEASURING and not _counts_things(claim)):
            return f"measure:{_property(dimension)}"
        if relation in _SIZES:
            return f"measure:{_property(dimension)}:{relation}"
    if claim.form is Form.PASSIVE and state_of(claim, knowledge):
        return "be"
    return knowledge.components.get(claim.relation) or knowledge.components.get(relation) or relation


def state_of(claim: Claim, knowledge: Knowledge) -> str:
    """Return the state that an adjective or a participle without agent or aim says of its subject, "" for other claims.

    "Is open" gives "open", "is closed on Mondays" gives "closed".
    """
    if claim.form is Form.ADJECTIVE:
        return claim.object.head if claim.relation == "be" else ""
    if claim.form is not Form.PASSIVE or (claim.object.label and claim.object.type is not EntityType.TIME):
        return ""
    verb = claim.relation.partition(" ")[0]
    return next((word for word in (f"{verb}d", f"{verb}ed") if word in knowledge.antonyms.adjectives), "")


class SharedKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys under which claims of other families meet a claim: those of its subject, and that of its subject's owner.

    "My job is X" has the subject "job" of USER; it meets "I work as Y" under USER and "slot:job". `owner` is "" for a
    claim that meets none there.
    """

    subject: tuple[str, ...]
    owner: str


def shared_keys(claim: Claim, family: str, knowledge: Knowledge) -> SharedKeys:
    """Return the further keys of a claim of `family`.

    One key for each state rule that it takes a side of, one for the typed slot that it fills or the role it states, one
    for what a participant does or not.
    """
    _, stated = knowledge.canonical(claim.relation)
    affirmed = claim.polarity == stated
    keys = [
        f"rule:{rule.name}"
        for rule in knowledge.rules_that_name(family, claim.object.label, claim.object.head)
        if takes_side(claim, rule.first, family, knowledge, affirmed=affirmed)
        or takes_side(claim, rule.second, family, knowledge, affirmed=affirmed)
    ]
    filled, role, owner = slot_key(claim, knowledge), role_of(claim, knowledge), ""
    if filled is not None and filled.by_owner:
        owner = f"slot:{filled.slot.name}"
    elif filled is not None:
        keys.append(f"slot:{filled.slot.name}")
    elif role and claim.relation == "be":
        owner = f"role:{role}"
    if role and not claim.subject.owner:
        keys.append(f"role:{role}")
    if claim.subject.label in PARTICIPANTS and (not claim.polarity or family == LIKING):
        doing = activity_of(claim, knowledge)
        if doing is not None:
            keys.append(f"activity:{doing.verb}")
    return SharedKeys(subject=tuple(keys), owner=owner)


def role_of(claim: Claim, knowledge: Knowledge) -> str:
    """Return the relation that a claim states of a work or thing, as verb or as attribute, "" for any other.

    "X was directed by Z" and "the director of X is Z" both give "direct by".
    """
    if claim.relation == "be":
        subject = claim.subject
        return knowledge.functional.roles.get(subject.head or subject.label, "") if subject.owner else ""
    relation, _ = knowledge.canonical(claim.relation)
    return relation if relation in knowledge.role_relations else ""


def slot_key(claim: Claim, knowledge: Knowledge) -> SlotKey | None:
    """Return the typed slot that a claim fills, if any (METHOD.md, section 6)."""
    relation, _ = knowledge.canonical(claim.relation)
    if relation != "be":
        slot = knowledge.slots_by_relation.get(relation)
        return None if slot is None or not _may_own(claim, slot) else SlotKey(slot=slot, by_owner=False)
    if claim.subject.owner:
        slot = knowledge.slots_by_attribute.get(claim.subject.label)
        return None if slot is None else SlotKey(slot=slot, by_owner=True)
    if claim.form in _BEING:
        participant = claim.subject.label in PARTICIPANTS
        for slot in knowledge.slots_of_being:
            if (participant or not slot.participants) and _belongs(claim, slot, knowledge):
                return SlotKey(slot=slot, by_owner=False)
    return None


def takes_side(claim: Claim, side: Side, family: str, knowledge: Knowledge, *, affirmed: bool) -> bool:
    """Tell whether a claim meets one side of a state rule."""
    if family not in side.relations or affirmed is not side.polarity:
        return False
    if side.participant and claim.subject.label not in PARTICIPANTS:
        return False
    if side.nonzero and (claim.quantity is None or not claim.quantity.value):
        return False
    label, head = claim.object.label, claim.object.head
    if not label:
        return "" in side.objects
    if label in side.objects or head in side.objects or ANYTHING in side.objects:
        return True
    return any(knowledge.is_a(label, kind) or knowledge.is_a(head, kind) for kind in side.kinds)


def _gives_age(claim: Claim, knowledge: Knowledge) -> bool:
    """Tell whether a bare number said of a person is their age ("I'm 39")."""
    quantity, subject = claim.quantity, claim.subject
    if quantity is None or quantity.dimension != "count" or quantity.counted or subject.plural:
        return False
    person = (
        subject.label in PARTICIPANTS or subject.type is EntityType.PERSON or knowledge.is_a(subject.head, "relative")
    )
    return person and 0 < quantity.value < _OLDEST


def _counts_things(claim: Claim) -> bool:
    """Tell "has 3 rooms" from "is 3 metres long": the thing counted is the object, the number only says how many."""
    return claim.quantity is not None and bool(claim.quantity.counted)


def _property(dimension: str) -> str:
    return "date" if dimension in _CALENDAR else dimension


def _may_own(claim: Claim, slot: TypedSlot) -> bool:
    return not slot.participants or claim.subject.label in PARTICIPANTS


def _belongs(claim: Claim, slot: TypedSlot, knowledge: Knowledge) -> bool:
    label, head = claim.object.label, claim.object.head
    if label in slot.members or head in slot.values:
        return True
    return "occupation" in slot.kinds and (label in knowledge.occupations or head in knowledge.occupations)
