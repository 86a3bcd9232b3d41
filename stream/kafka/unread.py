"""Whether annotators have read what applications sent about a conversation before a moment."""

from __future__ import annotations

import time

from kafka import KafkaConsumer, TopicPartition

from schemas.topics import TURNS
from stream.kafka.connection import Connection
from stream.kafka.topics import partition_count, topic_name
from stream.kafka.wire import conversation_key, partition_of
from stream.settings import Settings

_LOOK_AGAIN_S = 0.5


def left_unread(settings: Settings, tenant: str, conversation: str, patience_s: float) -> int:
    """Wait until all that lies on a conversation's partition of the turns topic now has been annotated.

    Return how many of these messages, of this conversation or of others, have not been after `patience_s` seconds. What
    annotators have committed stands among the annotations already, so that a command sent there now comes after it.
    Raises BrokerError, TopicsError.
    """
    connection = Connection.of(settings)
    place = TopicPartition(
        topic_name(settings, TURNS),
        partition_of(conversation_key(tenant, conversation), partition_count(settings, TURNS)),
    )
    until = time.monotonic() + patience_s
    with connection.errors():
        watcher = KafkaConsumer(**connection.client(), group_id=f"{settings.app_id}-annotate", enable_auto_commit=False)
        try:
            [end] = watcher.end_offsets([place]).values()
            while True:
                [beginning] = watcher.beginning_offsets([place]).values()
                left: int = max(0, end - max(beginning, watcher.committed(place) or 0))
                if not left or time.monotonic() > until:
                    return left
                time.sleep(_LOOK_AGAIN_S)
        finally:
            watcher.close(autocommit=False)
