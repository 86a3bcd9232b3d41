"""`skg bench archive`: how fast the archive takes turns, and how fast it answers when it is large."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from stream.bench.archive.measure import measure, own_schema
from stream.bench.archive.table import table

_LARGE = 100_000
"""From so many turns on no question may read a whole table; small ones a server rightly reads as they are."""


def archive(
    *,
    turns: Annotated[int, typer.Option(min=500, help="Turns to store.")] = 1_000_000,
    url: Annotated[
        str, typer.Option("--url", help="PostgreSQL to measure, too, in a schema that is dropped afterwards.")
    ] = "",
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the figures here, too.")] = None,
) -> None:
    """Measure the archive: storing, what people ask, export and retention, on SQLite and on a PostgreSQL by URL.

    Exit code 1 when a question about many turns reads a whole table.
    """
    console = Console(stderr=True)

    def advance(step: str) -> None:
        console.print(f"measuring {step} …")

    with tempfile.TemporaryDirectory() as folder:
        figures = [measure(f"sqlite:///{folder}/archive.db", turns, advance)]
    if url:
        with own_schema(url) as own:
            figures.append(measure(own, turns, advance))
    if json_file is not None:
        json_file.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    console.print(table(figures))
    if turns >= _LARGE and any(one.reads_whole_tables for one in figures):
        raise typer.Exit(1)
