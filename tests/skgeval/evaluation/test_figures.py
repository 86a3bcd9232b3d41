import pytest

from skgeval.evaluation.figures import area_under_curve, mean, ranks, rates, spearman


def test_rates_of_three_hits_in_four_and_one_false_alarm_in_eight():
    figures = rates(positives=4, negatives=8, hits=3, false_alarms=1)

    assert (figures.precision, figures.recall, figures.f1) == (0.75, 0.75, 0.75)
    assert figures.balanced_precision == pytest.approx(0.857142857)  # .75 / (.75 + .125)


def test_an_engine_that_says_nothing_has_no_precision_and_no_recall():
    figures = rates(positives=4, negatives=4, hits=0, false_alarms=0)

    assert (figures.precision, figures.recall, figures.f1) == (None, 0.0, 0.0)


def test_rates_without_negatives_cannot_be_balanced():
    assert rates(positives=4, negatives=0, hits=4, false_alarms=0).balanced_precision is None


def test_tied_values_share_their_mean_rank():
    assert ranks([10, 20, 20, 5]).tolist() == [2.0, 3.5, 3.5, 1.0]


def test_spearman_of_a_set_calculated_by_hand():
    # ranks 1 2 3 4 5 and 2 1 4 3 5: sum of squared differences 4, so 1 - 6 * 4 / (5 * 24)
    assert spearman([1, 2, 3, 4, 5], [20, 10, 40, 30, 50]) == 0.8


def test_spearman_of_an_order_turned_round_is_minus_one():
    assert spearman([1, 2, 3], [9, 5, 1]) == -1.0


@pytest.mark.parametrize(("left", "right"), [([1, 2], [1, 2]), ([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [1, 2])])
def test_spearman_says_nothing_where_nothing_can_be_said(left, right):
    assert spearman(left, right) is None


def test_area_under_the_curve_counts_a_tie_as_half():
    assert area_under_curve([0.9, 0.5, 0.5, 0.1], [True, True, False, False]) == 0.875


def test_area_under_the_curve_needs_both_kinds():
    assert area_under_curve([0.9, 0.5], [True, True]) is None


def test_the_mean_of_nothing_is_none_and_not_zero():
    assert mean([]) is None
    assert mean([0.25, 0.75]) == 0.5
