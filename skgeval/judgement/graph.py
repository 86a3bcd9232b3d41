"""What has been said: entities, claims and semantic links of one conversation (METHOD.md, section 3).

Entities, claims and links are the nodes and edges; `network` gives their shape as a networkx graph (nodes are entity
keys and values, fact edges are keyed by claim key) to those who walk it. It is built when asked for: held beside them
it takes a quarter of a live conversation's memory. Claims that can still be contradicted are indexed by subject, by
slot (subject and relation family), by object, and by the pair of both, so that judging a turn costs the same whatever
was said before it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice

import msgspec
import networkx as nx

from schemas.claim import EntityType, Mention, Modality
from schemas.record import BoundClaim, ClaimStatus, NewEntity, SemanticLink, StatusChange

VALUE = "="
"""Prefix of a node that stands for a value (a quantity, an adjective), which is no entity."""


LINK = "link"
"""Key of the edge of a semantic link."""


class Entity(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A node: how it was first named, its largest importance, and the position of the turn that brought it."""

    key: str
    label: str
    type: EntityType
    mention: Mention
    importance: float
    first_turn: int


class ClaimIndex:
    """The keys of current claims by one thing they have in common, oldest first.

    Most things have one claim alone, whose key stands for itself; a list is made for the second.
    """

    __slots__ = ("_keys",)

    def __init__(self) -> None:
        """Start empty."""
        self._keys: dict[object, str | list[str]] = {}

    def add(self, under: object, key: str) -> None:
        """Index a claim."""
        keys = self._keys.setdefault(under, key)
        if isinstance(keys, list):
            keys.append(key)
        elif keys is not key:
            self._keys[under] = [keys, key]

    def remove(self, under: object, key: str) -> None:
        """Forget a claim; one that is not there is no error, since a claim may be retired twice."""
        keys = self._keys.get(under)
        if keys == key:
            del self._keys[under]
        elif isinstance(keys, list) and key in keys:
            keys.remove(key)
            if not keys:
                del self._keys[under]

    def established_and_newest(self, under: object, newest: int) -> list[str]:
        """Return the oldest key and the `newest` newest, oldest first."""
        keys = self._keys.get(under)
        if keys is None:
            return []
        if isinstance(keys, str):
            return [keys]
        if len(keys) <= newest + 1:
            return list(keys)
        return [keys[0], *keys[-newest:]]


