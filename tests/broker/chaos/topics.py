"""What the broker holds: every message of a topic, and how far each group of ours has committed."""

import time
from collections.abc import Callable, Iterable

import msgspec
from kafka import KafkaConsumer, TopicPartition
from kafka.admin import ConfigResource, ConfigResourceType, KafkaAdminClient
from kafka.errors import KafkaError

from schemas.topics import ANNOTATIONS, CERTIFICATES, LEDGER, RECORDS, TURNS, Topic
from stream.kafka.connection import Connection
from stream.kafka.topics import plan, topic_name
from stream.settings import Settings

PATIENCE_S = 180.0
_PAUSE_S = 0.3
_HALF_A_DAY_MS = 43_200_000
_ROLES = (("annotate", (TURNS,)), ("judge", (ANNOTATIONS,)), ("archive", (RECORDS, CERTIFICATES)))
"""Groups with the topics that they read, in the order in which a turn passes them."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One message; `value` is None for a tombstone."""

    partition: int
    offset: int
    timestamp_ms: int
    key: bytes | None
    value: bytes | None
    headers: tuple[tuple[str, bytes], ...]


def read_all(settings: Settings, topic: Topic) -> list[Message]:
    """Return every message of a topic, partition by partition in order of offset."""
    name = topic_name(settings, topic)
    consumer = KafkaConsumer(
        enable_auto_commit=False, max_partition_fetch_bytes=10 << 20, **Connection.of(settings).client()
    )
    try:
        places = [TopicPartition(name, number) for number in sorted(consumer.partitions_for_topic(name) or ())]
        consumer.assign(places)
        ends = consumer.end_offsets(places)
        consumer.seek_to_beginning()
        found: list[Message] = []
        while any(consumer.position(place) < ends[place] for place in places if ends[place]):
            for batch in consumer.poll(1_000, max_records=5_000).values():
                found += [
                    Message(
                        partition=one.partition,
                        offset=one.offset,
                        timestamp_ms=one.timestamp,
                        key=one.key,
                        value=one.value,
                        headers=tuple(one.headers),
                    )
                    for one in batch
                ]
    finally:
        consumer.close()
    return sorted(found, key=lambda message: (message.partition, message.offset))


def keep_history(settings: Settings) -> None:
    """Let no value leave the ledger's changelog, so that it tells whether a key ever had another one."""
    (ledger,) = (planned for planned in plan(settings) if planned.topic is LEDGER)
    configs = {**ledger.configs, "min.compaction.lag.ms": str(_HALF_A_DAY_MS)}
    admin = KafkaAdminClient(**Connection.of(settings).client())
    try:
        admin.alter_configs([ConfigResource(ConfigResourceType.TOPIC, ledger.name, configs=configs)])
    finally:
        admin.close()


class Progress:
    """How far the groups of one installation are behind."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        client = Connection.of(settings).client()
        self._consumer = KafkaConsumer(enable_auto_commit=False, **client)
        self._admin = KafkaAdminClient(**client)

    def close(self) -> None:
        self._consumer.close()
        self._admin.close()

    def behind(self, role: str, topics: Iterable[Topic]) -> int:
        """Return how many messages of `topics` a role has not committed."""
        known = self.committed(role)
        return sum(end - known.get(place, 0) for topic in topics for place, end in self._ends(topic).items())

    def committed(self, role: str) -> dict[TopicPartition, int]:
        """Return how far a role has committed each partition that it reads; one without a commit is left out."""
        offsets = self._admin.list_consumer_group_offsets(f"{self._settings.app_id}-{role}")
        return {place: max(0, known.offset) for place, known in offsets.items()}

    def _ends(self, topic: Topic) -> dict[TopicPartition, int]:
        name = topic_name(self._settings, topic)
        places = [TopicPartition(name, number) for number in self._consumer.partitions_for_topic(name) or ()]
        ends: dict[TopicPartition, int] = self._consumer.end_offsets(places)
        return ends

    def waiting(self) -> dict[str, int]:
        """Return by role how much is uncommitted; upstream is asked first, so that all zeros means drained."""
        return {role: self.behind(role, topics) for role, topics in _ROLES}


def drained(settings: Settings, seconds: float = PATIENCE_S) -> float:
    """Wait until every group has committed all there is; return the seconds that it took, fail beyond `seconds`."""
    progress = Progress(settings)
    newest: dict[str, int] = {}

    def done() -> bool:
        try:
            newest.update(progress.waiting())
        except KafkaError:  # a broker that has just come back has no coordinator yet
            return False
        return not any(newest.values())

    try:
        return until(done, seconds, lambda: newest)
    finally:
        progress.close()


def until(holds: Callable[[], bool], seconds: float = 60.0, found: Callable[[], object] = lambda: "") -> float:
    """Wait until something holds; return the seconds that it took, fail beyond `seconds` with what was found."""
    started = time.monotonic()
    while not holds():
        if time.monotonic() - started > seconds:
            raise AssertionError(f"not reached within {seconds:.0f} s: {found()}")
        time.sleep(_PAUSE_S)
    return time.monotonic() - started
