import math

import pytest

from schemas.record import Label
from skgeval.published.constants import CONSTANTS
from skgeval.published.trend import heading


def of(*qualities):
    return heading(qualities, CONSTANTS)


def line(start, end, count):
    return [start + (end - start) * number / (count - 1) for number in range(count)]


def test_the_level_weighs_turns_by_exp_of_a_tenth_of_their_number():
    # weights 1 and e^0.1 = 1.10517: (1 · 0.9 + 1.10517 · 0.5) / 2.10517 = 1.452585 / 2.10517 = 0.690008
    assert of(0.9, 0.5).level == pytest.approx(0.690008, abs=1e-6)


def test_the_fit_weighs_turns_by_the_squared_weights():
    found = of(0.0, 1.0, 0.0)

    # w² = 1, e^0.2 = 1.221403, e^0.4 = 1.491825; sum 3.713228
    # mean x = (1.221403 + 2 · 1.491825) / 3.713228 = 4.205053 / 3.713228 = 1.132452
    # mean y = 1.221403 / 3.713228 = 0.328933
    # sum w² (x - mx) (y - my) = sum w² x y - W mx my = 1.221403 - 3.713228 · 1.132452 · 0.328933 = -0.161777
    # sum w² (x - mx)² = 1.221403 + 4 · 1.491825 - 3.713228 · 1.132452² = 7.188703 - 4.762021 = 2.426682
    # slope = -0.161777 / 2.426682 = -0.066666
    assert found.slope == pytest.approx(-0.066666, abs=1e-5)
    # weighed by w alone it would be: W = 1 + 1.105171 + 1.221403 = 3.326574, mx = 3.547977 / 3.326574 = 1.066556,
    # (1.105171 - 1.105171 · 1.066556) / (1.105171 + 4.885612 - 3.326574 · 1.137542) = -0.073556 / 2.206666 = -0.033333
    assert found.slope != pytest.approx(-0.0333, abs=0.02)


def test_the_slope_weighs_five_times_a_twentieth_of_the_turns():
    # 2 turns: 0.690008 + 5 · (2 / 20) · (-0.4) = 0.690008 - 0.2 = 0.490008
    assert of(0.9, 0.5).score == pytest.approx(0.490008, abs=1e-6)


@pytest.mark.parametrize(("turns", "score"), [(2, 0.49), (8, 0.57), (80, 0.43)])
def test_the_same_decline_scores_differently_by_its_length_as_the_method_says(turns, score):
    assert of(*line(1.0, 0.5, turns)).score == pytest.approx(score, abs=0.005)


def test_the_score_stays_within_0_and_1():
    # 0.475 · 0 + 0.525 · 1 + 0.5 · 1 = 1.025, and its mirror image -0.025
    assert (of(0.0, 1.0).score, of(1.0, 0.0).score) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("step", "label"),
    [(0.0101, Label.IMPROVING), (0.0099, Label.STABLE), (-0.0099, Label.STABLE), (-0.0101, Label.DEGRADING)],
)
def test_a_slope_beyond_001_per_turn_is_labelled(step, label):
    assert of(0.5, 0.5 + step).label is label


def test_one_turn_is_its_own_score_and_none_has_no_score():
    assert (of(0.7).score, of(0.7).level, of(0.7).slope, of(0.7).label) == (0.7, 0.7, 0.0, Label.STABLE)
    assert (of().score, of().label) == (None, None)


def test_a_very_long_session_overflows_nothing():
    assert math.isfinite(of(*[0.6] * 10_000).score)
