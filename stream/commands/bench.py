"""`skg bench`: how fast, on one core, and how large; `skg bench kafka|paging`: on a broker, and until a page."""

from __future__ import annotations

import gzip
import multiprocessing
import os
import signal
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from schemas.turn import Turn
from skgeval.evaluation.labelled import Example, read_examples
from stream.bench.parts import load_parts
from stream.bench.replies import exchanges, grown
from stream.bench.report import JUDGED_WORDS, WORDS, Figures, Sample, measure, sample_of
from stream.commands.bench_archive import archive
from stream.options import ConfigFile, EncoderName
from stream.settings import load_settings

DATA = Path("..") / "shared" / "data"
SETS = ("mtbench_answers", "mtbench101")
"""Conversations with long answers, in this order; records are measured on the first."""
RECORDS = 60
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


JsonFile = Annotated[Path | None, typer.Option("--json", help="Write the figures here, too.")]
DataFolder = Annotated[
    Path, typer.Option("--data", help="Folder of evaluation data; without it bundled samples are used.")
]
Replies = Annotated[int, typer.Option("--replies", min=2, help="Replies timed per length, after as many others.")]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    group = typer.Typer(context_settings={"help_option_names": ["-h", "--help"]})
    group.callback(invoke_without_command=True)(bench)
    group.command("kafka")(kafka)
    group.command("paging")(paging)
    group.command("archive")(archive)
    app.add_typer(group, name="bench")


def bench(
    context: typer.Context,
    *,
    json_file: JsonFile = None,
    data: DataFolder = DATA,
    replies: Replies = 500,
    encoder: EncoderName = None,
) -> None:
    """Measure speed and memory on one core."""
    if context.invoked_subcommand is not None:
        return
    console = Console(stderr=True)
    os.environ.update(ONE_THREAD)
    # Numeric libraries read how many threads to use when they are imported: a fresh process, then.
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        figures = pool.apply(_measured, (data, replies, encoder or "minilm"))
    if json_file is not None:
        json_file.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    console.print(_table(figures))


def kafka(
    *,
    json_file: JsonFile = None,
    data: DataFolder = DATA,
    replies: Replies = 500,
    config: ConfigFile = None,
    encoder: EncoderName = None,
) -> None:
    """Measure the pipeline on Kafka: pace, latency and cost with one and two workers, recovery, and Faust alone.

    Uses the broker of SKG_BROKER, on topics of its own; without one it starts one, as `make kafka` does.
    """
    # The agents bring Faust with them, which `skg bench` alone has no use for.
    from stream.bench.broker import measure as on_kafka  # noqa: PLC0415
    from stream.bench.broker.own import some_broker  # noqa: PLC0415
    from stream.bench.broker.table import table  # noqa: PLC0415

    console = Console(stderr=True)
    os.environ.update(ONE_THREAD)
    material = on_kafka.Material(exchanges=sample(data, replies).exchanges[JUDGED_WORDS], words=JUDGED_WORDS)
    settings = load_settings(os.environ, file=config, given={"encoder": encoder})
    with tempfile.TemporaryDirectory() as folder, some_broker(settings, Path(folder)) as chosen:
        figures = on_kafka.measure(chosen, Path(folder), material, lambda step: console.print(f"measuring {step} …"))
    if json_file is not None:
        json_file.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    console.print(table(figures))


