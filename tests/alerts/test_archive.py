"""The archive keeps what the judge reports, however often it is told."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from alerts.archive import CertificateFilter, open_archive
from alerts.archive.engine import new_engine
from alerts.archive.tables import metadata
from alerts.errors import ArchiveError, CertificateNotFoundError, ConversationNotFoundError
from tests.alerts.records import first_record, second_record, superseding_record


def test_a_certificate_comes_back_as_it_was(archive):
    archive.store(first_record(), second_record())

    assert archive.certificates(CertificateFilter()) == list(second_record().certificates)


def test_storing_twice_changes_nothing(archive):
    archive.store(first_record(), second_record())
    archive.store(second_record())
    archive.store(first_record())

    assert len(archive.certificates(CertificateFilter())) == 1
    assert [claim.claim for claim in archive.claims("talk")] == ["1.0", "3.0"]


def test_a_certificate_is_found_by_the_beginning_of_its_id(archive):
    archive.store(second_record())

    assert archive.certificate("c-1.0").certificate_id == "c-1.0-3.0"


def test_an_unknown_or_empty_certificate_id_is_an_error(archive):
    archive.store(second_record())

    with pytest.raises(CertificateNotFoundError):
        archive.certificate("")
    with pytest.raises(CertificateNotFoundError):
        archive.certificate("%")


def test_a_resent_record_does_not_undo_a_later_supersession(archive):
    archive.store(first_record(), superseding_record())

    archive.store(first_record())

    statuses = {claim.claim: (claim.status, claim.changed_by) for claim in archive.claims("talk")}
    assert statuses["1.0"] == ("superseded", "5.0")


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (CertificateFilter(assistant="shop"), 1),
        (CertificateFilter(assistant="other"), 0),
        (CertificateFilter(detector="numeric_mismatch", severity="page"), 1),
        (CertificateFilter(kind="forgotten"), 0),
        (CertificateFilter(conversation="talk"), 1),
    ],
)
def test_certificates_are_filtered(archive, wanted, count):
    archive.store(second_record())

    assert len(archive.certificates(wanted)) == count


def test_conversations_are_listed_with_their_last_figures(archive):
    archive.store(first_record(), second_record(), superseding_record())

    (row,) = archive.conversations()

    assert (row.conversation, row.turns, row.score, row.slope, row.certificates) == ("talk", 3, 0.5, -0.4, 1)


def test_an_unknown_conversation_is_an_error_that_names_some(archive):
    archive.store(first_record())

    with pytest.raises(ConversationNotFoundError, match="talk"):
        archive.claims("walk")


def test_a_url_that_is_none_is_an_error_that_says_what_to_check():
    with pytest.raises(ArchiveError, match="SKG_ARCHIVE_URL"):
        open_archive("not a url")


def test_a_folder_that_does_not_exist_is_an_error(tmp_path):
    with pytest.raises(ArchiveError, match="unable to open"):
        open_archive(f"sqlite:///{tmp_path}/absent/archive.sqlite")


def test_the_password_of_a_url_is_not_shown():
    with pytest.raises(ArchiveError) as caught:
        open_archive("postgresql+psycopg://skg:secret@127.0.0.1:1/skg")

    assert "secret" not in str(caught.value)


@pytest.mark.usefixtures("archive")
def test_migrations_make_exactly_the_declared_tables(archive_url):
    with new_engine(archive_url).connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)

    assert differences == []
