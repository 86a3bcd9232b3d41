"""An archive looked at without changing it, on both kinds of database."""

import pytest
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import text

from alerts.archive import open_archive
from alerts.archive.engine import new_engine
from alerts.archive.inspection import inspect_archive
from alerts.archive.migration import MIGRATIONS
from alerts.errors import ArchiveAddressError, ArchiveError


def at_revision(url, revision):
    """Bring tables to a revision."""
    engine = new_engine(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def revision_of(url):
    engine = new_engine(url)
    with engine.begin() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    engine.dispose()
    return found


def test_an_archive_that_this_release_has_opened_is_current(archive_url):
    open_archive(archive_url).close()

    state = inspect_archive(archive_url)

    assert state.known
    assert state.revision == state.newest
    assert state.missing == ()


def test_an_archive_of_an_older_release_is_told_and_left_as_it_is(archive_url):
    at_revision(archive_url, "0001")

    state = inspect_archive(archive_url)

    assert (state.revision, state.missing[0], state.missing[-1]) == ("0001", "0002", state.newest)
    assert revision_of(archive_url) == "0001"


def test_an_archive_of_a_newer_release_is_told(archive_url):
    open_archive(archive_url).close()
    engine = new_engine(archive_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()

    state = inspect_archive(archive_url)

    assert (state.known, state.revision, state.missing) == (False, "9999", ())


@pytest.mark.slow
def test_a_database_without_tables_stays_without(postgres_url):
    state = inspect_archive(postgres_url)

    assert state.revision is None
    assert state.missing[0] == "0001"
    assert revision_of(postgres_url) is None


@pytest.mark.slow
def test_a_server_tells_its_time(postgres_url):
    clock = inspect_archive(postgres_url).clock

    assert clock.asked - 0.5 < clock.told < clock.answered + 0.5


def test_a_file_has_no_clock(tmp_path):
    url = f"sqlite:///{tmp_path}/archive.sqlite"
    open_archive(url).close()

    assert inspect_archive(url).clock is None


def test_a_file_that_is_not_there_is_not_made(tmp_path):
    with pytest.raises(ArchiveError, match="unable to open database file") as caught:
        inspect_archive(f"sqlite:///{tmp_path}/archive #1.sqlite")

    assert "mode=ro" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_an_address_of_another_kind_is_refused():
    with pytest.raises(ArchiveAddressError, match="neither sqlite nor postgresql"):
        inspect_archive("mysql://skg@127.0.0.1/skg")
