"""Does the response stay with the conversation? (METHOD.md, section 5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

from schemas.record import BoundClaim, NewEntity, OpenSlot, SemanticLink
from skgeval.judgement.fusion import below
from skgeval.judgement.names import PARTICIPANTS, entity_key, plain_label
from skgeval.policy import Policy
from skgeval.vectors import byte_cosine, greatest_cosine

ASKED = "asked"
"""What anchors an entity that a question of the prompt named first."""


class Consistency(msgspec.Struct, frozen=True, kw_only=True):
    """Consistency 0..1 or None, its two ways of being reached, and why it is None."""

    value: float | None = None
    graph: float | None = None
    first_cosine: float | None = None
    reason: str = ""


def anchored(
    new: Collection[NewEntity],
    claims: Iterable[BoundClaim],
    links: Iterable[SemanticLink],
    earlier: Collection[str],
    policy: Policy,
) -> tuple[NewEntity, ...]:
    """Return the new entities, each with its anchor and the edge that gave it.

    `earlier` are the keys of entities that were in the conversation before this response, those of the prompt and
    what its questions ask about included. `anchored_by` is the key of the joining claim, "link:" and the key of the
    linked entity, or "asked" for what a question brought up before.
    """
    facts: dict[str, str] = {}
    for claim in claims:
        if claim.object in earlier:
            facts.setdefault(claim.subject, claim.key)
        if claim.subject in earlier:
            facts.setdefault(claim.object, claim.key)
    linked = {link.entity: link.earlier for link in links if link.earlier in earlier}
    asked = dict.fromkeys((entity.key for entity in new if entity.key in earlier), ASKED)
    joined = asked | facts
    return tuple(_anchor(entity, joined, linked, policy) for entity in new)


def _anchor(entity: NewEntity, joined: dict[str, str], linked: dict[str, str], policy: Policy) -> NewEntity:
    if entity.key in joined:
        return msgspec.structs.replace(entity, anchor=policy.fact_anchor, anchored_by=joined[entity.key])
    if entity.key in linked:
        return msgspec.structs.replace(entity, anchor=policy.semantic_anchor, anchored_by=f"link:{linked[entity.key]}")
    return msgspec.structs.replace(entity, anchor=policy.free_anchor, anchored_by="")


def consistency(
    new: tuple[NewEntity, ...],
    *,
    anything_earlier: bool,
    response_row: bytes,
    anchor_row: bytes,
    policy: Policy,
) -> Consistency:
    """Return the consistency of a response whose new entities carry their anchors.

    `response_row` is the response's turn row, `anchor_row` that of the response (or of the prompt that opened a topic)
    which the session is anchored in, b"" in the first exchange.
    """
    graph = graph_consistency(new) if anything_earlier else 1.0
    cosine = byte_cosine(response_row, anchor_row)
    if cosine is None:
        return Consistency(value=graph, graph=graph)
    return Consistency(value=max(graph, policy.first_weight * cosine), graph=graph, first_cosine=cosine)


def graph_consistency(new: tuple[NewEntity, ...]) -> float:
    """Return the importance-weighted mean anchor; 1.0 when nothing is new."""
    weight = sum(entity.importance for entity in new)
    if not weight > 0:
        return 1.0
    return sum(entity.importance * entity.anchor for entity in new) / weight


def asked_about(slots: Iterable[OpenSlot]) -> frozenset[str]:
    """Return the keys of what open questions ask about; questions make no entities, yet they name things."""
    return frozenset(key for slot in slots for key in _asked_keys(slot)) - PARTICIPANTS


def _asked_keys(slot: OpenSlot) -> Iterator[str]:
    if slot.subject:
        yield slot.subject
    for claim in slot.claims:
        for mention in (claim.subject, claim.object):
            if mention.label and mention.reference is None and mention.owner_reference is None:
                yield entity_key(plain_label(mention), mention.owner)


def opens_topic(  # noqa: PLR0913 - what a prompt brings, and what it is compared with
    new: tuple[NewEntity, ...],
    *,
    asks_anew: bool,
    words: int,
    prompt_rows: bytes,
    exchange_rows: tuple[bytes, ...],
    dimensions: int,
    policy: Policy,
) -> bool:
    """Whether a user's turn opens a topic.

    It does where it lies apart from the exchange before it and names something that nothing joins to what was said,
    or where it lies so far from it that names do not matter. A short prompt that names nothing ("Okay, tell me more.")
    is far from everything and opens nothing. `new` are the prompt's new entities with their anchors, `asks_anew` says
    that it asks about something never spoken of; `prompt_rows` and `exchange_rows` are sentence rows.
    """
    cosine = greatest_cosine(exchange_rows, prompt_rows, dimensions)
    if asks_anew or any(entity.anchor < policy.semantic_anchor for entity in new):
        return below(cosine, policy.topic_cosine)
    return words >= policy.short_words and below(cosine, policy.irrelevant_cosine)


def is_drift(
    relevance: float | None,
    consistency: float | None,
    *,
    both_short: bool,
    topic_opened_by_user: bool,
    policy: Policy,
) -> bool:
    """Whether the response left the topic by itself; with a component null it is not known to have."""
    if both_short or topic_opened_by_user:
        return False
    return below(consistency, policy.drift_consistency) and below(relevance, policy.drift_relevance)
