"""Turns in, records out: how many a second, and how late."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

import msgspec
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from schemas.codec import encode_json
from schemas.topics import LEDGER, RECORDS, TURNS, Topic
from schemas.turn import Turn
from stream.bench.broker.figures import EndToEnd
from stream.bench.broker.own import installation
from stream.bench.broker.talk import stamped
from stream.bench.broker.worker import BenchWorker, worker
from stream.errors import BenchError
from stream.kafka.connection import Connection
from stream.kafka.standing import standing
from stream.kafka.topics import topic_name
from stream.kafka.wire import ARRIVED, conversation_key
from stream.settings import Settings

_PATIENCE_S = 600.0
_HALF = 0.5
_SETTLE_S = 3.0
"""After the last record the archive still has work, which belongs to the turns."""


class Arrivals:
    """Takes every record as it comes, in a thread, and notes how late it is."""

    def __init__(self, consumer: KafkaConsumer) -> None:
        """Listen with a consumer that stands where the next record will be."""
        self.latencies_ms: list[float] = []
        self._consumer = consumer
        self._stop = threading.Event()
        self._more = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="arrivals", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def wait_for(self, count: int) -> None:
        """Wait until so many records have come; raise BenchError when they do not."""
        with self._more:
            if not self._more.wait_for(lambda: len(self.latencies_ms) >= count, _PATIENCE_S):
                raise BenchError(step=f"{count} records did not come", said=f"{len(self.latencies_ms)} came")

    def _run(self) -> None:
        while not self._stop.is_set():
            batches = self._consumer.poll(100).values()
            now = 1e3 * time.time()
            came = [dict(record.headers).get(ARRIVED) for batch in batches for record in batch]
            with self._more:
                self.latencies_ms += [now - float(arrived) for arrived in came if arrived is not None]
                self._more.notify_all()


class Passed(msgspec.Struct, frozen=True, kw_only=True):
    """What a run showed, and the values that it left in the ledger's changelog."""

    figures: EndToEnd
    values: list[bytes]


def measure_workers(
    settings: Settings, folder: Path, count: int, warm_up: Sequence[Turn], timed: Sequence[Turn]
) -> Passed:
    """Send `timed` as fast as it goes to `count` workers, then again, as other conversations, at half of that pace."""
    with installation(settings) as own, ExitStack() as stack:
        workers = [stack.enter_context(worker(own, folder / f"worker-{number}", "all")) for number in range(count)]
        for one in workers:
            one.wait_ready()
        _pass(own, warm_up, rate=0.0)
        before = _spent(workers)
        seconds, _ = _pass(own, [_renamed(turn, "fast") for turn in timed], rate=0.0)
        time.sleep(_SETTLE_S)
        spent = {role: after - before.get(role, 0.0) for role, after in _spent(workers).items()}
        pace = len(timed) / seconds
        _, latencies = _pass(own, [_renamed(turn, "half") for turn in timed], rate=_HALF * pace)
        values = _changelog(own)
    latencies.sort()
    figures = EndToEnd(
        workers=count,
        turns=len(timed),
        turns_per_second=pace,
        cpu_ms_per_turn={role: 1e3 * used / len(timed) for role, used in sorted(spent.items())},
        half_load_rate=_HALF * pace,
        latency_p50_ms=latencies[len(latencies) // 2],
        latency_p99_ms=latencies[min(len(latencies) - 1, len(latencies) * 99 // 100)],
        latency_turns=len(latencies),
    )
    return Passed(figures=figures, values=values)


def send(settings: Settings, turns: Sequence[Turn], rate: float) -> None:
    """Send turns in order at `rate` a second, 0 for as fast as it goes, and wait until the broker has all of them."""
    producer = KafkaProducer(acks="all", enable_idempotence=True, linger_ms=2, **Connection.of(settings).client())
    topic, started = topic_name(settings, TURNS), time.monotonic()
    for number, turn in enumerate(turns, start=1):
        producer.send(topic, key=conversation_key("", turn.conversation), value=encode_json(stamped(turn)))
        ahead = started + number / rate - time.monotonic() if rate else 0.0
        if ahead > 0:
            time.sleep(ahead)
    producer.flush()
    producer.close()


def _pass(settings: Settings, turns: Sequence[Turn], rate: float) -> tuple[float, list[float]]:
    """Send turns and wait for their records; return the seconds that it took and each record's latency in ms."""
    with _reading(settings, RECORDS) as (consumer, places):
        consumer.seek_to_end(*places)
        for place in places:
            consumer.position(place)  # seeking is lazy: what came before the first poll would be missed
        with Arrivals(consumer) as arrivals:
            started = time.monotonic()
            send(settings, turns, rate)
            arrivals.wait_for(len(turns))
            seconds = time.monotonic() - started
    return seconds, arrivals.latencies_ms


def _renamed(turn: Turn, name: str) -> Turn:
    return msgspec.structs.replace(turn, conversation=f"{name}-{turn.conversation}")


def _spent(workers: Sequence[BenchWorker]) -> dict[str, float]:
    total: dict[str, float] = {}
    for one in workers:
        for role, seconds in one.processor_seconds().items():
            total[role] = total.get(role, 0.0) + seconds
    return total


def ends(settings: Settings, topic: Topic) -> int:
    """Return how many messages a topic has had."""
    with _reading(settings, topic) as (consumer, places):
        return sum(consumer.end_offsets(places).values())


def _changelog(settings: Settings) -> list[bytes]:
    """Return the values of the ledger's changelog."""
    return [message.value for message in standing(settings, LEDGER) if message.value]


@contextmanager
def _reading(settings: Settings, topic: Topic) -> Iterator[tuple[KafkaConsumer, list[TopicPartition]]]:
    """Give a consumer that has all partitions of a topic."""
    name = topic_name(settings, topic)
    consumer = KafkaConsumer(enable_auto_commit=False, fetch_max_wait_ms=5, **Connection.of(settings).client())
    try:
        places = [TopicPartition(name, number) for number in sorted(consumer.partitions_for_topic(name) or ())]
        consumer.assign(places)
        yield consumer, places
    finally:
        consumer.close()
