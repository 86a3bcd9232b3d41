"""How fast a judge with an empty folder reads its ledger from the changelog."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from kafka import KafkaProducer

from schemas.topics import LEDGER
from stream.bench.broker.figures import Recovery
from stream.bench.broker.own import installation
from stream.bench.broker.worker import worker
from stream.kafka.connection import Connection
from stream.kafka.topics import topic_name
from stream.kafka.wire import conversation_key, partition_of
from stream.ledger import Place
from stream.settings import Settings

_SLOTS = 20
_MEGA = 1e6


def measure_recovery(settings: Settings, folder: Path, values: Sequence[bytes], records: int) -> Recovery:
    """Fill a changelog with `records` records of real `values` and time a judge's start on it.

    The start of a judge on an empty changelog is taken off.
    """
    with installation(settings) as own:
        nothing, spent_on_nothing = _start(own, folder / "nothing")
        size = _fill(own, values, records)
        everything, spent = _start(own, folder / "everything")
    seconds = everything - nothing
    return Recovery(
        records=records,
        record_bytes=size / records,
        seconds=seconds,
        start_seconds=nothing,
        cpu_seconds=spent - spent_on_nothing,
        records_per_second=records / seconds,
        megabytes_per_second=size / seconds / _MEGA,
    )


def _start(settings: Settings, folder: Path) -> tuple[float, float]:
    """Return the seconds until a judge with an empty folder has its state, by the clock and of processor time."""
    started = time.monotonic()
    with worker(settings, folder, "judge") as judge:
        judge.wait(lambda: any(status.ready for status in judge.statuses()), "recover")
        return time.monotonic() - started, judge.processor_seconds().get("judge", 0.0)


def _fill(settings: Settings, values: Sequence[bytes], records: int) -> int:
    """Write records of made-up conversations; return the bytes of keys and values."""
    producer = KafkaProducer(acks="all", enable_idempotence=True, linger_ms=20, **Connection.of(settings).client())
    name, size = topic_name(settings, LEDGER), 0
    for number in range(records):
        conversation = f"recovered-{number // _SLOTS}"
        place = Place(tenant="", conversation=conversation, epoch=0, slot=number % _SLOTS)
        key, value = place.key().encode(), values[number % len(values)]
        partition = partition_of(conversation_key("", conversation), settings.partitions)
        producer.send(name, key=key, value=value, partition=partition)
        size += len(key) + len(value)
    producer.flush()
    producer.close()
    return size
