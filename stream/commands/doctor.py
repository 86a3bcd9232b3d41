"""`skg doctor`: what is installed, which models with which digests, which settings are in force, and does it work.

`skg doctor --deploy` looks at a running installation instead, and loads no model.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stream.check import Check
from stream.deployment.looks import deployment
from stream.logs import configure_logs
from stream.options import ConfigFile, DataDir, EncoderName, PolicyFile, text
from stream.printing import table_console
from stream.settings import Settings, load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("doctor")(doctor)


def doctor(  # noqa: PLR0913 - one parameter an option
    *,
    deploy: Annotated[
        bool, typer.Option("--deploy", help="Check a running installation: broker, workers, archive, alerts, clocks.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
    data_dir: DataDir = None,
    config: ConfigFile = None,
    policy: PolicyFile = None,
    encoder: EncoderName = None,
) -> None:
    """Show what is installed, which models, and which settings are in force; exit code 1 when something is wrong.

    With --deploy: whether a running installation works, as seen from here, within half a minute. Nothing is changed.
    """
    given: dict[str, object] = {"data_dir": text(data_dir), "policy_file": text(policy), "encoder": encoder}
    settings = load_settings(os.environ, file=config, given=given)
    if not deploy:  # what clients say of a broker that is away would only hide the line that tells so
        configure_logs(settings.log_level)
    found = {"deployment": deployment(settings)} if deploy else _here(settings)
    if as_json:
        typer.echo(msgspec.json.encode({**found, "settings": settings.shown()}).decode())
    else:
        in_force = [Check(name=name, found=value or "–") for name, value in settings.shown().items()]
        _show(table_console(), found if deploy else {**found, "settings": in_force})
    if not all(check.sound for checks in found.values() for check in checks):
        raise typer.Exit(1)


def _here(settings: Settings) -> dict[str, list[Check]]:
    from stream.checks import models, packages, working  # noqa: PLC0415 - a running installation is asked without models

    return {"installed": list(packages()), "models": list(models(settings)), "working": list(working(settings))}


def _show(console: Console, found: dict[str, list[Check]]) -> None:
    for title, checks in found.items():
        console.print(Text(title, style="bold"))
        console.print(_table(checks))


def _table(checks: Iterable[Check]) -> Table:
    table = Table.grid(padding=(0, 2))
    for check in checks:
        told = Text(f"{check.found}\n→ {check.todo}" if check.todo else check.found)
        table.add_row(_mark(check), check.name, told)
    return table


def _mark(check: Check) -> Text:
    if not check.sound:
        return Text(" bad", style="bold red")
    return Text("note", style="yellow") if check.todo else Text("  ok", style="green")
