"""Time on the broker: what has expired unread is no work, and a producer's clock decides nothing."""

import pytest
from kafka import TopicPartition
from kafka.admin import KafkaAdminClient

from schemas.codec import encode_json
from schemas.record import TurnRecord
from schemas.session import SessionSummary
from schemas.topics import RECORDS, TURNS
from schemas.turn import Role, Turn
from stream.kafka.connection import Connection
from stream.kafka.topics import topic_name
from stream.kafka.wire import kind_of
from tests.broker.chaos.topics import read_all, until
from tests.broker.chaos.workers import Worker, running
from tests.broker.fixtures import installed_on, remove
from tests.broker.sending import producer

pytestmark = pytest.mark.slow
LONG_AGO_MS = 1


@pytest.fixture
def settings(broker, tmp_path):
    """Give the settings of an installation in which conversations end, and processes count as stuck, after seconds."""
    made = installed_on(
        broker, tmp_path, partitions=2, session_idle_seconds=6.0, tick_seconds=1.0, stuck_seconds=8.0,
        archive_url=f"sqlite:///{tmp_path / 'archive.db'}",
    )  # fmt: skip
    yield made
    remove(made)


def send(settings, conversation, number, **more):
    turn = Turn(conversation=conversation, role=Role.USER, text="hello", index=number, turn_id=str(number))
    with producer(settings) as sending:
        sending.send(topic_name(settings, TURNS), key=conversation.encode(), value=encode_json(turn), **more)


def kinds(settings):
    return [kind_of(dict(message.headers)) for message in read_all(settings, RECORDS)]


def expire(settings):
    """Delete every turn that stands on the broker, as its retention does."""
    admin = KafkaAdminClient(**Connection.of(settings).client())
    admin.delete_records({TopicPartition(topic_name(settings, TURNS), number): -1 for number in range(2)})
    admin.close()


def test_turns_that_expired_unread_are_no_work_and_keep_no_conversation_open(settings, tmp_path):
    for number in range(20):
        send(settings, f"expired {number}", 0)
    expire(settings)
    worker = Worker(settings, tmp_path)

    with running(worker):
        until(lambda: 'skg_consumer_lag{stage="annotate"} 0.0' in worker.metrics(), 30)
        send(settings, "silent", 0)
        until(lambda: SessionSummary.__name__ in kinds(settings))

        assert worker._get("/health/live")[0] == 200


def test_a_turn_with_a_time_of_long_ago_is_as_new_as_when_it_came(settings, tmp_path):
    worker = Worker(settings, tmp_path)

    with running(worker):
        send(settings, "old", 0, timestamp_ms=LONG_AGO_MS)
        until(lambda: TurnRecord.__name__ in kinds(settings))
        send(settings, "old", 1, timestamp_ms=LONG_AGO_MS)
        until(lambda: SessionSummary.__name__ in kinds(settings))

    assert kinds(settings) == [TurnRecord.__name__, TurnRecord.__name__, SessionSummary.__name__]
