import shutil
import subprocess

import pytest
import yaml

from alerts.errors import RuleSpeedError
from alerts.rules import shortened
from tests.house.repository import files

RULE_FILES = files("deploy/prometheus/rules", ending=".yaml")

RULES = """\
groups:
  - name: calm for: 5m
    interval: 2m
    rules:
      - record: skg:turns:increase5m
        expr: >-
          sum_over_time(skg:turns:increase1h[1d:5m] offset 6h)
          + rate(x[1h30m]) - y offset -1m + sum(z[2h:])
      - alert: Late
        expr: lag_seconds > 300 # for 5m
        for: 0s
        keep_firing_for: 10m
        annotations: {summary: "nothing for 5m, see [5] and [docs]"}
"""


def test_everything_that_prometheus_measures_by_is_shortened_and_nothing_else():
    assert (
        shortened(RULES, 60)
        == """\
groups:
  - name: calm for: 5m
    interval: 2000ms
    rules:
      - record: skg:turns:increase5m
        expr: >-
          sum_over_time(skg:turns:increase1h[1440000ms:5000ms] offset 360000ms)
          + rate(x[90000ms]) - y offset -1000ms + sum(z[120000ms:])
      - alert: Late
        expr: lag_seconds > 300 # for 5m
        for: 0s
        keep_firing_for: 10000ms
        annotations: {summary: "nothing for 5m, see [5] and [docs]"}
"""
    )


def test_no_duration_becomes_nothing():
    assert shortened("    for: 1s\n", 1_000_000) == "    for: 1ms\n"


def test_a_factor_below_one_makes_rules_slower():
    assert shortened("rate(x[5m])", 0.5) == "rate(x[600000ms])"


@pytest.mark.parametrize("factor", [0.0, -1.0, float("nan")])
def test_a_factor_that_is_no_speed_is_refused(factor):
    with pytest.raises(RuleSpeedError, match="give a number above 0"):
        shortened(RULES, factor)


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda path: path.stem)
def test_our_rules_keep_their_names_and_labels_at_another_speed(path):
    def kept(text):
        rules = [rule for group in yaml.safe_load(text)["groups"] for rule in group["rules"]]
        return [(rule.get("record") or rule["alert"], rule.get("labels")) for rule in rules]

    assert kept(shortened(path.read_text(), 48)) == kept(path.read_text())


@pytest.mark.slow
def test_prometheus_takes_our_rules_at_another_speed(tmp_path):
    for path in RULE_FILES:
        (tmp_path / path.name).write_text(shortened(path.read_text(), 48))

    command = [shutil.which("promtool"), "check", "rules", *sorted(map(str, tmp_path.iterdir()))]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stdout + ended.stderr
