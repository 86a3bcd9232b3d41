"""Erase a conversation: by a command on Kafka, or directly where one process keeps everything."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from alerts.archive import Archive, open_archive
from alerts.errors import ArchiveError
from schemas.codec import decode_json, encode_msgpack
from schemas.session import Forget, Forgotten
from schemas.topics import ANNOTATIONS, RECORDS
from stream.answers import kept_answers
from stream.kafka.connection import Connection
from stream.kafka.expiry import Copies, copies
from stream.kafka.topics import partition_count, topic_name
from stream.kafka.unread import left_unread
from stream.kafka.wire import KIND, conversation_key, kind_of, partition_of
from stream.ledger import close_epoch, remove_ended
from stream.ledger.sqlite import SqliteLedger
from stream.settings import Settings

_ACKNOWLEDGED_S = 30.0
_POLL_MS = 500
_LOOK_AGAIN_S = 0.2
_SQLITE = "sqlite:///"
_LATER = "its worker deletes as soon as it reads the command"


class Erased(msgspec.Struct, frozen=True, kw_only=True):
    """What was removed of a conversation, and what is left of it where we do not reach.

    `records` are those of the ledger, `rows` those of each table of the archive: None when it could not be watched, for
    the reason that `unseen` gives. `copies` are on topics; `answers` is a folder of a language model's answers;
    `unread` counts messages sent before that no annotator had read in time: turns of it among them come back.
    """

    forgotten: Forgotten
    records: int
    rows: dict[str, int] | None
    unseen: str = ""
    copies: tuple[Copies, ...] = ()
    answers: str = ""
    unread: int = 0


def forget_here(settings: Settings, command: Forget) -> Erased:
    """Erase from the ledger and the archive of the embedded monitor.

    Raises LedgerError while a monitor runs on them, ArchiveError.
    """
    name = (command.tenant, command.conversation)
    ledger = SqliteLedger(settings.ledger())
    try:
        marker = close_epoch(ledger, *name)
        told = Forgotten(
            tenant=command.tenant, conversation=command.conversation, epoch=marker.epoch, records=marker.slots
        )
        archive = open_archive(settings.archive())
        try:
            rows = archive.forget(told)
        finally:
            archive.close()
        remove_ended(ledger, *name, marker)
    finally:
        ledger.close()
    return Erased(forgotten=told, records=told.records, rows=dict(rows), answers=kept_answers(settings))


def forget_on_kafka(settings: Settings, command: Forget, patience_s: float) -> Erased | None:
    """Send the command to the judge; return what was erased, None when no answer came within `patience_s` seconds.

    It is sent once annotators have read what had been sent of the conversation, or after as long: it overtakes no turn
    that they have read. The command stays where it is: a judge that starts later obeys it. The archive is watched until
    it has obeyed, too, for as long. Raises BrokerError, TopicsError, SettingsError.
    """
    with _watched(settings) as (archive, absent):
        held = None if archive is None else archive.held(command.conversation, command.tenant)
        unread = left_unread(settings, command.tenant, command.conversation, patience_s)
        told = _answer(settings, command, patience_s)
        if told is None:
            return None
        rows, unseen = None, absent
        if archive is not None and held is not None:
            rows, unseen = _removed(archive, held, told, patience_s)
        return Erased(
            forgotten=told,
            records=told.records,
            rows=rows,
            unseen=unseen,
            copies=copies(settings, datetime.now(UTC)),
            answers=kept_answers(settings),
            unread=unread,
        )


@contextmanager
def _watched(settings: Settings) -> Iterator[tuple[Archive | None, str]]:
    """Give the archive if it can be reached from here, else the reason why not."""
    url = settings.archive()
    if url.startswith(_SQLITE) and not Path(url.removeprefix(_SQLITE)).exists():
        yield None, f"it is not here, and SKG_ARCHIVE_URL would say where it is; {_LATER}"
        return
    try:
        archive = open_archive(url)
    except ArchiveError as error:
        yield None, f"{error.problem}; {_LATER}"
        return
    try:
        yield archive, ""
    finally:
        archive.close()


def _removed(
    archive: Archive, held: Counter[str], told: Forgotten, patience_s: float
) -> tuple[dict[str, int] | None, str]:
    """Return how many rows went once the archive has obeyed, or why that was not seen."""
    try:
        if not _obeyed(archive, told, patience_s):
            return None, "its worker has not come to the command yet, and deletes as soon as it does"
        return dict(held - archive.held(told.conversation, told.tenant)), ""
    except ArchiveError as error:
        return None, f"{error.problem}; {_LATER}"


def _obeyed(archive: Archive, told: Forgotten, patience_s: float) -> bool:
    """Wait until the archive has erased what it was told to."""
    until = time.monotonic() + patience_s
    while True:
        epoch = archive.forgotten_epoch(told.conversation, told.tenant)
        if epoch is not None and epoch >= told.epoch:
            return True
        if time.monotonic() > until:
            return False
        time.sleep(_LOOK_AGAIN_S)


def _answer(settings: Settings, command: Forget, patience_s: float) -> Forgotten | None:
    connection = Connection.of(settings)
    key = conversation_key(command.tenant, command.conversation)
    place = TopicPartition(topic_name(settings, RECORDS), partition_of(key, partition_count(settings, RECORDS)))
    with connection.errors():
        answers = KafkaConsumer(**connection.client(), enable_auto_commit=False)
        answers.assign([place])
        answers.seek_to_end(place)
        answers.position(place)
        producer = KafkaProducer(**connection.client(), acks="all")
        try:
            sent = producer.send(
                topic_name(settings, ANNOTATIONS),
                key=key,
                value=encode_msgpack(command),
                headers=[(KIND, Forget.__name__.encode())],
            )
            sent.get(timeout=_ACKNOWLEDGED_S)
            return next((told for told in _answers(answers, patience_s) if _same(told, command)), None)
        finally:
            producer.close()
            answers.close(autocommit=False)


def _answers(consumer: KafkaConsumer, patience_s: float) -> Iterator[Forgotten]:
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        for messages in consumer.poll(_POLL_MS).values():
            for message in messages:
                if kind_of(dict(message.headers)) == Forgotten.__name__:
                    yield decode_json(message.value, Forgotten)


def _same(told: Forgotten, command: Forget) -> bool:
    return (told.tenant, told.conversation) == (command.tenant, command.conversation)
