"""When a worker counts as stuck, when as not ready, and how long a child that ends again and again waits."""

import pytest

from stream.worker.exits import Exit, reason
from stream.worker.health import Limits, examine
from stream.worker.process import BackOff
from stream.worker.seen import Seen
from stream.worker.status import Status

NOW = 10_000.0
LIMITS = Limits(stuck=60.0, ready_lag=30.0)


def seen(*, waiting_since=0.0, running=True, **status):
    fields = {"role": "judge", "pid": 1, "started_at": 0.0, "ready": True, "last_progress": NOW, "last_commit": NOW}
    return Seen(
        name="judge-0",
        role="judge",
        started_at=0.0,
        running=running,
        status=Status(**{**fields, **status}),
        waiting_since=waiting_since,
    )


def stuck(child):
    return list(examine([child], LIMITS, NOW).stuck)


def unready(child):
    return list(examine([child], LIMITS, NOW).unready)


def test_a_child_that_works_is_neither_stuck_nor_unready():
    assert stuck(seen()) == []
    assert unready(seen()) == []


@pytest.mark.parametrize(("silence", "problems"), [(60, []), (61, ["judge-0 has made no progress for 61 s"])])
def test_a_ready_child_may_be_silent_for_as_long_as_the_setting_says(silence, problems):
    assert stuck(seen(last_progress=NOW - silence)) == problems


@pytest.mark.parametrize(("silence", "problems"), [(120, []), (121, ["judge-0 has made no progress for 121 s"])])
def test_a_child_that_loads_its_models_has_two_minutes(silence, problems):
    assert stuck(seen(last_progress=NOW - silence, ready=False)) == problems


def test_a_child_that_never_said_anything_is_stuck_after_two_minutes():
    silent = Seen(name="judge-0", role="judge", started_at=NOW - 121, running=True)

    assert stuck(silent) == ["judge-0 has made no progress for 121 s"]


@pytest.mark.parametrize(("age", "number"), [(60, 0), (61, 1)])
def test_messages_may_wait_without_a_commit_for_as_long_as_the_setting_says(age, number):
    assert len(stuck(seen(lag=3, last_commit=NOW - age, waiting_since=1.0))) == number


def test_the_last_commit_before_a_pause_is_not_held_against_a_child_that_goes_on():
    assert stuck(seen(lag=1, last_commit=NOW - 3_600, waiting_since=NOW - 1)) == []


@pytest.mark.parametrize("excuse", [{"recovering": True}, {"problem": "the database is away"}])
def test_what_a_restart_does_not_mend_fails_readiness_but_not_liveness(excuse):
    child = seen(lag=3, last_commit=1.0, waiting_since=1.0, **excuse)

    assert stuck(child) == []
    assert len(unready(child)) == 1


@pytest.mark.parametrize(("lag", "problems"), [(30.0, []), (31.0, ["judge-0 is 31 s behind; 30 s are allowed"])])
def test_a_child_too_far_behind_is_not_ready(lag, problems):
    assert unready(seen(event_lag_seconds=lag)) == problems


def test_a_child_that_does_not_run_is_being_seen_to_and_not_stuck():
    assert stuck(seen(running=False, last_progress=0.0)) == []
    assert len(unready(seen(running=False))) == 1


def test_waits_double_up_to_half_a_minute():
    back_off = BackOff()

    assert [back_off.after(1.0) for _ in range(8)] == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]


def test_a_child_that_lived_for_a_minute_waits_as_if_it_were_the_first_time():
    back_off = BackOff()
    for _ in range(5):
        back_off.after(59.9)

    assert [back_off.after(60.0), back_off.after(1.0)] == [0.5, 1.0]


@pytest.mark.parametrize(
    ("code", "word"),
    [
        (Exit.GAP, "gap"),
        (Exit.SEND_FAILED, "send_failed"),
        (-15, "sigterm"),
        (0, "ended"),
        (3, "failed"),
        (-99, "failed"),
    ],
)
def test_the_reason_of_an_end_is_a_word_from_a_closed_set(code, word):
    assert reason(code) == word
