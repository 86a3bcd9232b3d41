"""The ledger as a Faust table: a local store, written ahead to a compacted changelog topic.

Two things differ from Faust's own table (docs/decisions/0050-faust-arrangement.md). Whoever writes gets the sends of
the changelog to wait for. And the offset up to which the local store is known to agree with the changelog moves by one
at a time: if another owner wrote in between, it stays, and the difference is read again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any

import faust
from faust.types import TP

from schemas.record import TurnRecord
from stream.errors import LedgerError
from stream.ledger import Place
from stream.metrics import Metrics

TABLE = "ledger"
"""With the app id before it and `-changelog` behind, the name of its topic (`schemas.topics.LEDGER`)."""


class ChangelogTable(faust.Table[bytes, bytes]):
    """A table that tells what it sends, and trusts only what it can know."""

    sends: list[Awaitable[Any]] | None = None

    def send_changelog(self, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - Faust's own signature
        """Send as Faust does, and note the send for whoever collects."""
        sent = super().send_changelog(*given, **named)
        if self.sends is not None:
            self.sends.append(sent)
        return sent

    def _on_changelog_sent(self, sent: Any) -> None:  # noqa: ANN401 - a future of Faust
        written = sent.result()
        place: TP = written.topic_partition
        if place not in self.app.assignor.assigned_actives():
            return
        known = self.data.persisted_offset(place)
        expected = 0 if known is None else known + 1
        if written.offset == expected:
            super()._on_changelog_sent(sent)


class TableLedger:
    """The ledger port over a table: reads and writes belong to the partition of the event at hand.

    They raise LedgerError where the local store fails, as on a full disk. What was written then may be on the changelog
    and not in the store, so whoever gets one has to end: the next process reads the changelog.
    """

    def __init__(self, table: ChangelogTable, metrics: Metrics) -> None:
        """Wrap a table of bytes."""
        self._table = table
        self._metrics = metrics

    @contextmanager
    def collecting(self, sends: list[Awaitable[Any]]) -> Iterator[None]:
        """Put the sends to the changelog that are made meanwhile into `sends`, whatever comes of it."""
        self._table.sends = sends
        try:
            yield
        finally:
            self._table.sends = None

    def get(self, key: str) -> bytes | None:
        """Return the value of `key`, None when there is none."""
        with _told():
            value: bytes | None = self._table.get(key.encode())
        return value

    def put(self, key: str, value: bytes) -> bytes:
        """Store `value` unless `key` has one; return what is stored."""
        stored = self.get(key)
        if stored is None:
            self.overwrite(key, value)
            return value
        return stored

    def overwrite(self, key: str, value: bytes) -> None:
        """Store `value` in place of any other."""
        with _told():
            self._table[key.encode()] = value
        self._metrics.count("skg_changelog_bytes_total", times=len(key) + len(value))
        self._metrics.observe("skg_changelog_record_bytes", len(value))

    def write_again(self, record: TurnRecord) -> None:
        """Send a stored record to the changelog once more, as it is: its first send may have been lost in a crash."""
        key = Place.of(record).key()
        stored = self.get(key)
        if stored is not None:
            self.overwrite(key, stored)

    def remove(self, key: str) -> None:
        """Forget `key`."""
        encoded = key.encode()
        with _told():
            if encoded in self._table:
                del self._table[encoded]

    def keys(self) -> Iterator[str]:
        """Return the keys of all partitions at hand, sorted: a hint only, since a partition may just have left."""
        return iter(sorted(key.decode() for key in list(self._table.keys())))

    def commit(self) -> None:
        """Do nothing: what is safe is known from the sends."""

    def close(self) -> None:
        """Do nothing: the app closes its stores."""


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # a store says what is wrong with its files as a plain Exception
        raise LedgerError(path=TABLE, problem=str(error) or type(error).__name__) from error
