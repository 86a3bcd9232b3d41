"""What a panel of ours is: its words, its unit, its queries. `drawing` makes Grafana's own panels of these values."""

from __future__ import annotations

import msgspec

RATE = "$__rate_interval"
"""Grafana's own: long enough for four scrapes, and no shorter than the distance of two points."""
RANGE = "$__range"
"""Grafana's own: the whole time that is looked at."""

GOOD, WARNING, BAD = "green", "orange", "red"
PLAIN = "blue"


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """One PromQL expression and the name of its series, where `{{label}}` stands for a label."""

    expr: str
    legend: str = ""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """From `value` on, in the panel's unit, a number is shown in this colour; the lowest step has no value."""

    colour: str
    value: float | None = None


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """What all kinds have. `unit` is one of Grafana's, `width` 24ths of the page, `height` steps of about 40 pixels."""

    title: str
    description: str
    unit: str
    queries: tuple[Query, ...]
    width: int = 8
    height: int = 8
    decimals: int | None = None
    lowest: float | None = None
    highest: float | None = None
    steps: tuple[Step, ...] = ()


class Number(Panel, frozen=True, kw_only=True):
    """One large number for each series. `now` asks once, for the end of the time; otherwise a line is drawn below."""

    width: int = 4
    height: int = 4
    now: bool = True


class Graph(Panel, frozen=True, kw_only=True):
    """Lines over time, or bars stacked on each other: bars are for what happens seldom and is counted."""

    bars: bool = False
    interval: str = ""
    """The least distance of two points; `$__rate_interval` is at least as long."""


class Heat(Panel, frozen=True, kw_only=True):
    """The buckets of one histogram over time; `unit` is that of the bucket bounds."""

    width: int = 12
    interval: str = "1m"


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """A column of numbers in a table: what is asked, how it is called and shown."""

    title: str
    expr: str
    unit: str
    decimals: int | None = None
    steps: tuple[Step, ...] = ()


class Table(Panel, frozen=True, kw_only=True):
    """Rows by labels, asked once for the end of the time; `labels` are label and heading, in order."""

    labels: tuple[tuple[str, str], ...]
    columns: tuple[Column, ...]
    sorted_by: str
    links: tuple[tuple[str, str], ...] = ()
    """Heading of a column and the address that its cells lead to."""
    unit: str = "none"
    queries: tuple[Query, ...] = ()
    width: int = 24
    height: int = 9


AnyPanel = Number | Graph | Heat | Table


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """Panels under one heading."""

    title: str
    panels: tuple[AnyPanel, ...]


class Variable(msgspec.Struct, frozen=True, kw_only=True):
    """A choice at the top of the page: the values of a label; with `several` any number of them, and all at first."""

    name: str
    label: str
    description: str
    query: str
    several: bool = False


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Vertical lines in every graph, where a query gives more than 0."""

    name: str
    expr: str
    title: str
    text: str
    colour: str
    labels: tuple[str, ...] = ()


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """One dashboard. `uid` is in the address people keep: it never changes."""

    uid: str
    title: str
    description: str
    sections: tuple[Section, ...]
    variables: tuple[Variable, ...] = ()
    marks: tuple[Mark, ...] = ()
    since: str = "now-6h"


def rising(warning: float, bad: float) -> tuple[Step, ...]:
    """Return the colours of what should be small."""
    return (Step(colour=GOOD), Step(colour=WARNING, value=warning), Step(colour=BAD, value=bad))


def falling(bad: float, warning: float) -> tuple[Step, ...]:
    """Return the colours of what should be large."""
    return (Step(colour=BAD), Step(colour=WARNING, value=bad), Step(colour=GOOD, value=warning))


def none_wanted(colour: str = BAD) -> tuple[Step, ...]:
    """Return the colours of what should not happen at all; Prometheus may tell one event as 0.98."""
    return (Step(colour=GOOD), Step(colour=colour, value=0.5))


def neutral() -> tuple[Step, ...]:
    """Return the colour of what is neither good nor bad."""
    return (Step(colour=PLAIN),)
