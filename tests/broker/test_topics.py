"""Topics on a real broker: made as planned, and refused when they are not as they must be."""

import pytest

from stream.kafka.topics import check, create
from tests.broker.fixtures import installed_on

pytestmark = pytest.mark.slow


def test_topics_that_were_made_pass_the_check(installation):
    check(installation)


def test_topics_that_are_there_are_not_made_again(installation):
    assert create(installation) == []


def test_a_private_broker_keeps_its_topics_when_it_is_killed_and_started_again(private_broker, tmp_path):
    settings = installed_on(private_broker, tmp_path)
    address = private_broker.address

    private_broker.kill()
    private_broker.start()

    assert private_broker.address == address
    check(settings)
