"""The command line `skg`: only the module of the command that is called is imported, so that help is instant."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Annotated

import typer
from rich.console import Console

from alerts.errors import AlertsError
from schemas.errors import SchemaError
from skgeval.annotation.errors import AnnotationError
from skgeval.errors import SkgevalError
from stream.errors import StreamError

DISTRIBUTION = "skgeval-monitor"
COMMANDS = {
    "demo": "Play sample conversations through the monitor and watch certificates arise.",
    "monitor": "Watch live conversations from standard input, a followed file or HTTP.",
    "topics": "Make the topics on the broker, or check them.",
    "worker": "Take part in the monitor on Kafka: read, judge and archive turns, with any number of other workers.",
    "send": "Send conversations and turns to Kafka, from a file, standard input or HTTP.",
    "dlq": "List messages that are no turns, and send them again.",
    "score": "Score a file of conversations, one a line.",
    "certificates": "List and show archived certificates.",
    "graph": "Draw the whiteboard of a conversation: who claimed what, and what conflicts.",
    "verify": "Derive a certificate again from itself alone.",
    "evaluate": "Measure precision, recall and alarms on labelled data.",
    "bench": "Measure speed and memory.",
    "forget": "Erase a conversation from ledger and archive.",
    "retention": "Delete what the archive need not keep any longer.",
    "export": "Write what is archived as JSON Lines, for other programs.",
    "doctor": "Show what is installed, which models, and which settings are in force.",
}
"""Every command in the order of `skg --help`; its module is `stream.commands.NAME`."""

_USAGE_ERROR = 2


def build(arguments: Sequence[str]) -> typer.Typer:
    """Return the application for these arguments: the command named first is real, the others only have their help."""
    app = typer.Typer(
        name="skg",
        help="Catch an assistant that contradicts itself, forgets a rule or drifts off, while the conversation runs.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    wanted = next((argument for argument in arguments if not argument.startswith("-")), "")
    for name, sentence in COMMANDS.items():
        if name == wanted:
            import_module(f"stream.commands.{name}").add_to(app)
        else:
            app.command(name, help=sentence)(_not_called)
    return app


def main() -> None:
    """Run `skg`; what a user can mend comes out as one line on standard error, and exit code 2."""
    try:
        build(sys.argv[1:])()
    except (StreamError, AlertsError, SchemaError, SkgevalError, AnnotationError) as error:
        Console(stderr=True, soft_wrap=True).print(f"skg: {error}", markup=False, highlight=False)
        sys.exit(_USAGE_ERROR)
    except BrokenPipeError:
        # Whoever read our output has gone (`skg … | head`); the interpreter must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _show_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it with the option's value
    if wanted:
        typer.echo(f"skg {version(DISTRIBUTION)}")
        raise typer.Exit


def _options(
    *,
    _version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version and leave.")
    ] = False,
) -> None:
    """Take the options of `skg` itself."""


def _not_called() -> None:
    """Stand in for a command that these arguments do not call."""
