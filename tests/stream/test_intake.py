"""The queue between sources and judge: its bound, who waits and who is sent away."""

from threading import Thread

from stream.intake import Arrival, Intake
from tests.stream.fakes import said


def arrival(turns=1, settled=None):
    answers = [] if settled is None else settled
    return Arrival([said("c1", "user", "Hi") for _ in range(turns)], answers.append)


def test_what_was_offered_is_taken_in_order():
    intake = Intake(capacity=3)
    first, second = arrival(), arrival()

    assert intake.offer(first)
    assert intake.offer(second)
    assert intake.take(10, timeout=0) == [first, second]


def test_an_offer_up_to_the_capacity_is_taken_and_one_turn_more_is_not():
    intake = Intake(capacity=3)
    intake.offer(arrival(2))

    assert not intake.offer(arrival(2))
    assert intake.offer(arrival(1))
    assert intake.waiting == 3


def test_an_arrival_larger_than_the_capacity_is_taken_when_nothing_waits():
    intake = Intake(capacity=3)

    assert intake.offer(arrival(5))
    assert not intake.offer(arrival(1))


def test_a_batch_holds_whole_arrivals_of_together_no_more_than_asked_for():
    intake = Intake(capacity=20)
    for turns in (2, 2, 3, 9):
        intake.offer(arrival(turns))

    assert [len(taken.turns) for taken in intake.take(4, timeout=0)] == [2, 2]
    assert [len(taken.turns) for taken in intake.take(4, timeout=0)] == [3]
    assert [len(taken.turns) for taken in intake.take(4, timeout=0)] == [9]
    assert intake.take(4, timeout=0) == []


def test_putting_waits_for_room():
    intake = Intake(capacity=1)
    intake.offer(arrival())
    waiting = Thread(target=intake.put, args=(arrival(),))
    waiting.start()

    assert len(intake.take(1, timeout=5)) == 1
    assert len(intake.take(1, timeout=5)) == 1
    waiting.join()


def test_closing_sends_away_whoever_waits_for_room():
    intake = Intake(capacity=1)
    intake.offer(arrival())
    answers = []
    waiting = Thread(target=lambda: answers.append(intake.put(arrival())))
    waiting.start()

    intake.close()
    waiting.join()

    assert answers == [False]
    assert not intake.offer(arrival())


def test_those_whose_turns_were_not_taken_are_told():
    intake = Intake(capacity=5)
    settled = []
    intake.offer(arrival(2, settled))

    assert intake.refuse_waiting() == 2
    assert settled == [None]


def test_a_caller_who_was_sent_away_waits_a_second_at_least_and_a_minute_at_most():
    quiet, behind = Intake(capacity=1), Intake(capacity=100_000)
    behind.offer(arrival(50_000))

    assert quiet.seconds_until_room() == 1
    assert behind.seconds_until_room() == 60
