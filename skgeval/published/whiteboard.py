"""The graph of one conversation, as the published method keeps it: everything, for ever."""

from __future__ import annotations

import sys
from enum import StrEnum

import msgspec

from schemas.claim import EntityType
from schemas.record import BoundClaim, ClaimStatus, NewEntity, Scores, SemanticLink, StatusChange
from skgeval.judgement.graph import Graph
from skgeval.published.reading import typed
from skgeval.vectors import Window


class Criterion(StrEnum):
    """Which of the method's tests answered."""

    NEGATION_FLIP = "negation_flip"
    ANTONYM = "antonym"
    NUMERIC_MISMATCH = "numeric_mismatch"
    EXCLUSIVE_OBJECT = "exclusive_object"
    SAME_TYPE = "same_type"
    SEMANTIC_DRIFT = "semantic_drift"
    MODERATE_DRIFT = "moderate_drift"


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """The strongest conflict of one node; the relation of an edge is its claim's `family`."""

    criterion: Criterion
    confidence: float
    relation_cosine: float
    object_cosine: float
    earlier: BoundClaim
    later: BoundClaim


class Exchange(msgspec.Struct, frozen=True, kw_only=True):
    """One prompt and its response, judged; `turn` is the response's 0-based position in the conversation.

    `revised` are the nodes whose earlier edges were left aside; `links` every semantic edge; `rows` those of its texts.
    """

    turn: int
    scores: Scores
    claims: tuple[BoundClaim, ...] = ()
    entities: tuple[NewEntity, ...] = ()
    links: tuple[SemanticLink, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    revised: tuple[str, ...] = ()
    quarantined: bool = False
    rows: dict[str, bytes] = {}
    response_row: bytes = b""


class Whiteboard:
    """What has been said; it changes through `apply` alone."""

    __slots__ = ("exchanges", "first_row", "graph", "names", "qualities", "quarantined", "rows", "typed", "types")

    def __init__(self) -> None:
        """Start before the first exchange."""
        self.graph = Graph()
        self.names = Window(size=sys.maxsize)
        self.typed = Window(size=sys.maxsize)
        self.types: dict[str, EntityType] = {}
        self.rows: dict[str, bytes] = {}
        self.quarantined: set[str] = set()
        self.first_row = b""
        self.qualities: tuple[float, ...] = ()
        self.exchanges = 0

    def apply(self, exchange: Exchange) -> None:
        """Take in an exchange."""
        self.rows |= exchange.rows
        for entity in exchange.entities:
            self.graph.add_entity(entity, exchange.turn)
            self.types[entity.key] = entity.type
            self.names.append(entity.key, self.rows.get(entity.key, b""))
            self.typed.append(entity.key, self.rows.get(typed(entity.key, entity.mention), b""))
        for claim in exchange.claims:
            self.graph.add_claim(claim)
        for link in exchange.links:
            self.graph.add_link(link)
        if exchange.quarantined:
            self._quarantine(exchange)
        if self.exchanges == 0:
            self.first_row = exchange.response_row
        if exchange.scores.quality is not None:
            self.qualities = (*self.qualities, exchange.scores.quality)
        self.exchanges += 1

    def earlier_edges(self, node: str) -> list[BoundClaim]:
        """Return the fact edges that leave a node, oldest first, those in quarantine not among them."""
        return [self.graph.claims[key] for key in self.graph.by_subject.established_and_newest(node, sys.maxsize - 1)]

    def _quarantine(self, exchange: Exchange) -> None:
        """Compare nothing with what a bad turn said; its names stay, to merge with and to be joined to."""
        self.quarantined.update(entity.key for entity in exchange.entities)
        for claim in exchange.claims:
            self.graph.change_status(StatusChange(claim=claim.key, status=ClaimStatus.DISPUTED))
