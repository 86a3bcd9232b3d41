"""What is archived comes out as flat mappings, one at a time, and only what is asked for."""

import resource
from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace

from alerts.archive import ExportFilter, ExportKind, open_archive
from schemas.codec import decode_json
from schemas.finding import Certificate
from schemas.session import SessionSummary
from tests.alerts.filling import fill
from tests.alerts.records import NOON, first_record, second_record, superseding_record

(PROOF,) = second_record().certificates
SUMMARY = SessionSummary(
    conversation="talk",
    turns=3,
    assistant_turns=2,
    scored_turns=2,
    assistant="shop",
    assistant_version="1",
    last_at=NOON,
)
OTHER = replace(first_record(), conversation="walk", tenant="acme", assistant_version="2", at=NOON + timedelta(hours=1))
GROWTH_KIB = 32 * 1_024


@pytest.fixture
def filled(archive):
    late = replace(superseding_record(), assistant="shop", assistant_version="1", flags=("late",), at=NOON)
    archive.store(first_record(), second_record(), late, SUMMARY, OTHER)
    return archive


def exported(archive, wanted):
    return {kind.value: list(archive.exported(kind, wanted)) for kind in ExportKind}


def test_every_line_says_what_it_is_and_is_json(filled):
    lines = exported(filled, ExportFilter(conversation="talk"))

    assert {kind: {line["type"] for line in found} for kind, found in lines.items()} == {
        "certificates": {"certificate"},
        "turns": {"turn"},
        "findings": {"finding"},
        "summaries": {"summary"},
        "claims": {"claim"},
        "gaps": {"gap"},
    }
    assert all(msgspec.json.decode(msgspec.json.encode(line)) for found in lines.values() for line in found)


def test_a_certificate_and_a_summary_come_out_as_the_judge_reported_them(filled):
    (certificate,) = filled.exported(ExportKind.CERTIFICATES, ExportFilter())
    (summary,) = filled.exported(ExportKind.SUMMARIES, ExportFilter())

    assert decode_json(msgspec.json.encode(certificate), Certificate) == PROOF
    assert (certificate["epoch"], certificate["slot"]) == (0, 3)
    assert decode_json(msgspec.json.encode(summary), SessionSummary) == SUMMARY


def test_a_turn_has_its_scores_and_times(filled):
    turn = next(iter(filled.exported(ExportKind.TURNS, ExportFilter(conversation="talk"))))

    assert (turn["slot"], turn["quality"], turn["at"], turn["assistant"]) == (1, 0.9, NOON, "shop")


@pytest.mark.parametrize(
    ("wanted", "counts"),
    [
        (ExportFilter(), [1, 4, 1, 1, 4, 1]),
        (ExportFilter(conversation="talk"), [1, 3, 1, 1, 3, 1]),
        (ExportFilter(tenant="acme"), [0, 1, 0, 0, 1, 0]),
        (ExportFilter(tenant=""), [1, 3, 1, 1, 3, 1]),
        (ExportFilter(assistant="shop", assistant_version="1"), [1, 3, 1, 1, 3, 1]),
        (ExportFilter(assistant="shop", assistant_version="2"), [0, 1, 0, 0, 1, 0]),
        (ExportFilter(assistant="bank"), [0, 0, 0, 0, 0, 0]),
        (ExportFilter(since=NOON), [1, 4, 1, 1, 4, 1]),
        (ExportFilter(since=NOON + timedelta(hours=1)), [0, 1, 0, 0, 1, 0]),
    ],
)
def test_lines_are_filtered(filled, wanted, counts):
    assert [len(found) for found in exported(filled, wanted).values()] == counts


def test_a_turn_without_a_time_is_found_by_when_it_was_stored(archive_url):
    archive = open_archive(archive_url, clock=lambda: NOON)
    archive.store(superseding_record())

    assert len(list(archive.exported(ExportKind.CLAIMS, ExportFilter(since=NOON)))) == 1
    assert not list(archive.exported(ExportKind.CLAIMS, ExportFilter(since=NOON + timedelta(seconds=1))))
    archive.close()


@pytest.mark.slow
def test_memory_does_not_grow_with_what_is_exported(archive, archive_url):
    fill(archive_url, 100_000)
    lines = archive.exported(ExportKind.TURNS, ExportFilter())
    next(lines)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    count = sum(1 for _ in lines)

    assert count == 99_999
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < GROWTH_KIB
