"""`skg score`: a file of conversations in, a file of scores out."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.console import Console

from stream.errors import SourceError
from stream.ingest.claims import ClaimsFile
from stream.ingest.files import LONGEST_LINE, STANDARD, count_lines, lines_of, progress_bar, reading
from stream.ingest.source import Line
from stream.logs import configure_logs
from stream.method import Method, MethodName
from stream.options import ConfigFile, EncoderName, PolicyFile, ProfileName, text
from stream.policies import load_policies
from stream.redaction import load_redactor
from stream.scoring import Plan, ScoredLine, score_line
from stream.settings import load_settings
from stream.workers import cores, in_order


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("score")(score)


def score(  # noqa: PLR0913 - one parameter an option
    source: Annotated[str, typer.Argument(metavar="IN.jsonl", help="Conversations, one a line; - is standard input.")],
    *,
    output: Annotated[str, typer.Option("--output", "-o", help="Where the scores go; - is standard output.")] = "-",
    certificates: Annotated[
        Path | None, typer.Option("--certificates", help="Also write the certificates, one a line.")
    ] = None,
    claims: Annotated[
        Path | None,
        typer.Option("--claims", help='Use these claims, {"id", "turn", "claims": [...]} a line, and extract none.'),
    ] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes; all cores by default.")] = None,
    config: ConfigFile = None,
    policy: PolicyFile = None,
    profile: ProfileName = None,
    method: MethodName = Method.OURS,
    encoder: EncoderName = None,
) -> None:
    """Score conversations: `{"id", "turns": [{"role", "text"}, …]}` a line in, findings and scores a line out.

    Turns are counted from 0. A score that was not assessed is null. A bad line is reported with its number and passed
    over; the exit code is then 1, and the good lines are there. --method published scores by the published method,
    whose findings have neither severity nor confidence; with both its scores stand under "published".
    """
    beside = ClaimsFile(claims) if claims is not None else None
    given: dict[str, object] = {
        "policy_file": text(policy),
        "encoder": encoder,
        "extractor": "given" if beside is not None else None,
    }
    settings = load_settings(os.environ, file=config, given=given)
    configure_logs(settings.log_level)
    load_policies(settings.policy_file, profile=profile)  # a mistake is told before any process starts, here
    load_redactor(settings)  # and here
    if certificates is not None and method is Method.PUBLISHED:
        raise SourceError(source=str(certificates), problem="stays empty: the published method issues no certificates")
    _keep_apart(source, output, *([str(certificates)] if certificates is not None else []))
    plan = Plan(settings=settings, profile=profile, method=method)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    bad = 0
    with ExitStack() as opened:
        stream = opened.enter_context(reading(source))
        progress = opened.enter_context(progress_bar(console))
        task = progress.add_task("scoring", total=count_lines(source) if console.is_terminal else None)
        out = opened.enter_context(_writing(output))
        proofs = opened.enter_context(_writing(str(certificates))) if certificates is not None else None
        lines = lines_of(stream) if beside is None else beside.put_into(lines_of(stream))
        results = in_order(partial(_score, plan=plan), lines, jobs or cores())
        for result in results:
            progress.advance(task)
            for note in result.notes:
                console.print(f"line {result.number}: {note}", markup=False)
            if result.problem:
                bad += 1
                console.print(f"line {result.number}: {result.problem}; skipped", markup=False)
                continue
            out.write(result.output + b"\n")
            if proofs is not None:
                proofs.writelines(certificate + b"\n" for certificate in result.certificates)
    left = beside.left() if beside is not None else []
    for problem in left:
        console.print(problem, markup=False)
    if bad or left:
        raise typer.Exit(1)


def _score(line: Line, plan: Plan) -> ScoredLine:
    if line.data is None:
        return ScoredLine(number=line.number, problem=f"is longer than {LONGEST_LINE} bytes")
    return score_line(line.number, line.data, plan)


def _keep_apart(*files: str) -> None:
    """Refuse a file that would be written over while it is read, or twice."""
    places = [Path(file).resolve() for file in files if file != STANDARD]
    for file, place in zip((file for file in files if file != STANDARD), places, strict=True):
        if places.count(place) > 1 and not place.is_char_device():
            raise SourceError(source=file, problem="is given for input and output, or twice: name different files")


def _writing(target: str) -> AbstractContextManager[BinaryIO]:
    if target == STANDARD:
        return nullcontext(sys.stdout.buffer)
    try:
        return Path(target).open("wb")
    except OSError as error:
        raise SourceError(source=target, problem=f"cannot be written: {error.strerror}") from error
