"""Level, slope and label of a session: six sums, one answer at any length."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.record import Label, TrendSums
from skgeval.judgement.trend import Trend, advance, read_trend
from skgeval.policy import Policy

POLICY = Policy()
GOOD, MIDDLING, BAD = 0.9, 0.6, 0.3
QUALITIES = st.lists(st.floats(0, 1), min_size=3, max_size=60)


def sums_of(qualities: Sequence[float]) -> TrendSums:
    sums = TrendSums(assistant="helper", assistant_version="2")
    for quality in qualities:
        sums = advance(sums, quality, POLICY)
    return sums


def trend_of(qualities: Sequence[float]) -> Trend:
    return read_trend(sums_of(qualities), POLICY)


def weighted_line(qualities: Sequence[float], weights: np.ndarray, positions: np.ndarray) -> tuple[float, float, float]:
    """Mean, slope and its standard error, written down from the definition."""
    quality = np.array(qualities)
    level = float(np.average(quality, weights=weights))
    centre = float(np.average(positions, weights=weights))
    spread = float(np.average((positions - centre) ** 2, weights=weights))
    slope = float(np.average((positions - centre) * (quality - level), weights=weights)) / spread
    residuals = quality - level - slope * (positions - centre)
    effective = weights.sum() ** 2 / (weights**2).sum()
    variance = float(np.average(residuals**2, weights=weights)) / (effective - 2) if effective > 2 else math.nan
    return level, slope, math.sqrt(variance / spread)


def test_two_turns_each_of_good_middling_and_bad_are_degrading():
    trend = trend_of([GOOD, GOOD, MIDDLING, MIDDLING, BAD, BAD])

    assert trend.label is Label.DEGRADING
    assert trend.slope == pytest.approx(-0.776, abs=0.001)
    assert trend.degrading


def test_two_turns_each_of_bad_middling_and_good_are_improving():
    trend = trend_of([BAD, BAD, MIDDLING, MIDDLING, GOOD, GOOD])

    assert trend.label is Label.IMPROVING
    assert trend.slope == pytest.approx(0.776, abs=0.001)
    assert not trend.degrading


def test_the_same_turns_score_lower_when_they_end_badly():
    falling = trend_of([GOOD, GOOD, MIDDLING, MIDDLING, BAD, BAD]).score
    rising = trend_of([BAD, BAD, MIDDLING, MIDDLING, GOOD, GOOD]).score

    assert falling == pytest.approx(0.205, abs=0.001)
    assert rising == pytest.approx(0.995, abs=0.001)


def test_before_the_first_scored_turn_there_is_nothing_to_say():
    assert read_trend(TrendSums(assistant="helper", assistant_version=""), POLICY) == Trend()


def test_one_turn_is_its_own_level_without_a_slope():
    trend = trend_of([0.7])

    assert trend.level == pytest.approx(0.7)
    assert trend.score == pytest.approx(0.7)
    assert trend.slope is None
    assert trend.label is Label.STABLE


def test_three_turns_are_never_labelled_and_four_are():
    assert trend_of([0.9, 0.6, 0.3]).label is Label.STABLE
    assert trend_of([0.9, 0.7, 0.5, 0.3]).label is Label.DEGRADING
    assert not trend_of([0.9, 0.6, 0.3]).degrading
    assert trend_of([0.9, 0.7, 0.5, 0.3]).degrading


@pytest.mark.parametrize(("fall", "label"), [(0.11, Label.DEGRADING), (0.09, Label.STABLE)])
def test_a_straight_fall_is_labelled_from_a_tenth_per_session(fall, label):
    turns = 20

    trend = trend_of([0.8 - fall * (i + 0.5) / turns for i in range(turns)])

    assert trend.slope == pytest.approx(-fall)
    assert trend.label is label


@pytest.mark.parametrize(("fall", "degrading"), [(0.011, True), (0.009, False)])
def test_a_live_conversation_degrades_from_a_hundredth_per_turn(fall, degrading):
    trend = trend_of([0.9 - fall * i for i in range(20)])

    assert trend.recent_slope == pytest.approx(-fall)
    assert trend.degrading is degrading


def test_a_slope_within_two_standard_errors_is_noise():
    trend = trend_of([0.9, 0.2, 0.9, 0.3, 0.8, 0.1, 0.9, 0.2])

    assert trend.slope < -0.05
    assert trend.label is Label.STABLE


def test_equal_quality_is_stable_at_that_score():
    trend = trend_of([0.6] * 500)

    assert trend.score == pytest.approx(0.6)
    assert trend.label is Label.STABLE
    assert not trend.degrading


def test_the_recent_trend_sees_a_fall_that_a_long_good_past_hides():
    trend = trend_of([0.9] * 200 + [0.9 - 0.05 * i for i in range(10)])

    assert trend.degrading
    assert trend.recent_slope < -0.01


@pytest.mark.parametrize(
    "shape",
    [
        lambda x: 0.9 - 0.6 * x,
        lambda x: 0.2 + 0.6 * x,
        lambda x: 0.7 + 0.0 * x,
        lambda x: 0.85 - 0.5 * x * x,
        lambda x: 0.5 + 0.3 * math.cos(math.pi * x),
        lambda x: 0.9 * math.exp(-2 * x),
        lambda x: 0.4 + 0.4 * x * (1 - x),
        lambda x: 0.3 + 0.5 / (1 + math.exp(-6 * (x - 0.5))),
    ],
    ids=["falling", "rising", "level", "bending", "wave", "decaying", "hump", "s-curve"],
)
def test_the_same_shape_scores_the_same_at_any_length(shape: Callable[[float], float]):
    scores = [trend_of([shape((i + 0.5) / n) for i in range(n)]).score for n in (*range(8, 41), 60, 100, 200, 400)]

    assert max(scores) - min(scores) <= 0.006


@given(QUALITIES)
def test_the_session_sums_give_the_weighted_line_of_the_definition(qualities):
    n = len(qualities)
    ordinals = np.arange(1, n + 1) - 0.5

    level, slope, _ = weighted_line(qualities, ordinals**2, ordinals / n)
    trend = trend_of(qualities)

    assert trend.level == pytest.approx(level, abs=1e-9)
    assert trend.slope == pytest.approx(slope, abs=1e-9)
    assert trend.score == pytest.approx(min(1.0, max(0.0, level + 0.25 * slope)), abs=1e-9)


@given(QUALITIES)
def test_the_recent_sums_give_the_line_with_decaying_weights(qualities):
    n = len(qualities)
    positions = np.arange(n, dtype=float)

    _, slope, error = weighted_line(qualities, np.exp(-0.1 * (n - 1 - positions)), positions)
    trend = trend_of(qualities)

    assert trend.recent_slope == pytest.approx(slope, abs=1e-9)
    assert trend.recent_error == pytest.approx(error, abs=1e-6)


@given(QUALITIES)
def test_the_number_of_sums_does_not_grow_with_the_session(qualities):
    sums = sums_of(qualities)

    assert (len(sums.session), len(sums.recent), sums.count) == (6, 7, len(qualities))


@given(QUALITIES, st.integers(1, 50))
def test_resuming_from_stored_sums_equals_never_having_stopped(qualities, cut):
    stopped = sums_of(qualities[:cut])

    resumed = stopped
    for quality in qualities[cut:]:
        resumed = advance(resumed, quality, POLICY)

    assert resumed == sums_of(qualities)


def test_a_score_stays_within_zero_and_one():
    assert trend_of([0.5, 0.7, 0.9, 1.0, 1.0, 1.0]).score == 1.0
    assert trend_of([0.5, 0.3, 0.1, 0.0, 0.0, 0.0]).score == 0.0
