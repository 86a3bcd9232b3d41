"""What Prometheus is told: names of the catalogue, labels from closed sets, and only what is new."""

import msgspec
from prometheus_client.parser import text_string_to_metric_families

from schemas.finding import FindingKind
from schemas.metrics import FOUND_BY, METRICS, NOT_ASSESSED, REASONS
from schemas.record import RESENT, TurnRecord
from schemas.session import SessionSummary
from schemas.turn import Role
from skgeval.judgement.severity import load_severities
from skgeval.policy import Policy
from stream.labels import LabelLimits
from stream.metrics import Metrics
from tests.stream.fakes import finding, scores
from tests.stream.samples import samples, total

WHO = (("assistant", "shop"), ("assistant_version", "1"))


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
    """Return the samples that are not 0."""
    return {labels: value for labels, value in samples(metrics.exposition().decode(), name).items() if value}


def test_every_metric_of_the_catalogue_is_there_under_its_name():
    families = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in text_string_to_metric_families(Metrics().exposition().decode())
    }

    assert families == {metric.name for metric in METRICS}


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


def test_the_series_of_a_version_begin_with_0_before_anything_happens():
    metrics = Metrics()

    metrics.recorded(record(scores=scores(0.9)))

    text = metrics.exposition().decode()
    kinds = {dict(labels)["kind"] for labels in samples(text, "skg_findings_total")}
    contradictions = [
        (dict(labels)["detector"], dict(labels)["severity"])
        for labels in samples(text, "skg_findings_total")
        if dict(labels)["kind"] == "contradiction"
    ]
    table = load_severities()
    assert kinds == {"contradiction", "forgotten", "drift", "revision", "user_conflict"}
    assert sorted(contradictions) == sorted(
        (detector, table.severity(detector)) for detector in FOUND_BY[FindingKind.CONTRADICTION]
    )
    assert sum(samples(text, "skg_findings_total").values()) == 0
    assert total(text, "skg_resent_turns_total", assistant="shop", assistant_version="1") == 0
    assert samples(text, "skg_degrading_conversations") == {WHO: 0.0}
    assert total(text, "skg_extraction_failures_total", reason="crashed") == 0
    assert {
        (dict(labels)["component"], dict(labels)["reason"]) for labels in samples(text, "skg_not_assessed_total")
    } == {(component, reason) for component, reasons in NOT_ASSESSED.items() for reason in reasons}


def test_counters_with_a_closed_set_of_reasons_begin_with_0_before_any_turn():
    text = Metrics().exposition().decode()

    for name, reasons in REASONS.items():
        assert samples(text, name) == {(("reason", reason),): 0.0 for reason in reasons}


def test_assistants_that_settings_name_are_there_before_their_first_turn():
    metrics = Metrics(LabelLimits(assistants=("shop", "bank")))

    told = samples(metrics.exposition().decode(), "skg_turns_total")

    assert {dict(labels)["assistant"] for labels in told} == {"shop", "bank"}
    assert set(told.values()) == {0.0}


def test_a_users_turn_that_names_no_version_begins_nothing_but_its_own_count():
    metrics = Metrics()

    metrics.recorded(msgspec.structs.replace(record(version=""), role=Role.USER))

    assert samples(metrics.exposition().decode(), "skg_findings_total") == {}


def test_a_turn_that_was_sent_again_by_hand_is_counted_as_that_and_as_nothing_else():
    metrics = Metrics()
    metrics.recorded(record(scores=scores(0.9)))
    before = moved(metrics)

    metrics.recorded(
        record(
            scores=scores(0.1),
            findings=(finding(3),),
            flags=(RESENT, "late", "truncated"),
            rejections={"subject": 3},
            failure="crashed",
        )
    )

    assert moved(metrics) - before == {("skg_resent_turns_total", *WHO, 1.0)}


def test_a_conversation_that_was_sent_again_as_a_whole_does_not_count_as_ended():
    metrics = Metrics()
    summary = SessionSummary(
        conversation="c1",
        turns=4,
        assistant_turns=2,
        scored_turns=2,
        resent_turns=4,
        assistant="shop",
        assistant_version="1",
        score=0.5,
        slope=-0.2,
    )

    metrics.ended(summary)
    nothing = samples(metrics.exposition().decode(), "skg_session_score_count")
    metrics.ended(msgspec.structs.replace(summary, resent_turns=3))

    assert nothing == {}
    assert samples(metrics.exposition().decode(), "skg_session_score_count") == {WHO: 1.0}


def test_the_recent_slope_has_a_bound_at_the_limit_for_degrading_which_counts_as_degrading():
    metrics = Metrics()
    for slope in (Policy().recent_slope, Policy().recent_slope + 1e-6):
        metrics.recorded(record(scores=trend(slope)))

    below = samples(metrics.exposition().decode(), "skg_recent_slope_bucket")

    assert {dict(labels)["le"]: count for labels, count in below.items()} | {"-0.01": 1.0, "-0.005": 2.0} == {
        dict(labels)["le"]: count for labels, count in below.items()
    }


def test_the_slope_of_two_turns_says_nothing_and_is_left_out():
    metrics = Metrics()

    metrics.recorded(record(scores=msgspec.structs.replace(trend(-0.4), recent_error=None)))

    assert samples(metrics.exposition().decode(), "skg_recent_slope_count") == {WHO: 0.0}


def test_what_was_counted_for_a_version_leaves_with_it():
    clock = [0.0]
    metrics = Metrics(LabelLimits(max_versions=1), clock=lambda: clock[0])
    metrics.recorded(record(version="1", scores=scores(0.9)))

    clock[0] = 3_600.0
    metrics.recorded(record(version="2", scores=scores(0.9)))

    versions = {
        sample.labels["assistant_version"]
        for family in text_string_to_metric_families(metrics.exposition().decode())
        for sample in family.samples
        if "assistant_version" in sample.labels
    }
    assert versions == {"2"}


def test_a_version_that_comes_back_begins_anew_at_0():
    clock = [0.0]
    metrics = Metrics(LabelLimits(max_versions=1), clock=lambda: clock[0])
    for hour, version in enumerate(("1", "2", "1")):
        clock[0] = hour * 3_600.0
        metrics.recorded(record(version=version, scores=scores(0.9)))

    assert total(metrics.exposition().decode(), "skg_turns_total", assistant_version="1", outcome="scored") == 1.0
    assert total(metrics.exposition().decode(), "skg_findings_total", assistant_version="1") == 0.0


def test_folded_assistants_are_counted():
    metrics = Metrics(LabelLimits(max_assistants=1))

    for assistant in ("shop", "bank", "bakery", "bank"):
        metrics.recorded(record(assistant=assistant, scores=scores(0.9)))

    assert total(metrics.exposition().decode(), "skg_assistants_folded") == 2.0
    assert total(metrics.exposition().decode(), "skg_turns_total", assistant="other") == 3.0


def moved(metrics):
    """Return everything that is not 0, as it stands."""
    return {
        (sample.name, *sorted(sample.labels.items()), sample.value)
        for family in text_string_to_metric_families(metrics.exposition().decode())
        for sample in family.samples
        if sample.value
    }


def trend(slope):
    return msgspec.structs.replace(scores(0.9), recent_slope=slope, recent_error=0.001)
