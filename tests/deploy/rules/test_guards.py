"""What must not fire, each held back by one number of a rule; without a past 10 per 1,000 answers are expected."""

import pytest

from tests.deploy.rules.traffic import firing, minutes, play, version

pytestmark = pytest.mark.slow

STEP = 60
END = 100
EVENT = 70
SPIKE, BROKEN = "SkgContradictionSpike", "SkgRulesBroken"
WHO = '{assistant="shop",assistant_version="1"}'
FIGURES = {
    "skg:judged_turns:increase5m": 100_000,
    "skg:judged_turns:increase1h": 1_200_000,
    "skg:judged_turns:rate5m": 333,
    "skg:contradictions:increase5m": 5_000,
    "skg:contradictions:increase1h": 60_000,
    "skg:contradictions:rate5m": 17,
    "skg:broken_rules:increase5m": 10_000,
    "skg:broken_rules:increase1h": 120_000,
    "skg:broken_rules:rate5m": 33,
    "skg:contradictions_per_turn:ratio5m": 50,
    "skg:contradictions_per_turn:ratio1h": 50,
    "skg:broken_rules_per_turn:ratio5m": 100,
    "skg:broken_rules_per_turn:ratio1h": 100,
}
"""What 20 answers a minute are summed up to when one contradicts and two break rules, times 1,000."""


def steady(count):
    return [count] * END


def every(period, count):
    return [count if step % period == 0 else 0 for step in range(END)]


def burst(*counts):
    """Return nothing, and these counts from the event on."""
    return [0] * EVENT + [*counts] + [0] * (END - EVENT - len(counts))


def test_figures_count_answers_that_were_judged_and_findings_that_are_worth_a_page(tmp_path):
    series = version(("shop", "1"), steady(20), antonym=steady(1), rule_language=steady(2))
    asked = [
        {
            "expr": f"round(1000 * {figure}{WHO})",
            "eval_time": minutes(90),
            "exp_samples": [{"labels": WHO, "value": value}],
        }
        for figure, value in FIGURES.items()
    ]

    play(tmp_path, step=STEP, series=series, questions=asked)


def stories():
    often, seldom = steady(8), every(3, 1)
    passing = [2000 if step == EVENT + 1 else 20 for step in range(END)]
    return [
        *version(("9 in 20", "1"), steady(4), slot=burst(9)),
        *version(("20 in an hour", "1"), seldom, slot=every(3, 2), rule_length=every(3, 2)),
        *version(("2.5 times as many", "1"), steady(1000), slot=steady(25)),
        # of an hour 2.6 times, and now and then four times, but too few in five minutes
        *version(("2.6 times in an hour", "1"), steady(50), slot=[2, 2, 2, 2, 2, 1, 0, 1, 0, 1] * (END // 10)),
        *version(("20 in 40", "1"), often, slot=burst(4, 4, 4, 4, 4)),
        *version(("20 rules in 40", "1"), often, rule_length=burst(4, 4, 4, 4, 4)),
        *version(("one evaluation", "1"), passing, rule_length=burst(20)),
        *version(("slow rules", "1"), steady(2), rule_length=every(2, 1)),
        *version(("slow rules, over", "1"), steady(2), rule_length=[1] * EVENT + [0] * (END - EVENT)),
        {"series": 'skg_live_conversations{assistant="degrading",assistant_version="1"}', "values": f"40x{END}"},
        {
            "series": 'skg_degrading_conversations{assistant="degrading",assistant_version="1"}',
            "values": f"16x{EVENT} 0x{END - EVENT}",
        },
    ]


def test_a_number_that_is_too_small_fires_nothing_and_what_is_over_ends(tmp_path):
    slow, over = (BROKEN, "slow rules", "1"), (BROKEN, "slow rules, over", "1")
    degrading = ("SkgDegradingShare", "degrading", "1")

    play(
        tmp_path,
        step=STEP,
        series=stories(),
        questions=[
            firing(EVENT - 1, [slow, over, degrading]),
            firing(EVENT + 8, [slow, degrading, (SPIKE, "20 in 40", "1")]),
            firing(EVENT + 12, [slow, (SPIKE, "20 in 40", "1")]),
            firing(END - 1, [slow, over, degrading, (SPIKE, "20 in 40", "1")], since="99m"),
        ],
    )
