"""The role `archive`: a consumer group of its own that writes what was judged to the database.

Both topics are read. The truth is the record: it holds its certificates whole and knows their epoch and slot. The
certificates topic is kept four times as long, so an archive that starts late finds there what the records topic no
longer has. Offsets are committed after the database has committed, and everything stored is an upsert, so that a crash
at any point, a rebalance or a frozen process repeats work and changes nothing.

While the database is away the partitions are paused and the broker is still polled, so that the group keeps this
member. While the broker is away the client is made anew from time to time: on its own it would neither raise nor say
anything, whether the broker is gone or does not accept our password any more.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Event
from typing import Any

import structlog
from kafka import KafkaConsumer, TopicPartition
from kafka.coordinator.assignors.range import RangePartitionAssignor
from kafka.errors import CommitFailedError, KafkaError, KafkaTimeoutError
from kafka.structs import OffsetAndMetadata

from alerts.archive import Archive, open_archive
from alerts.errors import ArchiveAddressError, ArchiveError
from schemas.topics import CERTIFICATES, RECORDS
from stream.errors import BrokerError, SettingsError, TopicsError
from stream.kafka.archiving import Archiving
from stream.kafka.connection import Connection
from stream.kafka.patience import Patience
from stream.kafka.report import Report
from stream.kafka.topics import message_bytes, partition_count, topic_name
from stream.metrics import Metrics
from stream.settings import Settings
from stream.worker.status import StatusFile

_log = structlog.get_logger(__name__)
_POLL_MS = 500
_MESSAGES = 500
"""Messages of one transaction at most."""
_COMMIT_MS = 5_000
_CLOSE_MS = 2_000
_FIRST_ANSWER_MS = 4_000
"""Shorter than other clients': a process that is told to end must not wait for a broker that is away."""
_STATUS_S = 1.0
_DATABASE = "database"
_BROKER = "broker"

Batch = Mapping[TopicPartition, Sequence[Any]]


def run_archiver(settings: Settings, stop: Event, metrics: Metrics, status: StatusFile) -> None:
    """Archive until `stop` is set, through every absence of database and broker.

    Raises SettingsError when the settings name no database or no broker at all.
    """
    connection = Connection.of(settings)
    archiver = Archiver(settings, connection, stop, metrics, status)
    archive = archiver.opened_archive()
    if archive is None:
        return
    try:
        archiver.run(Archiving(archive, metrics))
    finally:
        archive.close()


