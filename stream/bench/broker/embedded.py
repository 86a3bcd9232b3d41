"""What a turn costs in the embedded pipeline: the runner of `skg monitor`, on the processor's clock."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

from alerts.archive import open_archive
from schemas.record import TurnRecord
from schemas.session import SessionSummary
from schemas.turn import Turn
from stream.bench.broker.figures import Embedded
from stream.composition import ModelEngine, load_engine
from stream.ledger.sqlite import SqliteLedger
from stream.metrics import Metrics
from stream.outbox import ArchivePort, Outbox
from stream.policies import load_policies
from stream.runner import Limits, Runner
from stream.settings import Settings


class _Nowhere:
    """An archive that takes everything and keeps nothing."""

    def store(self, *records: TurnRecord) -> None:
        """Take records."""

    def store_summary(self, summary: SessionSummary) -> None:
        """Take a summary."""


def measure_embedded(settings: Settings, warm_up: Sequence[Turn], timed: Sequence[Turn]) -> Embedded:
    """Time every turn in `timed`, with and without an archive, each after an engine of its own has seen `warm_up`."""
    with tempfile.TemporaryDirectory() as folder:
        archive = open_archive(f"sqlite:///{Path(folder) / 'archive.db'}")
        with_archive = _cost(settings, archive, Path(folder) / "with", warm_up, timed)
        archive.close()
        without = _cost(settings, _Nowhere(), Path(folder) / "without", warm_up, timed)
    return Embedded(
        cpu_ms_per_turn=1e3 * with_archive / len(timed), cpu_ms_per_turn_without_archive=1e3 * without / len(timed)
    )


def _cost(
    settings: Settings, archive: ArchivePort, folder: Path, warm_up: Sequence[Turn], timed: Sequence[Turn]
) -> float:
    """Return the seconds of processor time that `timed` takes."""
    folder.mkdir()
    metrics = Metrics()
    ledger = SqliteLedger(folder / "ledger.db")
    engine: ModelEngine = load_engine(settings, load_policies(settings.policy_file))
    runner = Runner(engine, ledger, Outbox(ledger, archive, [], metrics), metrics, Limits())
    _play(runner, warm_up, settings.batch_turns)
    started = process_time()
    _play(runner, timed, settings.batch_turns)
    spent = process_time() - started
    ledger.close()
    return spent


def _play(runner: Runner, turns: Sequence[Turn], batch: int) -> None:
    for start in range(0, len(turns), batch):
        runner.process(turns[start : start + batch], datetime.now(UTC))
