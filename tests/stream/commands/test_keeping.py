"""What is archived can be exported, expires and is forgotten, by the real commands on both databases."""

import json
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from alerts.archive import CertificateFilter, open_archive
from schemas.session import SessionSummary
from tests.alerts.records import NOON, first_record, second_record, superseding_record
from tests.stream.commands.programs import run, start

pytestmark = pytest.mark.slow
SUMMARY = SessionSummary(conversation="talk", turns=3, assistant_turns=2, scored_turns=2, last_at=NOON)


@pytest.fixture
def filled(archive_url):
    """Give the URL of an archive with a conversation of long ago and one of now, of another version."""
    (proof,) = second_record().certificates
    old = open_archive(archive_url, clock=lambda: NOON)
    old.store(first_record(), second_record(), superseding_record(), SUMMARY)
    old.close()
    now = datetime.now(UTC)
    fresh = replace(proof, certificate_id="fresh", conversation="new", assistant_version="2", occurred_at=now)
    new = open_archive(archive_url)
    new.store(replace(second_record(), conversation="new", assistant_version="2", at=now, certificates=(fresh,)))
    new.close()
    return archive_url


def test_certificates_are_listed_by_version_and_by_age(filled, tmp_path):
    def listed(*options):
        result = run(tmp_path, "certificates", "list", "--json", *options, SKG_ARCHIVE_URL=filled)
        assert result.stderr == ""
        return [json.loads(line)["certificate_id"] for line in result.stdout.splitlines()]

    assert listed("--assistant", "shop", "--assistant-version", "2", "--since", "1h") == ["fresh"]
    assert listed("--assistant", "shop", "--assistant-version", "1") == ["c-1.0-3.0"]
    assert listed("--since", "2026-03-05T12:00:01") == ["fresh"]
    assert listed("--assistant-version", "") == []


def test_an_age_that_is_none_is_one_line_that_says_what_is(tmp_path):
    result = run(tmp_path, "certificates", "list", "--since", "yesterday")

    assert result.returncode == 2
    assert result.stderr == (
        "skg: options: --since: 'yesterday' is neither an age, such as 30m, 1h, 2d or 1h30m,"
        " nor a time, such as 2026-03-05T12:00:00Z\n"
    )


def test_what_is_of_today_is_deleted_only_where_that_is_meant(filled, tmp_path):
    def retention(*options):
        return run(tmp_path, "retention", "run", "--older-than", "0d", *options, SKG_ARCHIVE_URL=filled)

    refused, counted, meant = retention(), retention("--dry-run"), retention("--yes")

    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "skg: options: --older-than: 0d deletes conversations of today: give --yes where that is meant,"
        " --dry-run to count them\n"
    )
    assert counted.stdout.splitlines()[-1].startswith("Would delete")
    assert meant.stdout.splitlines()[-1] == counted.stdout.splitlines()[-1].replace("Would delete", "Deleted")


def test_the_export_is_json_lines_and_a_file_that_only_its_owner_reads(filled, tmp_path):
    path = tmp_path / "export.jsonl"

    everything = run(tmp_path, "export", SKG_ARCHIVE_URL=filled)
    some = run(tmp_path, "export", "--kind", "turns", "--kind", "claims", "--assistant-version", "2", "--since", "1h",
               "--output", str(path), SKG_ARCHIVE_URL=filled)  # fmt: skip

    assert (everything.returncode, some.returncode, some.stdout) == (0, 0, "")
    kinds = [json.loads(line)["type"] for line in everything.stdout.splitlines()]
    assert sorted(set(kinds)) == ["certificate", "claim", "finding", "summary", "turn"]
    assert [json.loads(line)["type"] for line in path.read_text().splitlines()] == ["turn", "claim"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_export_onto_a_full_disk_says_so(filled, tmp_path):
    with Path("/dev/full").open("w") as full, start(tmp_path, "export", out=full, SKG_ARCHIVE_URL=filled) as exporting:
        _, said = exporting.communicate()

    assert (exporting.returncode, said) == (2, "skg: standard output: cannot be written: No space left on device\n")


def test_retention_says_what_it_would_delete_then_deletes_it(filled, tmp_path):
    told = run(tmp_path, "retention", "run", "--dry-run", SKG_ARCHIVE_URL=filled, SKG_RETENTION_DAYS="60")
    done = run(tmp_path, "retention", "run", SKG_ARCHIVE_URL=filled, SKG_RETENTION_DAYS="60")
    again = run(tmp_path, "retention", "run", "--older-than", "60d", SKG_ARCHIVE_URL=filled)

    rows = "1 conversations, 3 turns, 1 findings, 3 claims, 1 status changes, 1 entities, 1 summaries, 1 certificates"
    assert told.stdout.splitlines() == [
        f"without a tenant, older than 60 days: {rows}",
        f"Would delete 12 rows: {rows}.",
    ]
    assert done.stdout.splitlines() == [f"without a tenant, older than 60 days: {rows}", f"Deleted 12 rows: {rows}."]
    assert again.stdout == "Deleted 0 rows.\n"
    archive = open_archive(filled)
    assert [proof.conversation for proof in archive.certificates(CertificateFilter())] == ["new"]
    archive.close()


def test_retention_without_an_age_is_a_setting_to_make(filled, tmp_path):
    result = run(tmp_path, "retention", "run", SKG_ARCHIVE_URL=filled)

    assert result.returncode == 2
    assert "retention_days: is 0, which keeps everything for ever" in result.stderr


def test_forgetting_says_what_was_removed_here(filled, tmp_path):
    (tmp_path / "data" / "llm").mkdir(parents=True)

    done = run(tmp_path, "forget", "--conversation", "talk", SKG_ARCHIVE_URL=filled)
    again = run(tmp_path, "forget", "talk", "--json", SKG_ARCHIVE_URL=filled)

    name, ledger, archive, answers = done.stdout.splitlines()
    assert (name, ledger) == ("Forgotten: talk.", "Ledger: 0 records removed.")
    assert archive == (
        "Archive: removed 1 conversations, 3 turns, 1 findings, 3 claims, 1 status changes, 1 entities, 1 summaries,"
        " 1 certificates."
    )
    assert str(tmp_path / "data" / "llm") in answers
    assert json.loads(again.stdout)["rows"] == {}


def test_forgetting_wants_one_conversation(tmp_path):
    assert run(tmp_path, "forget").returncode == 2
    assert run(tmp_path, "forget", "a", "--conversation", "b").returncode == 2


def test_records_of_the_ledger_are_counted_when_they_are_forgotten(tmp_path):
    turns = [{"conversation": "talk", "role": "user", "text": "hello", "turn_id": str(number)} for number in range(3)]
    monitored = run(tmp_path, "monitor", "--plain", given="\n".join(map(json.dumps, turns)))

    done = run(tmp_path, "forget", "talk")

    assert monitored.returncode == 0
    assert done.stdout.splitlines()[1] == "Ledger: 3 records removed."
    assert "3 turns" in done.stdout
