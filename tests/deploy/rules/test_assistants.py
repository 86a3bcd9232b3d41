"""Assistants side by side, each with a story of its own: seven hours of calm, and what happens then."""

from itertools import chain

import pytest

from tests.deploy.rules.traffic import chance, firing, minutes, play, version

pytestmark = pytest.mark.slow

STEP = 60
MINUTE = 60 // STEP
EVENT = 7 * 60 * MINUTE
BACK = EVENT + 10 * MINUTE
END = EVENT + 70 * MINUTE
SPIKE, HIGH = "SkgContradictionSpike", "SkgContradictionsHigh"
WORSE = "SkgQualityDropAfterRelease"


def steady(count, *, since=0, until=END):
    """Return `count` turns a step for a while: none before it was first there, 0 afterwards."""
    return [None if step < since else count if step < until else 0 for step in range(END)]


def every(period, *, since=0):
    """Return one event every `period` steps."""
    return [int(step >= since and step % period == 0) for step in range(END)]


def faults(turns, rate, seed="faults", *, since=0):
    """Return calm noise, and from `since` on as many faults as `rate` says, by chance."""
    counted = [count or 0 for count in turns]
    calm, bad = chance(seed + " calm", counted), chance(seed, counted, rate)
    return [*calm[:since], *bad[since:]]


def at(step):
    return step / MINUTE


def released(name, rate, back=END):
    """Return an assistant whose version 2 takes over at the event, until it is taken back."""
    old = [count if step < EVENT or step >= back else 0 for step, count in enumerate(steady(20))]
    new = steady(20, since=EVENT, until=back)
    return [
        *version((name, "1"), old, numeric_mismatch=faults(old, 0.005, name)),
        *version((name, "2"), new, numeric_mismatch=faults(new, rate, name)),
    ]


def calm_fleet():
    """Return assistants with little and much traffic and several versions, all as calm as can be."""
    return chain.from_iterable(
        version((f"calm {count}", number), steady(count), antonym=faults(steady(count), 0.005, f"{count} {number}"))
        for count in (1, 5, 30, 100)
        for number in ("1", "2", "3")
    )


def gradual():
    """Return an assistant that goes over to a version as good as the one before, bit by bit."""
    share = [min(1.0, max(0.0, (step - EVENT) / (60 * MINUTE))) for step in range(END)]
    old = [round(40 * (1 - part)) for part in share]
    new = [None if step < EVENT else round(40 * part) for step, part in enumerate(share)]
    return [
        *version(("gradual", "1"), old, antonym=faults(old, 0.005, "old")),
        *version(("gradual", "2"), new, antonym=faults(new, 0.005, "new")),
    ]


def restarted():
    """Return an assistant on two instances: one begins its counters anew, one is taken over by a third."""
    stays, leaves = steady(20), [count if step < EVENT else None for step, count in enumerate(steady(20))]
    joins = steady(20, since=EVENT)
    return [
        *version(("restarted", "1"), stays, instance="a", resets={EVENT}, antonym=faults(stays, 0.005, "a")),
        *version(("restarted", "1"), leaves, instance="b", antonym=faults(leaves, 0.005, "b")),
        *version(("restarted", "1"), joins, instance="c", antonym=faults(joins, 0.005, "c")),
    ]


def worse(name, count, *, renamed=True, level=0.6, back=END):
    """Return an assistant whose quality falls at the event: with a new version of `count` turns a step, or without."""
    old = [20 if not renamed or step < EVENT else 0 for step in range(END)]
    levels = [level if step >= EVENT else 0.8 for step in range(END)]
    new = (
        version((name, "2"), steady(count, since=EVENT, until=back), level=level, tickets=[0] * END) if renamed else []
    )
    return [*version((name, "1"), old, level=levels), *new]


def stories():
    often, seldom = steady(20), every(2 * MINUTE)
    return [
        *released("spike", 0.25, back=BACK),
        *released("mild", 0.008),
        *version(("own past", "1"), often, slot=faults(often, 0.25, since=EVENT)),
        *version(("always", "1"), often, slot=faults(often, 0.08)),
        *version(("little", "1"), seldom, slot=[0] * EVENT + seldom[EVENT : EVENT + 12 * MINUTE] + [0] * (58 * MINUTE)),
        *version(("slow", "1"), steady(2), slot=faults(steady(2), 0.15, since=EVENT)),
        *version(("other", "other"), often, slot=faults(often, 0.25, since=EVENT)),
        *calm_fleet(),
        *gradual(),
        *restarted(),
        *version(("rules", "1"), often, rule_language=faults(often, 0.25, since=EVENT)),
        *version(("tickets", "1"), often, tickets=[10] * END),
        *version(("few rules", "1"), often, rule_language=faults(often, 0.02, since=EVENT)),
        *worse("worse", 20),
        *worse("a little worse", 20, level=0.75),
        *worse("worse, few turns", 2),
        *worse("worse, taken back", 20, back=BACK),
        *worse("worse, no release", 20, renamed=False),
        *worse("other", 20),
        *conversations("degrading", 40, 16),
        *conversations("degrading a little", 40, 6),
        *conversations("degrading, few live", 25, 14),
        *conversations("degrading, few of them", 32, 11),
        {
            "series": 'skg_resent_turns_total{assistant="resent",assistant_version="1"}',
            "values": f"_x{EVENT} 0+50x{END - EVENT}",
        },
    ]


