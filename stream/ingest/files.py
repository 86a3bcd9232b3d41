"""Files and standard input that a command reads to their end, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from io import FileIO
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from stream.errors import SourceError
from stream.ingest.source import Line, Readable, read_lines

STANDARD = "-"
"""The name of standard input and output on a command line."""
LONGEST_LINE = 256 * 1024 * 1024
"""Bytes; a line may hold a whole conversation."""


def reading(source: str) -> AbstractContextManager[Readable]:
    """Open a file or standard input; raise SourceError when that is not possible."""
    if source == STANDARD:
        return nullcontext(FileIO(0, closefd=False))
    try:
        return Path(source).open("rb", buffering=0)
    except OSError as error:
        raise SourceError(source=source, problem=f"cannot be read: {error.strerror}") from error


def lines_of(stream: Readable) -> Iterator[Line]:
    """Return the lines that are not blank, with their numbers."""
    return (line for line in read_lines(stream, LONGEST_LINE) if line.data is None or line.data.strip())


def count_lines(source: str) -> int | None:
    """Return how many lines a regular file has, None where that cannot be known beforehand."""
    path = Path(source)
    if source == STANDARD or not path.is_file():
        return None
    with path.open("rb") as file:
        return sum(1 for line in file if line.strip())


def progress_bar(console: Console) -> Progress:
    """Return a bar that shows itself on a terminal alone."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal, transient=True)
