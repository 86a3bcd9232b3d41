"""The state of one conversation: the fold of its records, and nothing else (DESIGN.md, section 3).

The one mutable value of the engine. It changes through `apply` alone, alike when live, after recovery and in replay;
`observe` only reads it.
"""

from __future__ import annotations

from collections import deque
from datetime import datetime

from schemas.record import BoundClaim, Commitment, OpenSlot, TrendSums, TurnRecord
from schemas.turn import Role
from skgeval.judgement.graph import Graph
from skgeval.judgement.names import Names
from skgeval.judgement.prompts import PromptState
from skgeval.judgement.salience import Salience
from skgeval.judgement.sharing import shared
from skgeval.policy import Policy
from skgeval.vectors import LabelVectors, Window


class SentenceRows:
    """The sentence rows of the last turns, by slot; beyond `limit` rows the oldest turns leave."""

    __slots__ = ("_by_slot", "_limit", "_order", "_size")

    def __init__(self, *, limit: int) -> None:
        """Start empty."""
        self._by_slot: dict[int, tuple[bytes, int]] = {}
        self._order: deque[int] = deque()
        self._limit = limit
        self._size = 0

    def add(self, slot: int, data: bytes, dimensions: int) -> None:
        """Keep the rows of a turn."""
        if not data:
            return
        self._by_slot[slot] = (data, dimensions)
        self._order.append(slot)
        self._size += len(data) // dimensions
        while self._size > self._limit and len(self._order) > 1:
            data, dimensions = self._by_slot.pop(self._order.popleft())
            self._size -= len(data) // dimensions

    def row(self, slot: int, sentence: int) -> bytes:
        """Return the row of a sentence; b"" where it is not kept."""
        data, dimensions = self._by_slot.get(slot, (b"", 0))
        return data[sentence * dimensions : (sentence + 1) * dimensions]


class Session:
    """One conversation, ready to judge its next turn."""

    def __init__(self, conversation: str, tenant: str = "", epoch: int = 0, *, policy: Policy | None = None) -> None:
        """Start before the first turn; `policy` gives the bounds of what is kept."""
        self.conversation = conversation
        self.tenant = tenant
        self.epoch = epoch
        self.policy = policy or Policy()
        self.next_slot = 0
        self.newest_position = -1
        self.newest_at: datetime | None = None
        self.graph = Graph()
        self.names = Names()
        self.salience = Salience()
        self.prompts = PromptState()
        self.labels = LabelVectors(limit=self.policy.max_vectors)
        self.window = Window(size=self.policy.link_window)
        self.sentence_rows = SentenceRows(limit=self.policy.max_vectors)
        self.open_slots: tuple[OpenSlot, ...] = ()
        self.commitments: dict[str, Commitment] = {}
        self.trends: dict[tuple[str, str], TrendSums] = {}
        self.certified: dict[str, list[tuple[str, str]]] = {}
        self.search_slot = 0
        self.last_spoken: dict[Role, int] = {}
        self.newest_claims: tuple[BoundClaim, ...] = ()

    def apply(self, record: TurnRecord) -> None:
        """Take in one record; the same records in the same order give the same session."""
        record = shared(record)
        self._take_in_claims(record)
        if record.claims:
            self.newest_claims = record.claims
        self.prompts.apply(record)
        self.salience.apply(record)
        self.labels.add(record.vectors.labels, record.vectors.label_rows, record.vectors.dimensions)
        self.sentence_rows.add(record.slot, record.vectors.sentences, record.vectors.dimensions)
        for entity in record.entities:
            self.window.append(entity.key, self.labels.row(entity.mention.label))
        self.open_slots = record.open_slots
        self._take_in_commitments(record)
        if record.trend is not None:
            self.trends[record.trend.assistant, record.trend.assistant_version] = record.trend
        if record.new_search:
            self.search_slot = record.slot
        self.next_slot = record.slot + 1
        self.newest_position = max(self.newest_position, record.position)
        if record.at is not None and (self.newest_at is None or record.at > self.newest_at):
            self.newest_at = record.at
        self.last_spoken[record.role] = record.position

    def in_force(self) -> tuple[Commitment, ...]:
        """Return the rules that hold now, oldest first."""
        return tuple(self.commitments.values())

    def sentence_row(self, claim: BoundClaim) -> bytes:
        """Return the row of the sentence that a claim stands in; b"" for one that was completed from elsewhere."""
        if claim.completed:
            return b""
        return self.sentence_rows.row(slot_of(claim.key), claim.claim.sentence)

    def _take_in_claims(self, record: TurnRecord) -> None:
        for entity in record.entities:
            self.graph.add_entity(entity, record.position)
            self.names.add(entity)
        for claim in record.claims:
            self.graph.add_claim(claim)
            self.names.learn(claim)
        for change in record.status_changes:
            self.graph.change_status(change)
        for link in record.links:
            self.graph.add_link(link)
        for certificate in record.certificates:
            if certificate.earlier.claim_key and certificate.later.claim_key:
                self.certified.setdefault(certificate.earlier.claim_key, []).append(
                    (certificate.later.claim_key, certificate.certificate_id)
                )
        for left in self.graph.trim(self.policy.max_claims):
            self.certified.pop(left.key, None)
            for unused in self.graph.forget_unused(left):
                self.names.forget(unused.key, unused.label, unused.mention)

    def _take_in_commitments(self, record: TurnRecord) -> None:
        for commitment in record.commitments:
            if commitment.lifted_in is None:
                self.commitments[commitment.key] = commitment
            else:
                self.commitments.pop(commitment.key, None)


def slot_of(claim_key: str) -> int:
    """Return the slot of the record that a claim came with.

    >>> slot_of("12.3")
    12
    """
    return int(claim_key.partition(".")[0])
