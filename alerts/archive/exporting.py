"""Rows of the archive for other programs, one at a time: however many there are, memory stays the same.

A line is a flat mapping with a `type`. A certificate and a summary are the whole value as the judge reported it, with
the epoch beside it, so that `skg verify` takes a certificate's line as it is; everything else is a row of its table.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, Table, func, select

from alerts.archive import tables
from alerts.archive.queries import same_epoch
from alerts.archive.rows import Row

_ROWS = 1_000
"""Rows that a database hands over at a time."""


class ExportKind(StrEnum):
    """What can be exported, in the order in which it is."""

    CERTIFICATES = "certificates"
    TURNS = "turns"
    FINDINGS = "findings"
    SUMMARIES = "summaries"
    CLAIMS = "claims"
    GAPS = "gaps"


_TABLES = {
    ExportKind.CERTIFICATES: tables.certificates,
    ExportKind.TURNS: tables.turns,
    ExportKind.FINDINGS: tables.findings,
    ExportKind.SUMMARIES: tables.summaries,
    ExportKind.CLAIMS: tables.claims,
    ExportKind.GAPS: tables.gaps,
}
_TYPES = {
    ExportKind.CERTIFICATES: "certificate",
    ExportKind.TURNS: "turn",
    ExportKind.FINDINGS: "finding",
    ExportKind.SUMMARIES: "summary",
    ExportKind.CLAIMS: "claim",
    ExportKind.GAPS: "gap",
}
_BESIDE_BODY = ("tenant", "conversation", "epoch", "slot", "stored_at")


class ExportFilter(msgspec.Struct, frozen=True, kw_only=True):
    """What to export; empty fields do not restrict, nor does a tenant or version of None.

    `since` is about the time of the turn that a row is of, in a summary of its last turn; where the producer told no
    time, about when the turn was stored. A claim is its turn's assistant's, also when a user made it.
    """

    conversation: str = ""
    tenant: str | None = None
    assistant: str = ""
    assistant_version: str | None = None
    since: datetime | None = None


def lines(connection: Connection, kind: ExportKind, wanted: ExportFilter) -> Iterator[Row]:
    """Yield the rows of one kind in the order of their keys, within the connection's transaction."""
    streaming = connection.execution_options(yield_per=_ROWS)
    for row in streaming.execute(_query(_TABLES[kind], wanted)).mappings():
        line = dict(row)
        body = line.pop("body", None)
        if body is not None:
            line = {name: line[name] for name in _BESIDE_BODY if name in line} | body
        yield {"type": _TYPES[kind], **line}


def _query(table: Table, wanted: ExportFilter) -> Select[Any]:
    query = select(table)
    of_turn = table
    restricted = wanted.assistant or wanted.assistant_version is not None or wanted.since is not None
    if table is tables.claims and restricted:
        of_turn = tables.turns
        query = query.join(of_turn, same_epoch(of_turn, table) & (of_turn.c.slot == table.c.slot))
    if wanted.conversation:
        query = query.where(table.c.conversation == wanted.conversation)
    if wanted.tenant is not None:
        query = query.where(table.c.tenant == wanted.tenant)
    if wanted.assistant:
        query = query.where(of_turn.c.assistant == wanted.assistant)
    if wanted.assistant_version is not None:
        query = query.where(of_turn.c.assistant_version == wanted.assistant_version)
    if wanted.since is not None:
        query = query.where(_time(of_turn) >= wanted.since)
    return query.order_by(*(table.c[name] for name in _order(table)))


def _time(table: Table) -> ColumnElement[datetime]:
    if table is tables.turns:
        return func.coalesce(table.c.at, table.c.stored_at, type_=table.c.at.type)
    return table.c.last_at if table is tables.summaries else table.c.occurred_at


def _order(table: Table) -> list[str]:
    if table is tables.certificates:
        return ["conversation", "tenant", "epoch", "slot", "certificate_id"]
    return [column.name for column in table.primary_key]
