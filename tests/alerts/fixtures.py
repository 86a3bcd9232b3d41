"""Fixtures on real databases: a server for the whole session, an empty database on it, an archive in each kind."""

import pytest

from alerts.archive import open_archive
from tests.alerts.postgres import any_server, new_database, own_server


@pytest.fixture(scope="session")
def postgres_server():
    """Give the URL of a server that all tests share and none may stop."""
    with any_server() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server):
    """Give the URL of an empty database."""
    with new_database(postgres_server) as url:
        yield url


@pytest.fixture
def private_postgres():
    """Give a server that this test may stop and start again."""
    with own_server() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def archive_url(request, tmp_path):
    """Give the URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/archive.sqlite"
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def archive(archive_url):
    """Give an empty archive, once of each kind."""
    opened = open_archive(archive_url)
    yield opened
    opened.close()
