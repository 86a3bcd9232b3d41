"""Which conversations have not ended: how long each has been silent, and who speaks in it.

Kept apart from the sessions because the ticker and the gauges need all of them, while only some are in memory. The
clock is the caller's; a conversation found in the ledger at start counts from then. A turn that was sent again by hand
keeps its conversation from ending, and is shown by no gauge of its assistant.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from schemas.record import RESENT, TurnRecord
from schemas.session import SessionEnd
from stream.labels import Who
from stream.live import Name
from stream.metrics import Metrics


class _Status(msgspec.Struct, kw_only=True):
    """The newest of one conversation; `who` are the labels that it is shown under, None while it is not."""

    epoch: int
    slots: int = 0
    heard: datetime
    who: Who | None = None
    degrading: bool = False


class Activity:
    """All conversations that have not ended."""

    def __init__(self, metrics: Metrics) -> None:
        """Start with none; `metrics` shows how many live and how many degrade."""
        self._metrics = metrics
        self._status: dict[Name, _Status] = {}
        self._records = 0

    def heard(self, record: TurnRecord, now: datetime) -> None:
        """Note a recorded turn; one that has been noted before only tells that somebody is there."""
        name = (record.tenant, record.conversation)
        status = self._status.get(name)
        if status is None or status.epoch != record.epoch:
            self.ended(name)
            status = self._status[name] = _Status(epoch=record.epoch, heard=now)
        status.heard = now
        if record.slot < status.slots:
            return
        self._count_records(record.slot + 1 - status.slots)
        status.slots = record.slot + 1
        if RESENT in record.flags or (record.scores is None and status.who is not None):
            return
        self._hide(status)
        status.who = self._metrics.who(record.assistant, record.assistant_version)
        status.degrading = record.scores is not None and record.scores.degrading
        self._metrics.show_conversation(status.who, 1, degrading=status.degrading)

    def found(self, records: Sequence[TurnRecord], now: datetime) -> None:
        """Note a conversation as the ledger tells of it (`stream.ledger.last_records`), whatever was known before."""
        self.ended((records[-1].tenant, records[-1].conversation))
        for record in records:
            self.heard(record, now)

    def ended(self, name: Name) -> None:
        """Note that a conversation has ended, or is no longer at hand."""
        status = self._status.pop(name, None)
        if status is not None:
            self._hide(status)
            self._count_records(-status.slots)

    def names(self) -> set[Name]:
        """Return all that have not ended."""
        return set(self._status)

    def silent(self, now: datetime, longer_than: timedelta) -> list[SessionEnd]:
        """Return the commands that end every conversation silent for that long, oldest first."""
        found = [
            SessionEnd(tenant=tenant, conversation=conversation, epoch=status.epoch, last_slot=status.slots - 1,
                       idle_since=status.heard)
            for (tenant, conversation), status in self._status.items()
            if now - status.heard >= longer_than
        ]  # fmt: skip
        return sorted(found, key=lambda end: (end.idle_since, end.tenant, end.conversation))

    def end_of(self, name: Name) -> SessionEnd | None:
        """Return the command that ends one conversation now, None when it has no turn."""
        status = self._status.get(name)
        if status is None:
            return None
        tenant, conversation = name
        return SessionEnd(
            tenant=tenant,
            conversation=conversation,
            epoch=status.epoch,
            last_slot=status.slots - 1,
            idle_since=status.heard,
        )

    def _hide(self, status: _Status) -> None:
        if status.who is not None:
            self._metrics.show_conversation(status.who, -1, degrading=status.degrading)

    def _count_records(self, step: int) -> None:
        self._records += step
        self._metrics.set_gauge("skg_ledger_records", self._records)
