"""Write values of any kind within one transaction; twice, or in another order, comes to the same.

A batch takes a fixed number of statements, each with many rows. What makes the order matter nowhere: rows are upserts
by their keys, in which the time of the first storing stays; changes of status are kept beside the claims, which show
the newest change; a conversation's row takes the figures of the newest turn only; a certificate without its turn never
replaces one with it; and what a conversation forgot is noted, so that nothing of it comes back.

The row of `conversations` comes first, so that whoever deletes old ones (`expiring`) and whoever writes meet there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    bindparam,
    case,
    delete,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from alerts.archive import rows, tables
from alerts.archive.keys import EPOCH, among, has_given_key, parameters
from alerts.archive.rows import Row
from schemas.finding import Certificate
from schemas.record import TurnRecord
from schemas.session import Forgotten, SessionSummary

Archived = TurnRecord | SessionSummary | Certificate | Forgotten
Conversation = tuple[str, str]
"""Tenant and conversation."""

OF_EPOCH = (
    tables.conversations,
    tables.turns,
    tables.findings,
    tables.gaps,
    tables.claims,
    tables.status_changes,
    tables.entities,
    tables.summaries,
)
"""Tables whose rows belong to one epoch of a conversation, in the order in which they are locked and deleted."""
_FIGURES = ("scored_slot", "assistant", "assistant_version", "score", "level", "slope", "label", "degrading")
_FIRST_TOLD = {"stored_at", "occurred_at"}
"""Columns that keep what was written first: a turn that comes again has not happened later."""
_CLAIM = (*EPOCH, "claim")
_FORGETTING = 0x_53_4B_47_01
"""PostgreSQL's advisory lock that a batch shares and a batch with `Forgotten` holds alone."""


def write(connection: Connection, values: Sequence[Archived], stored_at: datetime) -> Counter[str]:
    """Write values of one batch, those of forgotten epochs left out; return how many rows of each table were erased."""
    forgotten = [value for value in values if isinstance(value, Forgotten)]
    _lock(connection, alone=bool(forgotten))
    removed: Counter[str] = Counter()
    for value in forgotten:
        removed += _forget(connection, value)
    erased = _erased(connection, {_conversation(value) for value in values})
    kept = [value for value in values if _may_be_kept(value, erased)]
    records = [value for value in kept if isinstance(value, TurnRecord)]
    _write_records(connection, records, stored_at)
    summaries = [value for value in kept if isinstance(value, SessionSummary)]
    _insert_absent(connection, tables.conversations, [rows.summarised_row(value, stored_at) for value in summaries])
    _upsert(connection, tables.summaries, map(rows.summary_row, summaries))
    # The record holds the same certificate and knows its epoch, so one that came alone only fills a place.
    alone = [rows.certificate_row(value, stored_at) for value in kept if isinstance(value, Certificate)]
    _insert_absent(connection, tables.certificates, alone)
    return removed


def _write_records(connection: Connection, records: Sequence[TurnRecord], stored_at: datetime) -> None:
    def each(make: Callable[[TurnRecord, datetime], Iterable[Row]]) -> Iterator[Row]:
        return chain.from_iterable(make(record, stored_at) for record in records)

    changes = list(chain.from_iterable(map(rows.status_rows, records)))
    claims = [rows.claim_row(record, claim) for record in records for claim in record.claims]
    _update_conversations(connection, rows.conversation_rows(records, stored_at))
    _upsert(connection, tables.turns, [rows.turn_row(record, stored_at) for record in records])
    _upsert(connection, tables.findings, each(rows.finding_rows))
    _upsert(connection, tables.gaps, each(rows.gap_rows))
    _upsert(connection, tables.certificates, each(rows.certificate_rows))
    _upsert(connection, tables.entities, chain.from_iterable(map(rows.entity_rows, records)))
    _upsert(connection, tables.status_changes, changes)
    # A claim stored again must not undo what a later turn did to its status, so an existing row stays as it is.
    _insert_absent(connection, tables.claims, claims)
    _show_newest_status(connection, {_claim_key(row) for row in (*changes, *claims)})


