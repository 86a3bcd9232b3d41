"""Whether Prometheus has the rules of this release, told by a real one that has others."""

import re
import shutil

import pytest

from stream.deployment.prometheus import look_at_prometheus
from stream.settings import Settings
from tests.stream.deployment.programs import RULES, prometheus

pytestmark = pytest.mark.slow

INHIBITOR = re.compile(r"(?ms)^ +- alert: SkgBehind\n(?:(?!- alert:).)*?severity: info.*?(?=^ +- alert:)")


@pytest.fixture
def rules(tmp_path):
    """Give a folder with the rules of this release, to be changed."""
    return shutil.copytree(RULES, tmp_path / "rules of it")


def found(folder, rules):
    """Return what is said of the rules that a Prometheus has in a folder."""
    with prometheus(folder, rules=rules) as url:
        [check] = [check for check in look_at_prometheus(Settings(prometheus_url=url)) if check.name == "rules"]
    return check


def test_one_rule_of_an_alert_that_has_several_is_missed(rules, tmp_path):
    pipeline = rules / "pipeline.yaml"
    text, left_out = INHIBITOR.subn("", pipeline.read_text())
    pipeline.write_text(text)

    check = found(tmp_path / "prometheus", rules)

    assert left_out == 1
    assert not check.sound
    assert check.found == "1 are not loaded as this release has them: SkgBehind (2 of 3)"
    assert "deploy/prometheus/rules of this release, once" in check.todo


def test_rules_of_another_release_under_the_same_names_are_told_where_they_are_others_or_come_twice(rules, tmp_path):
    shutil.copy(rules / "targets.yaml", rules / "targets-of-before.yaml")
    recording = rules / "recording.yaml"
    recording.write_text(recording.read_text().replace("skg:quality:mean1h", "skg:quality:mean_of_an_hour"))

    check = found(tmp_path / "prometheus", rules)

    assert not check.sound
    assert check.found == (
        "3 are not loaded as this release has them:"
        " SkgTargetDown (2 of 1), SkgTargetsAbsent (2 of 1), skg:quality:mean1h (0 of 1)"
    )


def test_what_an_owner_tuned_is_no_fault(rules, tmp_path):
    pipeline = rules / "pipeline.yaml"
    pipeline.write_text(pipeline.read_text().replace("> 300", "> 900").replace("severity: ticket", "severity: page"))

    assert found(tmp_path / "prometheus", rules).sound
