"""Connections to SQLite and PostgreSQL: which drivers, how long to wait, how a transaction begins."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, SQLAlchemyError

from alerts.errors import (
    ADDRESS,
    NO_ROOM,
    READ_ONLY,
    TABLES_GONE,
    ArchiveAddressError,
    ArchiveError,
    TablesGoneError,
    ValueRefusedError,
)

WRITING: Any = {"skg_writing": True}
"""Execution options of an engine whose transactions write."""
UNTIMED: Any = {"skg_untimed": True}
"""Those of one whose statements may take as long as large tables need."""
MIGRATING: Any = {**WRITING, **UNTIMED}
_DRIVERS = {
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
    "sqlite": "sqlite+pysqlite",
    "sqlite+pysqlite": "sqlite+pysqlite",
}
_PATIENCE = {"connect_timeout": "5", "tcp_user_timeout": "20000", "application_name": "skg"}
"""What a URL for PostgreSQL gets where it does not say otherwise: s, ms. Nobody waits for a server that is gone."""
_LIMITS = (
    "SET LOCAL statement_timeout = '60s'; SET LOCAL lock_timeout = '30s';"
    " SET LOCAL idle_in_transaction_session_timeout = '60s'"
)
"""Set in each transaction, since poolers between us and the server refuse settings of a connection."""
_REFUSED = ("22", "23", "54")
"""SQLSTATE classes of PostgreSQL that blame a value: data exception, integrity, a limit of the program."""
_NO_TABLE = "42P01"
"""SQLSTATE of a statement about a table that is not there."""
_REMEDIES = {
    "25006": READ_ONLY,
    "attempt to write a readonly database": READ_ONLY,
    "53100": NO_ROOM,
    "database or disk is full": NO_ROOM,
}
"""What helps, by PostgreSQL's SQLSTATE or SQLite's own words."""


def new_engine(url: str) -> Engine:
    """Return an engine for a database URL, not connected yet; raises ArchiveAddressError for one we do not know."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        # What cannot be parsed may still hold a password, so it is not repeated.
        raise ArchiveAddressError(url="(unreadable)", problem="not an SQLAlchemy URL") from error
    driver = _DRIVERS.get(address.drivername)
    if driver is None:
        problem = f"{address.drivername} is neither sqlite nor postgresql"
        raise ArchiveAddressError(url=shown(address), problem=problem)
    address = address.set(drivername=driver)
    if driver.startswith("sqlite"):
        engine = create_engine(address)
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "checkout", _same_file)
        event.listen(engine, "begin", _begin)
        return engine
    address = address.update_query_dict({name: _PATIENCE[name] for name in _PATIENCE if name not in address.query})
    engine = create_engine(address, pool_pre_ping=True)
    event.listen(engine, "begin", _limit)
    return engine


def erase_traces(engine: Engine) -> None:
    """Take what was deleted out of SQLite's log as well; another process that reads may put it off."""
    if engine.dialect.name == "sqlite":
        with suppress(SQLAlchemyError), engine.connect() as connection:
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


def archive_error(engine: Engine, error: Exception) -> ArchiveError:
    """Return what a database said as an error of ours."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    problem = str(said).partition("\n")[0]
    if getattr(said, "sqlstate", "") == _NO_TABLE or problem.startswith("no such table"):
        return TablesGoneError(url=shown(engine.url), problem=problem, remedy=TABLES_GONE)
    kind = ValueRefusedError if _blames_a_value(said) else ArchiveError
    remedy = _REMEDIES.get(str(getattr(said, "sqlstate", problem)), ADDRESS)
    return kind(url=shown(engine.url), problem=problem, remedy=remedy)


def _blames_a_value(said: BaseException) -> bool:
    state = getattr(said, "sqlstate", None)
    if isinstance(state, str):
        return state.startswith(_REFUSED)
    return type(said).__name__ in ("DataError", "IntegrityError", "OverflowError", "UnicodeEncodeError")


def shown(address: URL) -> str:
    """Return a database's URL without its password."""
    return address.render_as_string(hide_password=True)


def _set_pragmas(connection: Any, record: Any) -> None:  # noqa: ANN401 - a driver's own connection
    """Let readers look while one writes, wait for a lock rather than fail, and overwrite what is deleted."""
    connection.isolation_level = None  # the driver begins no transactions of its own: `_begin` does
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA secure_delete=ON")
    path = cursor.execute("PRAGMA database_list").fetchone()[2]
    record.info["file"] = path, _identity(path)
    cursor.close()


def _same_file(_connection: object, record: Any, _proxy: object) -> None:  # noqa: ANN401 - SQLAlchemy's own
    """Leave a file that was removed or replaced meanwhile: SQLite would go on writing where nobody reads."""
    path, opened = record.info["file"]
    if _identity(path) != opened:
        raise DisconnectionError("the file is another one now")


def _identity(path: str) -> tuple[int, int] | None:
    """Return what tells a file from another one of the same name; None when there is none."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _begin(connection: Connection) -> None:
    """Take the lock of writers at once: a reader that turned writer could find the database changed below it."""
    writes = connection.get_execution_options().get("skg_writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _limit(connection: Connection) -> None:
    if not connection.get_execution_options().get("skg_untimed", False):
        connection.exec_driver_sql(_LIMITS)
