"""`skg dlq list|resend`: messages that are no turns, with the reason, and the way back."""

from __future__ import annotations

import os
import sys
from collections import deque
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from stream.kafka.dead_letters import StoredLetter, read_letters, resend
from stream.logs import configure_logs
from stream.options import ConfigFile
from stream.printing import table_console
from stream.settings import Settings, load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command and its two verbs."""
    verbs = typer.Typer(help="List messages that are no turns, and send them again.", no_args_is_help=True)
    verbs.command("list")(list_letters)
    verbs.command("resend")(resend_letters)
    app.add_typer(verbs, name="dlq")


def list_letters(
    *,
    limit: Annotated[int, typer.Option(min=1, help="At most this many, the newest.")] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="JSON, one letter a line, instead of a table.")] = False,
    config: ConfigFile = None,
) -> None:
    """List dead letters, the newest last: where each stood and what is wrong with it, never what it says."""
    letters = deque(map(_told, read_letters(_settings(config))), maxlen=limit)
    if as_json:
        for letter in letters:
            sys.stdout.write(f"{msgspec.json.encode(letter).decode()}\n")
        return
    console = table_console()
    if not letters:
        console.print("No dead letters.")
        return
    table = Table("id", "arrived (UTC)", "key", "bytes", "what is wrong", box=None, pad_edge=False)
    for letter in letters:
        again = f" (sent again as {letter['again']} was)" if letter["again"] else ""
        wrong = f"{letter['error']}: {letter['message']}{again}"
        table.add_row(str(letter["id"]), str(letter["arrived"])[:19], str(letter["key"]), str(letter["bytes"]), wrong)
    console.print(table, markup=False)


def resend_letters(
    *,
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]…", help="Ids as `skg dlq list` shows them.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All but those that have been sent again before and failed again.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Put dead letters back onto the turns topic as they came, once what was wrong has been mended."""
    if bool(ids) == everything:
        raise typer.BadParameter("name letters by their ids, or take --all")
    done = resend(_settings(config), None if everything else ids)
    typer.echo(f"Sent again: {len(done.sent)}{_named(done.sent)}.")
    if done.left:
        typer.echo(
            f"Left, since they have failed again before: {len(done.left)}{_named(done.left)}. Name them to insist."
        )


def _named(ids: tuple[str, ...]) -> str:
    return f" ({', '.join(ids)})" if ids else ""


def _told(letter: StoredLetter) -> dict[str, str | int | None]:
    """Return what may be shown of a letter: not its value, which is what somebody said."""
    return {
        "id": letter.id,
        "topic": letter.topic,
        "partition": letter.partition,
        "offset": letter.offset,
        "arrived": letter.arrived.isoformat(),
        "key": None if letter.key is None else letter.key.decode(errors="replace").replace("\x1f", "\u241f"),
        "bytes": None if letter.value is None else len(letter.value),
        "error": letter.error,
        "message": letter.message,
        "version": letter.version,
        "again": letter.again,
    }


def _settings(config: ConfigFile) -> Settings:
    settings = load_settings(os.environ, file=config)
    configure_logs(settings.log_level)
    return settings
