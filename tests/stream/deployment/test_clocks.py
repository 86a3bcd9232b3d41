"""Which difference between two clocks is one."""

import pytest

from stream.deployment.clocks import Moment, clock


@pytest.mark.parametrize(
    ("earliest", "latest", "found"),
    [
        (102.5, 103.5, "within 2 s of this host's"),
        (102.6, 103.6, "at least 2.1 s ahead of this host's"),
        (97.0, 98.0, "within 2 s of this host's"),
        (96.9, 97.9, "at least 2.1 s behind this host's"),
    ],
)
def test_only_what_a_cut_off_second_and_the_way_there_cannot_explain_is_a_difference(earliest, latest, found):
    check = clock("Prometheus", Moment(asked=100.0, answered=100.5, earliest=earliest, latest=latest))

    assert (check.name, check.found, check.sound) == ("clock of Prometheus", found, found.startswith("within"))
    assert bool(check.todo) is not check.sound


def test_a_message_of_the_past_says_only_that_a_clock_is_not_ahead():
    check = clock("the broker", Moment(asked=100.0, answered=100.5, earliest=40.0))

    assert check.sound
    assert check.found.startswith("not ahead of this host's by 2 s")


def test_a_message_of_the_future_says_that_a_clock_is_ahead():
    check = clock("the broker", Moment(asked=100.0, answered=100.5, earliest=160.0))

    assert check.found == "at least 59.5 s ahead of this host's"
