"""Every measurement of `skg bench kafka`, one after the other."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from schemas.turn import Turn
from stream.bench.broker.embedded import measure_embedded
from stream.bench.broker.figures import Embedded, KafkaFigures
from stream.bench.broker.passing import measure_passing
from stream.bench.broker.recovery import measure_recovery
from stream.bench.broker.talk import turns_of
from stream.bench.broker.through import measure_workers
from stream.bench.replies import Exchange
from stream.settings import Settings

ARCHIVE = "archive"
SUPERVISOR = "supervisor"


class Material(msgspec.Struct, frozen=True, kw_only=True):
    """What is measured on: exchanges with replies of `words` words, and how much of the rest."""

    exchanges: Sequence[Exchange]
    words: int
    recovered_records: int = 40_000
    passed_messages: int = 20_000
    workers: tuple[int, ...] = (1, 2)


def measure(settings: Settings, folder: Path, material: Material, advance: Callable[[str], None]) -> KafkaFigures:
    """Run every measurement on a broker; every second exchange is timed, after all of the others.

    `advance` hears the name of each before it starts.
    """
    warm_up, timed = turns_of(material.exchanges[::2], "warm"), turns_of(material.exchanges[1::2], "timed")
    advance("the embedded pipeline")
    embedded = _embedded(settings, warm_up, timed)
    workers = {}
    values: list[bytes] = []
    for count in material.workers:
        advance(f"{count} worker{'s' * (count > 1)}")
        passed = measure_workers(settings, folder / f"workers-{count}", count, warm_up, timed)
        workers[count], values = passed.figures, passed.values
    advance("recovery")
    recovery = measure_recovery(settings, folder / "recovery", values, material.recovered_records)
    advance("Faust that passes bytes on")
    passing = measure_passing(settings, folder, timed, material.passed_messages)
    cost = workers[material.workers[0]].cpu_ms_per_turn
    return KafkaFigures(
        words=material.words,
        changelog_bytes_per_turn=sum(map(len, values)) / len(values),
        embedded=embedded,
        workers=workers,
        times_embedded=sum(cost.values()) / embedded.cpu_ms_per_turn,
        times_embedded_without_archive=sum(spent for role, spent in cost.items() if role not in {ARCHIVE, SUPERVISOR})
        / embedded.cpu_ms_per_turn_without_archive,
        recovery=recovery,
        pass_through=passing,
    )


def _embedded(settings: Settings, warm_up: Sequence[Turn], timed: Sequence[Turn]) -> Embedded:
    """Measure in a fresh process: numeric libraries read how many threads to use when they are imported."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measure_embedded, (settings, warm_up, timed))
