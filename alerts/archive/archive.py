"""Store what the judge reports and read it back; every write is an upsert, so storing twice changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Select, Table, and_, func, select
from sqlalchemy.exc import SQLAlchemyError

from alerts.archive import exporting, queries, tables
from alerts.archive.engine import MIGRATING, UNTIMED, WRITING, archive_error, erase_traces, new_engine
from alerts.archive.expiring import Expiry, adopt, expire_some, expired, tenants
from alerts.archive.exporting import ExportFilter, ExportKind
from alerts.archive.migration import migrate
from alerts.archive.queries import (
    CertificateFilter,
    ConversationFilter,
    ConversationRow,
    FindingFilter,
    FindingRow,
    GapRow,
)
from alerts.archive.rows import ClaimRow, EntityRow, Row
from alerts.archive.writing import OF_EPOCH, Archived, write
from alerts.errors import (
    ArchiveError,
    CertificateNotFoundError,
    ConversationNotFoundError,
    TablesGoneError,
    ValueRefusedError,
)
from schemas.finding import Certificate
from schemas.session import Forgotten, SessionSummary

Clock = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now(UTC)


class Archive:
    """An open archive; made by `open_archive`."""

    def __init__(self, engine: Engine, clock: Clock = _now) -> None:
        """Take an engine whose database has been migrated, and the clock that says when something is stored."""
        self._engine = engine
        self._clock = clock

    def store(self, *values: Archived) -> None:
        """Write values of any kind in one transaction, in any order, those of forgotten epochs left out.

        Raises ArchiveError, with nothing written, when the database fails, and ValueRefusedError when it would take
        the batch but for a value that it cannot hold. Tables that are gone are made anew, which is an ArchiveError too,
        so that whoever writes tells it: the next try stores.
        """
        self._store(values)

    def store_summary(self, summary: SessionSummary) -> None:
        """Write the summary of an ended conversation."""
        self.store(summary)

    def forget(self, forgotten: Forgotten) -> Counter[str]:
        """Erase a conversation up to an epoch, and refuse from now on to store anything of it.

        Returns how many rows of each table were erased.
        """
        return self._store([forgotten])

    def forgotten_epoch(self, conversation: str, tenant: str = "") -> int | None:
        """Return the epoch up to which a conversation has been erased here, None when it never was."""
        table = tables.forgotten
        query = select(table.c.epoch).where(table.c.tenant == tenant, table.c.conversation == conversation)
        with self._begin() as connection:
            return connection.execute(query).scalar()

    def held(self, conversation: str, tenant: str = "") -> Counter[str]:
        """Return how many rows of each table are of a conversation."""
        found: Counter[str] = Counter()
        with self._begin() as connection:
            for table in (*OF_EPOCH, tables.certificates):
                of_it = and_(table.c.tenant == tenant, table.c.conversation == conversation)
                found[table.name] = connection.execute(select(func.count()).where(of_it)).scalar_one()
        return +found

    def certificates(self, wanted: CertificateFilter) -> list[Certificate]:
        """Return certificates in the order in which they arose, newest last, at most `wanted.limit` newest ones.

        One whose turn had no time arose when it was stored.
        """
        with self._begin() as connection:
            bodies = connection.execute(queries.newest_certificates(wanted)).scalars().all()
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

    def findings(self, wanted: FindingFilter) -> list[FindingRow]:
        """Return findings in the order in which they arose, newest last, at most `wanted.limit` newest ones."""
        with self._begin() as connection:
            found = connection.execute(queries.newest_findings(wanted)).mappings().all()
        return [FindingRow(**row) for row in reversed(found)]

    def conversations(self, wanted: ConversationFilter | None = None) -> list[ConversationRow]:
        """Return conversations that have been scored, the lowest session score first."""
        with self._begin() as connection:
            found = connection.execute(queries.worst_conversations(wanted or ConversationFilter())).mappings()
            return [ConversationRow(**row) for row in found]

    def gaps(self, conversation: str, tenant: str = "") -> list[GapRow]:
        """Return the turns of a conversation that are missing, late or split off, in the order of slots."""
        with self._begin() as connection:
            return [GapRow(**row) for row in connection.execute(queries.gaps_of(conversation, tenant)).mappings()]

    def claims(self, conversation: str, tenant: str = "") -> list[ClaimRow]:
        """Return the claims of a conversation's newest epoch in order; raises ConversationNotFoundError."""
        found = self._of_newest_epoch(conversation, tenant, tables.claims, ClaimRow.__struct_fields__)
        return sorted((ClaimRow(**row) for row in found), key=lambda claim: (claim.turn, _number(claim.claim)))

    def entities(self, conversation: str, tenant: str = "") -> list[EntityRow]:
        """Return the entities of a conversation's newest epoch in order of appearance."""
        found = self._of_newest_epoch(conversation, tenant, tables.entities, EntityRow.__struct_fields__)
        return sorted((EntityRow(**row) for row in found), key=lambda entity: (entity.slot, entity.entity))

    def exported(self, kind: ExportKind, wanted: ExportFilter) -> Iterator[Row]:
        """Yield all rows of one kind as flat mappings, as they were when the first was asked for."""
        with self._begin(UNTIMED) as connection:
            yield from exporting.lines(connection, kind, wanted)

    def tenants(self) -> list[str]:
        """Return the tenants that anything is archived of, sorted."""
        with self._begin() as connection:
            return tenants(connection)

    def adopt(self) -> None:
        """Let what an archiver of an earlier release stored meanwhile have an age, too: from now on."""
        with self._begin(MIGRATING) as connection:
            adopt(connection, self._clock())

    def expire_some(self, expiry: Expiry) -> Counter[str]:
        """Delete a batch of what has expired; return how many rows of each table, none when nothing is left."""
        with self._begin(WRITING) as connection:
            return expire_some(connection, expiry)

    def expired(self, expiry: Expiry) -> Counter[str]:
        """Return how many rows of each table have expired."""
        with self._begin(UNTIMED) as connection:
            return +expired(connection, expiry)

    def erase_traces(self) -> None:
        """Take what was deleted out of SQLite's log as well; another process that reads may put it off."""
        erase_traces(self._engine)

    def plan(self, query: Select[Any]) -> list[str]:
        """Return how the database would run one of the `queries`, line by line, in its own words."""
        literal = query.compile(self._engine, compile_kwargs={"literal_binds": True})
        explain = "EXPLAIN QUERY PLAN" if self._engine.dialect.name == "sqlite" else "EXPLAIN"
        with self._begin() as connection:
            return [str(row[-1]) for row in connection.exec_driver_sql(f"{explain} {literal}")]

    def close(self) -> None:
        """Release the connections."""
        self._engine.dispose()

    def _store(self, values: tuple[Archived, ...] | list[Archived]) -> Counter[str]:
        try:
            with self._begin(WRITING) as connection:
                removed = write(connection, values, self._clock())
        except TablesGoneError as error:
            if _prepared(self._engine):
                problem = f"{error.problem}; all tables have been made anew, empty"
                raise TablesGoneError(url=error.url, problem=problem, remedy=error.remedy) from error
            raise
        if any(isinstance(value, Forgotten) for value in values):
            erase_traces(self._engine)
        return removed

    @contextmanager
    def _begin(self, options: dict[str, Any] | None = None) -> Iterator[Connection]:
        """Run one transaction, which reads unless its options say more; database errors come out as ArchiveError."""
        try:
            with self._engine.execution_options(**(options or {})).begin() as connection:
                yield connection
        except (SQLAlchemyError, OverflowError) as error:  # SQLite's driver refuses a number beyond 64 bits as such
            failure = archive_error(self._engine, error)
            if not isinstance(failure, ValueRefusedError):
                # What a session was told when it began, such as to write nothing, lasts as long as its connection.
                self._engine.dispose()
            raise failure from error

    def _of_newest_epoch(self, conversation: str, tenant: str, table: Table, columns: Sequence[str]) -> list[Row]:
        with self._begin() as connection:
            query = queries.of_newest_epoch(table, conversation, tenant)
            found = connection.execute(query.with_only_columns(*(table.c[name] for name in columns)))
            rows = [dict(row) for row in found.mappings()]
            if not rows and connection.execute(queries.newest_epoch(conversation, tenant)).scalar() is None:
                some = connection.execute(select(tables.conversations.c.conversation).limit(5)).scalars()
                raise ConversationNotFoundError(conversation=conversation, nearest=tuple(dict.fromkeys(some)))
            return rows


def open_archive(url: str, clock: Clock = _now) -> Archive:
    """Open the archive at a URL ("sqlite:///folder/archive.sqlite", "postgresql://user:password@host/database").

    Brings its tables up to date; several processes may do so at once. `clock` says when something is stored. Raises
    ArchiveError when the URL is none, the database cannot be reached or it comes from a newer release.
    """
    engine = new_engine(url)
    _prepared(engine)
    return Archive(engine, clock)


def _prepared(engine: Engine) -> bool:
    """Bring the tables up to date; return whether anything had to be done."""
    try:
        return migrate(engine)
    except Exception as error:
        # Alembic raises its own kinds beside SQLAlchemy's; whatever it was, the archive is not usable.
        engine.dispose()
        if isinstance(error, ArchiveError):
            raise
        raise archive_error(engine, error) from error


def _number(claim: str) -> tuple[int, ...]:
    """Sort "10.2" after "9.11"."""
    return tuple(int(part) if part.isdigit() else 0 for part in claim.split("."))
