"""How an agent gets on: lag, age of the last commit, recovery; written for the supervisor, which shows it."""

from __future__ import annotations

import time
from collections.abc import Mapping

import faust
import structlog
from faust.types import TP

from stream.kafka.lateness import Lateness
from stream.worker.context import ChildContext
from stream.worker.exits import Exit, leave
from stream.worker.status import Status

_log = structlog.get_logger(__name__)
_EVERY_S = 1.0
_EXPIRED_EVERY_S = 5.0
"""How long nothing is committed before the broker is asked whether what seems to wait has expired, and how often."""
_PATIENCE = 3
"""Times `stuck_seconds` without a commit, after which a process that has work ends itself; liveness fails at once."""


def committed_offsets(app: faust.App) -> Mapping[TP, int | None]:
    """Return where the group goes on: as the broker said at assignment, then as this process committed."""
    # Faust tells it nowhere else, and asking the broker for each message would be slow.
    offsets: Mapping[TP, int | None] = app.consumer._committed_offset  # type: ignore[attr-defined]  # noqa: SLF001
    return offsets


class Progress:
    """Looks once a second."""

    def __init__(self, app: faust.App, source: str, context: ChildContext) -> None:
        """Watch an app that reads the topic `source`."""
        self._app = app
        self._source = source
        self._context = context
        self._assigned = False
        self._lateness: Lateness[int] = Lateness()
        self._committed: dict[TP, int | None] = {}
        self._beginnings: dict[TP, int] = {}
        self._last_commit = time.time()
        self._started = time.time()
        self._excused = 0.0
        """When there was last a reason to commit nothing: what has just ended waiting has not been stuck."""
        self.problem = ""
        self.topics = ""
        """What is wrong with the topics since the start."""
        app.on_partitions_revoked.connect(self._left, weak=False)
        app.on_rebalance_complete.connect(self._settled, weak=False)

    def processed(self, partition: int, arrived: int) -> None:
        """Note the arrival (ms since the epoch) of a turn that has been handled, and the partition it was read from."""
        self._lateness.processed(partition, arrived / 1_000)

    @property
    def settled(self) -> bool:
        """Whether partitions are assigned and their state is recovered."""
        return self._assigned and not self._app.rebalancing and not self._app.in_recovery

    def lag(self) -> dict[int, int]:
        """Return for each partition at hand how many messages are not committed yet, expired ones left out."""
        return {partition: waiting or 0 for partition, waiting in self._waiting().items()}

    def _waiting(self) -> dict[int, int | None]:
        """Return the same, None before the broker has told where a partition ends."""
        consumer = self._app.consumer
        waiting: dict[int, int | None] = {}
        for place in consumer.assignment():
            if place.topic != self._source:
                continue
            end = consumer.highwater(place)
            known = max(committed_offsets(self._app).get(place) or 0, self._beginnings.get(place, 0))
            waiting[place.partition] = None if end is None else max(0, end - known)
        return waiting

    async def run(self) -> None:
        """Look until the app stops."""
        while not self._app.should_stop:
            self._look()
            await self._app.sleep(_EVERY_S)

    async def watch_expiry(self) -> None:
        """Learn where partitions begin while nothing is committed, until the app stops.

        Messages that expired before they were read leave a committed offset behind for good, or none at all; on a
        partition without traffic they would pass for work that is not done.
        """
        while not self._app.should_stop:
            await self._app.sleep(_EXPIRED_EVERY_S)
            if not self.settled or time.time() - self._last_commit < _EXPIRED_EVERY_S:
                continue
            places = [place for place in self._app.consumer.assignment() if place.topic == self._source]
            try:
                self._beginnings = dict(await self._app.consumer.earliest_offsets(*places))
            except Exception as error:  # noqa: BLE001 - the broker is away, or the partitions just left
                _log.info("beginnings_unknown", error=type(error).__name__)

    def _look(self) -> None:
        now = time.time()
        try:
            waiting = {partition: count for partition, count in self._waiting().items() if count is not None}
        except Exception:  # noqa: BLE001 - no consumer yet, or none any more
            waiting = {}
        lag = sum(waiting.values())
        committed = dict(committed_offsets(self._app)) if self._assigned else {}
        if committed != self._committed or not lag:
            self._committed, self._last_commit = committed, now
        self._context.status.write(
            Status(
                role=self._context.role,
                number=self._context.number,
                started_at=self._started,
                ready=self.settled and not self.problem and not self.topics,
                recovering=bool(self._app.in_recovery),
                lag=lag,
                event_lag_seconds=self._lateness.seconds(waiting, now),
                last_progress=now,
                last_commit=self._last_commit,
                problem=self.problem or self.topics,
            )
        )
        self._end_when_stuck(now, lag)

    def _end_when_stuck(self, now: float, lag: int) -> None:
        if self.problem:
            self._excused = now
        limit = _PATIENCE * self._context.settings.stuck_seconds
        if lag and self.settled and now - max(self._last_commit, self._excused) > limit:
            _log.error("stuck", lag=lag, seconds=round(now - self._last_commit))
            leave(Exit.STUCK)

    async def _left(self, *_: object, **__: object) -> None:
        self._assigned = False
        self._beginnings = {}
        self._lateness.forget()

    async def _settled(self, *_: object, **__: object) -> None:
        self._assigned = True
        self._last_commit = time.time()
