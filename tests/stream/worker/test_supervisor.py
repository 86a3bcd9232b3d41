"""What a supervisor does about children that end, and about being told to."""

import os
import signal

import pytest

from stream.worker.exits import Exit
from tests.stream.worker.programs import FakeWorker, alive, gone, until

pytestmark = pytest.mark.slow

RESTARTS = "skg_worker_restarts_total"


def restarts(worker):
    return {labels: count for labels, count in worker.samples(RESTARTS).items() if count}


def test_each_role_is_a_process_of_its_own_with_a_folder_of_its_own(tmp_path):
    with FakeWorker(tmp_path, "all", processes=2) as worker:
        for name in ("annotate-0", "annotate-1", "judge-0", "archive-0"):
            worker.started(name)
        until(lambda: worker.get("/health/ready"), lambda answer: answer[0] == 200)
        pids = {pid for name in ("annotate-0", "annotate-1", "judge-0", "archive-0") for pid in worker.starts(name)}

        code, _ = worker.stop(signal.SIGTERM)

    assert len(pids) == 4
    assert code == 0
    assert not any(alive(pid) for pid in pids)


def test_a_child_that_ends_is_started_again_in_its_folder_and_counted_by_reason(tmp_path):
    with FakeWorker(tmp_path, "judge") as worker:
        (first,) = worker.started("judge-0")
        os.kill(first, signal.SIGKILL)
        worker.started("judge-0", times=2)
        worker.tell("judge-0", exit=str(int(Exit.GAP)))
        worker.started("judge-0", times=3)

        counted = until(lambda: restarts(worker), lambda found: len(found) == 2)

    assert counted == {
        (("reason", "gap"), ("stage", "judge")): 1.0,
        (("reason", "sigkill"), ("stage", "judge")): 1.0,
    }


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_the_worker_reaches_each_child_exactly_once(tmp_path, number):
    with FakeWorker(tmp_path, "annotate", processes=2) as worker:
        worker.started("annotate-0")
        worker.started("annotate-1")

        code, said = worker.stop(number)

        told = [(worker.child(name) / "signals").read_text() for name in ("annotate-0", "annotate-1")]
    assert code == 0
    assert told == ["one\n", "one\n"]
    assert "worker_stopped" in said


def test_children_are_out_of_reach_of_a_terminal(tmp_path):
    with FakeWorker(tmp_path, "judge") as worker:
        (pid,) = worker.started("judge-0")

        assert os.getsid(pid) == pid
        assert os.getsid(pid) != os.getsid(worker.process.pid)


def test_a_child_that_does_not_listen_is_killed_and_the_worker_still_ends_well(tmp_path):
    with FakeWorker(tmp_path, "judge") as worker:
        worker.tell("judge-0", deaf="")
        (first,) = worker.started("judge-0")
        os.kill(first, signal.SIGKILL)  # the next one finds the file for certain
        pid = worker.started("judge-0", times=2)[-1]

        code, said = worker.stop(signal.SIGTERM)

    assert code == 0
    assert "child_killed" in said
    assert not alive(pid)


def test_children_do_not_outlive_a_supervisor_that_was_killed(tmp_path):
    with FakeWorker(tmp_path, "annotate", processes=2) as worker:
        pids = [*worker.started("annotate-0"), *worker.started("annotate-1")]

        worker.stop(signal.SIGKILL)

        for pid in pids:
            gone(pid)


def test_what_a_user_has_to_mend_ends_the_worker_with_that_sentence(tmp_path):
    with FakeWorker(tmp_path, "all") as worker:
        others = [*worker.started("annotate-0"), *worker.started("archive-0")]
        worker.started("judge-0")

        worker.tell("judge-0", **{"raise": "settings"})
        code, said = worker.end()

    assert code != 0
    assert said.splitlines()[-1] == "skg: judge-0: settings: broker: is not set"
    assert not any(alive(pid) for pid in others)


def test_a_broker_that_is_away_is_no_reason_to_give_up(tmp_path):
    with FakeWorker(tmp_path, "judge") as worker:
        worker.started("judge-0")
        worker.tell("judge-0", **{"raise": "broker"})
        until(lambda: restarts(worker), lambda found: found)
        (worker.child("judge-0") / "raise").unlink()

        worker.started("judge-0", times=2)
        until(lambda: worker.get("/health/ready"), lambda answer: answer[0] == 200)
        code, said = worker.stop(signal.SIGTERM)

    assert code == 0
    assert "Kafka at b:1: is away" in said


def test_of_an_unforeseen_error_only_type_and_place_are_told(tmp_path):
    with FakeWorker(tmp_path, "judge") as worker:
        worker.started("judge-0")
        worker.tell("judge-0", **{"raise": "unforeseen"})
        counted = until(lambda: restarts(worker), lambda found: found)
        _, said = worker.stop(signal.SIGTERM)

    assert list(counted) == [(("reason", "crashed"), ("stage", "judge"))]
    assert '"error": "ValueError"' in said
    assert "secret words" not in said


def test_a_worker_told_to_stop_while_a_child_waits_for_its_restart_stops(tmp_path):
    with FakeWorker(tmp_path, "judge") as worker:
        worker.started("judge-0")
        worker.tell("judge-0", exit="1")
        until(lambda: restarts(worker), lambda found: found)

        code, _ = worker.stop(signal.SIGTERM)

    assert code == 0
