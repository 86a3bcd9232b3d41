"""`skg graph CONVERSATION`: the whiteboard of a conversation, from the archive."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from alerts.archive import CertificateFilter
from alerts.whiteboard import Board, draw_board, to_dot, to_svg
from stream.commands.certificates import archive_of
from stream.errors import SourceError
from stream.options import ConfigFile, DataDir, text

_ALL_CERTIFICATES = 10_000


class Format(StrEnum):
    """How the whiteboard is written."""

    SVG = "svg"
    DOT = "dot"
    JSON = "json"


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("graph")(graph)


def graph(  # noqa: PLR0913 - one parameter an option
    *,
    conversation: Annotated[str, typer.Argument(help="The conversation's id.")],
    svg: Annotated[bool, typer.Option("--svg", help="A picture for any browser (default).")] = False,
    dot: Annotated[bool, typer.Option("--dot", help="Graphviz's language.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The whiteboard as data.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to write; otherwise standard output.")
    ] = None,
    tenant: Annotated[str, typer.Option(help="The conversation's tenant.")] = "",
    data_dir: DataDir = None,
    config: ConfigFile = None,
) -> None:
    """Draw who claimed what: superseded claims struck through, conflicting ones red and joined.

    `skg graph stdin > talk.svg` draws what `skg monitor` read from standard input.
    """
    asked = [name for name, wanted in ((Format.SVG, svg), (Format.DOT, dot), (Format.JSON, as_json)) if wanted]
    if len(asked) > 1:
        raise typer.BadParameter("take one of --svg, --dot and --json")
    archive = archive_of(text(data_dir), config)
    try:
        board = draw_board(
            conversation,
            archive.claims(conversation, tenant),
            archive.entities(conversation, tenant),
            archive.certificates(CertificateFilter(conversation=conversation, tenant=tenant, limit=_ALL_CERTIFICATES)),
        )
    finally:
        archive.close()
    picture = _written(board, asked[0] if asked else Format.SVG)
    if output is None:
        sys.stdout.write(picture)
        return
    try:
        output.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise SourceError(source=str(output), problem=f"cannot be written: {error.strerror}") from error


def _written(board: Board, wanted: Format) -> str:
    if wanted is Format.DOT:
        return to_dot(board)
    if wanted is Format.JSON:
        return f"{msgspec.json.format(msgspec.json.encode(board)).decode()}\n"
    return to_svg(board)
