"""Times in UTC in every database: SQLite keeps no zone, and a server reads a time without one in its own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect
from sqlalchemy.types import TypeDecorator


class UtcTime(TypeDecorator[datetime]):
    """A time with its zone; one without is taken for UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Return the time as it is stored."""
        return None if value is None else in_utc(value)

    def process_result_value(self, value: Any | None, _dialect: Dialect) -> datetime | None:  # noqa: ANN401 - as declared
        """Return a stored time with its zone."""
        return None if value is None else in_utc(value)


def in_utc(value: datetime) -> datetime:
    """Return a time in UTC; the first and last hours of the calendar, which have none, keep their clock.

    >>> from datetime import timedelta, timezone
    >>> in_utc(datetime(2026, 3, 5, 14, tzinfo=timezone(timedelta(hours=2)))).isoformat()
    '2026-03-05T12:00:00+00:00'
    """
    if value.tzinfo is None:
        return value.replace(tzinfo=UTC)
    try:
        return value.astimezone(UTC)
    except OverflowError:
        return value.replace(tzinfo=UTC)
