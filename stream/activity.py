"""Which conversations have not ended: how long each has been silent, and who speaks in it.

Kept apart from the sessions because the ticker and the gauges need all of them, while only some are in memory. The
clock is the caller's; a conversation found in the ledger at start counts from then.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from schemas.record import TurnRecord
from schemas.session import SessionEnd
from stream.live import Name
from stream.metrics import Metrics


class _Status(msgspec.Struct, kw_only=True):
    """The newest of one conversation."""

    epoch: int
    slots: int = 0
    heard: datetime
    assistant: str = ""
    version: str = ""
    degrading: bool = False


class Activity:
    """All conversations that have not ended."""

    def __init__(self, metrics: Metrics) -> None:
        """Start with none; `metrics` shows how many live and how many degrade."""
        self._metrics = metrics
        self._status: dict[Name, _Status] = {}
        self._records = 0

    def heard(self, record: TurnRecord, now: datetime) -> None:
        """Note a recorded turn."""
        name = (record.tenant, record.conversation)
        status = self._status.get(name)
        if status is None:
            status = self._status[name] = _Status(epoch=record.epoch, heard=now)
        else:
            self._show(status, -1)
        self._count_records(record.slot + 1 - status.slots)
        status.slots = record.slot + 1
        status.heard = now
        if record.scores is not None or not status.assistant:
            status.assistant, status.version = record.assistant, record.assistant_version
            status.degrading = record.scores is not None and record.scores.degrading
        self._show(status, +1)

    def ended(self, name: Name) -> None:
        """Note that a conversation has ended."""
        status = self._status.pop(name, None)
        if status is not None:
            self._show(status, -1)
            self._count_records(-status.slots)

    def clear(self) -> None:
        """Know of none any more."""
        for name in list(self._status):
            self.ended(name)

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

    def _show(self, status: _Status, step: int) -> None:
        self._metrics.move_gauge("skg_live_conversations", step, status.assistant, status.version)
        if status.degrading:
            self._metrics.move_gauge("skg_degrading_conversations", step, status.assistant, status.version)

    def _count_records(self, step: int) -> None:
        self._records += step
        self._metrics.set_gauge("skg_ledger_records", self._records)
