"""Erase a conversation: by a command on Kafka, or directly where one process keeps everything."""

from __future__ import annotations

import time
from collections.abc import Iterator

from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.errors import KafkaError

from alerts.archive import open_archive
from schemas.codec import decode_json, encode_msgpack
from schemas.session import Forget, Forgotten
from schemas.topics import ANNOTATIONS, RECORDS
from stream.errors import BrokerError
from stream.kafka.connection import Connection
from stream.kafka.topics import partition_count, topic_name
from stream.kafka.wire import KIND, conversation_key, kind_of, partition_of
from stream.ledger import close_epoch, remove_ended
from stream.ledger.sqlite import SqliteLedger
from stream.settings import Settings

_ACKNOWLEDGED_S = 30.0
_POLL_MS = 500


def forget_here(settings: Settings, command: Forget) -> Forgotten:
    """Erase from the ledger and the archive of the embedded monitor.

    Raises LedgerError while a monitor runs on them, ArchiveError.
    """
    name = (command.tenant, command.conversation)
    ledger = SqliteLedger(settings.ledger())
    try:
        marker = close_epoch(ledger, *name)
        told = Forgotten(tenant=command.tenant, conversation=command.conversation, epoch=marker.epoch)
        archive = open_archive(settings.archive())
        try:
            archive.forget(told)
        finally:
            archive.close()
        remove_ended(ledger, *name, marker)
    finally:
        ledger.close()
    return told


def forget_on_kafka(settings: Settings, command: Forget, patience_s: float) -> Forgotten | None:
    """Send the command to the judge; return its answer, None when none came within `patience_s` seconds.

    The command stays where it is: a judge that starts later obeys it. Raises BrokerError, TopicsError, SettingsError.
    """
    connection = Connection.of(settings)
    key = conversation_key(command.tenant, command.conversation)
    place = TopicPartition(topic_name(settings, RECORDS), partition_of(key, partition_count(settings, RECORDS)))
    try:
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
    except KafkaError as error:
        raise BrokerError(broker=connection.address, problem=connection.explained(error)) from error


def _answers(consumer: KafkaConsumer, patience_s: float) -> Iterator[Forgotten]:
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        for messages in consumer.poll(_POLL_MS).values():
            for message in messages:
                if kind_of(dict(message.headers)) == Forgotten.__name__:
                    yield decode_json(message.value, Forgotten)


def _same(told: Forgotten, command: Forget) -> bool:
    return (told.tenant, told.conversation) == (command.tenant, command.conversation)
