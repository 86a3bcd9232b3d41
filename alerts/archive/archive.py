"""Store judged turns and read them back; every write is an upsert, so storing twice changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    FromClause,
    Table,
    and_,
    create_engine,
    event,
    func,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from alerts.archive import rows, tables
from alerts.archive.rows import ClaimRow, EntityRow, Row
from alerts.errors import ArchiveError, CertificateNotFoundError, ConversationNotFoundError
from schemas.finding import Certificate
from schemas.record import TurnRecord
from schemas.session import SessionSummary

_MIGRATIONS = Path(__file__).parent / "migrations"
_ROWS_PER_INSERT = 200
"""SQLite takes at most 32,766 parameters in a statement; 200 rows of the widest table stay far below."""


class CertificateFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which certificates to list; empty fields do not restrict."""

    conversation: str = ""
    assistant: str = ""
    detector: str = ""
    severity: str = ""
    kind: str = ""
    since: datetime | None = None
    limit: int = 100


class ConversationRow(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation with the figures after its last scored turn."""

    tenant: str
    conversation: str
    epoch: int
    assistant: str
    turns: int
    score: float | None
    level: float | None
    slope: float | None
    label: str | None
    certificates: int


class Archive:
    """An open archive; made by `open_archive`."""

    def __init__(self, engine: Engine) -> None:
        """Take an engine whose database has been migrated."""
        self._engine = engine

    def store(self, *records: TurnRecord) -> None:
        """Write records in one transaction; raises ArchiveError, with nothing written, when the database fails."""
        with self._begin() as connection:
            for record in records:
                _store_record(connection, record)

    def store_summary(self, summary: SessionSummary) -> None:
        """Write the summary of an ended conversation."""
        with self._begin() as connection:
            _upsert(connection, tables.summaries, [rows.summary_row(summary)])

    def certificates(self, wanted: CertificateFilter) -> list[Certificate]:
        """Return certificates in the order in which they arose, newest last, at most `wanted.limit` newest ones."""
        table = tables.certificates
        query = select(table.c.body).order_by(
            table.c.occurred_at.desc().nulls_last(), table.c.conversation.desc(), table.c.slot.desc(),
            table.c.certificate_id,
        )  # fmt: skip
        for name in ("conversation", "assistant", "detector", "severity", "kind"):
            if value := getattr(wanted, name):
                query = query.where(table.c[name] == value)
        if wanted.since is not None:
            query = query.where(table.c.occurred_at >= wanted.since)
        with self._begin() as connection:
            bodies = connection.execute(query.limit(wanted.limit)).scalars().all()
        return [msgspec.convert(body, Certificate) for body in reversed(bodies)]

    def certificate(self, certificate_id: str) -> Certificate:
        """Return one certificate by its id or an unambiguous beginning of it; raises CertificateNotFoundError."""
        table = tables.certificates
        query = select(table.c.body).where(table.c.certificate_id.startswith(certificate_id, autoescape=True)).limit(2)
        with self._begin() as connection:
            bodies = connection.execute(query).scalars().all()
        if not certificate_id or len(bodies) != 1:
            raise CertificateNotFoundError(certificate_id=certificate_id)
        return msgspec.convert(bodies[0], Certificate)

    def claims(self, conversation: str, tenant: str = "") -> list[ClaimRow]:
        """Return the claims of a conversation's newest epoch in order; raises ConversationNotFoundError."""
        columns = [tables.claims.c[name] for name in ClaimRow.__struct_fields__]
        found = self._of_newest_epoch(conversation, tenant, tables.claims, columns)
        return sorted((ClaimRow(**row) for row in found), key=lambda claim: (claim.turn, _number(claim.claim)))

    def entities(self, conversation: str, tenant: str = "") -> list[EntityRow]:
        """Return the entities of a conversation's newest epoch in order of appearance."""
        columns = [tables.entities.c[name] for name in EntityRow.__struct_fields__]
        found = self._of_newest_epoch(conversation, tenant, tables.entities, columns)
        return sorted((EntityRow(**row) for row in found), key=lambda entity: (entity.slot, entity.entity))

    def conversations(self, limit: int = 100) -> list[ConversationRow]:
        """Return conversations, the lowest session score first."""
        turns, certificates = tables.turns, tables.certificates
        last_scored = func.max(turns.c.slot).filter(turns.c.session_score.is_not(None)).label("last_scored")
        key = (turns.c.tenant, turns.c.conversation, turns.c.epoch)
        counted = select(*key, func.count().label("turns"), last_scored).group_by(*key).subquery()
        proven = select(func.count()).where(_same_conversation(certificates, counted)).scalar_subquery()
        figures = (turns.c.session_score.label("score"), turns.c.level, turns.c.slope, turns.c.label)
        query = (
            select(*key, turns.c.assistant, counted.c.turns, *figures, proven.label("certificates"))
            .join(counted, _same_conversation(turns, counted) & (turns.c.slot == counted.c.last_scored))
            .order_by(turns.c.session_score, turns.c.conversation)
            .limit(limit)
        )
        with self._begin() as connection:
            return [ConversationRow(**row) for row in connection.execute(query).mappings()]

    def close(self) -> None:
        """Release the connections."""
        self._engine.dispose()

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        """Run one transaction whose database errors come out as ArchiveError."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise _archive_error(self._engine, error) from error

    def _of_newest_epoch(self, conversation: str, tenant: str, table: Table, columns: list[Any]) -> list[Row]:
        turns = tables.turns
        of_conversation = (turns.c.tenant == tenant) & (turns.c.conversation == conversation)
        with self._begin() as connection:
            epoch = connection.execute(select(func.max(turns.c.epoch)).where(of_conversation)).scalar()
            if epoch is None:
                known = connection.execute(select(turns.c.conversation).distinct().limit(5)).scalars().all()
                raise ConversationNotFoundError(conversation=conversation, nearest=tuple(known))
            wanted = (table.c.tenant == tenant) & (table.c.conversation == conversation) & (table.c.epoch == epoch)
            return [dict(row) for row in connection.execute(select(*columns).where(wanted)).mappings()]


def open_archive(url: str) -> Archive:
    """Open the archive at an SQLAlchemy URL ("sqlite:///folder/archive.sqlite"), bringing its tables up to date.

    Raises ArchiveError when the URL is no URL, the database cannot be reached or it comes from a newer release.
    """
    try:
        address = make_url(url)
    except ArgumentError as error:
        # What cannot be parsed may still hold a password, so it is not repeated.
        raise ArchiveError(url="(unreadable)", problem="not an SQLAlchemy URL") from error
    try:
        engine = create_engine(address, pool_pre_ping=True)
    except (ArgumentError, ModuleNotFoundError) as error:
        raise ArchiveError(url=address.render_as_string(hide_password=True), problem=str(error)) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_pragmas)
    try:
        with engine.begin() as connection:
            config = Config()
            config.set_main_option("script_location", str(_MIGRATIONS))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except Exception as error:
        # Alembic raises its own kinds beside SQLAlchemy's; whatever it was, the archive is not usable.
        engine.dispose()
        raise _archive_error(engine, error) from error
    return Archive(engine)


def _archive_error(engine: Engine, error: Exception) -> ArchiveError:
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return ArchiveError(url=engine.url.render_as_string(hide_password=True), problem=str(said).splitlines()[0])


def _set_pragmas(connection: Any, _record: object) -> None:  # noqa: ANN401 - a driver's own connection
    """Let readers look while the monitor writes, and wait for a lock rather than fail."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def _store_record(connection: Connection, record: TurnRecord) -> None:
    _upsert(connection, tables.turns, [rows.turn_row(record)])
    _upsert(connection, tables.findings, rows.finding_rows(record))
    _upsert(connection, tables.certificates, rows.certificate_rows(record))
    _upsert(connection, tables.entities, rows.entity_rows(record))
    # A claim stored again must not undo what a later turn did to its status, so an existing row stays as it is.
    _insert_absent(connection, tables.claims, [rows.claim_row(record, claim) for claim in record.claims])
    claims = tables.claims
    for change in record.status_changes:
        connection.execute(
            update(claims)
            .where(
                claims.c.tenant == record.tenant,
                claims.c.conversation == record.conversation,
                claims.c.epoch == record.epoch,
                claims.c.claim == change.claim,
                claims.c.status_slot <= record.slot,
            )
            .values(status=change.status.value, status_slot=record.slot, changed_by=change.by)
        )


def _same_conversation(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    return and_(*(one.c[name] == other.c[name] for name in ("tenant", "conversation", "epoch")))


def _upsert(connection: Connection, table: Table, values: list[Row]) -> None:
    for chunk in _chunks(values):
        statement = _insert(connection, table, chunk)
        keys = {column.name for column in table.primary_key}
        changed = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
        connection.execute(statement.on_conflict_do_update(index_elements=sorted(keys), set_=changed))


def _insert_absent(connection: Connection, table: Table, values: list[Row]) -> None:
    for chunk in _chunks(values):
        connection.execute(_insert(connection, table, chunk).on_conflict_do_nothing())


def _insert(connection: Connection, table: Table, values: list[Row]) -> Any:  # noqa: ANN401 - one of two dialects' types
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).values(values)


def _chunks(values: list[Row]) -> Iterable[list[Row]]:
    return (values[start : start + _ROWS_PER_INSERT] for start in range(0, len(values), _ROWS_PER_INSERT))


def _number(claim: str) -> tuple[int, ...]:
    """Sort "10.2" after "9.11"."""
    return tuple(int(part) if part.isdigit() else 0 for part in claim.split("."))
