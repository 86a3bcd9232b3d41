"""`skg doctor --deploy` on archives of this release and of others, on both kinds of database."""

import pytest

from alerts.archive import open_archive
from alerts.archive.engine import WRITING, new_engine
from alerts.archive.inspection import inspect_archive
from alerts.archive.migration import revisions
from stream.deployment.database import look_at_archive
from stream.settings import Settings
from tests.alerts.test_databases import migrated

NEWEST, *EARLIER = revisions()


def tables(url):
    """Return what is said of the tables of an archive."""
    return next(check for check in look_at_archive(Settings(archive_url=url)) if check.name == "archive")


def test_tables_of_this_release_are_right(archive_url):
    open_archive(archive_url).close()

    assert tables(archive_url).sound
    assert tables(archive_url).found.endswith(f" answers, its tables are those of this release ({NEWEST})")


@pytest.mark.parametrize("revision", EARLIER)
def test_tables_of_an_earlier_release_are_told_with_who_brings_them_up_to_date(archive_url, revision):
    with new_engine(archive_url).execution_options(**WRITING).begin() as connection:
        migrated(connection, revision)

    told = tables(archive_url)

    missing = ", ".join(reversed(revisions()[: revisions().index(revision)]))
    assert not told.sound
    assert told.found.endswith(f" has tables of revision {revision}; this release wants {missing} as well")
    assert "`skg worker --role archive` of this release" in told.todo
    assert inspect_archive(archive_url).revision == revision, "the doctor changes nothing"


@pytest.mark.slow
def test_a_database_without_tables_is_told(postgres_url):
    told = tables(postgres_url)

    assert not told.sound
    assert f" has no tables yet; this release wants {', '.join(reversed(revisions()))} as well" in told.found


def test_tables_of_a_newer_release_are_told_with_whose_doctor_to_ask(archive_url):
    open_archive(archive_url).close()
    with new_engine(archive_url).execution_options(**WRITING).begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    told = tables(archive_url)

    assert not told.sound
    assert told.found.endswith(f" has tables of a newer release (9999); this one has {NEWEST}")
    assert told.todo == "run the doctor of the release that the archive is of"
