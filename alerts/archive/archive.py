"""Store what the judge reports and read it back; every write is an upsert, so storing twice changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, FromClause, Table, and_, func, select
from sqlalchemy.exc import SQLAlchemyError

from alerts.archive import tables
from alerts.archive.engine import WRITING, archive_error, erase_traces, new_engine
from alerts.archive.migration import migrate
from alerts.archive.rows import ClaimRow, EntityRow, Row
from alerts.archive.writing import Archived, write
from alerts.errors import CertificateNotFoundError, ConversationNotFoundError
from schemas.finding import Certificate
from schemas.session import Forgotten, SessionSummary


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

    def store(self, *values: Archived) -> None:
        """Write values of any kind in one transaction, in any order, those of forgotten epochs left out.

        Raises ArchiveError, with nothing written, when the database fails, and ValueRefusedError when it would take
        the batch but for a value that it cannot hold.
        """
        with self._writing() as connection:
            write(connection, values)
        if any(isinstance(value, Forgotten) for value in values):
            erase_traces(self._engine)

    def store_summary(self, summary: SessionSummary) -> None:
        """Write the summary of an ended conversation."""
        self.store(summary)

    def forget(self, forgotten: Forgotten) -> None:
        """Erase a conversation up to an epoch, and refuse from now on to store anything of it."""
        self.store(forgotten)

    def certificates(self, wanted: CertificateFilter) -> list[Certificate]:
        """Return certificates in the order in which they arose, newest last, at most `wanted.limit` newest ones."""
        table = tables.certificates
        query = select(table.c.body).order_by(
            table.c.occurred_at.desc().nulls_last(),
            table.c.conversation.desc(),
            table.c.slot.desc().nulls_last(),
            table.c.certificate_id,
        )
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
        """Run one transaction that reads; its database errors come out as ArchiveError."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise archive_error(self._engine, error) from error

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Run one transaction that writes, likewise."""
        try:
            with self._engine.execution_options(**WRITING).begin() as connection:
                yield connection
        except (SQLAlchemyError, OverflowError) as error:  # SQLite's driver refuses a number beyond 64 bits as such
            raise archive_error(self._engine, error) from error

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
    """Open the archive at a URL ("sqlite:///folder/archive.sqlite", "postgresql://user:password@host/database").

    Brings its tables up to date; several processes may do so at once. Raises ArchiveError when the URL is none, the
    database cannot be reached or it comes from a newer release.
    """
    engine = new_engine(url)
    try:
        migrate(engine)
    except Exception as error:
        # Alembic raises its own kinds beside SQLAlchemy's; whatever it was, the archive is not usable.
        engine.dispose()
        raise archive_error(engine, error) from error
    return Archive(engine)


def _same_conversation(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    return and_(*(one.c[name] == other.c[name] for name in ("tenant", "conversation", "epoch")))


def _number(claim: str) -> tuple[int, ...]:
    """Sort "10.2" after "9.11"."""
    return tuple(int(part) if part.isdigit() else 0 for part in claim.split("."))
