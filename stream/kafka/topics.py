"""Topics on the broker: made as the catalogue in `schemas.topics` says, and checked before anything starts.

Faust starts without complaint on topics that are missing, or whose partitions do not match, and then does nothing; a
compacted source looks to a worker like lost turns. So every program checks first.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from statistics import mode

import msgspec
from kafka.admin import ConfigResource, ConfigResourceType, KafkaAdminClient, NewTopic
from kafka.errors import KafkaTimeoutError, NoError, TopicAlreadyExistsError, UnknownTopicOrPartitionError, for_code

from schemas.topics import DAY, DEAD_LETTERS, LEDGER, TOPICS, TURNS, Cleanup, Topic
from stream.errors import BrokerError, TopicsError
from stream.kafka.connection import FAILURES, Connection
from stream.settings import Settings

BESIDE_VALUE_BYTES = 65_536
"""Room for what travels with a value: key, headers (an error's text in a dead letter), and the batch around it."""
_BROKER_DEFAULT_BYTES = 1_048_588
_SAFE_REPLICATION = 3
_MILLISECONDS = 1_000
_TIMESTAMP = "message.timestamp.type"
_APPENDED = "LogAppendTime"
_VISIBLE_SECONDS = 30.0
_LOOK_AGAIN_SECONDS = 0.05


class PlannedTopic(msgspec.Struct, frozen=True, kw_only=True):
    """A topic as the broker shall have it."""

    topic: Topic
    name: str
    partitions: int
    replication_factor: int
    needed_bytes: int
    configs: dict[str, str]


class _FoundTopic(msgspec.Struct, frozen=True, kw_only=True):
    """A topic as the broker has it."""

    partitions: int
    configs: dict[str, str]


def topic_name(settings: Settings, topic: Topic) -> str:
    """Return a topic's name on the broker."""
    if topic is LEDGER:  # Faust forms the changelog's name from the judge's app id
        return f"{settings.app_id}-judge-{topic.name}"
    return f"{settings.topic_prefix}{topic.name}"


def message_bytes(settings: Settings, topic: Topic) -> int:
    """Return the largest message (key, value and headers) that a topic must take."""
    needed = settings.max_record_bytes + BESIDE_VALUE_BYTES
    # A dead letter is a turn as it came, with headers on top.
    return needed + BESIDE_VALUE_BYTES if topic is DEAD_LETTERS else needed


def plan(settings: Settings) -> tuple[PlannedTopic, ...]:
    """Return every topic as `create` makes it."""
    return tuple(
        PlannedTopic(
            topic=topic,
            name=topic_name(settings, topic),
            partitions=1 if topic is DEAD_LETTERS else settings.partitions,
            replication_factor=settings.replication_factor,
            needed_bytes=message_bytes(settings, topic),
            configs=_configs(settings, topic),
        )
        for topic in TOPICS
    )


def create(settings: Settings) -> list[str]:
    """Make the topics that are missing and return their names; what exists is left as it is, and checked first.

    Raises TopicsError when a topic that exists is wrong, before anything is made; SettingsError; BrokerError.
    """
    with _admin(settings) as admin:
        found = _found(admin, settings)
        there = [planned for planned in plan(settings) if planned.name in found]
        _refuse(
            problem for planned in there for problem in _wrong(planned, found, settings.partitions, settings.broker)
        )
        missing = [planned for planned in plan(settings) if planned.name not in found]
        if missing:
            _create(admin, missing)
    return [planned.name for planned in missing]


def check(settings: Settings) -> None:
    """Raise TopicsError with all that is wrong with the topics; SettingsError; BrokerError when nothing answers.

    Partitions must be as many on one topic as on the others, whatever this program's own setting.
    """
    with _admin(settings) as admin:
        found = _found(admin, settings)
    counts = [found[planned.name].partitions for planned in plan(settings) if planned.name in found]
    partitions = mode(counts) if counts else settings.partitions
    _refuse(problem for planned in plan(settings) for problem in _wrong(planned, found, partitions, settings.broker))


def partition_count(settings: Settings, topic: Topic) -> int:
    """Return how many partitions a topic has on the broker; raise TopicsError when it is not there, BrokerError."""
    name = topic_name(settings, topic)
    with _admin(settings) as admin:
        count = sum(len(topic["partitions"]) for topic in admin.describe_topics([name]))
    _refuse([] if count else [f"topic {name} is missing"])
    return count


def configs_on_broker(settings: Settings) -> dict[str, dict[str, str]]:
    """Return what the broker has set for each of our topics that it has, by their names; raise BrokerError."""
    with _admin(settings) as admin:
        return {name: found.configs for name, found in _found(admin, settings).items()}


def _configs(settings: Settings, topic: Topic) -> dict[str, str]:
    configs = {
        "cleanup.policy": topic.cleanup.value,
        "max.message.bytes": str(max(_BROKER_DEFAULT_BYTES, message_bytes(settings, topic))),
    }
    if topic is TURNS:
        # A producer's clock may be wrong, or tell when something was said years ago: neither may expire a turn or end
        # a conversation (docs/decisions/0051-silence-on-kafka.md).
        configs[_TIMESTAMP] = _APPENDED
    if topic.retention is not None:
        configs["retention.ms"] = str(topic.retention * _MILLISECONDS)
    if topic.cleanup is Cleanup.COMPACT:
        # What was erased leaves the broker within a day, and its tombstones outlive a judge that was off for a week.
        configs["max.compaction.lag.ms"] = str(DAY * _MILLISECONDS)
        configs["delete.retention.ms"] = str(7 * DAY * _MILLISECONDS)
    if settings.replication_factor >= _SAFE_REPLICATION:
        configs["min.insync.replicas"] = str(settings.replication_factor - 1)
    return configs


def _wrong(planned: PlannedTopic, found: dict[str, _FoundTopic], partitions: int, broker: str) -> Iterator[str]:
    """Say what is wrong with one topic, which needs so many partitions unless it is the dead letters'."""
    name = planned.name
    there = found.get(name)
    if there is None:
        yield f"topic {name} is missing"
        return
    if planned.topic is not DEAD_LETTERS and there.partitions != partitions:
        yield f"topic {name} has {there.partitions} partitions and needs {partitions}"
    cleanup = there.configs["cleanup.policy"]
    if cleanup != planned.topic.cleanup:
        yield f"topic {name} has cleanup.policy={cleanup} and needs {planned.topic.cleanup.value}"
    largest = int(there.configs["max.message.bytes"])
    if largest < planned.needed_bytes:
        yield f"topic {name} has max.message.bytes={largest} and needs {planned.needed_bytes}"
    timestamp = there.configs[_TIMESTAMP]
    if planned.configs.get(_TIMESTAMP, timestamp) != timestamp:
        needed = planned.configs[_TIMESTAMP]
        yield (
            f"topic {name} has {_TIMESTAMP}={timestamp} and needs {needed} (`kafka-configs.sh --bootstrap-server"
            f" {broker} --alter --entity-type topics --entity-name {name} --add-config {_TIMESTAMP}={needed}`)"
        )


def _refuse(problems: Iterable[str]) -> None:
    all_problems = tuple(problems)
    if all_problems:
        raise TopicsError(problems=all_problems)


def _found(admin: KafkaAdminClient, settings: Settings) -> dict[str, _FoundTopic]:
    """Return our topics that the broker has."""
    names = [topic_name(settings, topic) for topic in TOPICS]
    described = {topic["topic"]: topic for topic in admin.describe_topics(names)}
    there = {name: len(topic["partitions"]) for name, topic in described.items() if topic["partitions"]}
    wanted = [ConfigResource(ConfigResourceType.TOPIC, name) for name in there]
    configs: dict[str, dict[str, str]] = {}
    for response in admin.describe_configs(wanted) if wanted else ():
        for code, message, _, name, entries, *_ in response.resources:
            if for_code(code) is UnknownTopicOrPartitionError:  # deleted since we looked
                continue
            if for_code(code) is not NoError:
                raise for_code(code)(message)
            configs[name] = {entry[0]: entry[1] for entry in entries}
    return {
        name: _FoundTopic(partitions=count, configs=configs[name]) for name, count in there.items() if name in configs
    }


def _create(admin: KafkaAdminClient, missing: list[PlannedTopic]) -> None:
    """Make topics, and wait until the broker that answers us knows of them."""
    new = [
        NewTopic(topic.name, topic.partitions, topic.replication_factor, topic_configs=topic.configs)
        for topic in missing
    ]
    with suppress(TopicAlreadyExistsError):  # made by somebody else meanwhile
        admin.create_topics(new)
    names = [topic.name for topic in missing]
    deadline = time.monotonic() + _VISIBLE_SECONDS
    while not all(topic["partitions"] for topic in admin.describe_topics(names)):
        if time.monotonic() > deadline:
            raise KafkaTimeoutError(f"{', '.join(names)} were made and cannot be seen")
        time.sleep(_LOOK_AGAIN_SECONDS)


@contextmanager
def _admin(settings: Settings) -> Iterator[KafkaAdminClient]:
    """Give an admin client for a while; whatever goes wrong at the broker becomes a BrokerError."""
    connection = Connection.of(settings)
    try:
        admin = KafkaAdminClient(**connection.client())
        try:
            yield admin
        finally:
            admin.close()
    except FAILURES as error:
        raise BrokerError(broker=connection.address, problem=connection.explained(error)) from error
