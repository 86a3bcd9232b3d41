"""Commands read whatever archive SKG_ARCHIVE_URL names."""

import json

import pytest

from alerts.archive import open_archive
from schemas.codec import decode_json
from schemas.finding import Certificate
from tests.alerts.records import first_record, second_record, superseding_record
from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow


@pytest.fixture
def filled(archive_url):
    archive = open_archive(archive_url)
    archive.store(first_record(), second_record(), superseding_record())
    archive.close()
    return archive_url


def test_certificates_are_listed_and_shown_from_the_archive_that_is_named(filled, tmp_path):
    listed = run(tmp_path, "certificates", "list", "--json", SKG_ARCHIVE_URL=filled)
    shown = run(tmp_path, "certificates", "show", "c-1.0", SKG_ARCHIVE_URL=filled)

    assert [decode_json(line, Certificate) for line in listed.stdout.splitlines()] == list(second_record().certificates)
    assert "In turn 4 the assistant said 12 months; in turn 2 it had said 24 months." in shown.stdout


def test_a_whiteboard_is_drawn_from_the_archive_that_is_named(filled, tmp_path):
    result = run(tmp_path, "graph", "talk", "--json", SKG_ARCHIVE_URL=filled)

    (card,) = json.loads(result.stdout)["cards"]
    assert [line["status"] for line in card["lines"]] == ["superseded", "disputed", "current"]


def test_a_server_that_is_away_is_one_line_without_its_password(tmp_path):
    away = "postgresql://skg:hunter2@127.0.0.1:1/skg"

    result = run(tmp_path, "certificates", "list", SKG_ARCHIVE_URL=away)

    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert "hunter2" not in result.stderr
    assert "SKG_ARCHIVE_URL" in result.stderr
