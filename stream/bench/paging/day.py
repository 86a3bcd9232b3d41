"""A day of traffic in minutes: what is released when, how much is said, and what clock the day has."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import msgspec

from stream.bench.paging.configured import Pace
from stream.bench.paging.traffic import Release

USUAL = 0.003
"""Share of answers that contradict at good times, too: no assistant is without."""
_BAD = 0.25
_HOURS = 24.0
_NOON, _ROLLBACK = 12.0, 13.0
_MINUTES_A_DAY = 1_440.0
_QUIETEST_H = 1.0
_SWING = 0.3
"""At one in the morning 0.4 of the most is said, at one in the afternoon all of it."""
_FINEST_S = 1.0
"""Prometheus is not asked to scrape more often."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A release at an hour of the day, and what is told of it."""

    hour: float
    release: Release
    words: str


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """A day, or some hours of one; the whole would take `minutes`, and rules and waits are as much faster."""

    minutes: float = 30.0
    begin: float = 0.0
    end: float = _HOURS
    replies_per_second: float
    """Of each assistant at the busiest hour, in seconds of this clock, not of the day's."""
    first: tuple[Release, ...]
    changes: tuple[Change, ...]
    good: Release
    bad: Release
    released: float
    rolled_back: float
    """The hours at which `bad` takes the place of `good`, and `good` that of `bad`."""

    @property
    def faster(self) -> float:
        """By what time is compressed."""
        return _MINUTES_A_DAY / self.minutes

    @property
    def pace(self) -> Pace:
        """How Prometheus and Alertmanager have to go along."""
        return Pace(interval_seconds=_FINEST_S, faster=self.faster)

    @property
    def seconds(self) -> float:
        """How long its hours take here."""
        return (self.end - self.begin) * self.minutes * 60.0 / _HOURS

    def in_force(self) -> tuple[Release, ...]:
        """Return the releases that the day begins with, one for each assistant."""
        now = {release.assistant: release for release in self.first}
        for change in self.changes:
            if change.hour < self.begin:
                now[change.release.assistant] = change.release
        return tuple(now.values())

    def hour(self, passed: float) -> float:
        """Return the hour of the day after so many seconds here.

        >>> bad_release_at_noon(minutes=24.0, begin=9.0).hour(120.0)
        11.0
        """
        return self.begin + passed * _HOURS / (self.minutes * 60.0)

    def rate(self, hour: float) -> float:
        """Return the replies a second of each assistant at an hour.

        >>> day = bad_release_at_noon(minutes=30.0)
        >>> round(day.rate(13.0), 2), round(day.rate(1.0), 2)
        (8.0, 3.2)
        """
        wave = math.cos(2.0 * math.pi * (hour - _QUIETEST_H) / _HOURS)
        return self.replies_per_second * (1.0 - _SWING - _SWING * wave)


def bad_release_at_noon(
    *, minutes: float, begin: float = 0.0, end: float = _HOURS, replies_per_second: float = 8.0
) -> Day:
    """Return a day with a good release at nine, a bad one at noon, and a rollback at one; another assistant goes on."""

    def shop(version: str, contradicting: float = USUAL) -> Release:
        return Release(assistant="shop-assistant", version=version, contradicting=contradicting)

    other = Release(assistant="travel-desk", version="7", contradicting=USUAL)
    before, good, bad = shop("2.4.0"), shop("2.4.1"), shop("2.5.0", _BAD)
    return Day(
        minutes=minutes,
        begin=begin,
        end=end,
        replies_per_second=replies_per_second,
        first=(before, other),
        changes=(
            Change(hour=9.0, release=good, words="shop-assistant 2.4.1 is released, and is as good as 2.4.0"),
            Change(
                hour=_NOON, release=bad, words=f"shop-assistant 2.5.0 is released: {_BAD:.0%} of its answers contradict"
            ),
            Change(hour=_ROLLBACK, release=good, words="shop-assistant is rolled back to 2.4.1"),
        ),
        good=good,
        bad=bad,
        released=_NOON,
        rolled_back=_ROLLBACK,
    )


class Clock:
    """The day's clock, started when it is made."""

    def __init__(self, day: Day) -> None:
        """Begin at the day's first hour."""
        self._day = day
        self._started = time.time()
        self._due: Sequence[Change] = [change for change in day.changes if change.hour >= day.begin]

    def hour(self, at: float | None = None) -> float:
        """Return the hour now, or at a time in seconds since the epoch."""
        return self._day.hour((time.time() if at is None else at) - self._started)

    def at(self, hour: float) -> float:
        """Return when an hour of the day is, in seconds since the epoch."""
        day = self._day
        return self._started + (hour - day.begin) * day.minutes * 60.0 / _HOURS

    def due(self) -> list[Change]:
        """Return the changes whose hour has come, each once."""
        hour = self.hour()
        come = [change for change in self._due if change.hour <= hour]
        self._due = self._due[len(come) :]
        return come


def shown(hour: float) -> str:
    """Return an hour as a clock shows it.

    >>> shown(12.0667)
    '12:04'
    """
    minutes = int(hour * 60.0 + 1e-6)
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