def _update_conversations(connection: Connection, values: Sequence[Row]) -> None:
    """Let each conversation's row take the times of a later turn, and the figures of a later scored one."""
    if not values:
        return
    table = tables.conversations
    insert = _insert(connection, table)
    new = insert.excluded
    is_later = new.last_slot > table.c.last_slot
    # Until a turn is scored, the last one says whose conversation it is.
    is_scored_later = or_(
        and_(new.scored_slot.is_not(None), table.c.scored_slot.is_(None)),
        new.scored_slot > table.c.scored_slot,
        and_(new.scored_slot.is_(None), table.c.scored_slot.is_(None), is_later),
    )

    def newer(condition: ColumnElement[bool], name: str) -> ColumnElement[Any]:
        return case((condition, new[name]), else_=table.c[name])

    changed = {name: newer(is_later, name) for name in ("last_slot", "last_at", "stored_at")}
    changed |= {name: newer(is_scored_later, name) for name in _FIGURES}
    statement = insert.on_conflict_do_update(
        index_elements=[column.name for column in table.primary_key],
        set_=changed,
        where=or_(is_later, is_scored_later),
    )
    connection.execute(statement, values)


def _show_newest_status(connection: Connection, touched: set[tuple[Any, ...]]) -> None:
    """Bring the status of these claims up to their newest change, which may have been stored before the claim."""
    changes, claims = tables.status_changes, tables.claims
    newest: dict[tuple[Any, ...], Row] = {}
    for condition in among(connection, changes, _CLAIM, touched):
        for change in connection.execute(select(changes).where(condition).order_by(changes.c.slot)).mappings():
            if (key := _claim_key(change)) in touched:
                newest[key] = dict(change)
    if newest:
        statement = update(claims).where(claims.c.status_slot <= bindparam("new_slot"), has_given_key(claims, _CLAIM))
        shown: dict[str, Any] = {
            "status": bindparam("new_status"),
            "status_slot": bindparam("new_slot"),
            "changed_by": bindparam("new_by"),
        }
        told = [
            parameters(_CLAIM, key)
            | {"new_status": change["status"], "new_slot": change["slot"], "new_by": change["changed_by"]}
            for key, change in newest.items()
        ]
        connection.execute(statement.values(shown), told)


def _claim_key(row: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a row of ours or of the database
    return (row["tenant"], row["conversation"], row["epoch"], row["claim"])


def _lock(connection: Connection, *, alone: bool) -> None:
    """Let no other process store what this one forgets; SQLite has one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        lock = func.pg_advisory_xact_lock if alone else func.pg_advisory_xact_lock_shared
        connection.execute(select(lock(_FORGETTING)))


def _forget(connection: Connection, value: Forgotten) -> Counter[str]:
    """Erase what there is of a conversation up to an epoch, and note that it must not come back."""
    removed = Counter(
        {
            table.name: connection.execute(delete(table).where(_up_to(table, value))).rowcount
            for table in (*OF_EPOCH, tables.certificates)
        }
    )
    table = tables.forgotten
    insert = _insert(connection, table)
    newer = insert.excluded.epoch > table.c.epoch
    statement = insert.on_conflict_do_update(
        index_elements=["tenant", "conversation"], set_={"epoch": insert.excluded.epoch}, where=newer
    )
    key = {"tenant": value.tenant, "conversation": value.conversation}
    connection.execute(statement, [key | {"epoch": value.epoch}])
    return removed


def _up_to(table: Table, forgotten: Forgotten) -> ColumnElement[bool]:
    """Tell what of a table belongs to a forgotten conversation."""
    conversation = and_(table.c.tenant == forgotten.tenant, table.c.conversation == forgotten.conversation)
    erased = table.c.epoch <= forgotten.epoch
    if table is tables.certificates:
        # One that came alone may be of a forgotten epoch; if it is not, its record brings it again.
        erased = or_(erased, table.c.epoch.is_(None))
    return and_(conversation, erased)


def _erased(connection: Connection, conversations: set[Conversation]) -> dict[Conversation, int]:
    """Return the last forgotten epoch of those conversations that have one."""
    table = tables.forgotten
    found: dict[Conversation, int] = {}
    for condition in among(connection, table, ("tenant", "conversation"), conversations):
        rows_found = connection.execute(select(table).where(condition))
        found |= {(row.tenant, row.conversation): row.epoch for row in rows_found}
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
    if told := list(values):
        statement = _insert(connection, table)
        keys = {column.name for column in table.primary_key}
        given_now = {
            column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys
        }
        changed = given_now | {
            name: func.coalesce(table.c[name], given_now[name]) for name in _FIRST_TOLD & given_now.keys()
        }
        connection.execute(statement.on_conflict_do_update(index_elements=sorted(keys), set_=changed), told)


def _insert_absent(connection: Connection, table: Table, values: Sequence[Row]) -> None:
    if values:
        connection.execute(_insert(connection, table).on_conflict_do_nothing(), values)


def _insert(connection: Connection, table: Table) -> Any:  # noqa: ANN401 - one of two dialects' types
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)
