"""One port for all processes of a worker: metrics that add up, and health that means progress."""

import os
import re
import signal
import time

import httpx
import pytest

from stream.worker.status import Status, StatusFile
from tests.stream.worker.programs import FakeWorker, until

pytestmark = pytest.mark.slow

LATE = "skg_late_turns_total"
RECORDS = "skg_ledger_records"


def ready(worker):
    return until(lambda: worker.problems("ready"), lambda answer: answer == (200, []))


def test_counters_and_gauges_of_all_children_are_summed_at_one_port(tmp_path):
    with FakeWorker(tmp_path, "annotate", processes=3) as worker:
        ready(worker)

        assert worker.samples(LATE) == {(): 3.0}
        assert worker.samples(RECORDS) == {(): 30.0}


def test_a_child_that_was_killed_keeps_its_counts_and_loses_its_gauges(tmp_path):
    with FakeWorker(tmp_path, "annotate", processes=2) as worker:
        ready(worker)

        os.kill(worker.starts("annotate-0")[0], signal.SIGKILL)
        worker.started("annotate-0", times=2)
        ready(worker)

        assert worker.samples(LATE) == {(): 3.0}
        assert worker.samples(RECORDS) == {(): 20.0}
        assert len(list((worker.folder / "metrics").glob("counter_*.db"))) == 2


def test_a_worker_that_starts_anew_begins_at_zero(tmp_path):
    for _ in range(2):
        with FakeWorker(tmp_path, "judge") as worker:
            ready(worker)
            counted = worker.samples(LATE)
            worker.stop(signal.SIGTERM)

        assert counted == {(): 1.0}


def test_lag_is_what_the_children_say_of_themselves_joined_by_stage(tmp_path):
    with FakeWorker(tmp_path, "annotate", processes=2) as worker:
        worker.says("annotate-0", lag=3, event_lag_seconds=1.5, last_commit=time.time() - 50)
        worker.says("annotate-1", lag=4, event_lag_seconds=0.5, recovering=True)
        until(lambda: worker.samples("skg_consumer_lag"), lambda lag: lag == {(("stage", "annotate"),): 7.0})

        event_lag = worker.samples("skg_event_lag_seconds")
        recovering = worker.samples("skg_recovering")
        ages = until(lambda: worker.samples("skg_commit_age_seconds"), lambda age: age[(("stage", "annotate"),)] > 0)

    assert event_lag == {(("stage", "annotate"),): 1.5}
    assert recovering == {(("stage", "annotate"),): 1.0}
    assert next(iter(ages.values())) < 50, "waiting began when messages were first seen to wait"


def test_each_sample_is_told_once_and_the_build_is_named(tmp_path):
    with FakeWorker(tmp_path, "all") as worker:
        ready(worker)
        _, text = worker.get("/metrics")

    samples = [line.rpartition(" ")[0] for line in text.splitlines() if not line.startswith("#")]
    types = re.findall(r"^# TYPE (\S+)", text, re.MULTILINE)
    assert len(samples) == len(set(samples))
    assert len(types) == len(set(types))
    assert not [name for name in types if name.endswith("_created")]
    assert re.search(r'^skg_build_info\{.*version="[\d.]+"\} 1.0$', text, re.MULTILINE)
    assert re.search(r'^skg_worker_restarts_total\{reason="gap",stage="judge"\} 0.0$', text, re.MULTILINE)


def test_a_child_that_is_not_ready_makes_the_worker_unready_and_is_named_with_its_reason(tmp_path):
    gap = "conversations.turns.v1, partition 3: after 41 came 57"
    with FakeWorker(tmp_path, "all") as worker:
        ready(worker)
        worker.says("judge-0", problem=gap)
        worker.says("annotate-0", event_lag_seconds=61.0, lag=5)
        worker.says("archive-0", recovering=True)

        code, problems = until(lambda: worker.problems("ready"), lambda answer: len(answer[1]) == 3)
        live = worker.problems("live")

    assert code == 503
    assert problems == [
        "annotate-0 is 61 s behind; 60 s are allowed",
        f"judge-0 reports: {gap}",
        "archive-0 is recovering its state from the changelog",
    ]
    assert live == (200, [])


