"""Dead letters: messages that are no turns, kept as they came, with the reason beside them in headers.

Value and key are never touched, so that a letter can be sent again once the program or the producer is mended. The
reason never quotes the value: people who may read why need not be people who may read what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import msgspec
from kafka import KafkaProducer

from schemas.errors import SchemaError
from schemas.topics import DEAD_LETTERS, TURNS
from stream.errors import DeadLetterNotFoundError
from stream.kafka.connection import Connection
from stream.kafka.standing import standing
from stream.kafka.topics import BESIDE_VALUE_BYTES, message_bytes, topic_name
from stream.kafka.wire import MODE, RESEND, Headers, header
from stream.settings import Settings

_OURS = "skg-"
_DLQ = "skg-dlq-"
_LETTER = f"{_DLQ}letter"
"""On a message that has been sent again: the letter that it was. On a letter: the one that it was before."""
_CUT = f"{_DLQ}cut"
"""On a letter that holds only the beginning of a message: how large that was."""
_LONGEST_KEY = 4_096
_DISTRIBUTION = "skgeval-monitor"
_LONGEST_MESSAGE = 500
_QUOTED = re.compile(r"'.*'", re.DOTALL)
_UNTOLD = "not told here, since it might quote the text"
_SENDING_AT_ONCE = 200


class LetterSource(msgspec.Struct, frozen=True, kw_only=True):
    """Where a dead message stood: `timestamp_ms` is when it arrived there, `headers` are those that it came with."""

    topic: str
    partition: int
    offset: int
    timestamp_ms: int
    headers: tuple[tuple[str, bytes | None], ...] = ()


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A message for the dead-letter topic: value and key as they came."""

    key: bytes | None
    value: bytes | None
    headers: Headers


class StoredLetter(msgspec.Struct, frozen=True, kw_only=True):
    """A letter on the topic; `again` is the id of the one that it was before it was sent again, "" for a first one."""

    id: str
    """Partition and offset on the dead-letter topic, "0:12"."""
    topic: str
    partition: int
    offset: int
    arrived: datetime
    error: str
    message: str
    version: str
    again: str
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes | None], ...]
    """What the producer sent along."""


class Resent(msgspec.Struct, frozen=True, kw_only=True):
    """What `resend` did: ids of letters sent again, and of those left because they had failed again before."""

    sent: tuple[str, ...]
    left: tuple[str, ...]


def dead_letter(
    *, value: bytes | None, key: bytes | None, source: LetterSource, error: Exception, most_bytes: int
) -> Letter:
    """Return the letter for a message that cannot be used: the message itself, and why in headers.

    A broker counts compressed bytes, so a message may unpack to more than the dead-letter topic takes, `most_bytes`. Of
    such a one the letter holds the beginning and its size; the whole stands where it came from until it expires there.
    """
    came_with = dict(source.headers)
    told = {
        "topic": source.topic,
        "partition": str(source.partition),
        "offset": str(source.offset),
        "time": str(source.timestamp_ms),
        "error": type(error).__name__,
        "message": _without_quotes(error),
        "version": version(_DISTRIBUTION),
        "letter": header(came_with, _LETTER),
    }
    reasons: Headers = [(f"{_DLQ}{name}", text.encode()) for name, text in told.items() if text]
    # Any, since a header may be null, which is sent as well; the types of Faust's senders know none.
    theirs: list[tuple[str, Any]] = [one for one in source.headers if not one[0].startswith(_OURS)]
    beside = sum(len(name.encode()) + len(content or b"") for name, content in (*theirs, *reasons))
    size = len(key or b"") + len(value or b"") + beside
    if size <= most_bytes:
        return Letter(key=key, value=value, headers=[*theirs, *reasons])
    kept_key = key if len(key or b"") <= _LONGEST_KEY else None
    begins = (value or b"")[: max(0, most_bytes - BESIDE_VALUE_BYTES)]
    return Letter(key=kept_key, value=begins, headers=[*reasons, (_CUT, str(size).encode())])


