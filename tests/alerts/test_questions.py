"""What people ask of the archive: the worst conversations, findings by detector and time, what is missing where."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from alerts.archive import CertificateFilter, ConversationFilter, FindingFilter, open_archive
from schemas.record import Scores
from schemas.session import SessionSummary
from tests.alerts.records import NOON, first_record, second_record, superseding_record

HOUR = timedelta(hours=1)


def scored(conversation, score, slot=0, **fields):
    """One scored turn of a conversation."""
    scores = Scores(quality=score, session_score=score, level=score, slope=0.0)
    told = {"slot": slot, "position": slot, "claims": (), "entities": (), **fields}
    return replace(first_record(), conversation=conversation, scores=scores, **told)


def names(rows):
    return [row.conversation for row in rows]


def test_the_worst_conversations_come_first_whatever_the_order_of_storing(archive):
    archive.store(scored("good", 0.9), scored("bad", 0.2), scored("middling", 0.5))

    assert names(archive.conversations()) == ["bad", "middling", "good"]


def test_a_conversation_stands_where_its_last_scored_turn_left_it(archive):
    archive.store(scored("falls", 0.2, slot=3), scored("falls", 0.9, slot=1), scored("stays", 0.5))
    archive.store(replace(superseding_record(), conversation="falls"))

    assert [(row.conversation, row.score, row.turns) for row in archive.conversations()] == [
        ("falls", 0.2, 3),
        ("stays", 0.5, 1),
    ]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (ConversationFilter(assistant="shop"), ["b", "c", "a"]),
        (ConversationFilter(assistant="shop", assistant_version="2"), ["b"]),
        (ConversationFilter(assistant="shop", assistant_version=""), ["c"]),
        (ConversationFilter(assistant="bank"), []),
        (ConversationFilter(tenant="acme"), ["c"]),
        (ConversationFilter(since=NOON + HOUR), ["b"]),
        (ConversationFilter(limit=1), ["b"]),
    ],
)
def test_conversations_are_filtered(archive, wanted, found):
    archive.store(
        scored("a", 0.9),
        scored("b", 0.1, assistant_version="2", at=NOON + HOUR),
        scored("c", 0.3, assistant_version="", tenant="acme"),
    )

    assert names(archive.conversations(wanted)) == found


def test_a_conversation_of_which_only_the_summary_came_is_listed_all_the_same(archive):
    archive.store(SessionSummary(conversation="gone", turns=4, assistant_turns=2, scored_turns=2, score=0.4))

    (row,) = archive.conversations()

    assert (row.conversation, row.score, row.turns) == ("gone", 0.4, 0)


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (FindingFilter(detector="numeric_mismatch"), 1),
        (FindingFilter(detector="numeric_mismatch", since=NOON), 1),
        (FindingFilter(detector="numeric_mismatch", since=NOON + HOUR), 0),
        (FindingFilter(detector="slot"), 0),
        (FindingFilter(assistant="shop", assistant_version="1", severity="page"), 1),
        (FindingFilter(assistant_version="2"), 0),
        (FindingFilter(conversation="talk", tenant=""), 1),
    ],
)
def test_findings_are_filtered(archive, wanted, count):
    archive.store(first_record(), second_record())

    assert len(archive.findings(wanted)) == count


def test_a_finding_says_whose_it_is_and_when_it_arose(archive):
    archive.store(second_record())

    (finding,) = archive.findings(FindingFilter())

    assert (finding.assistant, finding.assistant_version, finding.occurred_at) == ("shop", "1", NOON)


def test_a_finding_of_a_turn_without_a_time_arose_when_it_was_first_stored(archive_url):
    times = iter([NOON, NOON + HOUR])
    archive = open_archive(archive_url, clock=lambda: next(times))
    untimed = replace(second_record(), at=None)
    archive.store(untimed)
    archive.store(untimed)

    assert [finding.occurred_at for finding in archive.findings(FindingFilter())] == [NOON]
    archive.close()


def test_certificates_of_one_version_are_told_apart_also_from_those_without_one(archive):
    (proof,) = second_record().certificates
    unversioned = replace(proof, certificate_id="unversioned", assistant_version="")
    archive.store(proof, unversioned)

    assert archive.certificates(CertificateFilter(assistant_version="1")) == [proof]
    assert archive.certificates(CertificateFilter(assistant_version="")) == [unversioned]


def test_it_is_told_which_turns_are_missing_until_they_have_come(archive):
    early, late = first_record(), replace(second_record(), slot=4, position=9, flags=("gap",))
    archive.store(early, late)

    before = archive.gaps("talk")
    archive.store(replace(early, slot=5, position=5, turn_id="t5", claims=(), flags=("late", "split")))

    assert [(gap.slot, gap.kind, gap.position, gap.missing) for gap in before] == [(4, "gap", 9, 7)]
    assert [(gap.slot, gap.kind, gap.position, gap.missing) for gap in archive.gaps("talk")] == [
        (4, "gap", 9, 6),
        (5, "late", 5, 0),
        (5, "split", 5, 0),
    ]


def test_other_flags_are_no_gaps(archive):
    archive.store(replace(first_record(), flags=("unbound_reference", "continuation")))

    assert archive.gaps("talk") == []
