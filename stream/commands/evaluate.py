"""`skg evaluate`: figures on labelled data, as a table for people and as JSON for programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from skgeval.evaluation.calibration import calibrate
from skgeval.evaluation.errors import EvaluationError
from skgeval.evaluation.judged import Judged
from skgeval.evaluation.labelled import DataSet
from skgeval.evaluation.report import Report, failures, measure
from stream.evaluation.comparison import Comparison, alarmed, show_comparison
from stream.evaluation.cost import costs
from stream.evaluation.examiner import Plan, digests, reader_digest
from stream.evaluation.files import load_sets
from stream.evaluation.pool import Examine, examiners
from stream.evaluation.spread import spreads
from stream.evaluation.tables import show_failures, show_report
from stream.method import Method, MethodName
from stream.options import EncoderName, PolicyFile, ProfileName, text
from stream.settings import Settings

_NOT_ALL_JUDGED = 1
_WIDE = 160
"""Columns of a table that no terminal bounds."""
_USAGE_ERROR = 2


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("evaluate")(evaluate)


def evaluate(  # noqa: PLR0913 - one parameter an option
    *,
    data: Annotated[
        Path | None, typer.Option("--data", help="Data sets: a folder of *.jsonl or *.jsonl.gz, or one file.")
    ] = None,
    cases: Annotated[Path | None, typer.Option("--cases", help="Cases: a folder of *.yaml, or one file.")] = None,
    sets: Annotated[list[str] | None, typer.Option("--set", help="Only this set; may be repeated.")] = None,
    method: MethodName = Method.OURS,
    profile: ProfileName = None,
    policy: PolicyFile = None,
    encoder: EncoderName = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Examples of each set, spread evenly over it.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures to this file.")] = None,
    show: Annotated[str | None, typer.Option(help="`failures` prints what was judged wrongly, and why.")] = None,
    cache: Annotated[
        Path | None, typer.Option(help="Folder that keeps annotations, so that only the first run parses.")
    ] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Worker processes; all cores when not given.")] = None,
) -> None:
    """Measure precision, recall, alarms, revisions, drift and agreement with people on labelled data.

    All figures count findings of severity page and ticket. Sets are judged in the profile of their kind
    (decode: persona; ci_tod, sgd, simdial: task; all others: assistant) unless --profile is given. With --method both
    the published method judges the same annotations with the same encoder, and tables set the two side by side.
    """
    if show not in {None, "failures"}:
        raise typer.BadParameter(f"there is no --show {show}; use --show failures")
    places = [place for place in (data, cases) if place is not None]
    if not places:
        raise typer.BadParameter("give --data DIR, --cases DIR, or both")
    try:
        loaded = load_sets(places, sets or [], profile, limit)
    except (EvaluationError, OSError) as error:
        Console(stderr=True, soft_wrap=True).print(f"skg evaluate: {error}", markup=False, highlight=False)
        raise typer.Exit(_USAGE_ERROR) from error
    plan = _plan(encoder or Settings().encoder, text(policy) or "", text(cache) or "", method)
    with examiners(jobs or os.cpu_count() or 1) as examine:
        verdicts = _examine_all(loaded, plan, examine)
    console = Console(width=None if sys.stdout.isatty() else _WIDE)
    reports = []
    for number in range(len(plan.methods)):
        judged = [(each, [found[number] for found in every]) for each, every in zip(loaded, verdicts, strict=True)]
        reports.append(_report(judged, plan))
        if len(plan.methods) > 1:
            console.rule(plan.methods[number].value)
        if show:
            show_failures((failure for each, found in judged for failure in failures(each, found)), console)
        show_report(reports[-1], console)
    figures: Report | Comparison = reports[0]
    if method is Method.BOTH:
        figures = _compared(loaded, verdicts, reports, plan)
        console.rule("both")
        show_comparison(figures, console)
    if json_file:
        json_file.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=2) + b"\n")
    if any(each.crashes for report in reports for each in report.sets):
        raise typer.Exit(_NOT_ALL_JUDGED)


def _report(judged: list[tuple[DataSet, list[Judged]]], plan: Plan) -> Report:
    return Report(
        sets=tuple(measure(each, found) for each, found in judged),
        calibration=calibrate([list(zip(each.examples, found, strict=True)) for each, found in judged]),
        digests=digests(plan),
    )


def _compared(
    loaded: tuple[DataSet, ...], verdicts: list[list[tuple[Judged, ...]]], reports: list[Report], plan: Plan
) -> Comparison:
    ours, published = reports
    return Comparison(
        ours=ours,
        published=published,
        alarmed=tuple(
            alarmed(each, [found[0] for found in every], [found[1] for found in every])
            for each, every in zip(loaded, verdicts, strict=True)
        ),
        spread=spreads(),
        cost=costs(loaded, plan),
    )


def _plan(encoder: str, policy: str, cache: str, method: Method) -> Plan:
    """Return how to examine; without a cache nothing needs the name of the reader."""
    reader = reader_digest(encoder, policy) if cache else ""
    return Plan(encoder=encoder, methods=method.each, policy_file=policy, cache=cache, reader=reader)


def _examine_all(loaded: tuple[DataSet, ...], plan: Plan, examine: Examine) -> list[list[tuple[Judged, ...]]]:
    """Return the verdicts of every set, one of each method for an example, with a progress bar on a terminal."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn())
    found: list[list[tuple[Judged, ...]]] = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for data in loaded:
            task = progress.add_task(data.name, total=len(data.examples))
            found.append([])
            for verdict in examine(data.examples, msgspec.structs.replace(plan, profile=data.profile)):
                found[-1].append(verdict)
                progress.advance(task)
    return found
