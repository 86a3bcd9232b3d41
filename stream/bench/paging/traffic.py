"""Traffic of several assistants to Kafka, at a pace, while releases come and go."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Event, Lock
from typing import Self

import msgspec

from schemas.turn import Role, Turn
from stream.bench.paging.talks import Exchange, Owed, talk
from stream.errors import BenchError
from stream.producer import TurnProducer
from stream.settings import Settings

_AT_ONCE = 8
"""Conversations of one assistant that go on side by side."""
_STOP_S = 60.0


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """A version of an assistant, and the share of its answers that contradict an earlier one (at most 0.4)."""

    assistant: str
    version: str
    contradicting: float = 0.0


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A contradiction that was sent: when, in seconds since the epoch, and in which conversation."""

    at: float
    conversation: str


class _Talk(msgspec.Struct, kw_only=True):
    """A conversation that goes on."""

    name: str
    exchanges: tuple[Exchange, ...]
    place: int = 0


class _Desk:
    """One assistant: its release, and its conversations in turn."""

    def __init__(self, release: Release, seed: int) -> None:
        self.release = release
        self._seed = seed
        self._number = 0
        self._owed = Owed(release.contradicting)
        self._talks: list[_Talk] = []

    def take(self, release: Release) -> None:
        """Answer as another release from now on; what the last one owed is forgiven."""
        self.release = release
        self._owed = Owed(release.contradicting)

    def next_exchange(self) -> tuple[_Talk, Exchange, bool]:
        """Return whose turn it is, what is said, and whether that is a slip."""
        if len(self._talks) < _AT_ONCE:
            self._talks.append(self._begun())
        going_on = self._talks.pop(0)
        exchange = going_on.exchanges[going_on.place]
        slips = self._owed.slips(exchange)
        going_on.place += 1
        if going_on.place < len(going_on.exchanges):
            self._talks.append(going_on)
        return going_on, exchange, slips

    def _begun(self) -> _Talk:
        assistant, number = self.release.assistant, self._number
        self._number += 1
        return _Talk(name=f"{assistant}-{self._seed}-{number}", exchanges=talk(assistant, number, self._seed))


class Traffic:
    """Sends prompts and replies in a thread of its own, `rate` replies a second of each assistant, until it is left."""

    def __init__(self, settings: Settings, releases: Sequence[Release], rate: float, seed: int = 0) -> None:
        """Begin with these releases, one for each assistant; raises what TurnProducer raises."""
        self._producer = TurnProducer(settings)
        self._desks = {release.assistant: _Desk(release, seed) for release in releases}
        self._rate = rate
        self._slips: dict[Release, list[Slip]] = {}
        self._replies: dict[Release, int] = {}
        self._lock = Lock()
        self._stop = Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="traffic")
        self._sending: Future[None] | None = None

    def __enter__(self) -> Self:
        self._sending = self._thread.submit(self._run)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Send no more, and raise what went wrong: BrokerError, UndeliveredError."""
        sending, self._sending = self._sending, None
        if sending is None:
            return
        self._stop.set()
        try:
            sending.result(_STOP_S)
        finally:
            self._thread.shutdown(wait=False)
            self._producer.close()

    def release(self, release: Release) -> None:
        """Let an assistant answer as another version from its next answer on, in conversations that go on, too."""
        with self._lock:
            self._desks[release.assistant].take(release)

    def pace(self, rate: float) -> None:
        """Send so many replies a second of each assistant from now on."""
        with self._lock:
            self._rate = rate

    def slips(self, release: Release) -> tuple[Slip, ...]:
        """Return the contradictions that a release has sent, the first one first."""
        with self._lock:
            return tuple(self._slips.get(release, ()))

    def replies(self) -> Mapping[Release, int]:
        """Return how many replies each release has sent."""
        with self._lock:
            return dict(self._replies)

    def check(self) -> None:
        """Raise what ended the sending, if anything has; BenchError when it just ended."""
        if self._sending is not None and self._sending.done():
            self._sending.result()
            raise BenchError(step="the traffic has ended", said="")

    def _run(self) -> None:
        due = time.monotonic()
        while not self._stop.is_set():
            with self._lock:
                rate, said = self._rate, [(*desk.next_exchange(), desk.release) for desk in self._desks.values()]
            for each in said:
                self._say(*each)
            due = max(due + 1.0 / rate, time.monotonic() - 1.0)  # after a hold-up, at most a second is caught up
            self._stop.wait(max(0.0, due - time.monotonic()))

    def _say(self, talk: _Talk, exchange: Exchange, slips: bool, release: Release) -> None:  # noqa: FBT001
        for number, role in enumerate((Role.USER, Role.ASSISTANT)):
            reply = exchange.slip if slips else exchange.reply
            now = datetime.now(UTC)
            turn = Turn(
                conversation=talk.name,
                role=role,
                text=exchange.prompt if role is Role.USER else reply,
                at=now,
                assistant=release.assistant,
                assistant_version=release.version,
                index=2 * (talk.place - 1) + number,
            )
            self._producer.send(turn)
        with self._lock:
            self._replies[release] = self._replies.get(release, 0) + 1
            if slips:
                self._slips.setdefault(release, []).append(Slip(at=now.timestamp(), conversation=talk.name))
