"""What the thresholds cost in false pages: distributions summed up, with the numbers read from the rules."""

import re
from math import exp, sqrt

import pytest
import yaml

from tests.deploy.reading import DEPLOY
from tests.deploy.rules.traffic import CALM

GROUP = yaml.safe_load((DEPLOY / "prometheus/rules/assistants.yaml").read_text())["groups"][0]["rules"]
EXPRESSION = {rule["alert"]: rule["expr"] for rule in GROUP if "alert" in rule}
LOOKS = 200 * 3 * 86_400 // 15
"""How often a fleet of 200 assistants with three versions each is looked at in a day."""
APART = {1: 1.0}
MEASURED = {1: 0.93, 2: 0.07}
"""How many false contradictions a conversation has that has one: 30 in 28 conversations of sgd_revisions."""
CLUSTERED = {1: 0.85, 2: 0.12, 3: 0.03}
TRAFFIC = (30, 45, 60, 80, 100, 150, 200, 250, 300, 400, 500, 700, 1000, 2000)
"""Judged turns in five minutes."""
DAY = 20_000
"""Judged turns that a version's baseline has counted."""


def number(alert, pattern):
    """Return the one value that a number has in all branches of an alert's expression."""
    (found,) = set(re.findall(pattern, EXPRESSION[alert]))
    return float(found)


SPREAD = number("SkgContradictionSpike", r"\+ ([\d.]+) \* sqrt")
LEAST = number("SkgContradictionSpike", r"sqrt\([^)]*\) \+ ([\d.]+)")
TIMES = number("SkgContradictionSpike", r">= ([\d.]+) \* skg")
FLOOR = number("SkgContradictionsHigh", r"ratio5m >= ([\d.]+)") / 1000
COUNT = number("SkgContradictionsHigh", r"contradictions:increase5m >= ([\d.]+)")


def beyond(mean, threshold, sizes):
    """Return the probability of a count above `threshold`, whose clusters come independently (Panjer's recursion)."""
    clusters = mean / sum(size * share for size, share in sizes.items())
    chances = [exp(-clusters)]
    for count in range(1, int(mean + 12 * sqrt(mean) + 60)):
        parts = (size * share * chances[count - size] for size, share in sizes.items() if size <= count)
        chances.append(clusters / count * sum(parts))
    return sum(chance for count, chance in enumerate(chances) if count > threshold)


def false_spike(turns, sizes, *, past=DAY):
    """Return the probability that one look at a calm version finds a spike, its baseline counted as expected."""
    counted = past * CALM
    expected = turns * (counted + 2 * sqrt(counted) + 3) / past
    threshold = max(expected + SPREAD * sqrt(expected) + LEAST, TIMES * expected - 1e-9)
    return beyond(turns * CALM, threshold, sizes)


def false_floor(turns, sizes):
    return beyond(turns * CALM, max(COUNT, turns * FLOOR) - 1e-9, sizes)


@pytest.mark.parametrize(
    ("sizes", "false_pages_a_day"),
    [(APART, 0.001), (MEASURED, 1 / 365), (CLUSTERED, 1 / 4)],
    ids=["apart", "measured", "clustered"],
)
def test_a_calm_fleet_is_told_to_spike_hardly_ever(sizes, false_pages_a_day):
    assert max(false_spike(turns, sizes) for turns in TRAFFIC) * LOOKS < false_pages_a_day


@pytest.mark.parametrize("past", [500, 2_000, 20_000, 1_000_000])
def test_a_short_past_makes_no_more_false_pages_than_a_long_one(past):
    assert max(false_spike(turns, MEASURED, past=past) for turns in TRAFFIC) * LOOKS < 1 / 30


@pytest.mark.parametrize(
    ("sizes", "false_pages_a_day"), [(APART, 0.001), (MEASURED, 1 / 30)], ids=["apart", "measured"]
)
def test_a_calm_fleet_reaches_the_floor_hardly_ever(sizes, false_pages_a_day):
    assert max(false_floor(turns, sizes) for turns in range(50, 700, 10)) * LOOKS < false_pages_a_day


def test_a_bad_release_needs_tens_of_answers_not_hundreds():
    def needed(rate):
        baseline = (DAY * CALM + 2 * sqrt(DAY * CALM) + 3) / DAY
        spikes = (
            turns for turns in range(30, 5000)
            if turns * rate > turns * baseline + SPREAD * sqrt(turns * baseline) + LEAST
        )  # fmt: skip
        return next(spikes)

    assert [needed(rate) for rate in (0.5, 0.25, 0.12, 0.06)] == [30, 37, 93, 250]
