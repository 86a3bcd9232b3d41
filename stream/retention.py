"""How long the archive keeps what, as settings and options say, and the run that deletes what is older."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from alerts.archive import Expiry, open_archive
from alerts.retention import Ages, Retention, expiries, remove
from schemas.topics import CERTIFICATES, RECORDS, Topic
from stream.errors import SettingsError
from stream.settings import Settings

_MOST_DAYS = 100_000


class Expired(msgspec.Struct, frozen=True, kw_only=True):
    """What of a tenant was deleted, or would be: how many rows of each table."""

    expiry: Expiry
    rows: dict[str, int]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a run is asked for, and when.

    `older_than` is an age in place of the settings' own. Tenants that have one of theirs keep it, unless it is for
    `tenant`, the only one then.
    """

    now: datetime
    older_than: timedelta | None = None
    tenant: str | None = None


def retention_of(settings: Settings) -> Retention:
    """Return the ages that settings name; raise SettingsError for one that is none."""
    others = _ages("retention_days", settings.retention_days, settings.retention_certificates_days)
    return Retention(others=others, tenants=dict(map(_of_tenant, settings.retention_tenants)))


def run_retention(settings: Settings, asked: Asked) -> Iterator[Expired]:
    """Delete what has expired, tenant by tenant; raise SettingsError when nothing ever would, ArchiveError."""
    archive = open_archive(settings.archive())
    try:
        archive.adopt()
        for expiry in _expiries(settings, asked, archive.tenants()):
            yield Expired(expiry=expiry, rows=dict(remove(archive, expiry)))
    finally:
        archive.close()


def preview_retention(settings: Settings, asked: Asked) -> Iterator[Expired]:
    """Return what `run_retention` would delete now; raises likewise."""
    archive = open_archive(settings.archive())
    try:
        for expiry in _expiries(settings, asked, archive.tenants()):
            yield Expired(expiry=expiry, rows=dict(archive.expired(expiry)))
    finally:
        archive.close()


def total(expired: list[Expired]) -> Counter[str]:
    """Return how many rows of each table that is for all tenants."""
    return sum((Counter(one.rows) for one in expired), Counter())


def shorter_than_topics(expired: list[Expired], now: datetime) -> list[Topic]:
    """Return the topics whose messages may be older than what was deleted: reading them anew brings it back."""
    found = []
    for topic in (RECORDS, CERTIFICATES):
        kept = timedelta(seconds=topic.retention or 0)
        befores = [
            one.expiry.certificates_before if topic is CERTIFICATES else one.expiry.conversations_before
            for one in expired
        ]
        if any(now - before < kept for before in befores):
            found.append(topic)
    return found


def _expiries(settings: Settings, asked: Asked, known: list[str]) -> list[Expiry]:
    retention = retention_of(settings)
    if asked.older_than is not None:
        before = retention.others if asked.tenant is None else retention.of(asked.tenant)
        certificates = max(asked.older_than, before.certificates if before else asked.older_than)
        ages = Ages(conversations=asked.older_than, certificates=certificates)
        retention = Retention(others=ages, tenants=retention.tenants if asked.tenant is None else {})
    if not any((retention.others, *retention.tenants.values())):
        problem = "is 0, which keeps everything for ever: set an age, or give --older-than 90d"
        raise SettingsError(source="settings", field="retention_days", problem=problem)
    return expiries(retention, known if asked.tenant is None else [asked.tenant], asked.now)


def _of_tenant(entry: str) -> tuple[str, Ages | None]:
    """Return tenant and ages of an entry such as "acme=30/365"."""
    tenant, separator, written = entry.rpartition("=")
    days, _, certificates = written.partition("/")
    try:
        ages = _ages("retention_tenants", float(days), float(certificates or 0))
    except ValueError as error:
        problem = f"{entry!r} is no age: write TENANT=DAYS or TENANT=DAYS/CERTIFICATES, such as acme=30/365"
        raise SettingsError(source="settings", field="retention_tenants", problem=problem) from error
    if not separator:
        problem = f"{entry!r} names no tenant: write TENANT=DAYS"
        raise SettingsError(source="settings", field="retention_tenants", problem=problem)
    return tenant.strip(), ages


def _ages(field: str, days: float, certificates: float) -> Ages | None:
    """Return ages in days; None for 0, which keeps for ever. Certificates of 0 are as old as their conversations."""
    if not 0 <= days <= _MOST_DAYS or not 0 <= certificates <= _MOST_DAYS:
        raise SettingsError(source="settings", field=field, problem=f"must be between 0 and {_MOST_DAYS:,} days")
    if certificates and (not days or certificates < days):
        problem = f"keeps certificates for {certificates:g} days, which is shorter than their conversations are kept"
        raise SettingsError(source="settings", field=field, problem=problem)
    if not days:
        return None
    return Ages(conversations=timedelta(days=days), certificates=timedelta(days=certificates or days))
