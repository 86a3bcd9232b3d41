"""Forgetting comes after what had been sent before it, even while annotators are behind."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from kafka import KafkaConsumer, TopicPartition
from kafka.structs import OffsetAndMetadata

from schemas.session import Forget, Forgotten
from schemas.topics import ANNOTATIONS, TURNS
from schemas.turn import Role, Turn
from stream.forgetting import forget_on_kafka
from stream.kafka.connection import Connection
from stream.kafka.topics import topic_name
from stream.kafka.unread import left_unread
from stream.producer import TurnProducer
from tests.broker.archiving import topics
from tests.broker.chaos.topics import read_all, until

pytestmark = pytest.mark.slow
SENT = 3


def send(settings):
    """Send some turns of a conversation; return where they lie."""
    with TurnProducer(settings) as producer:
        sent = [
            producer.send(Turn(conversation="talk", index=index, role=Role.USER, text="Hello."))
            for index in range(SENT)
        ]
        [partition] = {delivery.result().partition for delivery in sent}
    return TopicPartition(topic_name(settings, TURNS), partition)


def annotated(settings, place, offset):
    """Commit as an annotator that has come as far as `offset`."""
    group = f"{settings.app_id}-annotate"
    annotator = KafkaConsumer(**Connection.of(settings).client(), group_id=group, enable_auto_commit=False)
    annotator.assign([place])
    annotator.commit({place: OffsetAndMetadata(offset, "", -1)})
    annotator.close(autocommit=False)


def test_turns_that_no_annotator_has_read_are_counted(installation):
    place = send(installation)

    assert left_unread(installation, "", "talk", 1.0) == SENT
    annotated(installation, place, SENT - 1)
    assert left_unread(installation, "", "talk", 0.0) == 1


def test_a_topic_without_turns_keeps_nobody_waiting(installation):
    assert left_unread(installation, "", "talk", 0.0) == 0


def test_the_command_waits_for_annotators_that_are_behind(installation):
    place = send(installation)

    with ThreadPoolExecutor() as elsewhere, topics(installation) as answer:
        asked = elsewhere.submit(forget_on_kafka, installation, Forget(conversation="talk"), 60.0)
        assert left_unread(installation, "", "talk", 3.0) == SENT
        assert read_all(installation, ANNOTATIONS) == []
        annotated(installation, place, SENT)
        until(lambda: read_all(installation, ANNOTATIONS))
        answer(Forgotten(conversation="talk", epoch=0, records=SENT))
        assert asked.result().unread == 0


def test_what_annotators_have_not_read_in_time_is_told(installation):
    send(installation)

    with ThreadPoolExecutor() as elsewhere, topics(installation) as answer:
        asked = elsewhere.submit(forget_on_kafka, installation, Forget(conversation="talk"), 3.0)
        until(lambda: read_all(installation, ANNOTATIONS))
        answer(Forgotten(conversation="talk", epoch=0, records=0))
        assert asked.result().unread == SENT
