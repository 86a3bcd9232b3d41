"""`skg worker`: take part in the monitor on Kafka; several workers share the work."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import Annotated

import typer

from alerts.archive.engine import new_engine
from alerts.errors import ArchiveAddressError
from stream.errors import SettingsError
from stream.kafka.topics import check
from stream.logs import configure_logs
from stream.options import ConfigFile, DataDir, EncoderName, PolicyFile, text
from stream.policies import load_policies
from stream.settings import CONFIG_VARIABLE, PREFIX, Settings, load_settings, named_settings
from stream.stopping import stop_on_signals
from stream.worker.composition import Plan, places, run_worker


class Role(StrEnum):
    """What a worker does."""

    ANNOTATE = "annotate"
    JUDGE = "judge"
    ARCHIVE = "archive"
    ALL = "all"


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("worker")(worker)


def worker(  # noqa: PLR0913 - one parameter an option
    *,
    role: Annotated[Role, typer.Option("--role", help="What this worker does.")] = Role.ALL,
    processes: Annotated[
        int, typer.Option("--processes", min=1, help="How many processes annotate: about one per core.")
    ] = 1,
    data_dir: DataDir = None,
    config: ConfigFile = None,
    policy: PolicyFile = None,
    encoder: EncoderName = None,
) -> None:
    """Take part in the monitor on Kafka: read turns, judge them, archive what was found, each in a process of its own.

    Needs SKG_BROKER and the topics (`skg topics create`). Start more of them, on one host or many, and they share the
    work. Metrics and health are at /metrics, /health/live and /health/ready. Stops within ten seconds of a SIGTERM.
    """
    if processes > 1 and role not in (Role.ANNOTATE, Role.ALL):
        problem = f"only annotate has several processes; for more of {role.value}, start another worker"
        raise SettingsError(source="options", field="--processes", problem=problem)
    given: dict[str, object] = {"data_dir": text(data_dir), "policy_file": text(policy), "encoder": encoder}
    settings = load_settings(os.environ, file=config, given=given)
    configure_logs(settings.log_level)
    load_policies(settings.policy_file)
    if role in (Role.ARCHIVE, Role.ALL):
        _check_archive(settings)
    check(settings)
    told = {f"{PREFIX}{name.upper()}": str(value) for name, value in given.items() if value is not None}
    if config is not None:
        told[CONFIG_VARIABLE] = str(config)
    plan = Plan(
        children=places(role.value, processes),
        environment={**os.environ, **told},
        any_port="http_port" not in named_settings(os.environ, file=config),
    )
    run_worker(settings, plan, stop_on_signals())


def _check_archive(settings: Settings) -> None:
    """Raise SettingsError for an address that no waiting makes good; nothing is connected."""
    try:
        new_engine(settings.archive()).dispose()
    except ArchiveAddressError as error:
        raise SettingsError(source="settings", field="archive_url", problem=error.problem) from error
