"""What people ask the archive, as statements: each that is about something answers from an index.

`tests/alerts/test_plans.py` and `skg bench archive` look at how the databases run them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, FromClause, Select, Table, and_, case, func, select

from alerts.archive import tables

_MAY_BE_EMPTY = ("tenant", "assistant_version")
"""Fields of a filter whose empty text is a value like any other: only None does not restrict."""


class CertificateFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which certificates to list; empty fields do not restrict, nor does a tenant or version of None."""

    conversation: str = ""
    tenant: str | None = None
    assistant: str = ""
    assistant_version: str | None = None
    detector: str = ""
    severity: str = ""
    kind: str = ""
    since: datetime | None = None
    limit: int = 100


class FindingFilter(CertificateFilter, frozen=True, kw_only=True):
    """Which findings to list, likewise; give the tenant with a conversation, their index begins with it."""


class ConversationFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which conversations to list, likewise; `since` is about their last turn."""

    tenant: str | None = None
    assistant: str = ""
    assistant_version: str | None = None
    since: datetime | None = None
    limit: int = 100


class ConversationRow(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation with the figures after its last scored turn; `turns` and `certificates` are those archived."""

    tenant: str
    conversation: str
    epoch: int
    assistant: str
    assistant_version: str
    last_at: datetime
    turns: int
    score: float | None
    level: float | None
    slope: float | None
    label: str | None
    degrading: bool
    certificates: int


class FindingRow(msgspec.Struct, frozen=True, kw_only=True):
    """One archived finding; `occurred_at` is None for the few that an archiver of an earlier release wrote."""

    tenant: str
    conversation: str
    epoch: int
    slot: int
    number: int
    kind: str
    detector: str
    severity: str
    strength: float
    confidence: float
    assistant: str
    assistant_version: str
    occurred_at: datetime | None
    earlier_turn: int | None
    later_turn: int
    explanation: str
    certificate_id: str


class GapRow(msgspec.Struct, frozen=True, kw_only=True):
    """A turn out of the ordinary; for a `gap` how many turns are missing before it in the archive, 0 once all came."""

    tenant: str
    conversation: str
    epoch: int
    slot: int
    kind: str
    position: int
    assistant: str
    assistant_version: str
    occurred_at: datetime
    missing: int


def newest_certificates(wanted: CertificateFilter) -> Select[Any]:
    """Select `body` of certificates, the newest first."""
    table = tables.certificates
    # The time is never null but where an older release has written; how those few sort may differ.
    query = select(table.c.body).order_by(
        table.c.occurred_at.desc(), table.c.conversation.desc(), table.c.slot.desc(), table.c.certificate_id
    )
    return _filtered(query, table, wanted, since=table.c.occurred_at).limit(wanted.limit)


def newest_findings(wanted: FindingFilter) -> Select[Any]:
    """Select findings in the columns of `FindingRow`, the newest first."""
    table = tables.findings
    query = select(*(table.c[name] for name in FindingRow.__struct_fields__)).order_by(
        table.c.occurred_at.desc(), table.c.conversation.desc(), table.c.slot.desc(), table.c.number.desc()
    )
    return _filtered(query, table, wanted, since=table.c.occurred_at).limit(wanted.limit)


def worst_conversations(wanted: ConversationFilter) -> Select[Any]:
    """Select scored conversations in the columns of `ConversationRow`, the lowest session score first."""
    table = tables.conversations
    query = select(table).where(table.c.score.is_not(None))
    query = query.order_by(table.c.score, table.c.tenant, table.c.conversation, table.c.epoch)
    # Only what is listed is counted.
    worst = _filtered(query, table, wanted, since=table.c.last_at).limit(wanted.limit).subquery("worst")
    counted = {
        source.name: select(func.count()).where(same_epoch(source, worst)).scalar_subquery().label(source.name)
        for source in (tables.turns, tables.certificates)
    }
    columns = (counted[name] if name in counted else worst.c[name] for name in ConversationRow.__struct_fields__)
    return select(*columns).order_by(worst.c.score, worst.c.tenant, worst.c.conversation, worst.c.epoch)


def gaps_of(conversation: str, tenant: str) -> Select[Any]:
    """Select what `gaps` holds of a conversation in the columns of `GapRow`, in order."""
    gaps, before, after = tables.gaps, tables.turns.alias("before"), tables.turns.alias("after")
    newest = (
        select(func.coalesce(func.max(before.c.position), -1))
        .where(same_epoch(before, gaps), before.c.slot < gaps.c.slot)
        .correlate(gaps)
        .scalar_subquery()
    )
    between = and_(after.c.position > newest, after.c.position < gaps.c.position)
    counted = select(func.count(after.c.position.distinct())).where(same_epoch(after, gaps), between)
    came = counted.correlate(gaps).scalar_subquery()
    missing = case((gaps.c.kind == "gap", gaps.c.position - newest - 1 - came), else_=0).label("missing")
    columns = [gaps.c[name] for name in GapRow.__struct_fields__ if name != "missing"]
    return (
        select(*columns, missing)
        .where(gaps.c.tenant == tenant, gaps.c.conversation == conversation)
        .order_by(gaps.c.epoch, gaps.c.slot, gaps.c.kind)
    )


def of_newest_epoch(table: Table, conversation: str, tenant: str) -> Select[Any]:
    """Select what a table holds of a conversation's newest epoch; nothing where no turn of it is archived."""
    newest = newest_epoch(conversation, tenant).scalar_subquery()
    return select(table).where(table.c.tenant == tenant, table.c.conversation == conversation, table.c.epoch == newest)


def newest_epoch(conversation: str, tenant: str) -> Select[Any]:
    """Select the newest epoch of which a turn is archived, null for none."""
    turns = tables.turns
    return select(func.max(turns.c.epoch)).where(turns.c.tenant == tenant, turns.c.conversation == conversation)


def same_epoch(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    """Tell that two rows are of one epoch of one conversation."""
    return and_(*(one.c[name] == other.c[name] for name in ("tenant", "conversation", "epoch")))


def _filtered(
    query: Select[Any], table: Table, wanted: CertificateFilter | ConversationFilter, since: ColumnElement[Any]
) -> Select[Any]:
    for name in wanted.__struct_fields__:
        value = getattr(wanted, name)
        if name in table.c and value is not None and (value or name in _MAY_BE_EMPTY):
            query = query.where(table.c[name] == value)
    return query if wanted.since is None else query.where(since >= wanted.since)
