"""The figures of `skg bench archive`, laid out for a person."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from stream.bench.archive.measure import ArchiveFigures


def table(figures: Sequence[ArchiveFigures]) -> Table:
    """Return a table with a column for each database."""
    shown = Table("", *(one.database for one in figures), title=f"the archive at {figures[0].turns:,} turns")
    shown.add_row("turns stored a second", *(f"{one.turns_per_second:,.0f}" for one in figures))
    shown.add_row("… first tenth", *(f"{one.turns_per_second_first_tenth:,.0f}" for one in figures))
    shown.add_row("… last tenth", *(f"{one.turns_per_second_last_tenth:,.0f}" for one in figures))
    shown.add_row("bytes a turn", *(f"{one.bytes_per_turn:,.0f}" for one in figures))
    shown.add_section()
    for name in figures[0].milliseconds:
        whole = ["" if name not in one.reads_whole_tables else " (reads a whole table)" for one in figures]
        times = (f"{one.milliseconds[name]:.1f} ms{mark}" for one, mark in zip(figures, whole, strict=True))
        shown.add_row(name, *times)
    shown.add_section()
    shown.add_row("turns exported a second", *(f"{one.exported_turns_per_second:,.0f}" for one in figures))
    shown.add_row("memory that took, MiB", *(f"{one.export_grew_mebibytes:.1f}" for one in figures))
    shown.add_row("turns expired a second", *(f"{one.expired_turns_per_second:,.0f}" for one in figures))
    shown.add_row("load before and after", *(f"{one.load[0]:.1f}, {one.load[1]:.1f}" for one in figures))
    return shown
