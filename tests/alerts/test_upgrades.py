"""An archive of every earlier release is brought up to date with what it holds, and can be taken back."""

import pytest
from alembic import command
from msgspec.structs import replace
from sqlalchemy import MetaData

from alerts.archive import CertificateFilter, ConversationFilter, Expiry, FindingFilter, open_archive, rows
from alerts.archive.engine import WRITING, new_engine
from alerts.archive.migration import revisions
from schemas.session import SessionSummary
from tests.alerts.records import NOON, first_record, second_record, superseding_record
from tests.alerts.test_databases import migrated

EARLIER = tuple(reversed(revisions()[1:]))
SUMMARY = SessionSummary(
    conversation="talk",
    turns=10,
    assistant_turns=5,
    scored_turns=2,
    score=0.5,
    last_at=NOON,
    assistant="shop",
    assistant_version="1",
)
(PROOF,) = second_record().certificates
UNTIMED = replace(superseding_record(), slot=9, position=12)
RECORDS = (first_record(), second_record(), UNTIMED)
LONE = SessionSummary(conversation="only summed up", turns=2, assistant_turns=1, scored_turns=1, score=0.3)


def fill(connection):
    """Write what the release of these tables would have written: the columns that they have."""
    found = MetaData()
    found.reflect(connection)
    written = {
        "turns": [rows.turn_row(record, NOON) for record in RECORDS],
        "findings": [row for record in RECORDS for row in rows.finding_rows(record, NOON)],
        "certificates": [row for record in RECORDS for row in rows.certificate_rows(record, NOON)],
        "claims": [rows.claim_row(record, claim) for record in RECORDS for claim in record.claims],
        "entities": [row for record in RECORDS for row in rows.entity_rows(record)],
        "summaries": [rows.summary_row(SUMMARY), rows.summary_row(LONE)],
        "status_changes": [row for record in RECORDS for row in rows.status_rows(record)],
        "conversations": [rows.summarised_row(summary, NOON) for summary in (SUMMARY, LONE)],
        "gaps": [row for record in RECORDS for row in rows.gap_rows(replace(record, flags=("gap",)), NOON)],
        "forgotten": [{"tenant": "", "conversation": "forgotten", "epoch": 2}],
    }
    for name, values in written.items():
        if (table := found.tables.get(name)) is not None:
            fit = [{column.name: value[column.name] for column in table.columns} for value in values]
            connection.execute(table.insert(), fit)
    assert found.tables.keys() - {"alembic_version"} <= written.keys()


@pytest.fixture(params=EARLIER)
def upgraded(request, archive_url):
    """Give an archive that was filled at an earlier revision."""
    with new_engine(archive_url).execution_options(**WRITING).begin() as connection:
        migrated(connection, request.param)
        fill(connection)
    archive = open_archive(archive_url)
    yield archive
    archive.close()


def test_what_it_held_can_be_asked_for(upgraded):
    worst = upgraded.conversations(ConversationFilter(assistant="shop", assistant_version="1"))
    findings = upgraded.findings(FindingFilter(detector="numeric_mismatch", since=NOON, assistant="shop"))

    assert [(row.conversation, row.turns, row.score, row.certificates) for row in worst] == [("talk", 3, 0.5, 1)]
    assert [(finding.later_turn, finding.occurred_at) for finding in findings] == [(3, NOON)]
    assert upgraded.certificates(CertificateFilter(since=NOON)) == [PROOF]
    assert [claim.claim for claim in upgraded.claims("talk")] == ["1.0", "3.0", "5.0"]


def test_what_had_only_a_summary_is_listed(upgraded):
    assert "only summed up" in [row.conversation for row in upgraded.conversations()]


def test_what_follows_from_positions_is_found_again_where_no_turn_before_is_missing_here(archive_url):
    whole = [replace(first_record(), slot=slot, position=slot, conversation="whole", claims=()) for slot in range(2)]
    whole.append(replace(whole[0], slot=2, position=7))
    whole.append(replace(whole[0], slot=3, position=5))
    halved = replace(first_record(), slot=4, position=9, conversation="halved", claims=())
    with new_engine(archive_url).execution_options(**WRITING).begin() as connection:
        migrated(connection, "0002")
        found = MetaData()
        found.reflect(connection, only=["turns"])
        turns = [rows.turn_row(record, NOON) for record in (*whole, halved)]
        fit = [{column.name: turn[column.name] for column in found.tables["turns"].columns} for turn in turns]
        connection.execute(found.tables["turns"].insert(), fit)

    archive = open_archive(archive_url)

    assert [(gap.slot, gap.kind, gap.missing) for gap in archive.gaps("whole")] == [(2, "gap", 4), (3, "late", 0)]
    assert archive.gaps("halved") == []
    archive.close()


def test_what_is_stored_again_stays_what_it_was(upgraded):
    before = upgraded.conversations(), upgraded.findings(FindingFilter()), upgraded.held("talk")

    upgraded.store(*RECORDS, SUMMARY, LONE, PROOF)

    counted = upgraded.held("talk")
    assert (upgraded.conversations(), upgraded.findings(FindingFilter())) == before[:2]
    assert counted - before[2] in ({}, {"status_changes": 1})  # the first release had no table for them


def test_its_age_is_that_of_the_producers_time_or_counts_from_the_upgrade(upgraded):
    expiry = Expiry(tenant="", conversations_before=NOON.replace(year=2027), certificates_before=NOON)

    assert upgraded.expired(expiry)["conversations"] == 2
    assert upgraded.expired(replace(expiry, conversations_before=NOON)).get("conversations") is None


@pytest.mark.parametrize("revision", EARLIER)
def test_migrations_can_be_taken_back_to_each_and_forth(archive, archive_url, revision):
    archive.store(*RECORDS, SUMMARY)
    archive.close()

    with new_engine(archive_url).execution_options(**WRITING).begin() as connection:
        migrated(connection, revision, command.downgrade)

    again = open_archive(archive_url)
    assert again.certificates(CertificateFilter()) == [PROOF]
    assert [row.score for row in again.conversations()] == [0.5]
    again.close()
