"""Values of a child in files: they outlive it, add up with those of others, and can be let go."""

import pytest
from prometheus_client import values as where_values_are_made

from schemas.record import TurnRecord
from schemas.turn import Role
from stream.labels import LabelLimits
from stream.metrics import Metrics
from stream.worker.shared import WorkerMetrics
from stream.worker.values import ValueFiles
from tests.stream.fakes import scores
from tests.stream.samples import samples, total

HOUR = 3_600.0


@pytest.fixture
def worker(tmp_path):
    return WorkerMetrics(tmp_path / "metrics", ["judge"], {})


@pytest.fixture
def child(worker, monkeypatch):
    """Give what starts a child's metrics in its files; its clock stands at `clock[0]`."""

    def start(name="judge-0", clock=(0.0,), **limits):
        files = ValueFiles(name, worker.folder)
        monkeypatch.setattr(where_values_are_made, "ValueClass", files.value_class())
        return Metrics(LabelLimits(**limits), files, clock=lambda: clock[0])

    return start


def judged(metrics, *versions):
    for version in versions:
        metrics.recorded(
            TurnRecord(
                conversation="c1",
                slot=0,
                position=0,
                turn_id="t",
                role=Role.ASSISTANT,
                text_digest="d",
                assistant="shop",
                assistant_version=version,
                scores=scores(0.9),
            )
        )


def turns(worker):
    """Return how many scored turns each version has."""
    told = samples(worker.exposition().decode(), "skg_turns_total")
    return {dict(labels)["assistant_version"]: count for labels, count in told.items() if count}


def test_children_add_up_and_one_that_is_started_again_goes_on_counting(worker, child):
    judged(child("judge-0"), "1", "1")
    judged(child("judge-1"), "1")
    judged(child("judge-0"), "1")

    assert turns(worker) == {"1": 4.0}
    assert total(worker.exposition().decode(), "skg_turn_quality_bucket", le="0.9") == 4.0


def test_a_version_that_gave_up_its_place_leaves_the_files_of_its_child(worker, child):
    clock = [0.0]
    metrics = child(clock=clock, max_versions=1)
    judged(metrics, "1")
    metrics.count("skg_late_turns_total")

    clock[0] = HOUR
    judged(metrics, "2", "2")

    text = worker.exposition().decode()
    assert turns(worker) == {"2": 2.0}
    assert 'assistant_version="1"' not in text
    assert total(text, "skg_late_turns_total") == 1.0
    assert sorted(path.suffix for path in worker.folder.iterdir()) == [".db"] * 4


def test_a_version_that_returns_begins_at_0(worker, child):
    clock = [0.0]
    metrics = child(clock=clock, max_versions=1)
    for hour, version in enumerate(("1", "2", "1")):
        clock[0] = hour * HOUR
        judged(metrics, version)

    assert turns(worker) == {"1": 1.0}


def test_a_child_that_is_started_again_knows_whose_places_are_taken(worker, child):
    clock = [0.0]
    judged(child(max_versions=1), "1")

    again = child(clock=clock, max_versions=1)
    judged(again, "2")
    early = turns(worker)
    clock[0] = HOUR
    judged(again, "2")

    assert early == {"1": 1.0, "other": 1.0}
    assert turns(worker) == {"other": 1.0, "2": 1.0}


def test_the_sum_of_what_may_be_negative_is_not_told(worker, child):
    judged(child(), "1")

    text = worker.exposition().decode()
    assert samples(text, "skg_recent_slope_sum") == {}
    assert samples(text, "skg_turn_quality_sum") != {}
    assert samples(text, "skg_recent_slope_count") != {}


def test_the_gauges_of_a_child_that_is_gone_leave_and_those_of_others_stay(worker, child):
    for name in ("judge-0", "judge-1"):
        metrics = child(name)
        metrics.show_conversation(metrics.who("shop", "1"), 1, degrading=True)
    both = total(worker.exposition().decode(), "skg_degrading_conversations")

    worker.gone("judge-0")

    assert both == 2.0
    assert total(worker.exposition().decode(), "skg_degrading_conversations") == 1.0
