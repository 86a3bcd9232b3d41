"""Which assistants and versions metrics tell apart: a bounded number of each, the others are `other`.

A process lives for months, and versions come and go meanwhile. So a place is not for ever: when there is none left for
a new name, those give theirs up who have been silent for long and have no conversation that still lives. Whatever was
counted for them leaves with them, or the series would pile up all the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from time import monotonic

import msgspec

from schemas.metrics import OTHER
from stream.settings import Settings

Who = dict[str, str]
"""The labels of an assistant and its version."""
_ASSISTANT_RESTS_S = 86_400.0
_VERSION_RESTS_S = 3_600.0
"""Seconds of silence after which a place may be given up: a day for an assistant, an hour for one of its versions.

Less, and a producer that puts ids of users there would have the series made anew with every turn.
"""
_MOST_FOLDED = 10_000
"""Names that are remembered as folded; beyond it the gauge stands still, and says enough."""


class LabelLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How many names are told apart; with `assistants` given those and no others."""

    max_assistants: int = 250
    max_versions: int = 5
    """Of each assistant."""
    assistants: tuple[str, ...] = ()

    @classmethod
    def of(cls, settings: Settings) -> LabelLimits:
        """Return what settings say."""
        return cls(
            max_assistants=settings.max_assistants, max_versions=settings.max_versions, assistants=settings.assistants
        )


class Bounded:
    """A label with at most `limit` values; the first ones keep their names, the rest are `other`."""

    def __init__(
        self,
        limit: int,
        allowed: tuple[str, ...] = (),
        *,
        rest: float = math.inf,
        clock: Callable[[], float] = monotonic,
        leave: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Tell `limit` values apart, or exactly those `allowed`.

        `leave` is asked to let a value go that has been silent for `rest` seconds when its place is needed; it returns
        whether it did.
        """
        self._limit = limit
        self._allowed = frozenset(allowed)
        self._rest = rest
        self._clock = clock
        self._leave = leave
        self._heard: dict[str, float] = {}

    def label(self, value: str) -> str:
        """Return the label of a value."""
        if self._allowed:
            return value if value in self._allowed else OTHER
        now = self._clock()
        if value not in self._heard and len(self._heard) >= self._limit and not self._made_room(now):
            return OTHER
        self._heard[value] = now
        return value

    def _made_room(self, now: float) -> bool:
        """Let all go that have been silent for long: room for one is seldom needed alone."""
        for value, heard in list(self._heard.items()):
            if now - heard >= self._rest and self._leave(value):
                del self._heard[value]
        return len(self._heard) < self._limit


class Labels:
    """Gives turns the labels of who spoke, and says when a name has left."""

    def __init__(
        self, limits: LabelLimits, left: Callable[[Who], None] = lambda _: None, clock: Callable[[], float] = monotonic
    ) -> None:
        """Tell `left` of each assistant, or assistant and version, whose place has gone to another."""
        self._limits = limits
        self._left = left
        self._clock = clock
        self._assistants = Bounded(
            limits.max_assistants,
            limits.assistants,
            rest=_ASSISTANT_RESTS_S,
            clock=clock,
            leave=self._assistant_leaves,
        )
        self._versions: dict[str, Bounded] = {}
        self._live: Counter[tuple[str, str]] = Counter()
        self._folded: set[str] = set()

    @property
    def folded(self) -> int:
        """How many assistants have been shown as `other` and have no place of their own since."""
        return len(self._folded)

    def who(self, assistant: str, version: str) -> Who:
        """Return the labels of an assistant and its version."""
        name = self._assistants.label(assistant)
        if name == OTHER:
            if len(self._folded) < _MOST_FOLDED:
                self._folded.add(assistant)
            return {"assistant": OTHER, "assistant_version": OTHER}
        self._folded.discard(assistant)
        versions = self._versions.get(name)
        if versions is None:
            versions = self._versions[name] = Bounded(
                self._limits.max_versions,
                rest=_VERSION_RESTS_S,
                clock=self._clock,
                leave=lambda value: self._version_leaves(name, value),
            )
        return {"assistant": name, "assistant_version": versions.label(version)}

    def live(self, who: Who, step: int) -> None:
        """Count a conversation that begins or ends: whose conversations live keeps its place."""
        key = (who["assistant"], who["assistant_version"])
        self._live[key] += step
        if not self._live[key]:
            del self._live[key]

    def _assistant_leaves(self, name: str) -> bool:
        if any(assistant == name for assistant, _ in self._live):
            return False
        self._versions.pop(name, None)
        self._left({"assistant": name})
        return True

    def _version_leaves(self, name: str, version: str) -> bool:
        if (name, version) in self._live:
            return False
        self._left({"assistant": name, "assistant_version": version})
        return True
