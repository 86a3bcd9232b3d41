"""An archive looked at from outside: nothing is brought up to date, made or written."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from alerts.archive.engine import archive_error, new_engine, shown
from alerts.archive.migration import revision_of, revisions
from alerts.errors import ArchiveError


class DatabaseClock(msgspec.Struct, frozen=True, kw_only=True):
    """What a server's clock showed between two readings of ours; all are seconds since the epoch."""

    asked: float
    told: float
    answered: float


class ArchiveState(msgspec.Struct, frozen=True, kw_only=True):
    """Where an archive's tables stand."""

    revision: str | None
    """Of the tables; None when there are none."""
    newest: str
    """The revision that this release wants."""
    missing: tuple[str, ...]
    """Revisions that have not been run yet, the first first."""
    known: bool
    """Whether this release knows the revision of the tables; a newer one's it does not."""
    clock: DatabaseClock | None
    """None for SQLite, which has no clock of its own."""


def inspect_archive(url: str) -> ArchiveState:
    """Return where the archive at a URL stands; raise ArchiveError when it cannot be read, or is not there."""
    with _reading(url) as connection:
        revision = revision_of(connection)
        clock = None if connection.dialect.name == "sqlite" else _clock(connection)
    ours = revisions()
    known = revision is None or revision in ours
    missing = ours[: ours.index(revision)] if revision in ours else ours if known else []
    return ArchiveState(revision=revision, newest=ours[0], missing=tuple(reversed(missing)), known=known, clock=clock)


@contextmanager
def _reading(url: str) -> Iterator[Connection]:
    """Give a connection that cannot write, in a transaction."""
    engine = new_engine(_read_only(url)).execution_options(postgresql_readonly=True)
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    except SQLAlchemyError as error:
        raise ArchiveError(url=shown(make_url(url)), problem=archive_error(engine, error).problem) from error
    finally:
        engine.dispose()


def _read_only(url: str) -> str:
    """Return the URL that opens a file of SQLite as it is, and makes none; any other as it was given."""
    try:
        address = make_url(url)
    except ArgumentError:
        return url  # whoever opens it says what is wrong
    if address.get_backend_name() != "sqlite" or not address.database:
        return url
    address = address.set(database=f"file:{quote(address.database)}", query={"mode": "ro", "uri": "true"})
    return address.render_as_string(hide_password=False)


def _clock(connection: Connection) -> DatabaseClock:
    connection.exec_driver_sql("SELECT 1")  # whatever opening a transaction takes is not part of the answer
    asked = time.time()
    told = connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one()
    return DatabaseClock(asked=asked, told=float(told), answered=time.time())
