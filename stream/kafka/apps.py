"""One Faust app for each role, made by a function: nothing runs on import, no setting of Faust's is left to chance.

`annotate` and `judge` are two apps with two ids: in one group a worker without tables assigns partitions in another
way, and the judge hangs (docs/decisions/0050-faust-arrangement.md).
"""

from __future__ import annotations

from pathlib import Path

import faust
from faust import TopicT

from schemas.topics import ANNOTATIONS, TOPICS, TURNS, Topic
from stream.kafka.connection import Connection
from stream.kafka.consumer import contiguous
from stream.kafka.topics import message_bytes, topic_name
from stream.settings import Settings, Store

_STORES = {Store.ROCKSDICT: "rocksdb://?driver=rocksdict", Store.MEMORY: "memory://"}
_HEARTBEATS = 4
"""Heartbeats within one session time-out."""
_SEND_SECONDS = 120.0
"""How long a send may wait for a broker before it counts as failed, and the process starts anew."""
_BUFFER = 4_096
_POLL = 500


def build_app(settings: Settings, role: str, folder: Path, partitions: int) -> faust.App:
    """Return the app of a role over topics of `partitions` partitions, its local stores in `folder`."""
    largest = max(message_bytes(settings, topic) for topic in TOPICS)
    app = faust.App(
        f"{settings.app_id}-{role}",
        **Connection.of(settings).faust(),
        autodiscover=False,
        store=_STORES[settings.store],
        datadir=str(folder),
        topic_partitions=partitions,
        topic_allow_declare=False,
        topic_disable_leader=True,
        table_standby_replicas=settings.standby_replicas,
        processing_guarantee="at_least_once",
        consumer_auto_offset_reset="earliest",
        consumer_max_fetch_size=largest,
        broker_session_timeout=settings.session_timeout_seconds,
        broker_heartbeat_interval=settings.session_timeout_seconds / _HEARTBEATS,
        broker_max_poll_records=_POLL,
        broker_commit_interval=settings.commit_seconds,
        producer_acks=-1,
        producer_request_timeout=_SEND_SECONDS,
        producer_max_request_size=largest,
        stream_buffer_maxsize=_BUFFER,
        stream_wait_empty=False,
        web_enabled=False,
        worker_redirect_stdouts=False,
    )
    sources = frozenset(topic_name(settings, topic) for topic in (TURNS, ANNOTATIONS))
    app.transport.Consumer = contiguous(sources)  # type: ignore[misc]  # Faust has no other way in
    return app


def raw_topic(app: faust.App, settings: Settings, topic: Topic, partitions: int) -> TopicT:
    """Return a topic of the app whose keys and values are bytes: we decode, since an error in Faust stalls."""
    return app.topic(
        topic_name(settings, topic),
        key_type=bytes,
        value_type=bytes,
        key_serializer="raw",
        value_serializer="raw",
        partitions=partitions,
    )
