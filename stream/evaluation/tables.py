"""Figures and failures as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.table import Table

from schemas.finding import Finding
from skgeval.evaluation.calibration import Calibration
from skgeval.evaluation.cases import Tally
from skgeval.evaluation.figures import Rates
from skgeval.evaluation.report import Failure, Report, SetReport

_NOTHING = "–"


def show_report(report: Report, console: Console) -> None:
    """Print a table for each measure that some set allows."""
    sets = report.sets
    _show_cases(sets, console)
    _show_detection(sets, console)
    _show_detectors(sets, console)
    _show_alarms(sets, console)
    _show_revisions(sets, console)
    _show_topics(sets, console)
    _show_humans(sets, console)
    _show_calibration(report.calibration, console)
    for each in sets:
        if each.extraction_failures or each.crashes:
            first = f", first {each.first_crash}" if each.first_crash else ""
            _line(console, f"{each.name}: {each.extraction_failures} turns not read, {each.crashes} crashes{first}")


def show_failures(failures: Iterable[Failure], console: Console) -> None:
    """Print each wrong example: what was expected, what was found, and the statements in question."""
    for failure in failures:
        about = f" ({failure.about})" if failure.about else ""
        _line(console, f"{failure.set} {failure.id}{about}: expected {failure.expected}")
        for statement in failure.statements:
            _line(console, f"    {statement}")
        for finding in failure.found or (None,):
            _line(console, f"    -> {_finding(finding) if finding else 'nothing found'}")


def _show_cases(sets: tuple[SetReport, ...], console: Console) -> None:
    table = _table("Cases: outcome and both turns right", "set", "positives", "negatives", "drift", "other turns")
    for each in sets:
        if each.cases:
            counts = (each.cases.positives, each.cases.negatives, each.cases.drift)
            table.add_row(each.name, *map(_tally, counts), str(each.cases.detected_elsewhere))
    _print(table, console)
    table = _table("Cases by expected outcome", "set", "outcome", "right")
    for each in sets:
        for outcome, tally in each.cases.by_outcome.items() if each.cases else ():
            table.add_row(each.name, outcome, _tally(tally))
    _print(table, console)


def _show_detection(sets: tuple[SetReport, ...], console: Console) -> None:
    table = _table("Labelled contradictions (page + ticket)", "set", "profile", *_RATES, "evidence", "elsewhere")
    for each in sets:
        if each.detection:
            more = (_share(each.detection.evidence_accuracy), str(each.detection.elsewhere))
            table.add_row(each.name, each.profile, *_rates(each.detection.overall), *more)
    _print(table, console)


def _show_detectors(sets: tuple[SetReport, ...], console: Console) -> None:
    table = _table("By detector (any severity), severity and category", "set", "of", *_RATES)
    for each in sets:
        if each.detection:
            _add_rates(table, each.name, each.detection.by_detector_any_severity)
            _add_rates(table, each.name, each.detection.by_severity)
            _add_rates(table, each.name, each.detection.by_category)
    _print(table, console)


def _show_alarms(sets: tuple[SetReport, ...], console: Console) -> None:
    table = _table("Alarms (contradiction + forgotten, page + ticket)", "set", "turns", "alarms", "per 1,000", "by")
    for each in sets:
        if each.alarms:
            by = ", ".join(f"{name} {count}" for name, count in each.alarms.by_detector.items())
            info = each.alarms.by_severity.get("info", 0)
            rate = _number(each.alarms.per_thousand, 1)
            counts = (str(each.alarms.assistant_turns), str(each.alarms.alarms))
            table.add_row(each.name, *counts, rate, f"{by}; {info} at info" if info else by)
    _print(table, console)


def _show_revisions(sets: tuple[SetReport, ...], console: Console) -> None:
    columns = ("set", "errors", "dialogues", "after a revision", "revision turns", "recognised")
    table = _table("Revision errors: contradictions where values change legitimately", *columns)
    for each in sets:
        if each.revisions:
            found = each.revisions
            counts = (found.errors, found.dialogues_with_errors, found.errors_after_revision, found.revision_turns)
            table.add_row(each.name, *map(str, counts), _share(found.recognised))
    _print(table, console)


def _show_topics(sets: tuple[SetReport, ...], console: Console) -> None:
    columns = (
        "set",
        "turns",
        "shifts",
        "AUC consistency",
        "AUC relevance",
        "drift P",
        "drift R",
        "opened P",
        "opened R",
    )
    table = _table("Topic shifts made by the assistant; topics opened by the user", *columns)
    for each in sets:
        if each.topics:
            found = each.topics
            areas = (_number(found.assistant_consistency, 3), _number(found.assistant_relevance, 3))
            flags = (found.drift.precision, found.drift.recall, found.opened_by_user.precision)
            table.add_row(
                each.name,
                str(found.assistant_turns),
                str(found.assistant_shifts),
                *areas,
                *map(_share, (*flags, found.opened_by_user.recall)),
            )
    _print(table, console)


def _show_humans(sets: tuple[SetReport, ...], console: Console) -> None:
    columns = (
        "set",
        "dialogues",
        "session",
        "quality",
        "relevance:topic",
        "consistency:consistent",
        "coherence:consistent",
    )
    table = _table("Rank correlation with people's scores (Spearman)", *columns)
    for each in sets:
        if each.humans:
            found = each.humans
            values = (
                found.session_score,
                found.quality,
                found.relevance_with_topic,
                found.consistency_with_consistent,
                found.coherence_with_consistent,
            )
            table.add_row(each.name, str(found.conversations), *(_number(value, 3) for value in values))
    _print(table, console)


def _show_calibration(rows: tuple[Calibration, ...], console: Console) -> None:
    columns = ("detector", "hits", "false", "balanced P", "clean alarms", "per 1,000", "earns")
    table = _table("Each detector over all sets, at any severity: what the severity table is made from", *columns)
    for row in rows:
        counts = (row.labelled.hits, row.labelled.false_alarms)
        precision = _number(row.labelled.balanced_precision, 3)
        clean = (str(row.clean_alarms), _number(row.per_thousand, 2))
        table.add_row(row.detector, *map(str, counts), precision, *clean, row.earns or _NOTHING)
    _print(table, console)


_RATES = ("hits", "of", "false", "of ", "precision", "recall", "F1", "balanced P")


def _rates(figures: Rates) -> tuple[str, ...]:
    counts = (figures.hits, figures.positives, figures.false_alarms, figures.negatives)
    shares = (figures.precision, figures.recall, figures.f1, figures.balanced_precision)
    return (*map(str, counts), *(_number(share, 3) for share in shares))


def _add_rates(table: Table, name: str, groups: Mapping[str, Rates]) -> None:
    for group, figures in groups.items():
        table.add_row(name, group, *_rates(figures))


def _finding(finding: Finding) -> str:
    turns = f"{finding.later_turn} against {finding.earlier_turn}"
    kind = f"{finding.kind} {finding.detector} {finding.severity} {finding.strength:.2f}"
    return f"{kind} at {turns}{' (again)' if finding.repeat_of else ''}: {finding.explanation}"


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < 1 or column in {"of", "by", "outcome"} else "right")
    return table


def _print(table: Table, console: Console) -> None:
    if table.row_count:
        console.print(table)


def _line(console: Console, words: str) -> None:
    console.print(words, markup=False, highlight=False, soft_wrap=True)


def _tally(tally: Tally) -> str:
    return f"{tally.right}/{tally.cases} {_share(tally.share)}"


def _share(value: float | None) -> str:
    return _NOTHING if value is None else f"{100 * value:.1f} %"


def _number(value: float | None, digits: int) -> str:
    return _NOTHING if value is None else f"{value:.{digits}f}"
