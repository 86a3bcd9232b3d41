import pytest

from stream.kafka.lateness import Lateness


@pytest.fixture
def lateness():
    return Lateness()


def test_nothing_is_late_where_nothing_waits(lateness):
    lateness.processed(0, 100.0)

    assert lateness.seconds({0: 0}, now=500.0) == 0.0


def test_a_backlog_is_as_late_as_its_newest_processed_message(lateness):
    lateness.processed(0, 100.0)
    lateness.processed(0, 90.0)

    assert lateness.seconds({0: 5}, now=500.0) == 400.0


def test_a_partition_without_a_backlog_does_not_hide_that_of_another(lateness):
    lateness.processed(0, 100.0)
    lateness.processed(1, 499.0)

    assert lateness.seconds({0: 5, 1: 1}, now=500.0) == 400.0
    assert lateness.seconds({0: 0, 1: 1}, now=500.0) == 1.0


def test_the_first_message_after_a_silence_is_not_late_by_the_silence(lateness):
    lateness.processed(0, 100.0)
    lateness.seconds({0: 0}, now=499.0)

    assert lateness.seconds({0: 1}, now=500.0) == 1.0


def test_a_partition_whose_first_message_is_still_being_handled_tells_nothing(lateness):
    assert lateness.seconds({0: 5}, now=500.0) == 0.0


def test_what_was_known_of_a_partition_that_was_given_away_is_not_used_when_it_comes_back(lateness):
    lateness.processed(0, 100.0)
    lateness.forget()

    assert lateness.seconds({0: 5}, now=500.0) == 0.0
