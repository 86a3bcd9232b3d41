"""How people write moments and ages: `2026-03-05`, `2026-03-05T12:00:00Z`, `90d`, `1h30m`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from stream.errors import SettingsError

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_PART = re.compile(r"(\d+)([wdhms])")
_AGE = re.compile(r"(?:\d+[wdhms])+")
_EXAMPLES = "30m, 1h, 2d or 1h30m"


def parse_age(written: str, field: str) -> timedelta:
    """Return an age; raise SettingsError naming the option `field` for what is none.

    >>> parse_age("1h30m", "--since")
    datetime.timedelta(seconds=5400)
    """
    if not _AGE.fullmatch(written.strip()):
        raise SettingsError(source="options", field=field, problem=f"{written!r} is no age, such as {_EXAMPLES}")
    try:
        return sum((timedelta(**{_UNITS[unit]: int(count)}) for count, unit in _PART.findall(written)), timedelta())
    except OverflowError as error:
        raise SettingsError(source="options", field=field, problem=f"{written} is too long ago") from error


def parse_since(written: str, now: datetime, field: str) -> datetime:
    """Return the moment that an age or a time names, a time without a zone being UTC; raise SettingsError for neither.

    >>> parse_since("2d", datetime(2026, 3, 5, tzinfo=UTC), "--since").isoformat()
    '2026-03-03T00:00:00+00:00'
    """
    if _AGE.fullmatch(written.strip()):
        try:
            return now - parse_age(written, field)
        except OverflowError as error:
            raise SettingsError(source="options", field=field, problem=f"{written} is too long ago") from error
    try:
        moment = datetime.fromisoformat(written.strip())
    except ValueError as error:
        problem = f"{written!r} is neither an age, such as {_EXAMPLES}, nor a time, such as 2026-03-05T12:00:00Z"
        raise SettingsError(source="options", field=field, problem=problem) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def in_words(age: timedelta) -> str:
    """Return an age for people, to two units.

    >>> in_words(timedelta(days=14)), in_words(timedelta(minutes=90)), in_words(timedelta(0))
    ('14 days', '1 hour 30 minutes', '0 seconds')
    """
    seconds = round(age.total_seconds())
    parts = []
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count:,} {unit}{'s' * (count > 1)}")
    return " ".join(parts[:2]) or "0 seconds"
