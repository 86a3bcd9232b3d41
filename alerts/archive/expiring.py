"""Delete what is old, a few conversations at a time, so that an archiver can go on between two batches.

The age of a conversation is that of its newest turn, counted from when the archive stored it: a producer's clock may be
wrong, or tell when something was said years ago (docs/decisions/0121-ages-count-from-storing.md).
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    exists,
    false,
    func,
    insert,
    literal,
    select,
    update,
)

from alerts.archive import tables
from alerts.archive.keys import EPOCH, has_given_key, parameters
from alerts.archive.queries import same_epoch
from alerts.archive.times import UtcTime
from alerts.archive.writing import OF_EPOCH

_EPOCHS = 200
_CERTIFICATES = 500


class Expiry(msgspec.Struct, frozen=True, kw_only=True):
    """What of one tenant has expired: what was stored before these moments."""

    tenant: str
    conversations_before: datetime
    certificates_before: datetime


def expire_some(connection: Connection, expiry: Expiry) -> Counter[str]:
    """Delete the oldest expired conversations, or when there are none the oldest expired certificates.

    Returns how many rows of each table were deleted, nothing when all is done. Certificates whose conversation is still
    there stay with it, however old they are.
    """
    # Whoever stores a turn of one of these holds its row, and then it is not old any more.
    epochs = connection.execute(_old_epochs(expiry).limit(_EPOCHS).with_for_update(skip_locked=True)).all()
    if epochs:
        keys = [parameters(EPOCH, row) for row in epochs]
        return Counter(
            {
                table.name: connection.execute(delete(table).where(has_given_key(table, EPOCH)), keys).rowcount
                for table in OF_EPOCH
            }
        )
    table = tables.certificates
    old = select(table.c.certificate_id).where(_is_old_certificate(expiry, tables.conversations.c.tenant.is_not(None)))
    ids = connection.execute(old.order_by(table.c.stored_at).limit(_CERTIFICATES)).scalars().all()
    if not ids:
        return Counter()
    return Counter({table.name: connection.execute(delete(table).where(table.c.certificate_id.in_(ids))).rowcount})


def expired(connection: Connection, expiry: Expiry) -> Counter[str]:
    """Return how many rows of each table `expire_some` would delete until it is done."""
    old = _old_epochs(expiry).subquery("old")
    found = {
        table.name: select(func.count()).select_from(old.join(table, same_epoch(table, old))) for table in OF_EPOCH
    }
    stays = tables.conversations.c.stored_at >= expiry.conversations_before
    found[tables.certificates.name] = select(func.count()).where(_is_old_certificate(expiry, stays))
    return Counter({name: connection.execute(query).scalar_one() for name, query in found.items()})


def adopt(connection: Connection, now: datetime) -> None:
    """Give a row in `conversations` to what an archiver of an earlier release stored; its age counts from now."""
    turns, conversations = tables.turns, tables.conversations
    key = [turns.c[name] for name in EPOCH]
    time = literal(now, UtcTime())
    values: dict[str, Any] = {
        "last_slot": func.max(turns.c.slot),
        "last_at": time,
        "stored_at": time,
        "assistant": func.max(turns.c.assistant),
        "assistant_version": func.max(turns.c.assistant_version),
        "degrading": false(),
    }
    homeless = select(*key, *values.values()).where(~exists().where(same_epoch(conversations, turns))).group_by(*key)
    connection.execute(insert(conversations).from_select([*(column.name for column in key), *values], homeless))
    untimed = update(tables.certificates).where(tables.certificates.c.stored_at.is_(None))
    connection.execute(untimed.values(stored_at=now))


def tenants(connection: Connection) -> list[str]:
    """Return the tenants that anything is archived of, sorted."""
    found = (select(table.c.tenant).distinct() for table in (tables.conversations, tables.certificates))
    return sorted({tenant for query in found for tenant in connection.execute(query).scalars()})


def _old_epochs(expiry: Expiry) -> Select[Any]:
    table = tables.conversations
    return (
        select(*(table.c[name] for name in EPOCH))
        .where(table.c.tenant == expiry.tenant, table.c.stored_at < expiry.conversations_before)
        .order_by(table.c.stored_at)
    )


def _is_old_certificate(expiry: Expiry, stays: ColumnElement[bool]) -> ColumnElement[bool]:
    """Tell that a certificate has expired and that its conversation is not one that stays."""
    table = tables.certificates
    of_kept = exists().where(same_epoch(tables.conversations, table), stays)
    return and_(table.c.tenant == expiry.tenant, table.c.stored_at < expiry.certificates_before, ~of_kept)
