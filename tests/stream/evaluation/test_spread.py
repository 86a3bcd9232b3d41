import pytest

from stream.evaluation.spread import LENGTHS, spreads, width


def scores(shape, *, ends):
    return next(found for found in spreads() if found.shape == shape and found.ends is ends)


def test_a_steady_session_scores_the_same_at_any_length():
    found = scores("steady at .8", ends=False)

    assert found.ours == pytest.approx((0.8,) * len(LENGTHS))
    assert found.published == pytest.approx((0.8,) * len(LENGTHS))


def test_the_published_score_of_one_decline_hangs_on_its_length():
    found = scores("falls from 1 to .5", ends=True)

    by_length = dict(zip(LENGTHS, found.published, strict=True))
    assert [round(by_length[count], 2) for count in (2, 8, 80)] == [0.49, 0.57, 0.43]


def test_ours_hangs_on_it_far_less():
    found = scores("falls from 1 to .5", ends=False)

    # two turns have 0.875 and 0.625, weights 0.25 and 2.25: level 0.65, slope -0.5 per session: 0.65 - 0.125 = 0.525;
    # with many turns the level is 1 - 0.5 times the mean of x by x², 0.75: 0.625 - 0.125 = 0.5
    assert found.ours[0] == pytest.approx(0.525)
    assert found.ours[-1] == pytest.approx(0.5, abs=1e-3)
    assert width(found.ours) < width(found.published) / 5
