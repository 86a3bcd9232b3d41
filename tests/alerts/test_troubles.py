"""A database that cannot be written, is full or is of a newer release says what helps, and loses nothing."""

import pytest
from msgspec.structs import replace
from sqlalchemy import event
from sqlalchemy.engine import make_url

from alerts.archive import Archive, CertificateFilter, open_archive
from alerts.archive.engine import new_engine
from alerts.archive.migration import migrate
from alerts.errors import NO_ROOM, READ_ONLY, ArchiveError, NewerArchiveError, ValueRefusedError
from tests.alerts.records import first_record, second_record


@pytest.fixture
def read_only_url(archive_url):
    """Give the URL under which a filled archive can only be read."""
    archive = open_archive(archive_url)
    archive.store(second_record())
    archive.close()
    address = make_url(archive_url)
    if address.get_backend_name() == "sqlite":
        return f"sqlite:///file:{address.database}?mode=ro&uri=true"
    query = {"options": "-cdefault_transaction_read_only=on"}
    return address.update_query_dict(query).render_as_string(hide_password=False)


def test_an_archive_that_can_only_be_read_is_read_and_says_why_it_takes_nothing(read_only_url):
    archive = open_archive(read_only_url)

    with pytest.raises(ArchiveError, match=READ_ONLY) as caught:
        archive.store(first_record())

    assert not isinstance(caught.value, ValueRefusedError)
    assert len(archive.certificates(CertificateFilter())) == 1
    assert archive.held("talk")["turns"] == 1
    archive.close()


def test_a_full_disk_says_so_loses_nothing_and_is_used_again_when_there_is_room(tmp_path):
    url = f"sqlite:///{tmp_path}/archive.sqlite"
    open_archive(url).close()
    engine = new_engine(url)
    migrate(engine)
    pages = [60]

    @event.listens_for(engine, "begin")
    def bound(connection):
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages[0]}")

    archive = Archive(engine)
    stored = []
    with pytest.raises(ArchiveError, match=NO_ROOM) as caught:
        store_until_full(archive, stored)
    refused = f"batch {len(stored)}"
    held = sum(archive.held(talk)["turns"] for talk in talks(refused))
    pages[0] = 100_000
    archive.store(*map(record_of, talks(refused)))

    assert not isinstance(caught.value, ValueRefusedError)
    assert held == 0
    assert all(archive.held(talk)["turns"] == 1 for batch in (*stored, refused) for talk in talks(batch))
    archive.close()


def test_an_archive_of_a_newer_release_is_left_as_it_is(archive, archive_url):
    archive.store(second_record())
    engine = new_engine(archive_url)
    with engine.execution_options(skg_writing=True).begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(NewerArchiveError, match="upgrade skgeval-monitor here; nothing was changed"):
        open_archive(archive_url)

    assert archive.held("talk")["turns"] == 1
    engine.dispose()


def record_of(conversation):
    return replace(first_record(), conversation=conversation)


def talks(batch):
    return [f"{batch}, talk {number}" for number in range(20)]


def store_until_full(archive, stored):
    while True:
        batch = f"batch {len(stored)}"
        archive.store(*map(record_of, talks(batch)))
        stored.append(batch)
