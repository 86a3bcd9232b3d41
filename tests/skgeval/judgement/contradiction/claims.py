"""Builds bound claims by hand, so that each test shows exactly what a detector is given."""

from typing import Any

from msgspec.structs import replace

from schemas.claim import Claim, EntityType, Form, Mention, Quantity, Span
from schemas.record import BoundClaim
from schemas.turn import Role
from skgeval.judgement.contradiction.cascade import compare
from skgeval.judgement.contradiction.pair import Comparison, Pair
from skgeval.judgement.families import relation_family
from skgeval.knowledge import load_knowledge
from skgeval.policy import Policy

KNOWLEDGE = load_knowledge()
POLICY = Policy()


def mention(label: str, **facts: Any) -> Mention:
    """Name a thing; its head is its last word unless said otherwise."""
    words = label.split()
    facts.setdefault("head", words[-1] if words else "")
    facts.setdefault("text", label)
    return Mention(label=label, **facts)


def said(
    subject: str | Mention, relation: str, thing: str | Mention = "", *, text: str = "", **facts: Any
) -> BoundClaim:
    """State a claim of the assistant in turn 0; `text` is the sentence it stands in."""
    owner = mention(subject) if isinstance(subject, str) else subject
    named = mention(thing) if isinstance(thing, str) else thing
    facts.setdefault("speaker", Role.ASSISTANT)
    claim = Claim(subject=owner, relation=relation, object=named, sentence=0, span=Span(start=0, end=1), **facts)
    key = f"{owner.owner}'s {owner.label}" if owner.owner else owner.label
    return BoundClaim(
        key="0.0",
        turn=0,
        turn_id="0",
        claim=claim,
        subject=key,
        family=relation_family(claim, KNOWLEDGE),
        text=text or f"{owner.label} {relation} {named.label}.",
    )


def is_(subject: str | Mention, adjective: str, **facts: Any) -> BoundClaim:
    """State that something has a quality."""
    return said(subject, "be", adjective, form=Form.ADJECTIVE, **facts)


def measured(subject: str | Mention, relation: str, quantity: Quantity, **facts: Any) -> BoundClaim:
    """State a number of something."""
    return said(subject, relation, mention(quantity.text), quantity=quantity, form=Form.NUMBER, **facts)


def named(label: str, kind: EntityType = EntityType.PERSON) -> Mention:
    """Name somebody or something by a proper name."""
    return mention(label, proper=True, type=kind)


def pair(earlier: BoundClaim, later: BoundClaim, **facts: Any) -> Pair:
    """Put two claims of the assistant side by side, the second one turn later."""
    facts.setdefault("earlier_speaker", earlier.claim.speaker)
    facts.setdefault("later_speaker", later.claim.speaker)
    return Pair(earlier=earlier, later=replace(later, key="1.0", turn=1, turn_id="1"), **facts)


def compared(earlier: BoundClaim, later: BoundClaim, *, policy: Policy = POLICY, **facts: Any) -> Comparison:
    """Run the cascade on two claims."""
    return compare(pair(earlier, later, **facts), policy, KNOWLEDGE)


def verdict(earlier: BoundClaim, later: BoundClaim, **facts: Any) -> str:
    """Return the detector that found a conflict, "" when none did."""
    conflict = compared(earlier, later, **facts).conflict
    return conflict.detector.value if conflict is not None else ""
