"""A monitor that dies at a chosen moment and starts again over what it had made durable."""

import gzip
import json
import random
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import msgspec

from schemas.annotation import Annotation
from schemas.codec import encode_json
from schemas.conversation import read_conversation
from schemas.turn import Turn
from stream.composition import ModelEngine
from stream.demo.samples import interleaved, load_samples
from stream.ledger.sqlite import SqliteLedger
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.recorder import Bounds
from stream.runner import Limits, Runner
from tests.stream.fakes import NOON, FakeArchive, Remembering

REAL = Path(__file__).parents[3] / "shared" / "data" / "mtbench101.jsonl.gz"
"""Real conversations, where they are at hand."""
CHOSEN = {*("support-warranty", "support-order", "cooking-coffee", "finance-savings", "travel-museum", "health-vegan")}
"""Samples with contradictions and a revision to lose."""


def conversations() -> list[Turn]:
    """Return the turns of samples, and of real conversations where there are some, mingled, with event times."""
    chosen = [sample for sample in load_samples() if sample.id in CHOSEN]
    talks = list(chosen)
    if REAL.exists():
        with gzip.open(REAL, "rt") as lines:
            for line, _ in zip(lines, range(4), strict=False):
                told = json.loads(line)
                short = json.dumps({"id": told["id"], "turns": told["turns"][:8]})
                talks.append(msgspec.structs.replace(chosen[0], id=told["id"], turns=read_conversation(short).turns))
    turns = interleaved(talks, at_once=3)
    return [msgspec.structs.replace(turn, at=NOON + timedelta(seconds=n)) for n, turn in enumerate(turns)]


class ReadBefore(ModelEngine):
    """The real engine over annotations made once; only judging is repeated."""

    def remember(self, turns: Sequence[Turn]) -> None:
        self._read: dict[tuple[str, str], Annotation] = {
            (turn.conversation, self.identity(turn).turn_id): annotation
            for turn, annotation in zip(turns, super().annotate(turns), strict=True)
        }

    def annotate(self, turns: Sequence[Turn]) -> list[Annotation]:
        return [self._read[turn.conversation, self.identity(turn).turn_id] for turn in turns]


class Death(BaseException):
    """The process is gone; no handler of ours may see it."""


class Fate:
    """Counts effects and dies at one of them: before it happens, or right after."""

    def __init__(self, at: int | None = None, *, after: bool = False) -> None:
        self.effects = 0
        self._at = at
        self._after = after

    def meet(self, effect: Callable):
        def fated(*given):
            self.effects += 1
            if self.effects == self._at and not self._after:
                raise Death
            result = effect(*given)
            if self.effects == self._at:
                raise Death
            return result

        return fated


class Life:
    """One process over the ledger file and the archive, which outlive it."""

    def __init__(self, engine: ReadBefore, folder: Path, archive: FakeArchive, fate: Fate) -> None:
        self.ledger = SqliteLedger(folder / "ledger.db")
        self.sink = Remembering()
        self._fated(self.ledger, fate, "put", "overwrite", "remove", "commit")
        metrics = Metrics()
        telling = FakeArchive()
        telling.turns, telling.summaries = archive.turns, archive.summaries
        self._fated(telling, fate, "store", "store_summary")
        outbox = Outbox(self.ledger, telling, [self.sink], metrics)
        limits = Limits(bounds=Bounds(live_conversations=2), idle=timedelta(minutes=30))
        self.runner = Runner(engine, self.ledger, outbox, metrics, limits)

    def die(self) -> None:
        """Leave without a word: what was not committed is gone."""
        self.ledger._connection.close()
        self.ledger._lock.close()

    @staticmethod
    def _fated(owner: object, fate: Fate, *names: str) -> None:
        for name in names:
            setattr(owner, name, fate.meet(getattr(owner, name)))


def batches(turns: Sequence[Turn], seed: int) -> Iterator[Sequence[Turn]]:
    """Cut turns into batches of one to five."""
    chance = random.Random(seed)
    start = 0
    while start < len(turns):
        size = chance.randint(1, 5)
        yield turns[start : start + size]
        start += size


def contents(folder: Path, archive: FakeArchive) -> dict[str, bytes]:
    """Return everything durable, as bytes."""
    ledger = SqliteLedger(folder / "ledger.db")
    found = {f"ledger {key}": ledger.get(key) or b"" for key in ledger.keys()}  # noqa: SIM118
    ledger.close()
    found |= {f"archive {key}": encode_json(record) for key, record in archive.turns.items()}
    found |= {f"summary {summary.conversation} {summary.epoch}": encode_json(summary) for summary in archive.summaries}
    return found
