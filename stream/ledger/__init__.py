"""The ledger: every judged turn as immutable bytes; the state of a conversation is nothing but their fold.

A store is a small mapping from text to bytes (a Faust table, a SQLite file, a dict), so that every runner can bring
its own; what the keys and values mean is said here, once (DESIGN.md, section 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

from schemas.codec import decode_msgpack, encode_msgpack
from schemas.record import RESENT, TurnRecord
from schemas.session import SessionSummary
from schemas.topics import KEY_SEPARATOR

_OUTBOX = "outbox"
_END = "end"
_PARTS = 4
_OUTBOX_PARTS = 2
_LOOK_BACK = 50
"""Records that are read to find the last one of a conversation that has scores and was not sent again by hand."""


class Ledger(Protocol):
    """A durable mapping of keys to bytes."""

    def get(self, key: str) -> bytes | None:
        """Return the value of `key`, None when there is none."""
        ...

    def put(self, key: str, value: bytes) -> bytes:
        """Store `value` unless `key` has one; return what is stored: the first write wins."""
        ...

    def overwrite(self, key: str, value: bytes) -> None:
        """Store `value` in place of any other; for end markers only."""
        ...

    def remove(self, key: str) -> None:
        """Forget `key`; nothing happens when it is not there."""
        ...

    def keys(self) -> Iterator[str]:
        """Return all keys, sorted."""
        ...

    def commit(self) -> None:
        """Make everything written so far durable."""
        ...

    def close(self) -> None:
        """Commit and let go of the store."""
        ...


class EndMarker(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What remains of an ended epoch, so that a later turn opens the next one.

    `slots` is how many records it had; a conversation that was erased leaves no `summary`. `offset` is that of the
    command on the annotations topic: what stands before it there has been answered; None where there is no topic.
    """

    epoch: int
    slots: int
    summary: SessionSummary | None = None
    offset: int | None = None


class Place(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """The key of a record, in parts."""

    tenant: str
    conversation: str
    epoch: int
    slot: int

    def key(self) -> str:
        """Return the key.

        >>> Place(tenant="", conversation="c1", epoch=0, slot=3).key().split(KEY_SEPARATOR)
        ['', 'c1', '0', '3']
        """
        return KEY_SEPARATOR.join((self.tenant, self.conversation, str(self.epoch), str(self.slot)))

    @classmethod
    def of(cls, record: TurnRecord) -> Place:
        """Return where a record belongs."""
        return cls(tenant=record.tenant, conversation=record.conversation, epoch=record.epoch, slot=record.slot)

    @classmethod
    def parse(cls, key: str) -> Place | None:
        """Return the parts of a record's key, None for any other key."""
        parts = key.split(KEY_SEPARATOR)
        if len(parts) != _PARTS:
            return None
        tenant, conversation, epoch, slot = parts
        return cls(tenant=tenant, conversation=conversation, epoch=int(epoch), slot=int(slot))


def read_records(ledger: Ledger, tenant: str, conversation: str, epoch: int) -> Iterator[TurnRecord]:
    """Return the records of one epoch in slot order, until a slot is missing."""
    slot = 0
    while (
        stored := ledger.get(Place(tenant=tenant, conversation=conversation, epoch=epoch, slot=slot).key())
    ) is not None:
        yield decode_msgpack(stored, TurnRecord)
        slot += 1


def read_record(ledger: Ledger, place: Place) -> TurnRecord:
    """Return a record that is known to be there; raise KeyError when it is not."""
    stored = ledger.get(place.key())
    if stored is None:
        raise KeyError(place)
    return decode_msgpack(stored, TurnRecord)


def write_record(ledger: Ledger, record: TurnRecord, written: bytes) -> TurnRecord:
    """Store a record, `written` as MessagePack; return the one that counts: an earlier one for the same slot wins."""
    stored = ledger.put(Place.of(record).key(), written)
    return record if stored == written else decode_msgpack(stored, TurnRecord)


def read_marker(ledger: Ledger, tenant: str, conversation: str) -> EndMarker | None:
    """Return how the conversation last ended, None while its first epoch lasts."""
    stored = ledger.get(_marker_key(tenant, conversation))
    return None if stored is None else decode_msgpack(stored, EndMarker)


def write_marker(ledger: Ledger, tenant: str, conversation: str, marker: EndMarker) -> None:
    """Store how a conversation ended."""
    ledger.overwrite(_marker_key(tenant, conversation), encode_msgpack(marker))


def close_epoch(ledger: Ledger, tenant: str, conversation: str, offset: int | None = None) -> EndMarker:
    """End the epoch that lasts, leaving nothing but its number: for what has to be erased. Return the marker."""
    before = read_marker(ledger, tenant, conversation)
    epoch = 0 if before is None else before.epoch + 1
    slots = 0
    while ledger.get(Place(tenant=tenant, conversation=conversation, epoch=epoch, slot=slots).key()) is not None:
        slots += 1
    marker = EndMarker(epoch=epoch, slots=slots, offset=offset)
    write_marker(ledger, tenant, conversation, marker)
    return marker


def remove_ended(ledger: Ledger, tenant: str, conversation: str, marker: EndMarker) -> None:
    """Delete the records of an ended epoch, last first: what a crash leaves still reads as a prefix."""
    for slot in reversed(range(marker.slots)):
        ledger.remove(Place(tenant=tenant, conversation=conversation, epoch=marker.epoch, slot=slot).key())


def newest_places(keys: Iterable[str]) -> list[Place]:
    """Return the last slot of every epoch that has records among `keys`, sorted."""
    newest: dict[tuple[str, str, int], Place] = {}
    for key in keys:
        place = Place.parse(key)
        if place is not None:
            epoch = (place.tenant, place.conversation, place.epoch)
            newest[epoch] = max(place, newest.get(epoch, place))
    return [newest[epoch] for epoch in sorted(newest)]


def last_records(ledger: Ledger, newest: Place) -> list[TurnRecord]:
    """Return which records tell who speaks in a conversation and how it goes, and its last one, in this order.

    That is the last one with scores, where it is not long ago, else the last one; those sent again by hand are passed
    over, and where there is nothing else none tells.
    """
    last = read_record(ledger, newest)
    telling: TurnRecord | None = None
    for slot in range(newest.slot, max(-1, newest.slot - _LOOK_BACK), -1):
        record = read_record(ledger, msgspec.structs.replace(newest, slot=slot))
        if RESENT in record.flags:
            continue
        if record.scores is not None:
            return [record, last]
        telling = telling or record
    return [last] if telling is None else [telling, last]


def outbox_key(number: int) -> str:
    """Return the key under which a runner notes records whose effects are not known to be done; sorts by number."""
    return f"{_OUTBOX}{KEY_SEPARATOR}{number:016d}"


def outbox_number(key: str) -> int | None:
    """Return the number in such a key, None for any other key."""
    parts = key.split(KEY_SEPARATOR)
    return int(parts[1]) if len(parts) == _OUTBOX_PARTS and parts[0] == _OUTBOX else None


def _marker_key(tenant: str, conversation: str) -> str:
    return KEY_SEPARATOR.join((tenant, conversation, _END))