class Graph:
    """The live graph of one conversation; changed by `Session.apply` alone."""

    __slots__ = (
        "_live",
        "_retired",
        "_used",
        "authorised",
        "by_both",
        "by_object",
        "by_slot",
        "by_subject",
        "claims",
        "entities",
        "links",
        "replaced",
        "status",
    )

    def __init__(self) -> None:
        """Start empty."""
        self.entities: dict[str, Entity] = {}
        self.claims: dict[str, BoundClaim] = {}
        self.status: dict[str, StatusChange] = {}
        self.links: dict[str, SemanticLink] = {}
        self.by_subject = ClaimIndex()
        self.by_slot = ClaimIndex()
        self.by_object = ClaimIndex()
        self.by_both = ClaimIndex()
        self.replaced: dict[str, list[str]] = {}
        self.authorised: set[str] = set()
        self._live: deque[str] = deque()
        self._retired: deque[str] = deque()
        self._used: dict[str, int] = {}

    @property
    def network(self) -> nx.MultiDiGraph[str]:
        """The graph of all that is held, superseded claims included."""
        network: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        network.add_nodes_from(self.entities)
        for claim in self.claims.values():
            network.add_edge(claim.subject, object_node(claim), key=claim.key)
        for link in self.links.values():
            network.add_edge(link.entity, link.earlier, key=LINK)
        return network

    def add_entity(self, new: NewEntity, position: int) -> None:
        """Add a node."""
        self.entities[new.key] = Entity(
            key=new.key,
            label=new.label,
            type=new.type,
            mention=new.mention,
            importance=new.importance,
            first_turn=position,
        )

    def add_link(self, link: SemanticLink) -> None:
        """Join a new entity to the earlier one that is nearest by label."""
        self.links[link.entity] = link

    def add_claim(self, claim: BoundClaim) -> None:
        """Add a fact edge and index it where it can be contradicted."""
        self.claims[claim.key] = claim
        self._live.append(claim.key)
        for key in claim_nodes(claim):
            self._used[key] = self._used.get(key, 0) + 1
        self._raise_importance(claim)
        if claim.status is ClaimStatus.CURRENT and claim.claim.checked:
            for index, under in self._places(claim):
                index.add(under, claim.key)

    def change_status(self, change: StatusChange) -> None:
        """Supersede or dispute a claim; it stays in the graph and leaves the indices."""
        claim = self.claims.get(change.claim)
        if claim is None:
            return
        self.status[claim.key] = change
        self.claims[claim.key] = msgspec.structs.replace(claim, status=change.status)
        for index, under in self._places(claim):
            index.remove(under, claim.key)
        if change.status is ClaimStatus.SUPERSEDED:
            self._retired.append(claim.key)
            self.authorised.add(change.by)
            for value in replaced_values(claim):
                self.replaced.setdefault(value, []).append(claim.key)

    def trim(self, max_claims: int) -> tuple[BoundClaim, ...]:
        """Let superseded claims leave first, then the oldest, until `max_claims` remain; return those that left."""
        left: list[BoundClaim] = []
        while len(self.claims) > max_claims:
            leaving = self._retired.popleft() if self._retired else self._live.popleft()
            claim = self.claims.pop(leaving, None)
            if claim is not None:
                self._forget(claim)
                left.append(claim)
        return tuple(left)

    def forget_unused(self, claim: BoundClaim) -> tuple[Entity, ...]:
        """Let the entities of a claim that left go too, unless another claim speaks of them; return them."""
        unused = [key for key in claim_nodes(claim) if key not in self._used and key in self.entities]
        for key in unused:
            self.links.pop(key, None)
        return tuple(self.entities.pop(key) for key in unused)

    def newest(self, count: int) -> list[BoundClaim]:
        """Return the newest current claims, oldest first."""
        newest = [self.claims[key] for key in islice(reversed(self._live), count) if key in self.claims]
        return [claim for claim in reversed(newest) if claim.status is ClaimStatus.CURRENT]

    def _places(self, claim: BoundClaim) -> Iterator[tuple[ClaimIndex, object]]:
        yield self.by_subject, claim.subject
        yield self.by_slot, (claim.subject, claim.family)
        for key in claim.meets:
            yield self.by_slot, key
        if claim.object:
            yield self.by_object, claim.object
            yield self.by_both, (claim.subject, claim.object)

    def _forget(self, claim: BoundClaim) -> None:
        for index, under in self._places(claim):
            index.remove(under, claim.key)
        for key in claim_nodes(claim):
            self._used[key] -= 1
            if not self._used[key]:
                del self._used[key]
        self.status.pop(claim.key, None)
        self.authorised.discard(claim.key)
        for value in replaced_values(claim):
            keys = self.replaced.get(value, [])
            if claim.key in keys:
                keys.remove(claim.key)
            if not keys:
                self.replaced.pop(value, None)

    def _raise_importance(self, claim: BoundClaim) -> None:
        for key in (claim.subject, claim.object):
            entity = self.entities.get(key)
            if entity is not None and entity.importance < claim.claim.importance:
                self.entities[key] = msgspec.structs.replace(entity, importance=claim.claim.importance)


def claim_nodes(claim: BoundClaim) -> tuple[str, ...]:
    """Return the entities that a claim joins."""
    return (claim.subject, claim.object) if claim.object and claim.object != claim.subject else (claim.subject,)


def object_node(claim: BoundClaim) -> str:
    """Return the node that a claim's edge ends in: an entity, or the value stated."""
    return claim.object or f"{VALUE}{claim.claim.object.label or claim.claim.relation}"


def replaced_values(claim: BoundClaim) -> tuple[str, ...]:
    """Return the labels by which a superseded claim's value would be named again."""
    if claim.claim.modality is Modality.ASKED or not claim.claim.polarity:
        return ()
    label = claim.claim.object.label.casefold()
    return (label,) if label else ()
