"""What somebody does to the topics between two starts of a worker, or while it runs."""

import time

import pytest
from kafka.admin import KafkaAdminClient, NewPartitions

from schemas.codec import decode_json, encode_json
from schemas.record import TurnRecord
from schemas.session import SessionSummary
from schemas.topics import ANNOTATIONS, RECORDS, TURNS
from schemas.turn import Role, Turn
from stream.kafka.connection import Connection
from stream.kafka.topics import create, topic_name
from stream.kafka.wire import kind_of
from tests.broker.chaos.topics import drained, read_all, until
from tests.broker.chaos.workers import Worker, running
from tests.broker.fixtures import installed_on, remove
from tests.broker.sending import producer

pytestmark = pytest.mark.slow


@pytest.fixture
def settings(broker, tmp_path):
    """Give the settings of an installation in which conversations end after seconds."""
    made = installed_on(
        broker, tmp_path, partitions=1, session_idle_seconds=3.0, tick_seconds=1.0,
        archive_url=f"sqlite:///{tmp_path / 'archive.db'}",
    )  # fmt: skip
    yield made
    remove(made)


@pytest.fixture
def admin(settings):
    client = KafkaAdminClient(**Connection.of(settings).client())
    yield client
    client.close()


def send(settings, *numbers):
    with producer(settings) as sending:
        for number in numbers:
            turn = Turn(conversation="talk", role=Role.USER, text="hello", index=number, turn_id=str(number))
            sending.send(topic_name(settings, TURNS), key=b"talk", value=encode_json(turn))


def told(settings, kind):
    messages = read_all(settings, RECORDS)
    return [decode_json(one.value, kind) for one in messages if kind_of(dict(one.headers)) == kind.__name__]


def make_anew(settings, admin, topic):
    """Delete a topic and make it again, as soon as the broker lets us."""
    admin.delete_topics([topic_name(settings, topic)])
    until(lambda: topic_name(settings, topic) not in admin.list_topics())
    time.sleep(1.0)
    assert create(settings) == [topic_name(settings, topic)]


def test_a_conversation_that_had_ended_goes_on_when_the_annotations_topic_was_made_anew(settings, admin, tmp_path):
    worker = Worker(settings, tmp_path)
    with running(worker):
        send(settings, *range(12))
        until(lambda: len(told(settings, SessionSummary)) == 1)
        worker.terminate()
    make_anew(settings, admin, ANNOTATIONS)

    with running(worker):
        send(settings, 12, 13, 14)
        drained(settings)

        assert [(one.epoch, one.slot) for one in told(settings, TurnRecord)][12:] == [(1, 0), (1, 1), (1, 2)]


def test_a_worker_is_not_ready_on_topics_that_were_changed_while_it_ran(settings, admin, tmp_path):
    worker = Worker(settings, tmp_path)
    with running(worker):
        admin.create_partitions({topic_name(settings, TURNS): NewPartitions(3)})
        until(lambda: not worker.ready(), 60)

        assert "conversations.turns.v1 has 3 partitions and needs 1" in worker._get("/health/ready")[1]
