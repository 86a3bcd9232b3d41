"""The figures of `skg bench kafka`, laid out for a person."""

from __future__ import annotations

from rich.table import Table

from stream.bench.broker.figures import KafkaFigures


def table(figures: KafkaFigures) -> Table:
    """Return a table with a column for each number of workers, everything else below it."""
    runs = list(figures.workers.values())
    columns = [f"{run.workers} worker{'s' * (run.workers > 1)}" for run in runs]
    shown = Table("", *columns, title=f"the pipeline on Kafka, replies of {figures.words} words")
    shown.add_row("turns timed", *(f"{run.turns:,}" for run in runs))
    shown.add_row("turns per second", *(f"{run.turns_per_second:,.1f}" for run in runs))
    shown.add_row("at half load, turns per second", *(f"{run.half_load_rate:,.1f}" for run in runs))
    shown.add_row("latency p50, ms", *(f"{run.latency_p50_ms:,.0f}" for run in runs))
    shown.add_row("latency p99, ms", *(f"{run.latency_p99_ms:,.0f}" for run in runs))
    shown.add_section()
    for role in sorted({role for run in runs for role in run.cpu_ms_per_turn}):
        shown.add_row(f"processor ms a turn, {role}", *(f"{run.cpu_ms_per_turn.get(role, 0.0):.2f}" for run in runs))
    embedded, recovery, passing = figures.embedded, figures.recovery, figures.pass_through
    shown.caption = (
        f"embedded pipeline: {embedded.cpu_ms_per_turn:.2f} ms a turn, without archive "
        f"{embedded.cpu_ms_per_turn_without_archive:.2f}; on Kafka {figures.times_embedded:.2f} times that, without "
        f"archive {figures.times_embedded_without_archive:.2f}\n"
        f"changelog: {figures.changelog_bytes_per_turn:,.0f} bytes a turn\n"
        f"recovery: {recovery.records:,} records of {recovery.record_bytes:,.0f} bytes in {recovery.seconds:.1f} s, "
        f"{recovery.records_per_second:,.0f} records/s, {recovery.megabytes_per_second:.1f} MB/s, "
        f"{recovery.cpu_seconds:.1f} s of processor time\n"
        f"Faust that only passes bytes on: {passing.messages_per_second:,.0f} messages/s, "
        f"{passing.cpu_ms_per_message:.2f} ms each"
    )
    return shown
