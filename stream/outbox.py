"""Effects that follow a commit: certificates to those who listen, records to the archive; nothing lost, all repeatable.

The keys of records whose effects are not known to be done stand in the ledger itself, written in the transaction of the
records. After a crash they are sent again; whoever receives them goes by ids, so that twice is once. While the archive
cannot be reached, its records wait as keys, and nothing else stops.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

import msgspec
import structlog

from alerts.errors import ArchiveError
from schemas.codec import decode_msgpack
from schemas.record import TurnRecord
from schemas.session import SessionSummary
from stream.ledger import Ledger, Place, outbox_key
from stream.metrics import Metrics

_log = structlog.get_logger(__name__)


class Sink(Protocol):
    """Someone who wants to see each record as it arises, and each summary; must not fail."""

    def record(self, record: TurnRecord) -> None:
        """Take a record, perhaps for the second time."""
        ...

    def summary(self, summary: SessionSummary) -> None:
        """Take the summary of an ended conversation, perhaps for the second time."""
        ...


class ArchivePort(Protocol):
    """What the runner needs of an archive; both raise ArchiveError."""

    def store(self, *records: TurnRecord) -> None:
        """Write records."""
        ...

    def store_summary(self, summary: SessionSummary) -> None:
        """Write a summary."""
        ...


class Outbox:
    """Sends what has been committed: each commit's records as a parcel that the ledger notes until it is archived."""

    def __init__(self, ledger: Ledger, archive: ArchivePort, sinks: Sequence[Sink], metrics: Metrics) -> None:
        """Send to the archive and to all sinks."""
        self._ledger = ledger
        self._archive = archive
        self._sinks = tuple(sinks)
        self._metrics = metrics
        self._waiting: deque[str] = deque()
        self._next = 0

    @property
    def waiting(self) -> int:
        """How many parcels wait for the archive."""
        return len(self._waiting)

    def stage(self, records: Sequence[TurnRecord]) -> str:
        """Note within the open transaction that these records are to be sent; return the name of the parcel."""
        parcel = outbox_key(self._next)
        self._next += 1
        self._ledger.overwrite(parcel, msgspec.msgpack.encode([Place.of(record).key() for record in records]))
        return parcel

    def send(self, parcel: str, records: Sequence[TurnRecord]) -> None:
        """Give committed records to everyone; what the archive does not take waits for `retry`."""
        self._tell(records)
        if self._waiting or not self._archived(parcel, records):
            self._waiting.append(parcel)
            self._metrics.set_gauge("skg_queue_turns", self.waiting, queue="archive")

    def send_again(self, record: TurnRecord) -> None:
        """Give everyone a record that was recorded before."""
        self.send(self.stage([record]), [record])

    def retry(self) -> bool:
        """Try to archive all that waits, oldest first; return whether nothing waits any more."""
        while self._waiting and self._archived(self._waiting[0], self._read(self._waiting[0])):
            self._waiting.popleft()
        self._metrics.set_gauge("skg_queue_turns", self.waiting, queue="archive")
        return not self._waiting

    def send_summary(self, summary: SessionSummary) -> bool:
        """Give a summary to everyone; return False when the archive did not take it and nobody was told."""
        try:
            self._archive.store_summary(summary)
        except ArchiveError as error:
            _log.warning("archive_unavailable", problem=error.problem, waiting=self.waiting)
            return False
        for sink in self._sinks:
            sink.summary(summary)
        return True

    def send_left_over(self, numbers: Sequence[int]) -> None:
        """Send again what a crash may have left unsent: the parcels found in the ledger at start, in order."""
        for number in numbers:
            self._next = number + 1
            parcel = outbox_key(number)
            self.send(parcel, self._read(parcel))

    def _tell(self, records: Sequence[TurnRecord]) -> None:
        for record in records:
            for sink in self._sinks:
                sink.record(record)

    def _archived(self, parcel: str, records: Sequence[TurnRecord]) -> bool:
        try:
            self._archive.store(*records)
        except ArchiveError as error:
            _log.warning("archive_unavailable", problem=error.problem, waiting=self.waiting + 1)
            return False
        self._ledger.remove(parcel)
        return True

    def _read(self, parcel: str) -> list[TurnRecord]:
        noted = self._ledger.get(parcel)
        keys = [] if noted is None else msgspec.msgpack.decode(noted, type=list[str])
        stored = (self._ledger.get(key) for key in keys)
        return [decode_msgpack(value, TurnRecord) for value in stored if value is not None]
