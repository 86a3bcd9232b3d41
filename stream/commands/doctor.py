"""`skg doctor`: what is installed, which models with which digests, which settings are in force, and does it work."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stream.checks import Check, models, packages, working
from stream.logs import configure_logs
from stream.options import ConfigFile, DataDir, EncoderName, PolicyFile, text
from stream.settings import Settings, load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("doctor")(doctor)


def doctor(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
    data_dir: DataDir = None,
    config: ConfigFile = None,
    policy: PolicyFile = None,
    encoder: EncoderName = None,
) -> None:
    """Show what is installed, which models, and which settings are in force; exit code 1 when something is wrong."""
    given: dict[str, object] = {"data_dir": text(data_dir), "policy_file": text(policy), "encoder": encoder}
    settings = load_settings(os.environ, file=config, given=given)
    configure_logs(settings.log_level)
    found = {"installed": list(packages()), "models": list(models(settings)), "working": list(working(settings))}
    if as_json:
        typer.echo(msgspec.json.encode({**found, "settings": settings.shown()}).decode())
    else:
        _show(Console(highlight=False), found, settings)
    if not all(check.sound for checks in found.values() for check in checks):
        raise typer.Exit(1)


def _show(console: Console, found: dict[str, list[Check]], settings: Settings) -> None:
    for title, checks in found.items():
        console.print(Text(title, style="bold"))
        console.print(_table(checks))
    console.print(Text("settings", style="bold"))
    console.print(_table([Check(name=name, found=value or "–") for name, value in settings.shown().items()]))


def _table(checks: Iterable[Check]) -> Table:
    table = Table.grid(padding=(0, 2))
    for check in checks:
        mark = Text("  ok", style="green") if check.sound else Text(" bad", style="bold red")
        table.add_row(mark, check.name, Text(check.found))
    return table
