"""`skg export`: what is archived as JSON Lines, for other programs; memory stays the same however much there is."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
import typer

from alerts.archive import ExportFilter, ExportKind
from stream.ages import parse_since
from stream.commands.certificates import archive_of
from stream.errors import SourceError
from stream.options import ConfigFile, DataDir, text

_PRIVATE = 0o600


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("export")(export)


def export(  # noqa: PLR0913 - one parameter an option
    *,
    kind: Annotated[
        list[ExportKind] | None, typer.Option(help="What; can be given several times. All without.")
    ] = None,
    conversation: Annotated[str, typer.Option(help="Only of this conversation.")] = "",
    tenant: Annotated[str | None, typer.Option(help="Only of this tenant ('' is those without one).")] = None,
    assistant: Annotated[str, typer.Option(help="Only of this assistant.")] = "",
    assistant_version: Annotated[str | None, typer.Option(help="Only of this version of it.")] = None,
    since: Annotated[
        str, typer.Option(metavar="AGE|TIME", help="Only from then on: 30m, 1h, 2d, or a time (UTC).")
    ] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to write; otherwise standard output.")
    ] = None,
    data_dir: DataDir = None,
    config: ConfigFile = None,
) -> None:
    """Write certificates, turns, findings, summaries, claims and gaps, one a line, each with its `type`.

    Lines hold what people said. Those of certificates can be given to `skg verify`.
    """
    wanted = ExportFilter(
        conversation=conversation,
        tenant=tenant,
        assistant=assistant,
        assistant_version=assistant_version,
        since=parse_since(since, datetime.now(UTC), "--since") if since else None,
    )
    archive = archive_of(text(data_dir), config)
    try:
        with _written(output) as out:
            for one in dict.fromkeys(kind or ExportKind):
                for line in archive.exported(one, wanted):
                    out.write(msgspec.json.encode(line) + b"\n")
    finally:
        archive.close()


@contextmanager
def _written(path: Path | None) -> Iterator[BinaryIO]:
    """Give a file that only its owner reads, or standard output."""
    if path is None:
        with _standard_output() as out:
            yield out
        return
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE), "wb") as file:
            yield file
    except OSError as error:
        raise SourceError(source=str(path), problem=f"cannot be written: {error.strerror}") from error


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    """Give standard output; a full disk behind it becomes a sentence, a reader that has gone stays what it is."""
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is still buffered has nowhere to go, and the interpreter would complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SourceError(source="standard output", problem=f"cannot be written: {error.strerror}") from error
