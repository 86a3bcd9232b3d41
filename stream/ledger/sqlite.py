"""A ledger in one SQLite file: durable at each commit, readable by other processes while it is written."""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from stream.errors import LedgerError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS ledger (key TEXT PRIMARY KEY, value BLOB NOT NULL);
"""
_BUSY_MS = 10_000


class SqliteLedger:
    """Writes gather in one transaction until `commit`; a process killed before it has written none of them.

    One process at a time: two would give one slot to different turns. A second one is refused while the first lives.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the file; raise LedgerError when that cannot be."""
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = path.with_suffix(".lock").open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.executescript(_SCHEMA)
        except BlockingIOError as error:
            problem = "is in use by another process: stop it, or choose another data folder"
            raise LedgerError(path=str(path), problem=problem) from error
        except (OSError, sqlite3.Error) as error:
            raise LedgerError(path=str(path), problem=f"cannot be opened: {error}") from error

    def get(self, key: str) -> bytes | None:
        """Return the value of `key`, None when there is none."""
        row = self._run("SELECT value FROM ledger WHERE key = ?", key).fetchone()
        return None if row is None else bytes(row[0])

    def put(self, key: str, value: bytes) -> bytes:
        """Store `value` unless `key` has one; return what is stored."""
        if self._write("INSERT INTO ledger (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING", key, value).rowcount:
            return value
        stored = self.get(key)
        return value if stored is None else stored

    def overwrite(self, key: str, value: bytes) -> None:
        """Store `value` in place of any other."""
        self._write("INSERT OR REPLACE INTO ledger (key, value) VALUES (?, ?)", key, value)

    def remove(self, key: str) -> None:
        """Forget `key`."""
        self._write("DELETE FROM ledger WHERE key = ?", key)

    def keys(self) -> Iterator[str]:
        """Return all keys, sorted."""
        return iter([str(row[0]) for row in self._run("SELECT key FROM ledger ORDER BY key")])

    def commit(self) -> None:
        """Make everything written so far durable."""
        if self._connection.in_transaction:
            self._run("COMMIT")

    def close(self) -> None:
        """Commit and close the file."""
        self.commit()
        self._connection.close()
        self._lock.close()

    def _write(self, statement: str, *values: str | bytes) -> sqlite3.Cursor:
        if not self._connection.in_transaction:
            self._run("BEGIN IMMEDIATE")
        return self._run(statement, *values)

    def _run(self, statement: str, *values: str | bytes) -> sqlite3.Cursor:
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise LedgerError(path=str(self._path), problem=str(error)) from error
