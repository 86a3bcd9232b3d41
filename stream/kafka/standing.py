"""What stands on a topic now, for programs that look at it once: letters, certificates, the ledger's changelog."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kafka import KafkaConsumer, TopicPartition

from schemas.topics import Topic
from stream.errors import BrokerError
from stream.kafka.connection import Connection
from stream.kafka.topics import partition_count, topic_name
from stream.settings import Settings

_POLL_MS = 500
_SILENT_POLLS = 60
_FIRST_ANSWER_MS = 30_000


def standing(settings: Settings, topic: Topic) -> Iterator[Any]:
    """Yield the messages, as kafka-python's, that stand on a topic when asked; those that come meanwhile are left.

    Each partition's come in their order. Raises BrokerError, also where the broker falls silent before the last one,
    and TopicsError.
    """
    connection, name = Connection.of(settings), topic_name(settings, topic)
    # Asked of the admin client, since a consumer whose password is refused waits for ever.
    places = [TopicPartition(name, number) for number in range(partition_count(settings, topic))]
    with connection.errors():
        consumer = KafkaConsumer(
            **connection.client(),
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            request_timeout_ms=_FIRST_ANSWER_MS,
        )
        try:
            consumer.assign(places)
            ends = consumer.end_offsets(places)
            consumer.seek_to_beginning(*places)
            silent = 0
            while any(consumer.position(place) < ends[place] for place in places):
                found = consumer.poll(timeout_ms=_POLL_MS)
                silent = 0 if found else silent + 1
                if silent == _SILENT_POLLS:
                    raise BrokerError(broker=connection.address, problem=f"it fell silent in the middle of {name}")
                for place, messages in found.items():
                    yield from (message for message in messages if message.offset < ends[place])
        finally:
            consumer.close()
