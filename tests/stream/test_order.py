"""Turns out of order: judged on arrival, flagged, counted; nothing waits (DESIGN.md, section 5)."""

from datetime import timedelta

import pytest

from skgeval.judgement.observe import observe
from skgeval.judgement.severity import load_severities
from skgeval.knowledge import load_knowledge
from skgeval.policy import Policy
from tests.stream.fakes import NOON, WordEngine, said
from tests.stream.test_runner import Desk


class BareEngine(WordEngine):
    """Judges for real what it has not read."""

    knowledge = load_knowledge()
    severities = load_severities()

    def judge(self, session, annotation):
        return observe(session, annotation, Policy(), self.knowledge, self.severities)


@pytest.fixture
def desk():
    return Desk(engine=BareEngine())


def flags(desk, conversation="c1", epoch=0):
    return [record.flags for record in desk.records(conversation, epoch)]


def test_turns_in_order_have_no_flag(desk):
    desk.take(*(said("c1", "user", "Hi", index=n, at=NOON + timedelta(seconds=n)) for n in range(3)))

    assert flags(desk) == [(), (), ()]


def test_a_missing_index_is_a_gap_and_the_turn_that_comes_for_it_is_late(desk):
    desk.take(*(said("c1", "user", "Hi", index=n) for n in (0, 2, 1, 3)))

    assert flags(desk) == [(), ("gap",), ("late",), ()]
    assert [record.position for record in desk.records()] == [0, 2, 1, 3]
    assert [record.slot for record in desk.records()] == [0, 1, 2, 3]
    assert desk.metric("skg_gaps_total") == "1.0"
    assert desk.metric("skg_late_turns_total") == "1.0"


def test_a_clock_that_goes_back_makes_a_turn_late_and_the_same_moment_does_not(desk):
    times = (NOON, NOON, NOON - timedelta(seconds=1), NOON)
    desk.take(*(said("c1", "user", f"Hi {n}", at=at) for n, at in enumerate(times)))

    assert flags(desk) == [(), (), ("late",), ()]


def test_only_the_first_turn_after_an_end_is_a_continuation_and_no_gap(desk):
    desk.take(said("c1", "user", "Hi", index=0))
    desk.runner.tick(NOON + timedelta(hours=1))

    desk.take(said("c1", "user", "Hi", index=1), said("c1", "user", "Hi", index=2))

    assert flags(desk, epoch=1) == [("continuation",), ()]


def test_consecutive_assistant_turns_are_judged_the_second_without_relevance(desk):
    desk.take(
        said("c1", "user", "How are you?", index=0),
        said("c1", "assistant", "Fine.", index=1),
        said("c1", "assistant", "And you?", index=2),
    )

    assert [record.scores.relevance for record in desk.records()[2:]] == [None]


def test_two_conversations_that_mingle_do_not_see_each_other(desk):
    desk.take(*(said(f"c{n % 2}", "user", "Hi", index=n // 2) for n in range(6)))

    assert flags(desk, "c0") == [(), (), ()]
    assert flags(desk, "c1") == [(), (), ()]
