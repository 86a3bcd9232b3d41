"""Fixtures on a real broker: one for the whole session, private ones to stop and kill, and an installation on it."""

import os
import uuid
from contextlib import suppress

import pytest
from kafka.admin import KafkaAdminClient
from kafka.errors import UnknownTopicOrPartitionError

from stream.kafka.connection import Connection
from stream.kafka.topics import create, plan
from stream.settings import Settings
from tests.broker.running import OtherBroker, RunningBroker


@pytest.fixture(scope="session")
def broker(tmp_path_factory):
    """Give a broker that all tests share and none may stop; SKG_TEST_BROKER names another one (HOST:PORT)."""
    if address := os.environ.get("SKG_TEST_BROKER"):
        yield OtherBroker(address)
        return
    running = RunningBroker(tmp_path_factory.mktemp("broker"))
    yield running
    running.stop()


@pytest.fixture
def private_broker(tmp_path):
    """Give a broker that this test may stop, kill and start again."""
    running = RunningBroker(tmp_path / "broker")
    yield running
    running.stop()


@pytest.fixture
def installation(broker, tmp_path):
    """Give the settings of an installation of its own on the shared broker, its topics made."""
    settings = installed_on(broker, tmp_path)
    yield settings
    remove(settings)


def installed_on(broker, folder, **more):
    """Return the settings of an installation whose names nobody else uses, after making its topics."""
    name = f"t{uuid.uuid4().hex[:8]}"
    settings = Settings(
        broker=broker.address,
        **{
            "app_id": name,
            "topic_prefix": f"{name}.",
            "partitions": 4,
            "data_dir": str(folder / "data"),
            "http_port": 0,
            "encoder": "hash",
            **more,
        },
    )
    create(settings)
    return settings


def remove(settings):
    """Delete an installation's topics, so that a long session does not fill the broker."""
    admin = KafkaAdminClient(**Connection.of(settings).client())
    there = set(admin.list_topics())
    with suppress(UnknownTopicOrPartitionError):  # a test had deleted it, and the broker was still listing it
        admin.delete_topics([planned.name for planned in plan(settings) if planned.name in there])
    admin.close()