def conversations(name, live, degrading):
    who = f'{{assistant="{name}",assistant_version="1"}}'
    return [
        {"series": f"skg_live_conversations{who}", "values": f"{live}x{END}"},
        {"series": f"skg_degrading_conversations{who}", "values": f"0x{EVENT} {degrading}x{END - EVENT}"},
    ]


ALWAYS = [(HIGH, "always", "1")]
AT_FIRST = [*ALWAYS, (SPIKE, "always", "1")]
"""Before it has a past of six hours an assistant is measured by what we measured elsewhere."""
SOON = [
    *ALWAYS,
    (SPIKE, "own past", "1"),
    (HIGH, "own past", "1"),
    (SPIKE, "other", "other"),
    (HIGH, "other", "other"),
    ("SkgRulesBroken", "rules", "1"),
    (WORSE, "worse", "2"),
]
ROLLED_BACK = [(SPIKE, "spike", "2"), (HIGH, "spike", "2"), (WORSE, "worse, taken back", "2")]
LATER = [("SkgDegradingShare", "degrading", "1")]
IN_AN_HOUR = [(SPIKE, "slow", "1"), (HIGH, "slow", "1")]
QUALITY = {
    "summary": "worse 2 answers worse than the versions before it: mean quality 0.60",
    "description": (
        "The mean of its last 30 minutes lies at least 0.10 below that of the assistant's past day. It is a new "
        "version: less than a fifth of that day's answers were its own. Compare the two versions, and roll back if "
        "users are worse off."
    ),
    "detectors": "0 per 1,000 answers of the last 15 minutes",
    "evidence": "skg certificates list --assistant worse --assistant-version 2 --since 1h",
    "runbook_url": "docs/runbooks/SkgQualityDropAfterRelease.md",
}
TOO_OFTEN = {
    "summary": "it's $(me) 2 b contradicts itself often: 300 contradictions per 1,000 answers",
    "description": "More than 50 per 1,000, ten times what calm conversations show, whatever its past was.",
    "detectors": "slot 200.0, antonym 100.0, per 1,000 answers of the last 15 minutes",
    "evidence": "skg certificates list --assistant 'it'\\''s $(me)' --assistant-version '2 b' --since 1h",
    "runbook_url": "docs/runbooks/SkgContradictionsHigh.md",
}


def versions_with(figure, expected):
    """Return the question which of the calm fleet have a figure at the event, and how often."""
    return {
        "expr": f'count by (assistant) ({figure}{{assistant=~"calm.*"}})',
        "eval_time": minutes(at(EVENT)),
        "exp_samples": [{"labels": f'{{assistant="{who}"}}', "value": count} for who, count in expected.items()],
    }


def told(alert, at_minute, *expected):
    """Return the question what an alert tells, of each assistant that it is about."""
    who = [
        {
            "exp_labels": {"severity": "page", "service": "skg", "about": "assistant"}
            | {"assistant": assistant, "assistant_version": number},
            "exp_annotations": annotations,
        }
        for assistant, number, annotations in expected
    ]
    return {"eval_time": minutes(at_minute), "alertname": alert, "exp_alerts": who}


def test_what_goes_wrong_is_told_what_is_calm_is_not_and_what_is_over_ends(tmp_path):
    play(
        tmp_path,
        step=STEP,
        series=stories(),
        questions=[
            firing(at(EVENT - 1), AT_FIRST, since="7h"),
            # Of a second bad step Prometheus 3 makes a quarter more: it scales 4 steps up to a window of five minutes.
            firing(at(EVENT), ALWAYS),
            firing(at(EVENT) + 8, [], only=f'alertstate="firing",alertname="{WORSE}"'),
            firing(at(BACK), [*SOON, *ROLLED_BACK]),
            firing(at(BACK) + 8, [*SOON, *LATER, (SPIKE, "spike", "2")]),
            firing(at(BACK) + 16, [*SOON, *LATER]),
            firing(at(END - 1), [*SOON, *ROLLED_BACK, *LATER, *IN_AN_HOUR], since="69m"),
            # An hour of a version that answers five times a minute is too short a past; its assistant's is long enough.
            versions_with("skg:contradictions_per_turn:baseline1d", {"calm 30": 3, "calm 100": 3}),
            versions_with(
                "skg:contradictions_per_turn:assistant_baseline1d", {"calm 5": 1, "calm 30": 1, "calm 100": 1}
            ),
        ],
        alerts=[told(WORSE, at(BACK) + 16, ("worse", "2", QUALITY))],
    )


def test_a_page_names_detectors_and_a_command_that_no_name_can_bend(tmp_path):
    series = version(("it's $(me)", "2 b"), steady(20)[:12], slot=[4] * 12, antonym=[2] * 12)

    play(tmp_path, step=STEP, series=series, questions=[], alerts=[told(HIGH, 10, ("it's $(me)", "2 b", TOO_OFTEN))])
