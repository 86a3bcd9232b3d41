"""How far each role of an installation is behind, as the broker tells it; nothing is taken from anybody.

A group's offsets say how many messages wait, and the first of those says for how long: the number alone means little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from typing import TypeVar

import msgspec
from kafka import KafkaConsumer, TopicPartition
from kafka.admin import KafkaAdminClient
from kafka.errors import CoordinatorLoadInProgressError, CoordinatorNotAvailableError, NotCoordinatorError

from schemas.topics import ANNOTATIONS, CERTIFICATES, RECORDS, TURNS, Topic
from stream.errors import BrokerError
from stream.kafka.connection import FAILURES, Connection
from stream.kafka.topics import topic_name
from stream.settings import Settings

READS: Mapping[str, tuple[Topic, ...]] = {
    "annotate": (TURNS,),
    "judge": (ANNOTATIONS,),
    "archive": (RECORDS, CERTIFICATES),
}
"""The roles with the topics that they read, in the order in which a turn passes them."""
_FETCH_BYTES = 65_536
"""Of each partition at most, unless its first message is larger: one message is all that is wanted."""
_FETCH_S = 5.0
_POLL_MS = 250
_NO_COORDINATOR = (CoordinatorNotAvailableError, CoordinatorLoadInProgressError, NotCoordinatorError)
"""What a broker says of groups before anybody has been in one, and for a moment after its start."""
_COORDINATOR_TRIES = 5
_COORDINATOR_PAUSE_S = 1.0
T = TypeVar("T")


class RoleSurvey(msgspec.Struct, frozen=True, kw_only=True):
    """One consumer group."""

    role: str
    members: int
    waiting: int
    """Messages that it has not committed."""
    oldest: float | None
    """When the first of them was sent or taken, in seconds since the epoch; None when none waits, or none was given."""


class Survey(msgspec.Struct, frozen=True, kw_only=True):
    """All groups, and when the broker took the newest turn (seconds since the epoch; None without turns)."""

    roles: tuple[RoleSurvey, ...]
    newest_turn: float | None


def survey(settings: Settings) -> Survey:
    """Return how an installation gets on; a missing topic has no messages.

    Raises BrokerError, SettingsError.
    """
    connection = Connection.of(settings)
    try:
        with (
            closing(KafkaAdminClient(**connection.client())) as admin,
            closing(KafkaConsumer(**connection.client(), max_partition_fetch_bytes=_FETCH_BYTES)) as consumer,
        ):
            surveyor = _Surveyor(settings, admin, consumer)
            return Survey(roles=tuple(map(surveyor.role, READS)), newest_turn=surveyor.newest_turn())
    except FAILURES as error:
        raise BrokerError(broker=connection.address, problem=connection.explained(error)) from error


class _Surveyor:
    """Asks the broker through two clients."""

    def __init__(self, settings: Settings, admin: KafkaAdminClient, consumer: KafkaConsumer) -> None:
        """Take the clients of one connection."""
        self._settings = settings
        self._admin = admin
        self._consumer = consumer

    def role(self, role: str) -> RoleSurvey:
        """Return how one role's group gets on."""
        group = f"{self._settings.app_id}-{role}"
        [described] = _coordinated(lambda: self._admin.describe_consumer_groups([group]))
        committed = _coordinated(lambda: self._admin.list_consumer_group_offsets(group))
        ranges = self._ranges(READS[role])
        goes_on = {
            place: max(beginning, committed[place].offset) if place in committed else beginning
            for place, (beginning, _) in ranges.items()
        }
        waiting = {place: end - goes_on[place] for place, (_, end) in ranges.items() if end > goes_on[place]}
        times = self._times({place: goes_on[place] for place in waiting})
        return RoleSurvey(
            role=role, members=len(described.members), waiting=sum(waiting.values()), oldest=min(times, default=None)
        )

    def newest_turn(self) -> float | None:
        """Return when the newest turn was taken."""
        last = {place: end - 1 for place, (beginning, end) in self._ranges([TURNS]).items() if end > beginning}
        return max(self._times(last), default=None)

    def _ranges(self, topics: Iterable[Topic]) -> dict[TopicPartition, tuple[int, int]]:
        """Return where each partition begins and ends."""
        names = [topic_name(self._settings, topic) for topic in topics]
        places = [
            TopicPartition(name, number)
            for name in names
            for number in sorted(self._consumer.partitions_for_topic(name) or ())
        ]
        if not places:
            return {}
        beginnings, ends = self._consumer.beginning_offsets(places), self._consumer.end_offsets(places)
        return {place: (beginnings[place], ends[place]) for place in places}

    def _times(self, offsets: Mapping[TopicPartition, int]) -> list[float]:
        """Return the times of the messages at some offsets, of as many as the broker gives within a few seconds."""
        self._consumer.assign(list(offsets))
        for place, offset in offsets.items():
            self._consumer.seek(place, offset)
        times: dict[TopicPartition, float] = {}
        deadline = time.monotonic() + _FETCH_S
        while len(times) < len(offsets) and time.monotonic() < deadline:
            for place, messages in self._consumer.poll(timeout_ms=_POLL_MS).items():
                times.setdefault(place, messages[0].timestamp / 1_000)
                self._consumer.pause(place)
        return list(times.values())


def _coordinated(ask: Callable[[], T]) -> T:
    """Ask about a group, again while the broker is still finding out who coordinates it."""
    for _ in range(_COORDINATOR_TRIES):
        try:
            return ask()
        except _NO_COORDINATOR:
            time.sleep(_COORDINATOR_PAUSE_S)
    return ask()
