"""What is older than it may be goes as a whole, by tenant and by the archive's own clock, and nothing else does."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from alerts.archive import CertificateFilter, open_archive
from alerts.archive.engine import WRITING, new_engine
from alerts.archive.tables import certificates
from alerts.archive.writing import OF_EPOCH
from alerts.retention import Ages, Retention, expiries, remove
from schemas.session import Forgotten, SessionSummary
from tests.alerts.records import NOON, first_record, second_record, superseding_record

DAY = timedelta(days=1)
MONTH = Retention(others=Ages(conversations=30 * DAY, certificates=30 * DAY))
(PROOF,) = second_record().certificates


class Clock:
    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def archive(archive_url, clock):
    """Give an archive whose clock a test sets."""
    opened = open_archive(archive_url, clock)
    yield opened
    opened.close()


def run(archive, retention, now):
    """Delete what has expired; return how many rows went, by table."""
    return sum((remove(archive, expiry) for expiry in expiries(retention, archive.tenants(), now)), start=Counter())


def preview(archive, retention, now):
    return sum((archive.expired(expiry) for expiry in expiries(retention, archive.tenants(), now)), start=Counter())


def whole(conversation, **fields):
    """Everything there may be of one conversation."""
    proof = replace(PROOF, certificate_id=f"proof of {conversation}", conversation=conversation, **fields)
    later = replace(second_record(), conversation=conversation, certificates=(proof,), flags=("gap",), **fields)
    others = [replace(record, conversation=conversation, **fields) for record in (first_record(), superseding_record())]
    summary = SessionSummary(conversation=conversation, turns=4, assistant_turns=2, scored_turns=2, **fields)
    return (*others, later, summary)


def test_a_conversation_goes_with_everything_of_it_once_its_newest_turn_is_too_old(archive, clock):
    archive.store(*whole("old"))
    clock.now = NOON + 20 * DAY
    archive.store(*whole("new"))
    counted = archive.held("old")

    removed = run(archive, MONTH, NOON + 31 * DAY)

    assert removed == counted
    assert set(counted) == {table.name for table in (*OF_EPOCH, certificates)}
    assert archive.held("old") == {}
    assert archive.held("new") == counted


def test_a_preview_counts_what_a_run_deletes_and_deletes_nothing(archive):
    archive.store(*whole("old"), replace(PROOF, certificate_id="alone", conversation="alone"))

    told = preview(archive, MONTH, NOON + 31 * DAY)

    assert told == preview(archive, MONTH, NOON + 31 * DAY)
    assert told == run(archive, MONTH, NOON + 31 * DAY)
    assert told["certificates"] == 2


@pytest.mark.parametrize(("age", "left"), [(30 * DAY, 1), (30 * DAY + timedelta(milliseconds=1), 0)])
def test_the_age_is_that_of_the_newest_turn(archive, clock, age, left):
    archive.store(first_record())
    clock.now = NOON + DAY
    archive.store(second_record())

    run(archive, MONTH, clock.now + age)

    assert len(archive.conversations()) == left


def test_neither_a_turn_that_comes_again_nor_a_producers_clock_makes_a_conversation_younger_or_older(archive, clock):
    archive.store(replace(first_record(), at=NOON + 1_000 * DAY), second_record())
    archive.store(
        *whole(
            "backfilled",
        ),
        replace(first_record(), conversation="ancient", at=NOON - 900 * DAY),
    )
    clock.now = NOON + 29 * DAY
    archive.store(replace(first_record(), at=NOON + 1_000 * DAY), second_record())
    run(archive, MONTH, NOON + 30 * DAY)
    before = {row.conversation for row in archive.conversations()}

    run(archive, MONTH, NOON + 31 * DAY)

    assert before == {"talk", "backfilled", "ancient"}
    assert archive.conversations() == []


def test_tenants_have_ages_of_their_own_and_may_keep_for_ever(archive):
    for tenant in ("", "strict", "hoarding"):
        archive.store(*whole(f"of {tenant}", tenant=tenant))
    week = Ages(conversations=7 * DAY, certificates=7 * DAY)
    retention = replace(MONTH, tenants={"strict": week, "hoarding": None})

    run(archive, retention, NOON + 8 * DAY)
    after_a_week = {row.tenant for row in archive.conversations()}
    run(archive, retention, NOON + 31 * DAY)

    assert after_a_week == {"", "hoarding"}
    assert {row.tenant for row in archive.conversations()} == {"hoarding"}


def test_certificates_may_outlive_their_conversations(archive):
    archive.store(*whole("old"))
    longer = Retention(others=Ages(conversations=30 * DAY, certificates=365 * DAY))

    removed = run(archive, longer, NOON + 31 * DAY)
    kept = archive.certificates(CertificateFilter())
    run(archive, longer, NOON + 366 * DAY)

    assert "certificates" not in removed
    assert len(kept) == 1
    assert archive.held("old") == {}


def test_a_certificate_stays_while_its_conversation_goes_on(archive, clock):
    archive.store(second_record())
    clock.now = NOON + 40 * DAY
    archive.store(replace(superseding_record(), slot=9))

    run(archive, MONTH, NOON + 41 * DAY)

    assert archive.certificates(CertificateFilter()) == [PROOF]


def test_what_is_read_again_from_a_topic_after_it_expired_stays_for_its_age_once_more(archive, clock):
    archive.store(*whole("old"))
    run(archive, MONTH, NOON + 31 * DAY)
    clock.now = NOON + 31 * DAY
    archive.store(*whole("old"))

    run(archive, MONTH, NOON + 60 * DAY)
    again = archive.held("old")["turns"]
    run(archive, MONTH, NOON + 62 * DAY)

    assert again == 3
    assert archive.held("old") == {}


def test_that_a_conversation_was_forgotten_is_never_deleted(archive):
    archive.forget(Forgotten(conversation="talk", epoch=0))

    run(archive, MONTH, NOON + 1_000 * DAY)

    assert archive.forgotten_epoch("talk") == 0


def test_what_an_archiver_of_an_earlier_release_stored_gets_an_age_from_now_on(archive, archive_url, clock):
    archive.store(*whole("old"))
    with new_engine(archive_url).execution_options(**WRITING).begin() as connection:
        connection.exec_driver_sql("DELETE FROM conversations")
        connection.exec_driver_sql("UPDATE certificates SET stored_at = NULL")
    clock.now = NOON + 10 * DAY

    archive.adopt()
    run(archive, MONTH, NOON + 31 * DAY)
    before = archive.held("old")
    run(archive, MONTH, NOON + 41 * DAY)

    assert before["turns"] == 3
    assert archive.held("old") == {}


def test_an_age_beyond_the_calendar_keeps_everything(archive):
    archive.store(*whole("old"))

    run(archive, Retention(others=Ages(conversations=100_000 * 100 * DAY, certificates=DAY)), NOON + 31 * DAY)

    assert archive.held("old")["turns"] == 3


@pytest.mark.slow
def test_an_archiver_goes_on_meanwhile_and_loses_nothing(archive, archive_url, clock):
    for number in range(12):
        archive.store(*(record for talk in range(50) for record in whole(f"old {number}.{talk}")))
    clock.now = datetime.now(UTC)
    other = open_archive(archive_url, clock)

    def archive_more():
        for number in range(60):
            other.store(*whole(f"new {number}"))
            # Conversations that are being deleted go on, and what is new of them stays.
            other.store(replace(superseding_record(), conversation=f"old {number % 12}.{number % 50}", slot=9))

    with ThreadPoolExecutor() as beside:
        storing = beside.submit(archive_more)
        removed = run(archive, MONTH, NOON + 31 * DAY)
        storing.result()

    turns = {f"new {number}": archive.held(f"new {number}")["turns"] for number in range(60)}
    assert turns == dict.fromkeys(turns, 3)
    assert removed["turns"] >= 3 * (600 - 60)
    gone_on = {archive.held(f"old {number % 12}.{number % 50}")["turns"] for number in range(60)}
    assert gone_on <= {1, 4}
    other.close()