def test_messages_that_wait_without_a_commit_fail_liveness(tmp_path):
    with FakeWorker(tmp_path, "annotate", SKG_STUCK_SECONDS="1") as worker:
        ready(worker)
        worker.says("annotate-0", lag=7, last_commit=1.0)

        code, problems = until(lambda: worker.problems("live"), lambda answer: answer[1])

    assert code == 503
    assert re.fullmatch(r"annotate-0 has 7 messages waiting and has committed nothing for \d+ s", problems[0])


def test_a_frozen_child_fails_liveness_and_a_woken_one_does_not(tmp_path):
    with FakeWorker(tmp_path, "judge", SKG_STUCK_SECONDS="1") as worker:
        ready(worker)
        (pid,) = worker.starts("judge-0")

        os.kill(pid, signal.SIGSTOP)
        code, problems = until(lambda: worker.problems("live"), lambda answer: answer[1])
        os.kill(pid, signal.SIGCONT)
        woken = until(lambda: worker.problems("live"), lambda answer: not answer[1])

    assert code == 503
    assert re.fullmatch(r"judge-0 has made no progress for \d+ s", problems[0])
    assert woken == (200, [])


def test_a_child_that_waits_for_its_restart_is_named_and_fails_readiness_alone(tmp_path):
    waiting = "judge-0 is not running (crashed); it is started again"
    with FakeWorker(tmp_path, "judge") as worker:
        ready(worker)
        worker.tell("judge-0", **{"raise": "broker"})

        code, _ = until(lambda: worker.problems("ready"), lambda answer: answer[1] == [waiting])
        live = worker.problems("live")

    assert code == 503
    assert live == (200, [])


def test_what_each_child_says_is_shown(tmp_path):
    with FakeWorker(tmp_path, "judge") as worker:
        ready(worker)
        answer = httpx.get(f"{worker.url}/health/ready").json()

        assert answer["children"]["judge-0"]["pid"] == worker.starts("judge-0")[0]
        assert httpx.get(worker.url).json()["metrics"] == "/metrics"


def test_workers_on_one_host_with_one_folder_get_along(tmp_path):
    default_port = {"SKG_HTTP_PORT": ""}
    with (
        FakeWorker(tmp_path, "judge", **default_port) as first,
        FakeWorker(tmp_path, "judge", **default_port) as second,
    ):
        ready(first)
        ready(second)

        assert [first.folder.name, second.folder.name] == ["worker-1", "worker-2"]
        assert first.url != second.url
        first.stop(signal.SIGKILL)
        with FakeWorker(tmp_path, "judge", **default_port) as third:
            third.started("judge-0", times=2)

            assert third.folder == first.folder


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(tmp_path):
    with FakeWorker(tmp_path, "judge") as first:
        port = first.url.rpartition(":")[2]
        second = FakeWorker(tmp_path, "judge", SKG_HTTP_PORT=port)
        code, said = second.end()

    assert code == 1
    assert said.splitlines()[-1] == f"skg: cannot listen on 127.0.0.1:{port}: address already in use"


def test_an_address_open_to_the_network_needs_a_token(tmp_path):
    code, said = FakeWorker(tmp_path, "judge", SKG_HTTP_HOST="0.0.0.0").end()  # noqa: S104 - it must be refused

    assert code == 1
    assert "set a token" in said


def test_a_status_is_read_whole_or_not_at_all(tmp_path):
    file = StatusFile(tmp_path / "status.json")
    file.write(Status(role="judge", lag=3))
    whole = file.path.read_bytes()

    assert StatusFile.read(file.path) == StatusFile.read(file.path)
    assert StatusFile.read(file.path).lag == 3
    file.path.write_bytes(whole[:-4])
    assert StatusFile.read(file.path) is None
    assert StatusFile.read(tmp_path / "none.json") is None
