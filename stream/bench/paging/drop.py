"""What the dashboard of an assistant shows of a release: its own queries, as Grafana would put them.

The queries are those of the committed file, with Grafana's variables filled in and windows at the pace of the rules.
"""

from __future__ import annotations

from statistics import fmean
from typing import Any

import msgspec

from alerts.rules import shortened
from stream.bench.paging.configured import Pace, duration
from stream.bench.paging.programs import DEPLOY, Monitoring
from stream.bench.paging.traffic import Release
from stream.errors import BenchError

_BOARD = DEPLOY / "grafana/dashboards/skg-assistant.json"
_QUALITY, _CONTRADICTIONS = "Quality by version", "Contradictions per 1,000 turns by version"
_VERSION_STARTS = "Version starts"
_POINTS_S = 300.0
"""The distance of two points, before it is shortened."""
_SEEN_QUALITY = 0.03
_SEEN_TIMES, _SEEN_CONTRADICTIONS = 3.0, 20.0
"""What a person sees on the panels: a step of quality, and contradictions where the line turns red."""


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """When a version answered, in seconds since the epoch."""

    release: Release
    begin: float
    end: float


class Drop(msgspec.Struct, frozen=True, kw_only=True):
    """Means of what two versions look like, each while it answered."""

    quality: tuple[float, float]
    contradictions: tuple[float, float]
    """Per 1,000 judged turns."""
    marked: tuple[float, ...]
    """When the second one is marked as starting, in seconds since the epoch."""
    released: float
    """When the second one took over."""
    points: float
    """Seconds between two points of a line."""

    @property
    def shows(self) -> bool:
        """Whether somebody who looks sees that it got much worse, and with which version: more than lines waver."""
        falls = self.quality[0] - self.quality[1] >= _SEEN_QUALITY
        rises = self.contradictions[1] >= max(_SEEN_TIMES * self.contradictions[0], _SEEN_CONTRADICTIONS)
        return falls and rises and [0.0 <= at - self.released <= 2.0 * self.points for at in self.marked] == [True]


def drop(monitoring: Monitoring, pace: Pace, before: Span, after: Span) -> Drop:
    """Return what the dashboard shows; raise BenchError where it shows nothing of a version."""
    board: dict[str, Any] = msgspec.json.decode(_BOARD.read_bytes())
    asking = _Asking(monitoring, pace, after.release.assistant)
    targets = {panel["title"]: panel.get("targets", ()) for panel in board["panels"]}
    marks = {mark["name"]: mark["target"]["expr"] for mark in board["annotations"]["list"]}
    # The last line of a panel is the quickest: five minutes, not an hour.
    quality, contradictions = (targets[title][-1]["expr"] for title in (_QUALITY, _CONTRADICTIONS))
    marked = asking.points(marks[_VERSION_STARTS], msgspec.structs.replace(after, begin=before.begin))
    return Drop(
        quality=(asking.mean(quality, before), asking.mean(quality, after)),
        contradictions=(asking.mean(contradictions, before), asking.mean(contradictions, after)),
        marked=tuple(at for at, _ in marked),
        released=after.begin,
        points=_POINTS_S / pace.faster,
    )


class _Asking:
    """Puts queries of one assistant's dashboard to Prometheus."""

    def __init__(self, monitoring: Monitoring, pace: Pace, assistant: str) -> None:
        self._monitoring = monitoring
        self._pace = pace
        self._variables = {
            "$assistant": assistant,
            "$version": ".*",
            "$__rate_interval": duration(_POINTS_S),
            "$__interval": duration(_POINTS_S),
        }

    def mean(self, expr: str, span: Span) -> float:
        """Return the mean of the points of a version's line."""
        points = self.points(expr, span)
        if not points:
            raise BenchError(step="the dashboard shows nothing", said=f"{span.release.version}: {expr}")
        return fmean(value for _, value in points)

    def points(self, expr: str, span: Span) -> list[tuple[float, float]]:
        """Return time and value of each point of a version's line; the last one is at the end, however short it was."""
        for variable, value in self._variables.items():
            expr = expr.replace(variable, value)
        step = _POINTS_S / self._pace.faster
        found = self._monitoring.asked(
            "query_range",
            query=shortened(expr, self._pace.faster),
            start=span.end - step * ((span.end - span.begin) // step),
            end=span.end,
            step=step,
        )
        return [
            (float(at), float(value))
            for series in found
            if series["metric"].get("assistant_version") == span.release.version
            for at, value in series["values"]
            if value != "NaN"
        ]
