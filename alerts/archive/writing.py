"""Write values of any kind within one transaction; twice, or in another order, comes to the same.

A batch takes a fixed number of statements, each with many rows. What makes the order matter nowhere: rows are upserts
by their keys; changes of status are kept beside the claims, which show the newest change; a certificate without its
turn never replaces one with it; and what a conversation forgot is noted, so that nothing of it comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Table,
    bindparam,
    delete,
    func,
    null,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from alerts.archive import rows, tables
from alerts.archive.rows import Row
from schemas.finding import Certificate
from schemas.record import TurnRecord
from schemas.session import Forgotten, SessionSummary

Archived = TurnRecord | SessionSummary | Certificate | Forgotten
Conversation = tuple[str, str]
"""Tenant and conversation."""

_OF_EPOCH = (
    tables.turns,
    tables.findings,
    tables.claims,
    tables.status_changes,
    tables.entities,
    tables.summaries,
)
_KEYS_PER_QUERY = 1_000
"""SQLite takes at most 32,766 parameters in a statement, and a key has up to four."""
_FORGETTING = 0x_53_4B_47_01
"""PostgreSQL's advisory lock that a batch shares and a batch with `Forgotten` holds alone."""


def write(connection: Connection, values: Sequence[Archived]) -> None:
    """Write values of one batch; those of forgotten epochs are left out."""
    forgotten = [value for value in values if isinstance(value, Forgotten)]
    _lock(connection, alone=bool(forgotten))
    for value in forgotten:
        _forget(connection, value)
    erased = _erased(connection, {_conversation(value) for value in values})
    kept = [value for value in values if _may_be_kept(value, erased)]
    records = [value for value in kept if isinstance(value, TurnRecord)]
    _write_records(connection, records)
    _upsert(connection, tables.summaries, [rows.summary_row(v) for v in kept if isinstance(v, SessionSummary)])
    # The record holds the same certificate and knows its epoch, so one that came alone only fills a place.
    alone = [rows.certificate_row(value) for value in kept if isinstance(value, Certificate)]
    _insert_absent(connection, tables.certificates, alone)


def _write_records(connection: Connection, records: Sequence[TurnRecord]) -> None:
    changes = list(chain.from_iterable(map(rows.status_rows, records)))
    claims = [rows.claim_row(record, claim) for record in records for claim in record.claims]
    _upsert(connection, tables.turns, map(rows.turn_row, records))
    _upsert(connection, tables.findings, chain.from_iterable(map(rows.finding_rows, records)))
    _upsert(connection, tables.certificates, chain.from_iterable(map(rows.certificate_rows, records)))
    _upsert(connection, tables.entities, chain.from_iterable(map(rows.entity_rows, records)))
    _upsert(connection, tables.status_changes, changes)
    # A claim stored again must not undo what a later turn did to its status, so an existing row stays as it is.
    _insert_absent(connection, tables.claims, claims)
    _show_newest_status(connection, {_claim_key(row) for row in (*changes, *claims)})


def _show_newest_status(connection: Connection, touched: set[tuple[Any, ...]]) -> None:
    """Bring the status of these claims up to their newest change, which may have been stored before the claim."""
    changes, claims = tables.status_changes, tables.claims
    key = ("tenant", "conversation", "epoch", "claim")
    newest: dict[tuple[Any, ...], Row] = {}
    for chunk in _chunks(sorted(touched)):
        query = (
            select(changes).where(tuple_(*(changes.c[name] for name in key)).in_(chunk)).order_by(changes.c.slot.asc())
        )
        for change in connection.execute(query).mappings():
            newest[_claim_key(change)] = dict(change)
    if newest:
        statement = update(claims).where(claims.c.status_slot <= _given("slot"))
        for name in key:
            statement = statement.where(claims.c[name] == _given(name))
        values = {"status": _given("status"), "status_slot": _given("slot"), "changed_by": _given("changed_by")}
        parameters = [{f"given_{name}": value for name, value in change.items()} for change in newest.values()]
        connection.execute(statement.values(values), parameters)


def _given(name: str) -> BindParameter[Any]:
    # SQLAlchemy keeps the names of columns for itself.
    return bindparam(f"given_{name}")


def _claim_key(row: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a row of ours or of the database
    return (row["tenant"], row["conversation"], row["epoch"], row["claim"])


def _lock(connection: Connection, *, alone: bool) -> None:
    """Let no other process store what this one forgets; SQLite has one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        lock = func.pg_advisory_xact_lock if alone else func.pg_advisory_xact_lock_shared
        connection.execute(select(lock(_FORGETTING)))


def _forget(connection: Connection, value: Forgotten) -> None:
    """Erase what there is of a conversation up to an epoch, and note that it must not come back."""
    for table in _OF_EPOCH:
        of_conversation = (table.c.tenant == value.tenant) & (table.c.conversation == value.conversation)
        connection.execute(delete(table).where(of_conversation, table.c.epoch <= value.epoch))
    table = tables.certificates
    of_conversation = (table.c.tenant == value.tenant) & (table.c.conversation == value.conversation)
    # One that came alone may be of a forgotten epoch; if it is not, its record brings it again.
    connection.execute(delete(table).where(of_conversation, or_(table.c.epoch <= value.epoch, table.c.epoch == null())))
    table = tables.forgotten
    insert = _insert(connection, table)
    newer = insert.excluded.epoch > table.c.epoch
    statement = insert.on_conflict_do_update(
        index_elements=["tenant", "conversation"], set_={"epoch": insert.excluded.epoch}, where=newer
    )
    key = {"tenant": value.tenant, "conversation": value.conversation}
    connection.execute(statement, [key | {"epoch": value.epoch}])


def _erased(connection: Connection, conversations: set[Conversation]) -> dict[Conversation, int]:
    """Return the last forgotten epoch of those conversations that have one."""
    table = tables.forgotten
    found: dict[Conversation, int] = {}
    for chunk in _chunks(sorted(conversations)):
        query = select(table).where(tuple_(table.c.tenant, table.c.conversation).in_(chunk))
        found |= {(row.tenant, row.conversation): row.epoch for row in connection.execute(query)}
    return found


def _may_be_kept(value: Archived, erased: dict[Conversation, int]) -> bool:
    """Tell whether a value is of no forgotten epoch; a certificate alone cannot say, so its record has to bring it."""
    last = erased.get(_conversation(value))
    if last is None:
        return True
    return not isinstance(value, Certificate) and value.epoch > last


def _conversation(value: Archived) -> Conversation:
    return (value.tenant, value.conversation)


def _upsert(connection: Connection, table: Table, values: Iterable[Row]) -> None:
    if given := list(values):
        statement = _insert(connection, table)
        keys = {column.name for column in table.primary_key}
        changed = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
        connection.execute(statement.on_conflict_do_update(index_elements=sorted(keys), set_=changed), given)


def _insert_absent(connection: Connection, table: Table, values: Sequence[Row]) -> None:
    if values:
        connection.execute(_insert(connection, table).on_conflict_do_nothing(), values)


def _insert(connection: Connection, table: Table) -> Any:  # noqa: ANN401 - one of two dialects' types
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)


def _chunks(keys: list[Any]) -> Iterator[list[Any]]:
    return (keys[start : start + _KEYS_PER_QUERY] for start in range(0, len(keys), _KEYS_PER_QUERY))
