"""One trajectory of quality at several lengths: how far a session's score hangs on how many turns it took."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from schemas.record import TrendSums
from skgeval.judgement.trend import advance, read_trend
from skgeval.policy import Policy
from skgeval.published.constants import CONSTANTS
from skgeval.published.trend import heading

LENGTHS = (2, 4, 8, 20, 50, 80, 200, 400)
"""Turns at which each trajectory is scored."""
SHAPES: Mapping[str, Callable[[float], float]] = MappingProxyType(
    {
        "steady at .8": lambda _: 0.8,
        "falls from 1 to .5": lambda x: 1.0 - 0.5 * x,
        "rises from .5 to 1": lambda x: 0.5 + 0.5 * x,
        "falls late, 1 to .5": lambda x: 1.0 - 0.5 * x * x,
    }
)
"""Quality by the part of the session that is over, 0..1."""


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """The session scores of one trajectory at each of `LENGTHS`, by both methods.

    Turn i of n takes the quality at (i - 1/2) / n, the middle of its part of the session; with `ends` at
    (i - 1) / (n - 1), so that the first and the last turn stand on the ends whatever the length.
    """

    shape: str
    ends: bool
    ours: tuple[float, ...]
    published: tuple[float, ...]


def spreads() -> tuple[Spread, ...]:
    """Score every shape at every length, sampled in both ways."""
    return tuple(
        Spread(
            shape=name,
            ends=ends,
            ours=tuple(_ours(_sampled(shape, count, ends=ends)) for count in LENGTHS),
            published=tuple(_published(_sampled(shape, count, ends=ends)) for count in LENGTHS),
        )
        for ends in (False, True)
        for name, shape in SHAPES.items()
    )


def width(scores: tuple[float, ...]) -> float:
    """Return the difference between the highest and the lowest score."""
    return max(scores) - min(scores)


def _sampled(shape: Callable[[float], float], count: int, *, ends: bool) -> list[float]:
    if ends:
        return [shape(turn / (count - 1)) for turn in range(count)]
    return [shape((turn + 0.5) / count) for turn in range(count)]


def _ours(qualities: list[float]) -> float:
    policy = Policy()
    sums = TrendSums(assistant="", assistant_version="")
    for quality in qualities:
        sums = advance(sums, quality, policy)
    return read_trend(sums, policy).score or 0.0


def _published(qualities: list[float]) -> float:
    return heading(qualities, CONSTANTS).score or 0.0
