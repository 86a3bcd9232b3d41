"""Bring the tables up to date, once, however many processes open the archive at the same time."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, func, select

from alerts.archive.engine import MIGRATING, shown
from alerts.errors import NewerArchiveError

MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x_53_4B_47_00
"""PostgreSQL's advisory lock for whoever migrates; SQLite locks its file for a writer anyway."""


def migrate(engine: Engine) -> None:
    """Run what migrations are missing, in one transaction; raise NewerArchiveError for tables of a newer release."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    with engine.begin() as connection:
        found = _revision(connection)
    if found == scripts.get_current_head():
        return
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerArchiveError(url=shown(engine.url), revision=found)
    with engine.execution_options(**MIGRATING).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        # Alembic looks again where the tables stand: another process may have been faster.
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
