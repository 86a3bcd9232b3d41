"""Made-up traffic as promtool reads it, and the questions put to the rules about it."""

import random
from itertools import accumulate

import yaml

from tests.deploy.reading import DEPLOY, checked

RULES = sorted((DEPLOY / "prometheus/rules").glob("*.yaml"))
CALM = 0.005
"""False contradictions per judged turn, as docs/quality.md measures them."""
UP = {"series": 'up{job="skg",service="judge",instance="a"}', "values": "1x9999"}


def chance(seed, turns, rate=CALM):
    """Return how many of each step's turns are found faulty, each by itself with the same probability."""
    dice = random.Random(seed)
    return [sum(dice.random() < rate for _ in range(count)) for count in turns]


def counter(name, labels, steps, *, resets=()):
    """Return a counter that grows by `steps`; it begins with the first step that is no None, and anew at `resets`."""
    told, value = [], 0.0
    for number, step in enumerate(steps):
        value = (0.0 if number in resets else value) + (step or 0)
        told.append("_" if step is None else f"{value:g}")
    shown = ",".join(f'{label}="{text}"' for label, text in labels.items())
    return {"series": f"{name}{{{shown}}}", "values": " ".join(told)}


def version(who, turns, *, resets=(), instance="a", level=0.8, **findings):
    """Return the series of one version of an assistant.

    `turns` are judged turns per step, None before the first; `findings` are counts per step by detector, those of
    rules with names that begin with `rule_`. What must not be counted is there as well: a user's turn before each
    answer, and of 20 answers one that failed and, unless `tickets` says how many, one finding of each kind that is
    no more than a ticket.
    """
    assistant, number = who
    labels = {"assistant": assistant, "assistant_version": number, "instance": instance}
    present = [None if count is None else 0 for count in turns]
    few = [None if count is None else count // 20 for count in turns]
    tickets = findings.pop("tickets", few)
    found = {"numeric_mismatch": present} | findings
    series = [
        counter("skg_turns_total", labels | {"role": "assistant", "outcome": "scored"}, turns, resets=resets),
        counter("skg_turns_total", labels | {"role": "assistant", "outcome": "failed"}, few, resets=resets),
        counter("skg_turns_total", labels | {"role": "user", "outcome": "not_scored"}, turns, resets=resets),
        counter("skg_turn_quality_count", labels, turns, resets=resets),
        counter(
            "skg_turn_quality_sum",
            labels,
            [None if count is None else count * mean for count, mean in zip(turns, spread(level, turns), strict=True)],
            resets=resets,
        ),
    ]
    told = [("page", detector, counts) for detector, counts in found.items()]
    told += [("ticket", detector, tickets) for detector in ("antonym", "rule_length")]
    for severity, detector, counts in told:
        kind = "forgotten" if detector.startswith("rule_") else "contradiction"
        what = labels | {"kind": kind, "detector": detector, "severity": severity}
        begun = [None if there is None else count for there, count in zip(present, counts, strict=True)]
        series.append(counter("skg_findings_total", what, begun, resets=resets))
    return series


def spread(level, turns):
    return level if isinstance(level, list) else [level] * len(turns)


def firing(at, expected, *, since=None, only='alertstate="firing",severity=~"page|ticket"'):
    """Return the question which alerts fire at a time, or fired at any time of `since` before it.

    `expected` are all of them, as (alert, assistant, version); `at` is in minutes.
    """
    asked = f"ALERTS{{{only}}}" if since is None else f"max_over_time(ALERTS{{{only}}}[{since}])"
    samples = [
        {"labels": f'{{alertname="{alert}",assistant="{assistant}",assistant_version="{number}"}}', "value": 1}
        for alert, assistant, number in expected
    ]
    return {
        "expr": f"max by (alertname, assistant, assistant_version) ({asked})",
        "eval_time": minutes(at),
        "exp_samples": samples,
    }


def minutes(at):
    return f"{round(at * 60)}s"


def play(folder, *, step, series, questions, alerts=()):
    """Play series, a sample each `step` seconds, and check what the rules make of them."""
    document = {
        "rule_files": [str(path) for path in RULES],
        "evaluation_interval": f"{step}s",
        "tests": [
            {
                "interval": f"{step}s",
                "input_series": [UP, *series],
                "promql_expr_test": list(questions),
                "alert_rule_test": list(alerts),
            }
        ],
    }
    path = folder / "played.yaml"
    path.write_text(yaml.safe_dump(document, sort_keys=False))
    assert "SUCCESS" in checked("promtool", "test", "rules", path)


def running(steps):
    """Return the sums so far, the first of no step."""
    return [0, *accumulate(steps)]