def paging(  # noqa: PLR0913 - one parameter an option
    *,
    json_file: JsonFile = None,
    calm: Annotated[float, typer.Option("--calm", min=0.0, help="Seconds of calm traffic before the spike.")] = 120.0,
    day: Annotated[
        bool, typer.Option("--day", help="Play a day instead: a bad release at noon, rolled back at one.")
    ] = False,
    minutes: Annotated[float, typer.Option("--minutes", min=10.0, help="What 24 hours of the day take.")] = 30.0,
    begin: Annotated[float, typer.Option("--begin", min=0.0, max=12.0, help="First hour of the day.")] = 0.0,
    end: Annotated[float, typer.Option("--end", min=14.0, max=24.0, help="Last hour of the day.")] = 24.0,
    replies: Annotated[
        float, typer.Option("--replies", min=1.0, help="Replies a second of each of two assistants at the day's peak.")
    ] = 8.0,
    config: ConfigFile = None,
    encoder: EncoderName = None,
) -> None:
    """Measure the time from a spike's first turn to the page, at intervals of 1 s and 15 s, with the rules of deploy/.

    Runs a worker, Prometheus and Alertmanager on this machine, and the broker that `skg bench kafka` would use. With
    `--day` all windows are shortened as the day is; the exit code is 1 when the day was not as it should be. A day in
    more minutes needs fewer `--replies`: five minutes of the day, in which the rules want some 50, take longer here.
    """
    from stream.bench.broker.own import some_broker  # noqa: PLC0415 - brings Faust's settings with it, as above
    from stream.bench.paging import command  # noqa: PLC0415 - as above
    from stream.bench.paging.day import bad_release_at_noon  # noqa: PLC0415 - as above
    from stream.bench.paging.programs import programs  # noqa: PLC0415 - as above

    programs()  # told before anything starts
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the programs are to end with us
    settings = load_settings(os.environ, file=config, given={"encoder": encoder})
    with tempfile.TemporaryDirectory() as folder, some_broker(settings, Path(folder)) as chosen:
        shown = (
            command.play(
                chosen,
                Path(folder),
                bad_release_at_noon(minutes=minutes, begin=begin, end=end, replies_per_second=replies),
            )
            if day
            else command.time_to_page(chosen, Path(folder), calm)
        )
    if json_file is not None:
        json_file.write_bytes(msgspec.json.format(msgspec.json.encode(shown.figures)))
    raise typer.Exit(0 if shown.good else 1)


def _measured(data: Path, replies: int, encoder: str) -> Figures:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    console = Console(stderr=True)
    return measure(load_parts(encoder), sample(data, replies), lambda step: console.print(f"measuring {step} …"))


def sample(data: Path, replies: int) -> Sample:
    """Take real replies where the data is at hand, otherwise grow the bundled ones to length."""
    sets = {name: data / f"{name}.jsonl.gz" for name in SETS}
    if all(path.is_file() for path in sets.values()):
        examples = {
            name: read_examples(gzip.decompress(path.read_bytes()).splitlines(), name) for name, path in sets.items()
        }
        found = [exchange for one in examples.values() for exchange in exchanges(one)]
        return sample_of(found, _conversations(examples[SETS[0]]), replies)
    samples = bundled()
    found = exchanges(samples)
    return Sample(
        exchanges={words: grown(found, words)[: 2 * replies] for words in WORDS}, conversations=_conversations(samples)
    )


def _conversations(examples: tuple[Example, ...]) -> list[tuple[Turn, ...]]:
    """Return conversations spread evenly over a set."""
    return [example.as_turns() for example in examples[:: max(1, len(examples) // RECORDS)]]


def bundled() -> tuple[Example, ...]:
    """Return the sample conversations of the demo."""
    folder = files("stream.samples")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".jsonl"))
    return tuple(
        example for name in names for example in read_examples((folder / name).read_bytes().splitlines(), name)
    )


def _table(figures: Figures) -> Table:
    """Lay the figures out for a person."""
    table = Table("", *(f"{words} words" for words in figures.floor), title="turns per second, one core")
    for name, values in (
        ("floor: one parse and the sentence vectors", figures.floor),
        ("annotation", figures.annotation),
        ("judgement, alone", figures.judgement),
        ("judgement, models in between", figures.judgement_between),
        ("pipeline", figures.pipeline),
    ):
        table.add_row(name, *(f"{value:,.1f}" for value in values.values()))
    table.add_section()
    table.add_row("pipeline, times the floor", *(f"{value:.2f}" for value in figures.times_floor.values()))
    table.add_row("strings remembered", *(f"{value:.0%}" for value in figures.remembered.values()))
    table.add_row("replies timed", *(f"{value}" for value in figures.replies.values()))
    weight = figures.kib_per_live_conversation
    turns = ", ".join(f"{value:,.0f} at turn {turn:,}" for turn, value in figures.judgement_us_by_turn.items())
    table.caption = (
        f"judgement in µs: {turns}\n"
        f"live conversation of 100 turns: {weight.total:,.0f} KiB "
        f"(graph {weight.graph:,.0f}, vectors {weight.vectors:,.0f}, index {weight.index:,.0f})\n"
        f"record: {figures.bytes_per_record:,.0f} bytes"
    )
    return table
