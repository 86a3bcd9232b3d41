"""What was forgotten is gone from the archive, and does not come back however late it arrives again."""

import time
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace

from alerts.archive import CertificateFilter, open_archive
from alerts.archive.engine import new_engine
from alerts.archive.writing import write
from alerts.errors import ConversationNotFoundError
from schemas.session import Forgotten, SessionSummary
from tests.alerts.records import NOON, first_record, second_record, superseding_record

FORGOTTEN = Forgotten(conversation="talk", epoch=0)
SUMMARY = SessionSummary(conversation="talk", turns=4, assistant_turns=2, scored_turns=2)
(PROOF,) = second_record().certificates
OF_EPOCH_0 = (first_record(), second_record(), superseding_record(), SUMMARY, PROOF)


def again(record):
    """The same turn when the conversation has gone on in its next epoch."""
    proofs = tuple(replace(proof, certificate_id=f"{proof.certificate_id}-again") for proof in record.certificates)
    return replace(record, epoch=1, certificates=proofs)


def is_empty(archive):
    with pytest.raises(ConversationNotFoundError):
        archive.claims("talk")
    return archive.certificates(CertificateFilter()) == [] and archive.conversations() == []


def test_nothing_of_a_forgotten_conversation_is_left(archive):
    archive.store(*OF_EPOCH_0)

    archive.forget(FORGOTTEN)

    assert is_empty(archive)


def test_other_conversations_and_tenants_keep_theirs(archive):
    archive.store(second_record(), replace(second_record(), tenant="acme", certificates=()))
    archive.store(replace(second_record(), conversation="walk", certificates=()))

    archive.forget(FORGOTTEN)

    assert len(archive.claims("talk", "acme")) == 1
    assert len(archive.claims("walk")) == 1


@pytest.mark.parametrize("value", OF_EPOCH_0, ids=lambda value: type(value).__name__)
def test_what_comes_again_of_a_forgotten_epoch_is_refused(archive, value):
    archive.forget(FORGOTTEN)

    archive.store(value)

    assert is_empty(archive)


def test_what_comes_again_together_with_the_news_of_forgetting_is_refused(archive):
    archive.store(*OF_EPOCH_0, FORGOTTEN)

    assert is_empty(archive)


def test_a_later_epoch_is_kept_whole_in_whatever_order_it_comes(archive):
    later = again(second_record())
    (proof,) = later.certificates

    for values in permutations((FORGOTTEN, second_record(), later, proof)):
        archive.store(*values)
        for value in values:
            archive.store(value)

        assert archive.certificates(CertificateFilter()) == [proof]
        assert [row.epoch for row in archive.conversations()] == [1]


def test_older_news_of_forgetting_does_not_take_back_newer(archive):
    archive.forget(replace(FORGOTTEN, epoch=3))
    archive.forget(FORGOTTEN)

    archive.store(again(second_record()))

    assert is_empty(archive)


def test_forgetting_twice_and_forgetting_the_unknown_are_no_errors(archive):
    archive.forget(FORGOTTEN)
    archive.forget(FORGOTTEN)

    assert is_empty(archive)


@pytest.mark.slow
def test_what_another_process_is_storing_meanwhile_is_forgotten_as_well(postgres_url):
    archive = open_archive(postgres_url)

    with ThreadPoolExecutor() as elsewhere:
        with new_engine(postgres_url).begin() as connection:
            write(connection, [second_record()], NOON)
            forgetting = elsewhere.submit(archive.forget, FORGOTTEN)
            wait_for_a_lock(postgres_url)
        forgetting.result()

    assert is_empty(archive)
    archive.close()


def wait_for_a_lock(postgres_url):
    deadline = time.monotonic() + 60.0
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        while not connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchall():
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_no_word_of_it_is_left_in_the_files_of_sqlite(tmp_path):
    archive = open_archive(f"sqlite:///{tmp_path}/archive.sqlite")
    archive.store(second_record())
    assert b"The warranty lasts" in on_disk(tmp_path)

    archive.forget(FORGOTTEN)

    assert b"The warranty lasts" not in on_disk(tmp_path)
    archive.close()


def on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
