"""`skg forget`: erase a conversation from ledger and archive, on Kafka or in the folder of the embedded monitor."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from schemas.codec import check
from schemas.session import Forget
from stream.forgetting import forget_here, forget_on_kafka
from stream.logs import configure_logs
from stream.options import ConfigFile, DataDir, text
from stream.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("forget")(forget)


def forget(
    conversation: Annotated[str, typer.Argument(help="Id of the conversation.")],
    *,
    tenant: Annotated[str, typer.Option(help="Its tenant, where there are tenants.")] = "",
    wait: Annotated[float, typer.Option(min=0, help="Seconds to wait for the judge's answer (on Kafka).")] = 30.0,
    data_dir: DataDir = None,
    config: ConfigFile = None,
) -> None:
    """Erase a conversation: its records, claims and certificates; later turns under its id begin anew.

    What applications have sent stays on the topics until it is as old as their retention.
    """
    settings = load_settings(os.environ, file=config, given={"data_dir": text(data_dir)})
    configure_logs(settings.log_level)
    command = check(Forget(conversation=conversation, tenant=tenant))
    told = forget_on_kafka(settings, command, wait) if settings.broker else forget_here(settings, command)
    if told is None:
        typer.echo(
            f"Asked to forget {conversation}. No judge has answered yet: it is done as soon as one runs.", err=True
        )
        raise typer.Exit(1)
    typer.echo(f"Forgotten: {conversation}, with everything of it in ledger and archive.")
