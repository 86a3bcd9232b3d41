import pytest

from tests.paging.stage import pages_about_assistants

pytestmark = pytest.mark.slow


def test_a_backlog_of_contradictions_fires_the_rule_but_wakes_nobody_for_the_assistant(worked_off):
    assert {"SkgContradictionSpike", "SkgBehind"} <= worked_off.fired
    assert pages_about_assistants(worked_off.received) == []


def test_a_worker_that_is_away_is_told_of(worked_off):
    told = [alert.labels["alertname"] for one in worked_off.received for alert in one.notification.alerts]

    assert "SkgTargetDown" in told
