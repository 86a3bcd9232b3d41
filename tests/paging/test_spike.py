import re

import pytest

from tests.paging.stage import BAD, pages_about_assistants

pytestmark = pytest.mark.slow

COMMAND = "skg certificates list --assistant shop-assistant --assistant-version 2.5.0 --since 1h"


def test_a_calm_stream_pages_nobody(spike):
    assert spike.calm_turns > 30
    assert spike.calm_slips, "no assistant is without a contradiction"
    assert spike.in_calm == ()


def test_a_spike_is_one_page_to_whoever_is_on_call(spike):
    firing = [one for one in spike.about_bad if one.firing]

    assert firing == [spike.page]
    assert spike.page.notification.receiver == "on-call"
    assert spike.page.notification.group_labels == {"assistant": BAD.assistant, "assistant_version": BAD.version}
    assert spike.others == []


def test_the_page_says_who_contradicts_how_often_found_by_what_and_where_to_look(spike):
    (alert,) = spike.page.notification.alerts

    assert alert.labels["severity"] == "page"
    assert re.search(r"^shop-assistant 2\.5\.0 .* \d+ contradictions per 1,000 answers$", alert.annotations["summary"])
    assert re.search(r"\bnumeric_mismatch \d+\.\d", alert.annotations["detectors"])
    assert alert.annotations["evidence"] == COMMAND
    assert alert.annotations["runbook_url"].endswith(f"docs/runbooks/{alert.labels['alertname']}.md")


def test_the_command_of_the_page_shows_the_certificates(spike):
    shown = set(re.findall(r"shop-assistant-\d+-\d+", spike.evidence))

    assert shown
    assert shown <= {slip.conversation for slip in spike.all_slips}


def test_the_dashboard_shows_the_drop_and_marks_the_version_that_it_came_with(spike):
    good, bad = spike.drop.quality

    assert 0.0 < bad < good <= 1.0
    assert spike.drop.shows


def test_a_turn_is_judged_then_the_rule_fires_then_the_page_comes(spike):
    times = spike.times

    assert times.sent < times.judged < times.firing < times.paged
    assert times.sent < times.scraped <= times.firing
    assert times.sent < times.enough <= times.firing


def test_a_spike_that_ends_resolves(spike):
    last = spike.about_bad[-1]

    assert last.notification.status == "resolved"
    assert last.at > spike.rolled_back
    assert last.notification.group_key == spike.page.notification.group_key


def test_dead_letters_that_are_sent_again_page_nobody_though_their_contradictions_are_certified(spike):
    assert "Sent again: 60" in spike.said
    assert spike.resent
    assert spike.moved == 0
    assert pages_about_assistants(spike.after_resend) == []
    assert "letters-0" in spike.resent_evidence
