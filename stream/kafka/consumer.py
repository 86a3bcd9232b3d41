"""Faust's consumer, kept from handing on a message that does not follow on the one before it.

Around rebalances Faust hands on messages that it had fetched before it went back to the committed offset, and lets go
of what is left of a batch when it pauses in its middle. Either shows as a jump. Here the messages after a jump are left
out, and the partition is read again from where it should have gone on; and nothing is handed on between a rebalance and
the going back that follows it. What still jumps then is handed on, and the guard ends the process (`guard`): that costs
a rebalance, which makes others jump in turn.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from typing import Any

import structlog
from aiokafka.errors import KafkaError
from faust.transport.drivers.aiokafka import Consumer
from faust.types import TP, Message

_log = structlog.get_logger(__name__)
_PATIENCE_S = 10.0


class Following:
    """Which message of each partition comes next."""

    def __init__(self, patience: float = _PATIENCE_S) -> None:
        """Read a partition again for `patience` seconds after a jump."""
        self._patience = patience
        self._next: dict[TP, int] = {}
        self._jumped_at: dict[TP, float] = {}

    def start(self, offsets: Mapping[TP, int]) -> None:
        """Go on from these offsets; of other partitions nothing is known any more."""
        self._next = dict(offsets)

    def handed_on(self, place: TP, offset: int) -> None:
        """Note a message that has been handed on."""
        self._next[place] = offset + 1

    def expected(self, places: Iterable[TP]) -> dict[TP, int]:
        """Return which message comes next in those of some partitions of which that is known."""
        return {place: self._next[place] for place in places if place in self._next}

    def missing(self, place: TP, offset: int) -> int | None:
        """Return what should have come instead of a message, None when the message follows or comes again."""
        expected = self._next.get(place)
        if expected is not None and offset > expected:
            return expected
        self._jumped_at.pop(place, None)
        return None

    def patient(self, place: TP, now: float) -> bool:
        """Return whether a jump that is met `now` (seconds of any steady clock) may still be mended."""
        return now - self._jumped_at.setdefault(place, now) < self._patience


class ContiguousConsumer(Consumer):
    """Faust's consumer, which hands on the messages of some topics without a jump."""

    topics: frozenset[str] = frozenset()
    """Changelogs are compacted: there a jump is nothing to mend."""

    def __init__(self, transport: Any, callback: Callable[[Any], Awaitable[None]], **more: Any) -> None:  # noqa: ANN401 - Faust's own signature
        """Take over from Faust; `callback` is given each message."""
        self._following = Following()
        self._went_back_in = 0
        self._waiting_since = 0.0
        # Fetched after Faust had gone back and before it said so: it comes no more, and no jump shows it.
        self._left_out: set[TP] = set()

        async def hand_on(message: Any) -> None:  # noqa: ANN401 - as above
            await callback(message)
            # Not reached when Faust gives up waiting for room: it counts such a message as read.
            self._following.handed_on(message.tp, message.offset)

        super().__init__(transport, hand_on, **more)

    async def perform_seek(self) -> None:
        """Go back to what has been committed, as Faust does, and remember from where that is."""
        generation = self.app.consumer_generation_id
        await super().perform_seek()
        offsets = {place: offset for place, offset in self._read_offset.items() if place.topic in self.topics}
        fresh = [place for place, offset in offsets.items() if offset is None]
        known = {place: offset for place, offset in offsets.items() if offset is not None}
        self._following.start({**known, **(await self._beginnings(*fresh) if fresh else {})})
        self._went_back_in = generation
        self._waiting_since = 0.0

    async def getmany(self, timeout: float) -> AsyncIterator[tuple[TP, Message]]:  # noqa: ASYNC109 - Faust's own signature
        """Yield what Faust has fetched, without what comes after a jump."""
        jumped: dict[TP, int] = {}
        async for place, message in super().getmany(timeout):
            if place.topic in self.topics and self._rebalanced():
                # It comes again when Faust has gone back; should that take too long, we do.
                self._waiting_since = self._waiting_since or time.monotonic()
                self._left_out.add(place)
                continue
            if place in jumped:
                continue
            expected = self._following.missing(place, message.offset) if place.topic in self.topics else None
            if expected is not None and self._following.patient(place, time.monotonic()):
                expected = max(expected, (await self._beginnings(place)).get(place, 0))
                if message.offset > expected:
                    jumped[place] = expected
                    continue
            yield place, message
        if not self._rebalanced():
            jumped |= self._following.expected(self._left_out)
            self._left_out.clear()
        for place, expected in jumped.items():
            await self._go_back(place, expected)
        if self._waiting_since and time.monotonic() - self._waiting_since > _PATIENCE_S:
            await self.perform_seek()

    def _rebalanced(self) -> bool:
        """Return whether partitions have moved and Faust has not gone back since."""
        return self._went_back_in != self.app.consumer_generation_id

    async def _beginnings(self, *places: TP) -> Mapping[TP, int]:
        """Return where partitions begin; nothing where the broker does not say."""
        try:
            return dict(await self.earliest_offsets(*places))
        except (KafkaError, TimeoutError):
            return {}

    async def _go_back(self, place: TP, offset: int) -> None:
        _log.info("read_again", topic=place.topic, partition=place.partition, offset=offset)
        try:
            await self.seek_wait({place: offset})
        except (KafkaError, TimeoutError) as error:
            # It has just been given away, or the broker is away: what comes of it is then met as another jump.
            _log.info("not_read_again", partition=place.partition, error=type(error).__name__)


def contiguous(topics: frozenset[str]) -> type[ContiguousConsumer]:
    """Return the class of a consumer that hands on the messages of `topics` without a jump."""
    return type("ContiguousConsumer", (ContiguousConsumer,), {"topics": topics})
