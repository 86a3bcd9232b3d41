from math import sqrt

import pytest

from tests.deploy.rules.traffic import chance, firing, play, running, version

pytestmark = pytest.mark.slow

STEP = 30
HOUR = 3600 // STEP
WINDOW = 300 // STEP
NOON, ROLLBACK, MIDNIGHT = 12 * HOUR, 12 * HOUR + HOUR // 2, 24 * HOUR
SPIKE = ("SkgContradictionSpike", "shop", "2.0")


def visitors():
    """Return the turns of each half minute: some 8 at night, 40 in the early afternoon."""
    busy = [8 + 32 * max(0.0, 1 - abs(step / HOUR - 14) / 10) for step in range(MIDNIGHT)]
    return [sum(chance(f"visitors {step}", [60], rate=level / 60)) for step, level in enumerate(busy)]


TURNS = visitors()
OLD = [0 if NOON <= step < ROLLBACK else count for step, count in enumerate(TURNS)]
NEW = [None if step < NOON else count if step < ROLLBACK else 0 for step, count in enumerate(TURNS)]
CALM_BEFORE = chance("calm", OLD)
BAD = chance("bad", [count or 0 for count in NEW], rate=0.12)
"""The bad release contradicts itself in 12 of 100 answers, as far as we see it."""


def crossing():
    """Return the first step at which the bad release is beyond what its assistant's past explains, counted here."""
    past = slice(0, NOON - 6 * HOUR)
    found, judged = sum(CALM_BEFORE[past]), sum(OLD[past])
    rate = (found + 2 * sqrt(found) + 3) / judged
    turns, contradictions = running([count or 0 for count in NEW]), running(BAD)
    for step in range(NOON + 1, ROLLBACK):
        since = max(NOON + 1, step - WINDOW + 1)
        judged = turns[step + 1] - turns[since]
        expected = judged * rate
        seen = contradictions[step + 1] - contradictions[since]
        if judged >= 30 and seen > expected + 6 * sqrt(expected) + 6:
            return step
    raise AssertionError("the bad release is never bad enough")


def at(step):
    return step * STEP / 60


def test_a_bad_release_at_noon_pages_within_two_evaluations_and_ends_after_the_rollback(tmp_path):
    crossed = crossing()
    series = [
        *version(("shop", "1.0"), OLD, numeric_mismatch=CALM_BEFORE),
        *version(("shop", "2.0"), NEW, numeric_mismatch=BAD),
    ]

    play(
        tmp_path,
        step=STEP,
        series=series,
        questions=[
            firing(at(NOON), [], since="1d"),
            firing(at(NOON + 2), []),
            firing(at(crossed + 2), [SPIKE]),
            firing(at(ROLLBACK), [SPIKE, ("SkgContradictionsHigh", "shop", "2.0")]),
            firing(at(ROLLBACK) + 16, []),
            firing(at(MIDNIGHT), [], since="11h"),
        ],
    )

    assert at(crossed - NOON) < 5
