"""Everything that the dashboards ask, put to a real Prometheus after a real run."""

import math

import pytest

from tests.alerts.dashboards.reading import FALLBACK, VALUES, committed, queries
from tests.alerts.dashboards.running import ASSISTANT, VERSIONS, watched_fleet
from tests.broker.fixtures import installed_on, remove

pytestmark = pytest.mark.slow

ASKED = [asked for board in committed().values() for asked in queries(board)]
STANDS_FOR = {
    "$assistant": ASSISTANT,
    "$version": ".*",
    "$__rate_interval": "30s",
    "$__interval": "5s",
    "$__range": "5m",
}
"""What Grafana would put in; the run is half a minute long."""
NEVER_HAPPENED = {
    "Pipeline: Tried again A",  # nothing was away
}
"""What the run does not bring about: these answer with their fallback."""


@pytest.fixture(scope="module")
def watched(broker, tmp_path_factory):
    folder = tmp_path_factory.mktemp("fleet")
    settings = installed_on(broker, folder)
    with watched_fleet(settings, folder) as run:
        yield run
    remove(settings)


def filled(expr):
    for variable, value in STANDS_FOR.items():
        expr = expr.replace(variable, value)
    assert "$" not in expr
    return expr


def answered(watched, asked):
    """Return the series, or label values, that Prometheus answers with; those that are no number left out."""
    if asked.kind == "values":
        series, label = VALUES.fullmatch(filled(asked.expr)).groups()
        return watched.get(f"label/{label}/values", **{"match[]": series})
    if asked.kind == "instant":
        found = watched.get("query", query=filled(asked.expr), time=watched.ended)["result"]
        return [series for series in found if not math.isnan(float(series["value"][1]))]
    step = 5 if asked.kind == "mark" else 1
    times = {"start": watched.began, "end": watched.ended, "step": step}
    found = watched.get("query_range", query=filled(asked.expr), **times)["result"]
    return [series for series in found if any(not math.isnan(float(value)) for _, value in series["values"])]


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_every_query_returns_data(watched, asked):
    assert answered(watched, asked)


@pytest.mark.parametrize("asked", [asked for asked in ASKED if FALLBACK.search(asked.expr)], ids=str)
def test_what_has_a_fallback_returns_what_happened_when_it_happened(watched, asked):
    without = type(asked)(where=asked.where, kind=asked.kind, expr=FALLBACK.sub("", asked.expr))

    assert bool(answered(watched, without)) is (asked.where not in NEVER_HAPPENED)


def test_the_start_of_each_version_is_marked_once(watched):
    (mark,) = [asked for asked in ASKED if asked.where == "Assistant: Version starts"]

    marked = {series["metric"]["assistant_version"]: series["values"] for series in answered(watched, mark)}

    assert {version: len(times) for version, times in marked.items()} == dict.fromkeys(VERSIONS, 1)
    assert marked["1.0"][0][0] < marked["1.1"][0][0]


def test_a_part_that_does_not_answer_is_marked_as_an_alert(watched):
    (mark, *_) = [asked for asked in ASKED if asked.where.endswith(": Alerts")]

    assert "SkgTargetDown" in {series["metric"]["alertname"] for series in answered(watched, mark)}
