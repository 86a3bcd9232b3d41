"""From messages to rows: what a batch of messages says, stored in as few transactions as it takes.

A message that is none of ours, or that the database cannot hold, is counted and left out; it never holds up the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import structlog

from alerts.archive import Archived
from alerts.errors import ValueRefusedError
from schemas.codec import decode_json
from schemas.errors import WireError
from schemas.finding import Certificate
from schemas.record import TurnRecord
from schemas.session import Forgotten, SessionSummary
from stream.kafka.wire import kind_of
from stream.metrics import Metrics

_log = structlog.get_logger(__name__)
_KINDS: dict[str, type[Archived]] = {
    kind.__name__: kind for kind in (TurnRecord, SessionSummary, Certificate, Forgotten)
}
UNDECODABLE = "undecodable"
UNKNOWN_KIND = "unknown_kind"
REFUSED = "refused"


class Message(Protocol):
    """What kafka-python gives for a message, as far as we look at it."""

    topic: str
    partition: int
    offset: int
    timestamp: int
    value: bytes | None
    headers: Sequence[tuple[str, bytes | None]]


class ArchivePort(Protocol):
    """What is needed of an archive."""

    def store(self, *values: Archived) -> None:
        """Write values in one transaction; raises ArchiveError, ValueRefusedError."""
        ...


class Archiving:
    """Puts messages into an archive."""

    def __init__(self, archive: ArchivePort, metrics: Metrics) -> None:
        """Store in an open archive."""
        self._archive = archive
        self._metrics = metrics

    def store(self, messages: Sequence[Message]) -> None:
        """Store messages; raises ArchiveError when the database fails, and then they have to come again."""
        read = [(message, self._value(message)) for message in messages]
        self._write([(message, value) for message, value in read if value is not None])

    def _write(self, read: Sequence[tuple[Message, Archived]]) -> None:
        """Write all at once, and where the database refuses a value, halves of it until that one is found."""
        if not read:
            return
        try:
            with self._metrics.stage("archive", len(read)):
                self._archive.store(*(value for _, value in read))
        except ValueRefusedError as error:
            if len(read) == 1:
                self._leave_out(read[0][0], REFUSED, error)
                return
            middle = len(read) // 2
            self._write(read[:middle])
            self._write(read[middle:])
        else:
            self._metrics.count("skg_archive_commits_total")
            self._metrics.count("skg_archived_messages_total", times=len(read))

    def _value(self, message: Message) -> Archived | None:
        kind = _KINDS.get(kind_of(dict(message.headers)))
        if kind is None:
            self._leave_out(message, UNKNOWN_KIND, None)
            return None
        try:
            return decode_json(message.value or b"", kind)
        except WireError as error:
            self._leave_out(message, UNDECODABLE, error)
            return None

    def _leave_out(self, message: Message, reason: str, error: Exception | None) -> None:
        """Count a message that cannot be archived; what the error says may quote it, so only its class is logged."""
        self._metrics.count("skg_archive_left_out_total", reason)
        _log.warning(
            "not_archived",
            reason=reason,
            error=type(error).__name__ if error else "",
            topic=message.topic,
            partition=message.partition,
            offset=message.offset,
        )