def read_letters(settings: Settings) -> Iterator[StoredLetter]:
    """Return what stands on the dead-letter topic, each partition's oldest first; raises BrokerError, TopicsError."""
    return (_stored(message) for message in standing(settings, DEAD_LETTERS))


def resend(settings: Settings, wanted: Iterable[str] | None) -> Resent:
    """Put letters back onto the turns topic as they came, marked as sent again.

    `wanted` are ids; None is all but those that have been sent again before and are here once more, so that what cannot
    be mended does not go round. A letter that was sent again and became a turn leaves no trace here: sent once more, it
    counts as a duplicate. Raises DeadLetterNotFoundError, before anything is sent, for ids that are not there.
    """
    known = {letter.id: letter.again for letter in read_letters(settings)}
    asked = set(known if wanted is None else wanted)
    missing = sorted(asked - set(known))
    if missing:
        raise DeadLetterNotFoundError(ids=tuple(missing))
    failed_again = {again for again in known.values() if again} | {id_ for id_, again in known.items() if again}
    chosen = asked - failed_again if wanted is None else asked
    _send_again(settings, chosen)
    return Resent(sent=tuple(sorted(chosen, key=_place)), left=tuple(sorted(asked - chosen, key=_place)))


def _send_again(settings: Settings, chosen: set[str]) -> None:
    connection = Connection.of(settings)
    with connection.errors():
        producer = KafkaProducer(
            **connection.client(), acks="all", max_request_size=message_bytes(settings, DEAD_LETTERS)
        )
        try:
            sending: list[Any] = []
            for letter in (letter for letter in read_letters(settings) if letter.id in chosen):
                sending.append(producer.send(topic_name(settings, TURNS), **_as_it_came(letter)))
                if len(sending) == _SENDING_AT_ONCE:
                    _await(sending)
            _await(sending)
        finally:
            producer.close()


def _as_it_came(letter: StoredLetter) -> dict[str, Any]:
    """Return what to send for a letter. Where kafka-python sends no null (a header, or all there is), empty it is."""
    theirs = [(name, content or b"") for name, content in letter.headers]
    nothing = letter.key is None and letter.value is None
    return {
        "key": b"" if nothing else letter.key,
        "value": letter.value,
        "headers": [*theirs, (MODE, RESEND.encode()), (_LETTER, letter.id.encode())],
    }


def _await(sending: list[Any]) -> None:
    for future in sending:
        future.get()
    sending.clear()


def _stored(record: Any) -> StoredLetter:  # noqa: ANN401 - a message of kafka-python
    told = {name.removeprefix(_DLQ): _text(content) for name, content in record.headers if name.startswith(_DLQ)}
    return StoredLetter(
        id=f"{record.partition}:{record.offset}",
        topic=told.get("topic", ""),
        partition=_number(told, "partition"),
        offset=_number(told, "offset"),
        arrived=datetime.fromtimestamp(max(0, _number(told, "time")) / 1_000, UTC),
        error=told.get("error", ""),
        message=told.get("message", ""),
        version=told.get("version", ""),
        again=told.get("letter", ""),
        key=record.key,
        value=record.value,
        headers=tuple(header for header in record.headers if not header[0].startswith(_OURS)),
    )


def _number(told: Mapping[str, str], name: str) -> int:
    text = told.get(name, "")
    return int(text) if text.isdecimal() else -1


def _text(content: bytes | None) -> str:
    return (content or b"").decode(errors="replace")


def _without_quotes(error: Exception) -> str:
    """Return what an error says without what it quotes; of errors that are not ours, nothing."""
    if not isinstance(error, SchemaError):
        return _UNTOLD
    return _QUOTED.sub("'…'", str(error))[:_LONGEST_MESSAGE]


def _place(letter: str) -> tuple[int, ...]:
    """Sort "0:12" after "0:9"."""
    return tuple(int(part) for part in letter.split(":"))
