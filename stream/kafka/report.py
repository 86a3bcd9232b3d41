"""How the archive gets on, for its supervisor and for Prometheus: lag, age of the last commit, what is away."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kafka import ConsumerRebalanceListener, KafkaConsumer, TopicPartition

from stream.kafka.lateness import Lateness
from stream.metrics import Metrics
from stream.worker.status import Status, StatusFile

_STATUS_S = 1.0
_OF_GROUP, _HEARTBEAT = "consumer-coordinator-metrics", "last-heartbeat-seconds-ago"
"""Where kafka-python says when it last sent a heartbeat."""


class Report(ConsumerRebalanceListener):  # type: ignore[misc]  # kafka-python is not typed
    """Tells the supervisor and Prometheus how the archive gets on, about once a second."""

    def __init__(self, metrics: Metrics, status: StatusFile, patience: float) -> None:
        """Start with nothing read; a broker may be silent for `patience` seconds before that is told."""
        self._metrics = metrics
        self._status = status
        self._problems: dict[str, str] = {}
        self._patience = patience
        self._joined = 0.0
        self._lateness: Lateness[TopicPartition] = Lateness()
        self._started = self._last_commit = time.time()
        self._next_look = 0.0
        self.silence = 0.0
        """Seconds, at the last look, for which the broker has not been heard of.

        Polling tells nothing of a broker that is away: it gives no messages, as an idle one does.
        """

    def on_partitions_assigned(self, _assigned: Iterable[TopicPartition]) -> None:
        """Note that the group has given us our part, even if it is none."""
        self._joined = time.time()
        self._lateness.forget()

    def on_partitions_revoked(self, _revoked: Iterable[TopicPartition]) -> None:
        """Note that the group is dividing anew."""
        self._joined = 0.0

    def left(self) -> None:
        """Note that we are in no group."""
        self._joined = self.silence = 0.0

    def problem(self, absent: str, problem: str) -> None:
        """Note what is away, "" when it is back; told at once."""
        if self._problems.get(absent, "") != problem:
            self._problems[absent] = problem
            self._next_look = 0.0

    def stored(self, batch: Mapping[TopicPartition, Sequence[Any]]) -> None:
        """Note messages that have been stored."""
        for place, messages in batch.items():
            self._lateness.processed(place, max(message.timestamp for message in messages) / 1_000)

    def committed(self) -> None:
        """Note a commit."""
        self._last_commit = time.time()

    def _silence(self, consumer: KafkaConsumer | None) -> float:
        """Return for how many seconds no heartbeat could be sent to the broker; 0 while we are in no group."""
        if consumer is None or not self._joined:
            return 0.0
        told: float = consumer.metrics()[_OF_GROUP][_HEARTBEAT]
        return max(0.0, min(told, time.time() - self._joined))  # before the first heartbeat it is infinite

    def look(self, consumer: KafkaConsumer | None) -> None:
        """Write status and gauges, unless that was done within the last second."""
        if time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + _STATUS_S
        now = time.time()
        waiting = _waiting(consumer) if consumer is not None else {}
        lag = sum(waiting.values())
        if not lag and not any(self._problems.values()):
            self._last_commit = now
        event_lag = self._lateness.seconds(waiting, now)
        self.silence = self._silence(consumer)
        silent = f"broker: silent for {self.silence:.0f} s" if self.silence > self._patience else ""
        problem = "; ".join(filter(None, (*self._problems.values(), silent)))
        self._status.write(
            Status(
                role="archive",
                started_at=self._started,
                ready=bool(self._joined) and not problem,
                lag=lag,
                event_lag_seconds=event_lag,
                last_progress=now,
                last_commit=self._last_commit,
                problem=problem,
            )
        )
        self._metrics.set_gauge("skg_consumer_lag", lag, stage="archive")
        self._metrics.set_gauge("skg_event_lag_seconds", event_lag, stage="archive")
        self._metrics.set_gauge("skg_commit_age_seconds", now - self._last_commit if lag else 0.0, stage="archive")


def _waiting(consumer: KafkaConsumer) -> dict[TopicPartition, int]:
    """Return how many messages the broker has beyond those that are stored, as far as it has told."""
    waiting = {}
    for place in consumer.assignment():
        end = consumer.highwater(place)
        # A partition with a known end has a position as well, so that nothing is asked of the broker.
        position = None if end is None else consumer.position(place, timeout_ms=0)
        if end is not None and position is not None:
            waiting[place] = max(0, end - position)
    return waiting
