"""What Prometheus is told: names of the catalogue, labels from closed sets, and only what is new."""

import msgspec
from prometheus_client.parser import text_string_to_metric_families

from schemas.metrics import METRICS
from schemas.record import TurnRecord
from schemas.turn import Role
from stream.labels import Bounded, LabelLimits
from stream.metrics import Metrics
from tests.stream.fakes import finding, scores


def record(assistant="shop", version="1", **fields):
    return TurnRecord(
        conversation="secret-id",
        slot=0,
        position=0,
        turn_id="t1",
        role=Role.ASSISTANT,
        text_digest="d",
        assistant=assistant,
        assistant_version=version,
        **fields,
    )


def values(metrics, name):
    return {
        tuple(sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(metrics.exposition().decode())
        for sample in family.samples
        if sample.name == name
    }


def test_every_metric_of_the_catalogue_is_there_under_its_name():
    families = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in text_string_to_metric_families(Metrics().exposition().decode())
    }

    assert families == {metric.name for metric in METRICS}


def test_values_are_told_apart_up_to_the_bound_and_the_rest_are_other():
    bounded = Bounded(2)

    assert [bounded.label(value) for value in ("a", "b", "c", "a", "d")] == ["a", "b", "other", "a", "other"]


def test_with_a_list_of_names_only_those_are_told_apart():
    bounded = Bounded(0, ("shop",))

    assert [bounded.label(value) for value in ("shop", "bank")] == ["shop", "other"]


def test_versions_are_bounded_for_each_assistant_and_those_of_other_are_not_told_apart():
    metrics = Metrics(LabelLimits(max_assistants=1, max_versions=1))

    assert metrics.who("shop", "1") == {"assistant": "shop", "assistant_version": "1"}
    assert metrics.who("shop", "2") == {"assistant": "shop", "assistant_version": "other"}
    assert metrics.who("bank", "1") == {"assistant": "other", "assistant_version": "other"}


def test_no_label_holds_an_id():
    metrics = Metrics()

    metrics.recorded(record(scores=scores(0.2), findings=(finding(3),)))

    assert "secret-id" not in metrics.exposition().decode()
    assert "t1" not in metrics.exposition().decode()


def test_a_turn_counts_as_scored_not_scored_or_failed():
    metrics = Metrics()
    metrics.recorded(record(scores=scores(0.9)))
    metrics.recorded(record())
    metrics.recorded(record(failure="crashed"))

    outcomes = {dict(labels)["outcome"]: value for labels, value in values(metrics, "skg_turns_total").items()}

    assert outcomes == {"scored": 1.0, "not_scored": 1.0, "failed": 1.0}


def test_a_component_without_score_is_counted_with_its_reason_and_never_as_zero():
    metrics = Metrics()
    partly = msgspec.structs.replace(scores(0.9), relevance=None, reasons=("no_new_prompt",))

    metrics.recorded(record(scores=scores(0.9), served=False))
    metrics.recorded(record(scores=scores(0.9), failure="crashed"))
    metrics.recorded(record(scores=partly))

    reasons = [
        (dict(labels)["component"], dict(labels)["reason"]) for labels in values(metrics, "skg_not_assessed_total")
    ]
    counts = {dict(labels)["component"]: n for labels, n in values(metrics, "skg_component_score_count").items()}
    assert sorted(reasons) == [
        ("coherence", "extraction_failed"),
        ("coherence", "language_not_served"),
        ("coherence", "other"),
        ("relevance", "no_new_prompt"),
    ]
    assert counts == {"relevance": 2.0, "consistency": 3.0}


def test_only_flags_that_tell_of_a_limit_count_as_degraded():
    metrics = Metrics()

    metrics.recorded(record(flags=("truncated", "unbound_reference", "gap")))

    assert [dict(labels) for labels in values(metrics, "skg_degraded_turns_total")] == [{"reason": "truncated"}]


def test_a_finding_said_again_moves_the_counter_of_repeats_alone():
    metrics = Metrics()
    repeated = msgspec.structs.replace(finding(3), repeat_of="x")

    metrics.recorded(record(findings=(repeated,)))

    assert values(metrics, "skg_findings_total") == {}
    assert list(values(metrics, "skg_repeated_findings_total").values()) == [1.0]
