"""`skg retention run`: delete what is older than it may be from the archive; fit for cron."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from stream.ages import in_words, parse_age
from stream.errors import SettingsError
from stream.options import ConfigFile, DataDir, text
from stream.printing import counted
from stream.retention import Asked, Expired, preview_retention, run_retention, shorter_than_topics, total
from stream.settings import load_settings

_A_DAY = timedelta(days=1)


def add_to(app: typer.Typer) -> None:
    """Register the command and its verb."""
    verbs = typer.Typer(help="Delete what the archive need not keep any longer.", no_args_is_help=True)
    verbs.callback()(_verbs)
    verbs.command("run")(run)
    app.add_typer(verbs, name="retention")


def run(  # noqa: PLR0913 - one parameter an option
    *,
    older_than: Annotated[
        str, typer.Option(metavar="AGE", help="Age in place of SKG_RETENTION_DAYS, such as 90d.")
    ] = "",
    tenant: Annotated[str | None, typer.Option(help="Only of this tenant ('' is those without one).")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count what would be deleted, and delete nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete what is younger than a day, too.")] = False,
    data_dir: DataDir = None,
    config: ConfigFile = None,
) -> None:
    """Delete conversations whose newest turn is older than SKG_RETENTION_DAYS, and certificates by their own age.

    Whole conversations go, in short transactions: an archiver beside it goes on. Run it daily.
    """
    settings = load_settings(os.environ, file=config, given={"data_dir": text(data_dir)})
    now = datetime.now(UTC)
    age = parse_age(older_than, "--older-than") if older_than else None
    if age is not None and age < _A_DAY and not (yes or dry_run):
        problem = (
            f"{older_than} deletes conversations of today: give --yes where that is meant, --dry-run to count them"
        )
        raise SettingsError(source="options", field="--older-than", problem=problem)
    asked = Asked(now=now, older_than=age, tenant=tenant)
    found: list[Expired] = []
    for expired in (preview_retention if dry_run else run_retention)(settings, asked):
        found.append(expired)
        if expired.rows:
            typer.echo(f"{_told(expired, now)}: {counted(expired.rows)}")
    rows = total(found)
    verb = "Would delete" if dry_run else "Deleted"
    typer.echo(f"{verb} {sum(rows.values()):,} rows{f': {counted(rows)}' if rows else ''}.")
    if settings.broker and (topics := shorter_than_topics(found, now)):
        names = " and ".join(topic.name for topic in topics)
        typer.echo(
            f"{names} may keep messages longer than that: an archive that reads them from the beginning stores them"
            " again, until they are as old once more.",
            err=True,
        )


def _verbs() -> None:
    """Delete what the archive need not keep any longer."""


def _told(expired: Expired, now: datetime) -> str:
    expiry = expired.expiry
    whose = f"tenant {expiry.tenant}" if expiry.tenant else "without a tenant"
    ages = f"older than {in_words(now - expiry.conversations_before)}"
    if expiry.certificates_before != expiry.conversations_before:
        ages += f", certificates {in_words(now - expiry.certificates_before)}"
    return f"{whose}, {ages}"
