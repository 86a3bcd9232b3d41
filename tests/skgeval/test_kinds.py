"""Kinds of talk that look like a contradiction and are none, beside the same words where they are one."""

import pytest

from schemas.finding import FindingKind
from skgeval import Judge


@pytest.fixture(scope="module")
def judge():
    return Judge(encoder="hash")


def contradictions(judge, *replies):
    records = judge.score({"id": "talk", "turns": [{"role": "assistant", "text": reply} for reply in replies]})
    return [
        (finding.earlier_turn, finding.later_turn)
        for record in records
        for finding in record.findings
        if finding.kind is FindingKind.CONTRADICTION
    ]


def test_a_text_said_again_does_not_conflict_with_itself(judge):
    tour = "The museum is located in Lyon. The museum is located in Marseille."

    assert contradictions(judge, tour, tour) == []


def test_a_value_that_stood_alone_conflicts_with_another_one(judge):
    assert contradictions(judge, "The museum is located in Lyon.", "The museum is located in Marseille.") == [(0, 1)]


def test_what_a_chance_is_about_is_not_stated(judge):
    earlier = "The probability that the valve leaks is 3 percent."
    later = "The probability that the valve does not leak is 97 percent."

    assert contradictions(judge, earlier, later) == []


def test_the_same_words_without_a_chance_conflict(judge):
    assert contradictions(judge, "The valve leaks.", "The valve does not leak.") == [(0, 1)]


def test_two_conditions_about_an_open_thing_are_not_the_same_condition(judge):
    earlier = "If it is smaller, the parser adds the token."
    later = "If it is smaller, the parser removes the token."

    assert contradictions(judge, earlier, later) == []


def test_recurring_times_make_exceptions_from_what_holds_otherwise(judge):
    assert contradictions(judge, "The museum closes at 5 pm.", "The museum closes at 6 pm on weekends.") == []


def test_one_recurring_time_holds_one_value(judge):
    earlier, later = "The museum closes at 5 pm on weekends.", "The museum closes at 6 pm on weekends."

    assert contradictions(judge, earlier, later) == [(0, 1)]
