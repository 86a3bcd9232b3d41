"""Answers and spending on disk: asked once, a question is never paid for again, also by processes beside this one.

One SQLite file; an answer is found by what was asked (model, prompt, speaker, text), and those that were not used for
longest leave first. A store that fails while it is used only costs calls, and never more than the budget: it stops no
reading. A file that is damaged is set aside, and a new one begun.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from threading import Lock

from skgeval.annotation.extraction.llm.errors import AnswerStoreError

_FILE = "answers.db"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, content TEXT NOT NULL, size INTEGER NOT NULL,
                                    used INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_use ON answers (used);
CREATE TABLE IF NOT EXISTS spending (hour INTEGER PRIMARY KEY, amount REAL NOT NULL);
CREATE TABLE IF NOT EXISTS uses (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL);
INSERT OR IGNORE INTO uses VALUES (1, 0);
"""
_NEXT_USE = "UPDATE uses SET number = number + 1 RETURNING number"
_SPEND = "INSERT INTO spending VALUES (?, ?) ON CONFLICT (hour) DO UPDATE SET amount = amount + excluded.amount"
_ROW_BYTES = 100
"""What a row takes besides its answer, roughly."""
_LOOK_EVERY = 32
"""Answers after which the size is looked at; the bound may be passed by so many."""
_KEPT_SHARE = 0.9
_HOURS_KEPT = 24
"""Hours whose spending is remembered: a clock that is set back meets again what was spent then."""
_ASIDE = ".damaged"
_PATIENCE_S = 10.0
"""How long another process may write before we go on without."""


class AnswerStore:
    """A bounded store in a folder; safe to use from several threads and processes."""

    def __init__(self, folder: Path, *, most_bytes: int) -> None:
        """Open or make the store; raise AnswerStoreError where that cannot be."""
        self._most_bytes = most_bytes
        self._lock = Lock()
        self._added = 0
        self._own: dict[int, float] = {}
        self.renewed = False
        """Whether the file was damaged and set aside, so that every question will be asked again."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._database = self._opened(folder)
        except (OSError, sqlite3.Error) as error:
            raise AnswerStoreError(path=str(folder), problem=str(error)) from error

    def _opened(self, folder: Path) -> sqlite3.Connection:
        try:
            return _connected(folder / _FILE)
        except sqlite3.OperationalError:  # it cannot be opened or written: nothing is wrong with what is in it
            raise
        except sqlite3.DatabaseError:
            for end in ("", "-wal", "-shm"):
                with suppress(FileNotFoundError):
                    (folder / f"{_FILE}{end}").replace(folder / f"{_FILE}{_ASIDE}{end}")
            self.renewed = True
            return _connected(folder / _FILE)

    def get(self, key: str) -> str | None:
        """Return the answer kept under a key."""
        try:
            with self._lock:
                row = self._database.execute("SELECT content FROM answers WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error:
            return None
        if row is None:
            return None
        with suppress(sqlite3.Error), self._lock:  # what can be read is used, even where nothing can be written
            self._database.execute("UPDATE answers SET used = ? WHERE key = ?", (self._use(), key))
        return str(row[0])

    def put(self, key: str, content: str) -> None:
        """Keep the first answer under a key; let the longest unused go when there are too many bytes."""
        size = len(content.encode()) + len(key) + _ROW_BYTES
        if size > self._most_bytes:
            return
        try:
            with self._lock:
                self._database.execute(
                    "INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?)", (key, content, size, self._use())
                )
                self._added += 1
                if self._added % _LOOK_EVERY == 0 or size * _LOOK_EVERY > self._most_bytes:
                    self._shrink()
        except sqlite3.Error:
            return

    def spend(self, hour: int, amount: float) -> None:
        """Add to what was spent in an hour; what was spent a day before it is forgotten."""
        with self._lock:
            self._own = {one: spent for one, spent in self._own.items() if one >= hour - _HOURS_KEPT}
            self._own[hour] = self._own.get(hour, 0.0) + amount
            with suppress(sqlite3.Error):
                self._database.execute(_SPEND, (hour, amount))
                self._database.execute("DELETE FROM spending WHERE hour < ?", (hour - _HOURS_KEPT,))

    def spent(self, hour: int) -> float:
        """Return what was spent in an hour, by all that share the folder; at least what this process has spent."""
        with self._lock:
            row = None
            with suppress(sqlite3.Error):
                row = self._database.execute("SELECT amount FROM spending WHERE hour = ?", (hour,)).fetchone()
            return max(self._own.get(hour, 0.0), 0.0 if row is None else float(row[0]))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._database.close()

    def _use(self) -> int:
        """Return the number of this use; uses are counted, not timed, so that no clock decides who leaves."""
        return int(self._database.execute(_NEXT_USE).fetchone()[0])

    def _shrink(self) -> None:
        total = int(self._database.execute("SELECT COALESCE(SUM(size), 0) FROM answers").fetchone()[0])
        if total <= self._most_bytes:
            return
        wanted = total - int(self._most_bytes * _KEPT_SHARE)
        leaving: list[tuple[str]] = []
        for key, size in self._database.execute("SELECT key, size FROM answers ORDER BY used"):
            if wanted <= 0:
                break
            leaving.append((key,))
            wanted -= size
        self._database.executemany("DELETE FROM answers WHERE key = ?", leaving)


def _connected(path: Path) -> sqlite3.Connection:
    """Return an open database with our tables; raise sqlite3.Error where that cannot be, OperationalError for now."""
    database = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.executescript(_SCHEMA)
    except sqlite3.Error:
        database.close()
        raise
    return database
