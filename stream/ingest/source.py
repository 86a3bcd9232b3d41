"""Sources of lines: standard input, and a file that another program appends to.

A followed file gives each line once, across rotation, truncation and our own restarts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec

from stream.errors import SourceError

_PIECE = 1 << 16


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """Where reading a file goes on: which file, how far, and how many lines that were."""

    inode: int = 0
    offset: int = 0
    line: int = 0

    def place(self) -> str:
        """Return a name of the place that is the same after a restart, "" in a stream that cannot be read again."""
        return f"{self.inode}:{self.offset}" if self.inode else ""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line, counted from 1; `data` is None when it was longer than allowed; `after` is where the next starts."""

    number: int
    data: bytes | None
    after: Position = Position()


class Readable(Protocol):
    """An unbuffered stream: `read` returns what is there, up to `size` bytes, and nothing at the end."""

    def read(self, size: int, /) -> bytes:
        """Wait for something to read and return it."""
        ...


class _LineBuffer:
    """Cuts pieces into lines; of a line longer than `limit` only the length is kept."""

    def __init__(self, limit: int, start: Position) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._length = 0
        self.position = start

    def feed(self, piece: bytes) -> Iterator[Line]:
        *whole, rest = piece.split(b"\n")
        for part in whole:
            self._hold(part)
            yield self._line(ending=1)
        self._hold(rest)

    def flush(self) -> Iterator[Line]:
        """Return what came after the last line ending, if anything did."""
        if self._length:
            yield self._line(ending=0)

    def _hold(self, part: bytes) -> None:
        self._length += len(part)
        if self._length > self._limit:
            self._parts.clear()
        else:
            self._parts.append(part)

    def _line(self, *, ending: int) -> Line:
        data = None if self._length > self._limit else b"".join(self._parts)
        before = self.position
        self.position = Position(inode=before.inode, offset=before.offset + self._length + ending, line=before.line + 1)
        self._parts.clear()
        self._length = 0
        return Line(number=self.position.line, data=data, after=self.position)


def read_lines(stream: Readable, limit: int) -> Iterator[Line]:
    """Return the lines of a stream as they arrive, never holding much more than `limit` bytes."""
    buffer = _LineBuffer(limit, Position())
    while piece := stream.read(_PIECE):
        yield from buffer.feed(piece)
    yield from buffer.flush()


def follow(path: Path, limit: int, start: Position, wait: Callable[[], bool]) -> Iterator[Line]:
    """Return the lines of a file as they are written, as `tail -F` does.

    When the name belongs to a new file (rotation), the old one is read to its end first; when the file is shorter than
    what was read (truncation), reading starts again at its beginning. A file that is not there yet is waited for.
    `wait` pauses between two looks and says whether to go on. Raises SourceError when the file cannot be read.
    """
    while True:
        try:
            with path.open("rb") as file:
                yield from _follow_one(file, path, limit, start, wait)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise SourceError(source=str(path), problem=f"cannot be read: {error.strerror}") from error
        if not wait():
            return


def _follow_one(file: BinaryIO, path: Path, limit: int, start: Position, wait: Callable[[], bool]) -> Iterator[Line]:
    """Return the lines of one file until another one has its name, or waiting ends."""
    status = os.fstat(file.fileno())
    known = start.inode == status.st_ino and start.offset <= status.st_size
    buffer = _LineBuffer(limit, start if known else Position(inode=status.st_ino))
    file.seek(buffer.position.offset)
    while True:
        if piece := file.read(_PIECE):
            yield from buffer.feed(piece)
        elif os.fstat(file.fileno()).st_size < file.tell():
            file.seek(0)
            buffer = _LineBuffer(limit, Position(inode=status.st_ino))
        elif not _has_name(path, status.st_ino):
            for piece in iter(lambda: file.read(_PIECE), b""):  # written between our last look and the renaming
                yield from buffer.feed(piece)
            yield from buffer.flush()
            return
        elif not wait():
            return


def _has_name(path: Path, inode: int) -> bool:
    try:
        return path.stat().st_ino == inode
    except FileNotFoundError:
        return False
