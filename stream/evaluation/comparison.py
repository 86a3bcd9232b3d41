"""Both methods side by side, for docs/quality.md."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from skgeval.evaluation.figures import share
from skgeval.evaluation.judged import Judged, alarms
from skgeval.evaluation.labelled import DataSet
from skgeval.evaluation.report import Report, SetReport
from stream.evaluation.cost import Cost
from stream.evaluation.spread import LENGTHS, Spread, width

_NOTHING = "–"
_FROM_EIGHT = LENGTHS.index(8)


class Alarmed(msgspec.Struct, frozen=True, kw_only=True):
    """Assistant turns with an alarm per 1,000 of a set: one unit for methods that split a conflict differently."""

    name: str
    ours: float | None
    published: float | None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of both methods on the same annotations."""

    ours: Report
    published: Report
    alarmed: tuple[Alarmed, ...]
    spread: tuple[Spread, ...]
    cost: tuple[Cost, ...]


def alarmed(data: DataSet, ours: Sequence[Judged], published: Sequence[Judged]) -> Alarmed:
    """Count the turns of a set at which each method raises an alarm."""
    turns = sum(example.assistant_turns for example in data.examples)
    return Alarmed(name=data.name, ours=_per_thousand(ours, turns), published=_per_thousand(published, turns))


def show_comparison(found: Comparison, console: Console) -> None:
    """Print the tables: sets, session scores, cost."""
    console.print(_sets(found))
    console.print(_spread(found.spread))
    if found.cost:
        console.print(_cost(found.cost))


def _sets(found: Comparison) -> Table:
    table = _table(
        "Side by side: same claims, same encoder (alarms per 1,000 assistant turns where none are expected)",
        *("set", "turns", "alarms: published", "ours", "turns alarmed: published", "ours"),
        *("precision: published", "ours", "recall: published", "ours"),
    )
    for paper, own, turns in zip(found.published.sets, found.ours.sets, found.alarmed, strict=True):
        clean = own.alarms is not None
        table.add_row(
            own.name,
            str(own.turns),
            *(_number(each.alarms.per_thousand if each.alarms else None, 1) for each in (paper, own)),
            *(_number(rate if clean else None, 1) for rate in (turns.published, turns.ours)),
            *(_number(_detected(each)[0], 3) for each in (paper, own)),
            *(_number(_detected(each)[1], 3) for each in (paper, own)),
        )
    return table


def _spread(rows: Sequence[Spread]) -> Table:
    ends = f"{LENGTHS[0]}–{LENGTHS[-1]}"
    table = _table(
        f"Session score of one trajectory at n = {', '.join(map(str, LENGTHS))}: highest less lowest",
        *("trajectory", "a turn is its", f"published, {ends}", f"ours, {ends}", "published, 8–400", "ours, 8–400"),
    )
    for row in rows:
        widths = (row.published, row.ours, row.published[_FROM_EIGHT:], row.ours[_FROM_EIGHT:])
        table.add_row(row.shape, "end" if row.ends else "middle", *(_number(width(each), 3) for each in widths))
    return table


def _cost(rows: Sequence[Cost]) -> Table:
    table = _table(
        f"Judging one exchange, ms of processor time without reading ({rows[0].distinct} exchanges at hand)",
        *("after", "published", "ours", "published, times", "ours, times"),
    )
    first = rows[0]
    for row in rows:
        growth = (share(row.published, first.published), share(row.ours, first.ours))
        table.add_row(
            str(row.turn), _number(row.published, 2), _number(row.ours, 2), *(_number(times, 1) for times in growth)
        )
    return table


def _detected(report: SetReport) -> tuple[float | None, float | None]:
    if report.detection is None:
        return None, None
    return report.detection.overall.precision, report.detection.overall.recall


def _per_thousand(verdicts: Sequence[Judged], turns: int) -> float | None:
    hit = sum(len({finding.later_turn for finding in alarms(verdict)}) for verdict in verdicts)
    return share(1000 * hit, turns)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right")
    return table


def _number(value: float | None, digits: int) -> str:
    return _NOTHING if value is None else f"{value:.{digits}f}"
