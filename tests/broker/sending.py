"""A plain producer, for tests that send what TurnProducer would not."""

from contextlib import contextmanager

from kafka import KafkaProducer

from stream.kafka.connection import Connection


@contextmanager
def producer(settings, **more):
    made = KafkaProducer(acks="all", **Connection.of(settings).client(), **more)
    try:
        yield made
        made.flush()
    finally:
        made.close()