class Archiver:
    """One member of the group."""

    def __init__(
        self, settings: Settings, connection: Connection, stop: Event, metrics: Metrics, status: StatusFile
    ) -> None:
        """Take everything; nothing is connected yet."""
        self._settings = settings
        self._connection = connection
        self._stop = stop
        self._metrics = metrics
        self._patience = {_DATABASE: Patience(), _BROKER: Patience()}
        self._report = Report(metrics, status, settings.session_timeout_seconds / 2)

    def opened_archive(self) -> Archive | None:
        """Wait for the database, and return it with its tables up to date; None when told to stop before."""
        while not self._stop.is_set():
            try:
                archive = open_archive(self._settings.archive())
            except ArchiveAddressError as error:
                raise SettingsError(source="settings", field="archive_url", problem=error.problem) from error
            except ArchiveError as error:
                self._wait(_DATABASE, error.problem, consumer=None)
            else:
                self._is_back(_DATABASE)
                return archive
        return None

    def run(self, archiving: Archiving) -> None:
        """Read and store until told to stop."""
        while not self._stop.is_set():
            try:
                with self._consumer() as consumer:
                    self._read(consumer, archiving)
            except KafkaError as error:
                self._wait(_BROKER, self._connection.explained(error), consumer=None)
            except BrokerError as error:
                self._wait(_BROKER, error.problem, consumer=None)
            except TopicsError as error:
                self._wait(_BROKER, str(error), consumer=None)

    def _read(self, consumer: KafkaConsumer, archiving: Archiving) -> None:
        offsets: dict[TopicPartition, OffsetAndMetadata] = {}
        while not self._stop.is_set():
            batch = consumer.poll(timeout_ms=_POLL_MS, max_records=_MESSAGES)
            self._is_back(_BROKER)
            if batch and self._stored(consumer, archiving, batch):
                offsets |= _after(batch)
            offsets = self._committed(consumer, offsets)
            self._report.look(consumer)
            if self._report.silence > self._settings.session_timeout_seconds:
                problem = f"silent for {self._report.silence:.0f} s"
                raise BrokerError(broker=self._connection.address, problem=problem)

    def _stored(self, consumer: KafkaConsumer, archiving: Archiving, batch: Batch) -> bool:
        """Store a batch; when the database fails, wait a while and let the batch come again."""
        try:
            archiving.store([message for messages in batch.values() for message in messages])
        except ArchiveError as error:
            _read_again(consumer, batch)
            self._wait(_DATABASE, error.problem, consumer)
            return False
        self._is_back(_DATABASE)
        self._report.stored(batch)
        return True

    def _committed(
        self, consumer: KafkaConsumer, offsets: dict[TopicPartition, OffsetAndMetadata]
    ) -> dict[TopicPartition, OffsetAndMetadata]:
        """Commit offsets; return those that have to be tried again."""
        ours = consumer.assignment()
        offsets = {partition: offset for partition, offset in offsets.items() if partition in ours}
        if not offsets:
            return {}
        try:
            consumer.commit(offsets, timeout_ms=_COMMIT_MS)
        except CommitFailedError:
            # The partitions may have another owner by now, who stores the same once more.
            _log.info("commit_left_to_others", partitions=len(offsets))
            return {}
        except KafkaTimeoutError:
            return offsets
        self._report.committed()
        return {}

    def _wait(self, absent: str, problem: str, consumer: KafkaConsumer | None) -> None:
        """Wait before the next try, twice as long as before; meanwhile a consumer stays in its group."""
        delay = self._patience[absent].next()
        _log.warning("archive_waits", absent=absent, problem=problem, seconds=delay)
        self._metrics.count("skg_archive_retries_total", absent)
        self._report.problem(absent, f"{absent}: {problem}")
        until = time.monotonic() + delay
        while (left := until - time.monotonic()) > 0 and not self._stop.is_set():
            if consumer is None:
                self._stop.wait(min(left, _STATUS_S))
            else:
                # A rebalance may have brought partitions that are not paused yet.
                consumer.pause(*consumer.assignment())
                _read_again(consumer, consumer.poll(timeout_ms=round(min(left * 1_000, _POLL_MS)), max_records=1))
            self._report.look(consumer)
        if consumer is not None:
            consumer.resume(*consumer.paused())

    def _is_back(self, absent: str) -> None:
        self._patience[absent].restore()
        self._report.problem(absent, "")

    @contextmanager
    def _consumer(self) -> Iterator[KafkaConsumer]:
        settings = self._settings
        topics = [topic_name(settings, topic) for topic in (RECORDS, CERTIFICATES)]
        session_ms = round(settings.session_timeout_seconds * 1_000)
        consumer = KafkaConsumer(
            **{**self._connection.client(), "api_version_auto_timeout_ms": _FIRST_ANSWER_MS},
            group_id=f"{settings.app_id}-archive",
            # The same partition of both topics goes to one member: two rarely write one conversation.
            partition_assignment_strategy=[RangePartitionAssignor],
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            allow_auto_create_topics=False,
            session_timeout_ms=session_ms,
            heartbeat_interval_ms=session_ms // 5,
            max_partition_fetch_bytes=2 * message_bytes(settings, RECORDS),
        )
        try:
            # A consumer whose password is refused gets nothing and raises nothing: the admin client does.
            partition_count(settings, RECORDS)
            consumer.subscribe(topics, listener=self._report)
            yield consumer
        finally:
            self._report.left()
            consumer.close(autocommit=False, timeout_ms=_CLOSE_MS)


def _after(batch: Batch) -> dict[TopicPartition, OffsetAndMetadata]:
    return {place: OffsetAndMetadata(messages[-1].offset + 1, "", -1) for place, messages in batch.items()}


def _read_again(consumer: KafkaConsumer, batch: Batch) -> None:
    for place, messages in batch.items():
        if place in consumer.assignment():
            consumer.seek(place, messages[0].offset)
