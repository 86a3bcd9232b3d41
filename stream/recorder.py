"""Judges annotations against one ledger: what the embedded runner and the agent on Kafka share.

A conversation's state is in the ledger alone; the sessions held here are a cache over it. A turn seen before is known
by its id and answered from its record, never judged anew; another text under its id is a conflict, the first is kept.
"""

from __future__ import annotations

import msgspec

from schemas.annotation import Annotation
from schemas.codec import encode_msgpack
from schemas.record import TurnRecord
from stream.ends import summarise
from stream.engine import Identity, Judging, judge_safely, without_content
from stream.ledger import (
    EndMarker,
    Ledger,
    Place,
    close_epoch,
    read_record,
    read_records,
    write_marker,
    write_record,
)
from stream.live import Live, LiveConversations
from stream.metrics import Metrics
from stream.receipt import Outcome

TOO_LARGE = "record_too_large"
SPLIT = "split"
"""Flag of a turn that came on another partition than the one before it: its place among them is chance."""


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a turn, and the record that stands for it: none after a conflict or a failure."""

    outcome: Outcome
    record: TurnRecord | None = None


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a turn was sent to, None where there are no partitions, and what its record is to tell of the way."""

    partition: int | None = None
    flags: tuple[str, ...] = ()


HERE = Origin()
"""Of a turn that was handed to this process."""


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """How many conversations are held in memory, and how large a record may be, in bytes."""

    live_conversations: int = 1_000
    max_record_bytes: int = 900_000


class Recorder:
    """Writes one record a turn; the caller commits."""

    def __init__(self, ledger: Ledger, judging: Judging, metrics: Metrics, bounds: Bounds) -> None:
        """Record into `ledger`."""
        self._ledger = ledger
        self._judging = judging
        self._metrics = metrics
        self._bounds = bounds
        self._live = LiveConversations(
            ledger,
            bounds.live_conversations,
            opened=judging.session,
            rebuilt=lambda: metrics.count("skg_session_rebuilds_total"),
        )

    def __len__(self) -> int:
        """Return how many sessions are held."""
        return len(self._live)

    def forget_all(self) -> None:
        """Drop all sessions, so that the ledger alone says how things stand."""
        self._live.clear()

    def live(self, tenant: str, conversation: str) -> Live:
        """Return a conversation as its records say."""
        return self._live.of(tenant, conversation)

    def knows(self, tenant: str, conversation: str, turn_id: str) -> bool:
        """Return whether a turn has been recorded in the epoch that lasts."""
        return turn_id in self._live.of(tenant, conversation).turns

    def seen(self, tenant: str, conversation: str, identity: Identity) -> Taken:
        """Answer a turn that is known."""
        live = self._live.of(tenant, conversation)
        known = live.turns[identity.turn_id]
        if known.text_digest != identity.text_digest:
            self._metrics.count("skg_id_conflicts_total")
            return Taken(outcome=Outcome.CONFLICT)
        self._metrics.count("skg_duplicate_turns_total")
        place = Place(tenant=tenant, conversation=conversation, epoch=live.session.epoch, slot=known.slot)
        return Taken(outcome=Outcome.DUPLICATE, record=read_record(self._ledger, place))

    def take(self, annotation: Annotation, origin: Origin = HERE) -> Taken:
        """Judge a turn that is new, or answer one that is known."""
        tenant, conversation = annotation.tenant, annotation.conversation
        live = self._live.of(tenant, conversation)
        if annotation.turn_id in live.turns:
            identity = Identity(turn_id=annotation.turn_id, text_digest=annotation.text_digest)
            return self.seen(tenant, conversation, identity)
        judged = self._judged(live, annotation, origin)
        if judged is None:
            self._metrics.count("skg_undecodable_total", "judgement_crashed")
            return Taken(outcome=Outcome.FAILED)
        record = write_record(self._ledger, *judged)
        live.apply(record)
        return Taken(outcome=Outcome.RECORDED, record=record)

    def close(self, tenant: str, conversation: str, offset: int | None = None) -> EndMarker:
        """End the epoch that lasts, with a summary; its records are still to be removed."""
        session = self._live.of(tenant, conversation).session
        records = list(read_records(self._ledger, tenant, conversation, session.epoch))
        marker = EndMarker(epoch=session.epoch, slots=len(records), summary=summarise(records), offset=offset)
        write_marker(self._ledger, tenant, conversation, marker)
        self._live.forget(tenant, conversation)
        return marker

    def erase(self, tenant: str, conversation: str, offset: int | None = None) -> EndMarker:
        """End the epoch that lasts, leaving nothing but its number; its records are still to be removed."""
        self._live.forget(tenant, conversation)
        return close_epoch(self._ledger, tenant, conversation, offset)

    def _judged(self, live: Live, annotation: Annotation, origin: Origin) -> tuple[TurnRecord, bytes] | None:
        """Return the record and its bytes, without its claims where it would be too large for the ledger."""
        for attempt in (annotation, without_content(annotation, TOO_LARGE)):
            record = judge_safely(self._judging, live.session, attempt)
            if record is None:
                return None
            record = _placed(live, record, origin)
            written = encode_msgpack(record)
            if len(written) <= self._bounds.max_record_bytes:
                return record, written
        return None


def _placed(live: Live, record: TurnRecord, origin: Origin) -> TurnRecord:
    """Note on a record where its turn was sent to and how, and whether the one before it was sent elsewhere."""
    partition, flags = origin.partition, (*record.flags, *origin.flags)
    if partition is None:
        return msgspec.structs.replace(record, flags=flags) if origin.flags else record
    split = bool(live.turns) and live.partition not in (None, partition)
    return msgspec.structs.replace(record, source_partition=partition, flags=(*flags, SPLIT) if split else flags)
