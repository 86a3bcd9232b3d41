"""No message is skipped: the offsets of a partition follow on the committed one and on each other, or the process ends.

Around rebalances Faust was seen to deliver messages before it had gone back to the committed offset, and to commit past
others that it never delivered (docs/decisions/0050-faust-arrangement.md). Going back by hand stalled partitions for
good; ending at once, with nothing committed, and starting anew from the committed offset lost nothing. A gap that is
still there after that restart is in the topic itself, which is then compacted or transactional: that no restart mends,
and it is said.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

_FILE = "gap.json"

Offset = Callable[[str, int], Awaitable[int]]
"""Gives an offset of a topic's partition."""


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """Messages that should have come: from `expected` up to, and without, `got`."""

    topic: str
    partition: int
    expected: int
    got: int

    def sentence(self) -> str:
        """Return what is wrong and what to do."""
        return (
            f"{self.topic}, partition {self.partition}: offsets {self.expected} to {self.got - 1} are missing, after a "
            "restart as well: the topic is compacted or written in transactions, and cannot be read without loss. "
            "Let producers write without transactions to a topic whose cleanup.policy is delete"
        )


class Guard:
    """Knows for each partition which offset has to come next."""

    def __init__(self, known: Callable[[str, int], int | None], committed: Offset, beginning: Offset) -> None:
        """Look up where a partition goes on in what this process has `known`; before it says gap, ask the broker.

        `committed` is the group's offset and `beginning` the oldest message, both as the broker has them now. What this
        process knows can be from before a rebalance, or nothing at all.
        """
        self._known = known
        self._committed = committed
        self._beginning = beginning
        self._next: dict[tuple[str, int], tuple[int, int]] = {}

    async def admit(self, topic: str, partition: int, generation: int, offset: int) -> Gap | None:
        """Return the gap before a message, None when it follows; `generation` is that of the partition's assignment."""
        place = (topic, partition)
        known = self._next.get(place)
        if known is not None and known[0] == generation:
            expected = known[1]
        else:
            expected = self._known(topic, partition) or 0
            if offset > expected:
                expected = await self._committed(topic, partition)
            if offset > expected:
                expected = max(expected, await self._beginning(topic, partition))
        if offset > expected:
            return Gap(topic=topic, partition=partition, expected=expected, got=offset)
        # A message may come again, after a rebalance; what follows it is then expected again.
        self._next[place] = (generation, offset + 1)
        return None


class GapMemory:
    """What the process before this one ended over."""

    def __init__(self, folder: Path) -> None:
        """Keep the memory in `folder`."""
        self._path = folder / _FILE
        self._last: Gap | None = None
        try:
            self._last = msgspec.json.decode(self._path.read_bytes(), type=Gap)
        except (OSError, msgspec.DecodeError):
            return

    def met_before(self, gap: Gap) -> bool:
        """Return whether this very gap ended the process before; remember it for the next one."""
        if gap == self._last:
            return True
        self._path.write_bytes(msgspec.json.encode(gap))
        return False
