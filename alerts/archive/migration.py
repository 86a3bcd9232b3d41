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


def migrate(engine: Engine) -> bool:
    """Run what migrations are missing, in one transaction; return whether there were any.

    Raises NewerArchiveError for tables of a newer release.
    """
    ours = revisions()
    with engine.begin() as connection:
        found = revision_of(connection)
    if found == ours[0]:
        return False
    if found is not None and found not in ours:
        raise NewerArchiveError(url=shown(engine.url), revision=found)
    with engine.execution_options(**MIGRATING).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        # Alembic looks again where the tables stand: another process may have been faster.
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return True


def revision_of(connection: Connection) -> str | None:
    """Return the revision of the tables, None when there are none."""
    return MigrationContext.configure(connection).get_current_revision()


def revisions() -> list[str]:
    """Return every revision that this release knows, from the newest down."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
