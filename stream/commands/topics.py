"""`skg topics create|check`: the topics on the broker, made and looked at before anything else starts.

No log is set up: whatever goes wrong is one sentence, and what the Kafka client says beside it would only hide that.
"""

from __future__ import annotations

import os

import typer

from stream.kafka.topics import check, create, plan
from stream.options import ConfigFile
from stream.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command and its two verbs."""
    verbs = typer.Typer(help="Make the topics on the broker, or check them.", no_args_is_help=True)
    verbs.command("create")(create_topics)
    verbs.command("check")(check_topics)
    app.add_typer(verbs, name="topics")


def create_topics(*, config: ConfigFile = None) -> None:
    """Make the topics that are missing; those that are there are left as they are, and checked."""
    settings = load_settings(os.environ, file=config)
    made = create(settings)
    for topic in plan(settings):
        counted = "1 partition" if topic.partitions == 1 else f"{topic.partitions} partitions"
        typer.echo(f"{topic.name}: {f'made, {counted}' if topic.name in made else 'was there, and is as it must be'}")


def check_topics(*, config: ConfigFile = None) -> None:
    """Look whether every topic is as it must be; exit code 2 with all that is wrong, and what to run."""
    settings = load_settings(os.environ, file=config)
    check(settings)
    typer.echo(f"All {len(plan(settings))} topics are as they must be.")
