"""How long messages have waited, from what is known without reading them: each partition by itself.

The newest message of all partitions would say nothing: one that has no backlog hides the others'.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

Place = TypeVar("Place", bound=Hashable)


class Lateness(Generic[Place]):
    """Remembers of each partition when its newest processed message arrived; times are seconds since the epoch."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._arrived: dict[Place, float] = {}
        self._caught_up: dict[Place, float] = {}

    def processed(self, partition: Place, arrived: float) -> None:
        """Note the arrival of a message that has been handled."""
        self._arrived[partition] = max(self._arrived.get(partition, 0.0), arrived)

    def seconds(self, waiting: Mapping[Place, int], now: float) -> float:
        """Return how long the partition that is furthest behind has been so, 0 where nothing waits.

        What waits arrived after what was processed last, and after the last look at which nothing waited: so the first
        message after a silence is not late by that silence. Of a partition whose first message is still being handled
        nothing is known.
        """
        for partition, count in waiting.items():
            if not count:
                self._caught_up[partition] = now
        since = [
            max(self._arrived.get(partition, 0.0), self._caught_up.get(partition, 0.0))
            for partition, count in waiting.items()
            if count and (partition in self._arrived or partition in self._caught_up)
        ]
        return max(0.0, now - min(since)) if since else 0.0

    def forget(self) -> None:
        """Know nothing any more: others may have gone on with these partitions meanwhile."""
        self._arrived.clear()
        self._caught_up.clear()
