import pytest
from kafka import KafkaConsumer, KafkaProducer

from schemas.topics import RECORDS
from stream.kafka.connection import Connection
from stream.kafka.topics import topic_name

pytestmark = pytest.mark.slow


def test_a_backlog_of_megabytes_is_read_without_losing_the_connection(installation, caplog):
    topic, client = topic_name(installation, RECORDS), Connection.of(installation).client()
    producer = KafkaProducer(acks="all", **client)
    for number in range(160):
        producer.send(topic, key=str(number).encode(), value=bytes(100_000))
    producer.flush()
    producer.close()
    consumer = KafkaConsumer(
        topic, group_id=installation.app_id, auto_offset_reset="earliest", consumer_timeout_ms=20_000, **client
    )

    read = [message.key for _, message in zip(range(160), consumer, strict=False)]

    consumer.close()
    assert len(read) == 160
    assert [record.getMessage() for record in caplog.records if "InvalidReceiveError" in record.getMessage()] == []
