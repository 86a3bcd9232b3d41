"""What people ask is answered from an index at a million turns, in both databases."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from alerts.archive import CertificateFilter, ConversationFilter, FindingFilter, open_archive, tables
from alerts.archive.engine import new_engine
from alerts.archive.keys import EPOCH, among, has_given_key, parameters
from alerts.archive.queries import gaps_of, newest_certificates, newest_findings, of_newest_epoch, worst_conversations
from stream.bench.archive.measure import reads_whole_table
from tests.alerts.filling import fill
from tests.alerts.postgres import new_database

pytestmark = pytest.mark.slow
TURNS = 1_000_000
NEWEST = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=6 * TURNS)
OF_VERSION = {"assistant": "assistant 7", "assistant_version": "v1"}
LAST_HOUR = {"since": NEWEST - timedelta(hours=1)}

QUESTIONS = {
    "the worst conversations": worst_conversations(ConversationFilter()),
    "the worst of an assistant": worst_conversations(ConversationFilter(assistant="assistant 7")),
    "the worst of a version": worst_conversations(ConversationFilter(**OF_VERSION)),
    "the worst of a version since": worst_conversations(ConversationFilter(**OF_VERSION, **LAST_HOUR)),
    "findings of a detector": newest_findings(FindingFilter(detector="slot")),
    "findings of a detector since": newest_findings(FindingFilter(detector="slot", **LAST_HOUR)),
    "findings of a version since": newest_findings(FindingFilter(**OF_VERSION, **LAST_HOUR)),
    "certificates of a version since": newest_certificates(CertificateFilter(**OF_VERSION, **LAST_HOUR)),
    "certificates since": newest_certificates(CertificateFilter(**LAST_HOUR)),
    "the newest certificates": newest_certificates(CertificateFilter()),
    "findings since": newest_findings(FindingFilter(**LAST_HOUR)),
    "certificates of a conversation": newest_certificates(CertificateFilter(conversation="talk 20")),
    "findings of a conversation": newest_findings(FindingFilter(conversation="talk 20", tenant="")),
    "gaps of a conversation": gaps_of("talk 20", ""),
    "claims of a conversation": of_newest_epoch(tables.claims, "talk 20", ""),
    "entities of a conversation": of_newest_epoch(tables.entities, "talk 20", ""),
    "a conversation, turn by turn": select(tables.turns)
    .where(tables.turns.c.tenant == "", tables.turns.c.conversation == "talk 20")
    .order_by(tables.turns.c.epoch, tables.turns.c.slot),
}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def filled(request, tmp_path_factory):
    """Give a large archive, once of each kind."""
    if request.param == "sqlite":
        yield from opened(f"sqlite:///{tmp_path_factory.mktemp('large')}/archive.sqlite")
        return
    with new_database(request.getfixturevalue("postgres_server")) as url:
        yield from opened(url)


def opened(url):
    archive = open_archive(url)
    fill(url, TURNS)
    yield archive
    archive.close()


KEYS = {("", "a"), ("", "b"), ("acme", "a")}
CLAIM = (*EPOCH, "claim")
OF_CLAIMS = {(*key, 0, "1.0") for key in KEYS}


def test_no_step_of_writing_reads_a_whole_table(tmp_path):
    url = f"sqlite:///{tmp_path}/archive.sqlite"
    archive = open_archive(url)
    with new_engine(url).connect() as connection:
        steps = [
            select(tables.turns).where(has_given_key(tables.turns, EPOCH)).params(parameters(EPOCH, ("", "a", 0))),
            *map(select(tables.forgotten).where, among(connection, tables.forgotten, EPOCH[:2], KEYS)),
            *map(select(tables.status_changes).where, among(connection, tables.status_changes, CLAIM, OF_CLAIMS)),
        ]

    plans = [line for step in steps for line in archive.plan(step)]

    assert len(steps) == 5
    assert [line for line in plans if "SEARCH" not in line] == []
    archive.close()


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_question_reads_a_whole_table(filled, question):
    plan = filled.plan(QUESTIONS[question])

    assert not reads_whole_table(plan), "\n".join(plan)
    assert any("USING INDEX" in line or "Index" in line for line in plan), "\n".join(plan)


def test_the_answers_are_there(filled):
    worst = filled.conversations(ConversationFilter(**OF_VERSION, limit=5))
    findings = filled.findings(FindingFilter(detector="slot", limit=5))

    assert [row.turns for row in worst] == [10] * 5
    assert [row.score for row in worst] == sorted(row.score for row in worst)
    assert len(findings) == 5
