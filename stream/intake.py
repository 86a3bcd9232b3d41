"""The bounded queue between the sources and the judge: what arrives waits here, and is answered from here.

Files and standard input wait for room (`put`); HTTP does not, it is told to come back (`offer`). Whoever brought turns
holds an `Arrival` and learns from it what became of them once they are in the ledger.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from schemas.turn import Turn
from stream.receipt import Receipt


class Arrival:
    """Turns on their way to the judge; `settle` is called once, with a receipt for each or None when none was taken."""

    def __init__(self, turns: Sequence[Turn], settle: Callable[[list[Receipt] | None], None]) -> None:
        """Bring `turns`."""
        self.turns = tuple(turns)
        self.settle = settle
        self.arrived = time.monotonic()


class Intake:
    """At most `capacity` turns wait; a single arrival larger than that is taken when nothing else waits."""

    def __init__(self, capacity: int) -> None:
        """Start empty and open."""
        self._capacity = capacity
        self._waiting: deque[Arrival] = deque()
        self._turns = 0
        self._closed = False
        self._changed = threading.Condition()
        self._rate = _Rate()

    @property
    def waiting(self) -> int:
        """How many turns wait."""
        return self._turns

    @property
    def closed(self) -> bool:
        """Whether nothing is taken any more."""
        return self._closed

    def offer(self, arrival: Arrival) -> bool:
        """Take an arrival when there is room; return whether it was taken."""
        with self._changed:
            if self._closed or not self._room(arrival):
                return False
            self._add(arrival)
            return True

    def put(self, arrival: Arrival) -> bool:
        """Wait for room and take an arrival; return False when the intake was closed instead."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._room(arrival))
            if self._closed:
                return False
            self._add(arrival)
            return True

    def take(self, most: int, timeout: float) -> list[Arrival]:
        """Return waiting arrivals of together about `most` turns, oldest first; none after `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._waiting) or self._closed, timeout)
            taken: list[Arrival] = []
            turns = 0
            while self._waiting and (not taken or turns + len(self._waiting[0].turns) <= most):
                taken.append(self._waiting.popleft())
                turns += len(taken[-1].turns)
            self._turns -= turns
            self._changed.notify_all()
        self._rate.count(turns)
        return taken

    def close(self) -> None:
        """Take nothing more; what waits stays to be taken or refused."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def refuse_waiting(self) -> int:
        """Tell those who still wait that their turns were not taken; return how many turns that were."""
        with self._changed:
            refused, turns = list(self._waiting), self._turns
            self._waiting.clear()
            self._turns = 0
            self._changed.notify_all()
        for arrival in refused:
            arrival.settle(None)
        return turns

    def seconds_until_room(self) -> int:
        """Return how long a caller who was refused should wait, from the pace of the last turns; at least 1."""
        return max(1, min(60, round(self._turns / self._rate.per_second())))

    def _room(self, arrival: Arrival) -> bool:
        return not self._turns or self._turns + len(arrival.turns) <= self._capacity

    def _add(self, arrival: Arrival) -> None:
        self._waiting.append(arrival)
        self._turns += len(arrival.turns)
        self._changed.notify_all()


class _Rate:
    """Turns per second over the last batches."""

    _FIRST_GUESS = 20.0

    def __init__(self) -> None:
        self._batches: deque[tuple[float, int]] = deque(maxlen=16)

    def count(self, turns: int) -> None:
        if turns:
            self._batches.append((time.monotonic(), turns))

    def per_second(self) -> float:
        if not self._batches:
            return self._FIRST_GUESS
        elapsed = time.monotonic() - self._batches[0][0]
        turns = sum(count for _, count in self._batches)
        return max(1.0, turns / elapsed) if elapsed > 1.0 else self._FIRST_GUESS
