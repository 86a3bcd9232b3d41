"""Turns at a steady pace from a thread, as applications send them: in order within each conversation."""

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Self

import msgspec
from kafka import KafkaProducer

from schemas.codec import encode_json
from schemas.topics import TURNS
from schemas.turn import Role, Turn
from stream.kafka.connection import Connection
from stream.kafka.topics import topic_name
from stream.settings import Settings

_PATIENCE_MS = 600_000
"""A producer waits this long for a broker that has gone: no turn may be lost on the way to it."""


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """How much is said: `rate` messages a second (0 is as fast as it goes), waves of conversations that talk at once.

    `name` begins the ids of conversations, `waves` is None until stopped.
    """

    rate: float = 150.0
    conversations: int = 40
    turns: int = 20
    waves: int | None = None
    name: str = "w"


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """One message for the turns topic; `turn` is None for bytes that are none."""

    key: bytes
    value: bytes
    turn: Turn | None = None

    @classmethod
    def of(cls, turn: Turn) -> "Sent":
        return cls(key=turn.conversation.encode(), value=encode_json(turn), turn=turn)


def names(shape: Shape, wave: int) -> list[str]:
    """Return the conversations of a wave."""
    return [f"{shape.name}{wave}-{number}" for number in range(shape.conversations)]


def talk(shape: Shape) -> Iterator[Sent]:
    """Yield the turns of wave after wave; in each, conversations take turns."""
    wave = 0
    while shape.waves is None or wave < shape.waves:
        yield from among(names(shape, wave), shape.turns)
        wave += 1


def among(conversations: Sequence[str], turns: int) -> Iterator[Sent]:
    """Yield so many turns of each conversation, which take turns."""
    for number in range(turns):
        for conversation in conversations:
            yield Sent.of(said(conversation, number))


def said(conversation: str, number: int) -> Turn:
    """Return turn `number` of a conversation, said now."""
    return Turn(
        conversation=conversation,
        role=(Role.USER, Role.ASSISTANT)[number % 2],
        text=f"turn {number} of {conversation}",
        turn_id=f"{conversation}.{number}",
        index=number,
        at=datetime.now(UTC),
    )


def once_more(settings: Settings, turns: Sequence[Turn]) -> list[Turn]:
    """Let each conversation in `turns` go on by one turn; return all turns with these.

    What a judge has lost or mixed up shows in the record that follows, even where the topics look right.
    """
    newest = {turn.conversation: turn.index or 0 for turn in turns}
    further = (Sent.of(said(conversation, index + 1)) for conversation, index in newest.items())
    with Load(settings, further, rate=0) as load:
        return [*turns, *load.finish()]


def open_producer(settings: Settings) -> KafkaProducer:
    """Return a producer that neither loses nor reorders, and waits for a broker that is away."""
    return KafkaProducer(
        acks="all",
        enable_idempotence=True,
        linger_ms=5,
        delivery_timeout_ms=_PATIENCE_MS,
        max_block_ms=_PATIENCE_MS,
        request_timeout_ms=10_000,
        **Connection.of(settings).client(),
    )


class Load:
    """A thread that sends messages until it is stopped or has sent all; `sent` are those given to the producer."""

    def __init__(self, settings: Settings, messages: Iterable[Sent], *, rate: float) -> None:
        """Send `messages` at `rate` a second, 0 for as fast as it goes."""
        self.sent: list[Sent] = []
        self.problems: list[Exception] = []
        self._messages = messages
        self._rate = rate
        self._settings = settings
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="load", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def stop(self) -> list[Turn]:
        """Say nothing more; return the turns sent once the broker has acknowledged all of them."""
        self._stop.set()
        return self.finish()

    def finish(self) -> list[Turn]:
        """Wait until everything has been said and acknowledged; return the turns."""
        self._thread.join()
        if self.problems:
            raise self.problems[0]
        return [message.turn for message in self.sent if message.turn is not None]

    def _run(self) -> None:
        try:
            producer = open_producer(self._settings)
            self._send(producer)
            producer.flush(timeout=_PATIENCE_MS / 1_000)
            producer.close()
        except Exception as error:  # noqa: BLE001 - told to whoever waits for the thread
            self.problems.append(error)

    def _send(self, producer: KafkaProducer) -> None:
        topic = topic_name(self._settings, TURNS)
        started = time.monotonic()
        for message in self._messages:
            if self._stop.is_set():
                return
            producer.send(topic, key=message.key, value=message.value).add_errback(self.problems.append)
            self.sent.append(message)
            if self._rate:
                ahead = started + len(self.sent) / self._rate - time.monotonic()
                if ahead > 0:
                    self._stop.wait(ahead)
