"""`skg forget`: erase a conversation from ledger and archive, on Kafka or in the folder of the embedded monitor."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer

from schemas.codec import check
from schemas.session import Forget
from stream.forgetting import Erased, forget_here, forget_on_kafka
from stream.logs import configure_logs
from stream.options import ConfigFile, DataDir, text
from stream.printing import counted
from stream.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("forget")(forget)


def forget(  # noqa: PLR0913 - one parameter an option
    conversation: Annotated[str, typer.Argument(help="Id of the conversation.")] = "",
    *,
    option: Annotated[str, typer.Option("--conversation", help="The same, as an option.")] = "",
    tenant: Annotated[str, typer.Option(help="Its tenant, where there are tenants.")] = "",
    wait: Annotated[
        float, typer.Option(min=0, help="Seconds to wait for the judge's answer and for the archive (on Kafka).")
    ] = 30.0,
    as_json: Annotated[bool, typer.Option("--json", help="What was removed as JSON.")] = False,
    data_dir: DataDir = None,
    config: ConfigFile = None,
) -> None:
    """Erase a conversation: its records, claims and certificates; later turns under its id begin anew.

    Says what was removed, and when the copies of what applications have sent leave the topics by themselves.
    """
    if bool(conversation) == bool(option):
        raise typer.BadParameter("name one conversation: skg forget ID, or skg forget --conversation ID")
    settings = load_settings(os.environ, file=config, given={"data_dir": text(data_dir)})
    configure_logs(settings.log_level)
    command = check(Forget(conversation=conversation or option, tenant=tenant))
    erased = forget_on_kafka(settings, command, wait) if settings.broker else forget_here(settings, command)
    if erased is None:
        typer.echo(
            f"Asked to forget {command.conversation}. No judge has answered yet: it is done as soon as one runs.",
            err=True,
        )
        raise typer.Exit(1)
    if as_json:
        sys.stdout.write(f"{msgspec.json.encode(erased).decode()}\n")
    else:
        for line in _told(erased):
            typer.echo(line)
    if erased.unread:
        typer.echo(
            f"{erased.unread:,} messages sent before had not been read by then. Turns of {command.conversation} among"
            " them begin it anew: forget it again once annotators have caught up (skg doctor --deploy tells).",
            err=True,
        )
        raise typer.Exit(1)


def _told(erased: Erased) -> Iterator[str]:
    yield f"Forgotten: {erased.forgotten.conversation}."
    yield f"Ledger: {erased.records:,} record{'s' * (erased.records != 1)} removed."
    if erased.rows is None:
        yield f"Archive: {erased.unseen}."
    else:
        rows = counted(erased.rows)
        yield f"Archive: {f'removed {rows}' if rows else 'nothing of it was there'}."
    if erased.copies:
        yield "What was sent and judged leaves the topics by itself, at the latest:"
    for copy in erased.copies:
        until = "no date" if copy.until is None else f"{copy.until:%Y-%m-%d %H:%M} UTC"
        yield f"  {copy.topic}: {until} ({copy.why})"
    if erased.answers:
        yield (
            f"Answers of a language model are kept in {erased.answers}, quote what was said and are found by text"
            " alone: they stay. Where they must go, too, stop who uses the folder and remove it."
        )
