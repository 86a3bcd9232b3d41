"""Everything that `skg bench kafka` measures, in the shape that it prints."""

from __future__ import annotations

import msgspec


class Embedded(msgspec.Struct, frozen=True, kw_only=True):
    """The embedded pipeline in one process, ledger and archive in SQLite.

    Processor time in ms per turn: with everything, and with neither archive nor certificates sent anywhere.
    """

    cpu_ms_per_turn: float
    cpu_ms_per_turn_without_archive: float


class EndToEnd(msgspec.Struct, frozen=True, kw_only=True):
    """One or more workers from the turns topic to the records topic.

    `cpu_ms_per_turn` is processor time by role, measured while turns waited; latency is from the broker's taking of a
    turn to the arrival of its record at a consumer, at half of `turns_per_second`.
    """

    workers: int
    turns: int
    turns_per_second: float
    cpu_ms_per_turn: dict[str, float]
    half_load_rate: float
    latency_p50_ms: float
    latency_p99_ms: float
    latency_turns: int


class Recovery(msgspec.Struct, frozen=True, kw_only=True):
    """A judge with an empty folder that reads its ledger from the changelog.

    `start_seconds` is what one without records takes, which is left out of `seconds` and `cpu_seconds`.
    """

    records: int
    record_bytes: float
    seconds: float
    start_seconds: float
    cpu_seconds: float
    records_per_second: float
    megabytes_per_second: float


class PassThrough(msgspec.Struct, frozen=True, kw_only=True):
    """Stock Faust that reads the same turns and sends them on: the yardstick."""

    messages: int
    messages_per_second: float
    cpu_ms_per_message: float


class KafkaFigures(msgspec.Struct, frozen=True, kw_only=True):
    """All of it; `times_embedded` is what a turn costs on Kafka by what it costs in the embedded pipeline.

    `times_embedded_without_archive` leaves the archive out on both sides.
    """

    words: int
    changelog_bytes_per_turn: float
    embedded: Embedded
    workers: dict[int, EndToEnd]
    times_embedded: float
    times_embedded_without_archive: float
    recovery: Recovery
    pass_through: PassThrough
