"""What the real Alertmanager makes of our configuration: who is told, of what, when, and what is held back."""

import json
import re
import shlex
import subprocess
import time

import pytest

from tests.deploy.alerting import SILENCE_S, Received, alert, alertmanager, of, post
from tests.house.repository import files

pytestmark = pytest.mark.slow

ADDING = re.compile(r"^amtool --alertmanager\.url \S+ (silence|alert) add .*$", re.MULTILINE)
ADDED = [
    (found[1], found[0]) for path in files("docs/runbooks", ending=".md") for found in ADDING.finditer(path.read_text())
]
"""What the runbooks add, and the command that does."""
ANSWERS = {"silence": r"[0-9a-f-]{36}\n", "alert": ""}
"""An id, or nothing; here Alertmanager 0.27 and later complain of values that want quotes."""


def test_one_version_is_one_page_a_backlog_holds_back_and_what_is_over_is_told_once(tmp_path):
    shop = of(
        "shop", "2.0", "SkgQualityDropAfterRelease", "SkgContradictionsHigh", "SkgRulesBroken", "SkgContradictionSpike"
    )
    share = alert("SkgDegradingShare", "ticket", assistant="shop", assistant_version="2.0")
    behind = alert("SkgBehind", "info", "pipeline", stage="judge")
    down = alert("SkgTargetDown", about="pipeline", part="archive")

    with Received() as received, alertmanager(tmp_path, received) as url:
        post(url, *shop, share, *of("shop", "1.0", "SkgContradictionsHigh"))
        received.wait(lambda: received.pages(assistant_version="2.0") and received.pages(assistant_version="1.0"))
        post(url, behind, alert("SkgIngestionStalled", about="pipeline"))
        received.wait(lambda: [to for to, _, _ in received.all if to == "nobody"])
        post(url, down, *of("travel", "1", "SkgRulesBroken"))
        received.wait(lambda: received.pages(alertname="SkgTargetDown"))
        caught_up = time.time()
        post(url, behind, over=True)
        late = received.wait(lambda: received.pages(assistant="travel"))
        post(url, *shop, share, over=True)
        received.wait(lambda: received.pages(assistant="shop", assistant_version="2.0")[1:])

    shown = received.pages(assistant="shop", assistant_version="2.0")
    assert [(status, names) for status, names, _ in shown] == [
        ("firing", ["SkgContradictionSpike"]),
        ("resolved", sorted(labels["alertname"] for labels in shop)),
    ]
    assert [names for _, names, _ in received.pages(assistant="shop", assistant_version="1.0")] == [
        ["SkgContradictionsHigh"]
    ]
    assert late[0][2] > caught_up
    assert received.pages(alertname="SkgIngestionStalled") == []
    written = next(body for to, body, _ in received.all if to == "slack" and "2.0" in json.dumps(body))
    assert written["attachments"][0]["title"] == "SkgContradictionSpike of shop"
    assert written["attachments"][0]["text"].strip().splitlines()[1:] == [
        "SkgContradictionSpike of shop",
        "Far more than chance brings.",
        "assistant: shop",
        "version: 2.0",
        "detectors: numeric_mismatch 80.0",
        "evidence: skg certificates list --assistant shop",
        "what to do: https://example.com/runbook",
    ]


def test_a_ticket_about_a_version_is_held_back_under_its_page_and_heard_of_another(tmp_path):
    paged = [alert("SkgDegradingShare", "ticket", assistant="shop", assistant_version=version) for version in "12"]

    with Received() as received, alertmanager(tmp_path, received) as url:
        post(url, *of("shop", "2", "SkgContradictionSpike"), *paged)
        received.wait(lambda: received.pages(assistant_version="2"))
        received.wait(lambda: received.told("team"))
        time.sleep(SILENCE_S)

    assert len(received.told("team")) == len(received.told("team", assistant_version="1")) == 1


def test_a_page_of_a_backlog_holds_back_the_ticket_of_its_stage_alone(tmp_path):
    tickets = [alert("SkgBehind", "ticket", "pipeline", stage=stage) for stage in ("judge", "archive")]

    with Received() as received, alertmanager(tmp_path, received) as url:
        post(url, alert("SkgBehind", "page", "pipeline", stage="judge"), *tickets)
        received.wait(lambda: received.pages(stage="judge"))
        received.wait(lambda: received.told("team"))
        time.sleep(SILENCE_S)

    assert len(received.told("team")) == len(received.told("team", stage="archive")) == 1


def test_what_goes_on_is_told_again_a_page_three_times_as_often_as_a_ticket(tmp_path):
    page = of("shop", "2.0", "SkgContradictionSpike")
    ticket = alert("SkgExtractionFailing", "ticket", "pipeline")

    with Received() as received, alertmanager(tmp_path, received, faster=5_000.0) as url:
        post(url, *page, ticket)
        received.wait(lambda: received.told("team")[2:])

    pages, last = received.pages(), received.told("team")[2][-1]
    assert {status for status, _, _ in pages} == {"firing"}
    assert sum(at <= last for _, _, at in pages) >= 5


@pytest.mark.parametrize(
    ("muted", "heard"), [("maintenance", {"nobody"}), ("nights-and-weekends", {"nobody", "on-call", "slack"})]
)
def test_in_maintenance_nobody_is_told_and_at_night_of_pages_alone(tmp_path, muted, heard):
    untold = alert("SkgNoted", "info", "pipeline")
    pages = [*of("shop", "2.0", "SkgContradictionSpike"), alert("SkgTargetDown", about="pipeline", part="archive")]
    tickets = [
        alert("SkgDegradingShare", "ticket", assistant="travel", assistant_version="1"),
        alert("SkgDeadLetters", "ticket", "pipeline"),
    ]

    with Received() as received, alertmanager(tmp_path, received, muted=muted) as url:
        post(url, *pages, *tickets, untold)
        received.wait(lambda: received.told("nobody"))
        time.sleep(SILENCE_S)

    assert {to for to, _, _ in received.all} == heard
    assert len(received.pages()) == (2 if "on-call" in heard else 0)


def test_what_runbooks_add_is_taken_without_a_complaint(tmp_path):
    with Received() as received, alertmanager(tmp_path, received) as url:
        answers = [(what, line, given(url, line)) for what, line in ADDED]

    assert len(answers) > 13
    assert [answer for what, *answer in answers if not re.fullmatch(ANSWERS[what], answer[-1])] == []


def given(url, line):
    """Give a command of a runbook to this Alertmanager; return all that it answers."""
    _, _, _, *arguments = shlex.split(line.replace("$USER", "on-call"))
    command = ["amtool", "--alertmanager.url", url, *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True).stdout
