"""How long the archive keeps things: ages by tenant, and the run that deletes what is older.

Deleting goes on in short transactions with pauses as long, so that an archiver beside it is not held up; a run that is
ended halfway has deleted whole conversations, and the next one goes on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from alerts.archive import Archive, Expiry

_SHORTEST_PAUSE_S = 0.02


class Ages(msgspec.Struct, frozen=True, kw_only=True):
    """How old conversations and certificates may become; certificates at least as old as their conversations."""

    conversations: timedelta
    certificates: timedelta


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """Ages of the tenants that have their own, and of all others; None keeps for ever."""

    others: Ages | None = None
    tenants: dict[str, Ages | None] = {}

    def of(self, tenant: str) -> Ages | None:
        """Return the ages that hold for a tenant."""
        return self.tenants.get(tenant, self.others)


def expiries(retention: Retention, tenants: Iterable[str], now: datetime) -> list[Expiry]:
    """Return what of each tenant has expired by now; tenants whose things are kept for ever are left out."""
    return [
        Expiry(
            tenant=tenant,
            conversations_before=_earlier(now, ages.conversations),
            certificates_before=_earlier(now, max(ages.conversations, ages.certificates)),
        )
        for tenant in tenants
        if (ages := retention.of(tenant)) is not None
    ]


def remove(archive: Archive, expiry: Expiry) -> Counter[str]:
    """Delete what has expired; return how many rows of each table. Raises ArchiveError; what was deleted stays so."""
    removed: Counter[str] = Counter()
    while True:
        started = time.monotonic()
        some = archive.expire_some(expiry)
        if not some:
            break
        removed += some
        time.sleep(max(_SHORTEST_PAUSE_S, time.monotonic() - started))
    archive.erase_traces()
    return removed


def _earlier(now: datetime, age: timedelta) -> datetime:
    """Return the moment that lies an age before now, the first of the calendar for one beyond it."""
    try:
        return now - age
    except OverflowError:
        return datetime.min.replace(tzinfo=now.tzinfo)
