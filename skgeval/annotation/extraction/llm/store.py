"""Answers and spending on disk: asked once, a question is never paid for again, also by processes beside this one.

One SQLite file; an answer is found by what was asked (model, prompt, speaker, text), and those that were not used for
longest leave first. A store that fails while it is used only costs calls: it never stops the reading.
"""

from __future__ import annotations

import sqlite3
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


class AnswerStore:
    """A bounded store in a folder; safe to use from several threads and processes."""

    def __init__(self, folder: Path, *, most_bytes: int) -> None:
        """Open or make the store; raise AnswerStoreError where that cannot be."""
        self._most_bytes = most_bytes
        self._lock = Lock()
        self._added = 0
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._database = sqlite3.connect(
                folder / _FILE, timeout=10.0, isolation_level=None, check_same_thread=False
            )
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise AnswerStoreError(path=str(folder), problem=str(error)) from error

    def get(self, key: str) -> str | None:
        """Return the answer kept under a key."""
        try:
            with self._lock:
                row = self._database.execute("SELECT content FROM answers WHERE key = ?", (key,)).fetchone()
                if row is not None:
                    self._database.execute("UPDATE answers SET used = ? WHERE key = ?", (self._use(), key))
        except sqlite3.Error:
            return None
        return None if row is None else str(row[0])

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
        """Add to what was spent in an hour; the hours before it are forgotten."""
        try:
            with self._lock:
                self._database.execute(_SPEND, (hour, amount))
                self._database.execute("DELETE FROM spending WHERE hour < ?", (hour,))
        except sqlite3.Error:
            return

    def spent(self, hour: int) -> float:
        """Return what was spent in an hour."""
        try:
            with self._lock:
                row = self._database.execute("SELECT amount FROM spending WHERE hour = ?", (hour,)).fetchone()
        except sqlite3.Error:
            return 0.0
        return 0.0 if row is None else float(row[0])

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
