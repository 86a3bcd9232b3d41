"""Where a version is marked, played through Prometheus' own rule tests: releases, a rollback, and silence."""

import pytest
import yaml

from alerts.dashboards.assistant import version_starts
from tests.deploy.reading import checked

pytestmark = pytest.mark.slow

STEP = "1m"
"""The distance of two points; one version speaks at a rate of 1, and is silent at 0."""


def marked(tmp_path, versions, minutes):
    """Return at which minutes each version is marked; `versions` are rates in promtool's notation, a value a minute."""
    expr = version_starts().expr.replace("$assistant", "shop").replace("$__interval", STEP)
    series = [
        {"series": f'skg:judged_turns:rate5m{{assistant="shop",assistant_version="{name}"}}', "values": values}
        for name, values in versions.items()
    ]
    (tmp_path / "rules.yaml").write_text(
        yaml.safe_dump({"groups": [{"name": "marks", "rules": [{"record": "mark", "expr": f"({expr}) * 0 + 1"}]}]})
    )
    samples = {
        minute: [name for name, times in minutes.items() if minute in times]
        for minute in range(max(max(times) for times in minutes.values()) + 20)
    }
    wanted = [
        {
            "expr": "last_over_time(mark[30s])",
            "eval_time": f"{minute}m",
            "exp_samples": [
                {"labels": f'mark{{assistant="shop",assistant_version="{name}"}}', "value": 1} for name in names
            ],
        }
        for minute, names in samples.items()
    ]
    told = {
        "rule_files": ["rules.yaml"],
        "evaluation_interval": STEP,
        "tests": [{"interval": STEP, "input_series": series, "promql_expr_test": wanted}],
    }
    (tmp_path / "test.yaml").write_text(yaml.safe_dump(told))
    return checked("promtool", "test", "rules", tmp_path / "test.yaml")


def test_a_release_and_the_rollback_after_it_are_marked_once_each(tmp_path):
    versions = {"1": "1x29 0x29 1x60", "2": "_x30 1x29 0x60"}

    assert "SUCCESS" in marked(tmp_path, versions, {"1": {0, 60}, "2": {30}})


def test_a_version_whose_users_were_silent_for_a_while_is_not_marked_again(tmp_path):
    assert "SUCCESS" in marked(tmp_path, {"1": "1x29 0x59 1x60"}, {"1": {0}})


def test_two_versions_that_speak_side_by_side_are_not_marked_all_the_time(tmp_path):
    versions = {"1": "1x29 0x4 1x60", "2": "1x90"}

    assert "SUCCESS" in marked(tmp_path, versions, {"1": {0}, "2": {0}})
