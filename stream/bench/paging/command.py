"""What `skg bench paging` says on the terminal."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from stream.bench.paging.day import Day
from stream.bench.paging.measure import Material, PagingFigures, measure
from stream.bench.paging.rehearsal import Outcome, rehearse
from stream.settings import Settings


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What was shown, for a file, and whether all was as it should be."""

    figures: PagingFigures | Outcome
    good: bool


def time_to_page(settings: Settings, folder: Path, calm_seconds: float) -> Shown:
    """Measure and show the time to a page; raises BenchError when none comes, or one for calm traffic."""
    console = Console(stderr=True, highlight=False)
    material = Material(calm_seconds=calm_seconds)
    figures = measure(settings, folder, material, lambda step: console.print(f"waiting for {step} …"))
    console.print(_table(figures))
    return Shown(figures=figures, good=True)


def play(settings: Settings, folder: Path, day: Day) -> Shown:
    """Play a day and tell of it."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    outcome = rehearse(settings, folder, day, lambda line: console.print(line, markup=False))
    console.print(f"{outcome.replies} replies, {outcome.contradictions} contradictions of the bad release")
    for words, seconds in (
        ("from the first contradiction to the page", outcome.to_page),
        ("from the rollback to the end of the page", outcome.to_resolved),
    ):
        if seconds is not None:
            console.print(f"{words}: {seconds:.1f} s, which are {seconds * day.faster / 60.0:.0f} minutes of the day")
    for problem in outcome.problems:
        console.print(f"not as it should be: {problem}", markup=False)
    return Shown(figures=outcome, good=not outcome.problems)


def _table(figures: PagingFigures) -> Table:
    intervals = figures.by_interval
    columns = [f"every {interval:g} s" for interval in intervals]
    title = "seconds since the first contradicting turn was sent, by how often is scraped and evaluated"
    table = Table("", *columns, title=title)
    for words, name in (
        ("judged, its certificate on the topic", "judged"),
        ("first seen by a scrape", "scraped"),
        ("sent, one more than chance explains", "enough"),
        ("the rule fires", "firing"),
        ("the webhook has the page", "paged"),
    ):
        seconds = (getattr(one, name) for one in intervals.values())
        table.add_row(words, *("–" if value is None else f"{value:.1f}" for value in seconds))
    table.add_row("contradictions sent until the rule fires", *(f"{one.contradictions}" for one in intervals.values()))
    table.add_row("alert", *(one.alert for one in intervals.values()))
    table.caption = (
        f"{figures.replies_per_second:g} replies a second, {figures.contradicting:.0%} of them contradict after "
        f"{figures.calm_seconds:.0f} calm seconds; rules and routes as in deploy/"
    )
    return table
