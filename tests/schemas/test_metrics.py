import re

import pytest

from schemas.metrics import LABEL_VALUES, METRICS, MetricKind

CLOSED = {"assistant", "assistant_version", "reason", "version", "policy", "knowledge", "encoder", *LABEL_VALUES}


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_a_metric_follows_the_conventions_of_prometheus(metric):
    assert re.fullmatch(r"skg_[a-z_]+", metric.name)
    assert metric.name.endswith("_total") is (metric.kind is MetricKind.COUNTER)
    assert bool(metric.buckets) is (metric.kind is MetricKind.HISTOGRAM)
    assert list(metric.buckets) == sorted(set(metric.buckets))
    assert metric.help.endswith(".")


def test_names_are_unique():
    assert len({metric.name for metric in METRICS}) == len(METRICS)


def test_labels_come_from_closed_sets_and_never_name_a_conversation():
    assert {label for metric in METRICS for label in metric.labels} <= CLOSED
    assert not CLOSED & {"conversation", "turn", "turn_id", "user", "tenant"}
