"""Quality from its components: weights, caps, nulls, and both sides of every boundary."""

from __future__ import annotations

import pytest

from schemas.record import Regime
from skgeval.judgement.fusion import both_short, fuse, passed, regime
from skgeval.policy import Policy

POLICY = Policy()


def quality(
    relevance: float | None,
    consistency: float | None,
    coherence: float | None,
    *,
    where: Regime = Regime.GENERAL,
    short: bool = False,
) -> float | None:
    return fuse(relevance, consistency, coherence, where, both_short=short, policy=POLICY)


@pytest.mark.parametrize(
    ("response", "prompt", "expected"),
    [
        (11, 100, Regime.SHORT),
        (11, 3, Regime.SHORT),
        (12, 9, Regime.QUESTION),
        (12, 10, Regime.GENERAL),
        (250, 0, Regime.QUESTION),
    ],
)
def test_the_regime_follows_the_length_of_response_then_prompt(response, prompt, expected):
    assert regime(response, prompt, POLICY) is expected


@pytest.mark.parametrize(
    ("response", "prompt", "expected"), [(11, 11, True), (12, 11, False), (11, 12, False), (12, 12, False)]
)
def test_both_are_short_below_twelve_words_each(response, prompt, expected):
    assert both_short(response, prompt, POLICY) is expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [(Regime.SHORT, 0.50 * 0.8 + 0.10 * 0.5 + 0.40), (Regime.QUESTION, 0.65 * 0.8 + 0.05 * 0.5 + 0.30)],
)
def test_each_regime_has_its_own_weights(where, expected):
    assert quality(0.8, 0.5, 1.0, where=where) == pytest.approx(expected)


def test_in_the_general_regime_relevance_weighs_half():
    assert quality(0.8, 0.5, 1.0) == pytest.approx(0.80)


def test_the_weights_of_null_components_go_to_the_others():
    assert quality(None, 0.5, 1.0) == pytest.approx((0.20 * 0.5 + 0.30) / 0.50)
    assert quality(0.7, None, None) == pytest.approx(0.7)


def test_a_turn_with_no_component_at_all_is_not_assessed():
    assert quality(None, None, None) is None
    assert passed(None, None, POLICY) is None


def test_coherence_below_sixty_caps_quality_at_forty():
    assert quality(1.0, 1.0, 0.59) == pytest.approx(0.40)
    assert quality(1.0, 1.0, 0.60) == pytest.approx(0.88)


def test_the_cap_does_not_lift_a_quality_that_is_lower():
    assert quality(0.1, 0.5, 0.05) == pytest.approx(0.165)


def test_weak_relevance_with_low_consistency_costs_a_quarter():
    assert quality(0.49, 0.44, 1.0) == pytest.approx(0.75 * (0.50 * 0.49 + 0.20 * 0.44 + 0.30))
    assert quality(0.50, 0.44, 1.0) == pytest.approx(0.50 * 0.50 + 0.20 * 0.44 + 0.30)
    assert quality(0.49, 0.45, 1.0) == pytest.approx(0.50 * 0.49 + 0.20 * 0.45 + 0.30)


def test_drift_values_halve_what_is_left():
    assert quality(0.19, 0.44, 1.0) == pytest.approx(0.5 * 0.75 * (0.50 * 0.19 + 0.20 * 0.44 + 0.30))
    assert quality(0.20, 0.44, 1.0) == pytest.approx(0.75 * (0.50 * 0.20 + 0.20 * 0.44 + 0.30))


def test_the_cap_comes_before_the_factors():
    assert quality(0.19, 0.44, 0.59) == pytest.approx(0.5 * 0.75 * (0.50 * 0.19 + 0.20 * 0.44 + 0.30 * 0.59))
    assert quality(0.49, 0.44, 0.59) == pytest.approx(0.75 * 0.40)


def test_neither_factor_applies_when_prompt_and_response_are_short():
    assert quality(0.10, 0.20, 1.0, where=Regime.SHORT, short=True) == pytest.approx(0.05 + 0.02 + 0.40)


def test_a_comparison_with_null_is_false():
    assert quality(None, 0.20, 1.0) == pytest.approx((0.20 * 0.20 + 0.30) / 0.50)
    assert quality(0.10, None, 1.0) == pytest.approx((0.50 * 0.10 + 0.30) / 0.80)
    assert quality(1.0, 1.0, None) == 1.0


@pytest.mark.parametrize(
    ("value", "relevance", "expected"),
    [
        (0.60, 0.50, True),
        (0.599, 0.50, False),
        (0.60, 0.499, False),
        (0.60, None, True),
        (0.599, None, False),
    ],
)
def test_a_turn_passes_at_sixty_with_relevance_fifty_on_the_components_it_has(value, relevance, expected):
    assert passed(value, relevance, POLICY) is expected
