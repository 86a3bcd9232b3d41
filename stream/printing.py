"""How commands print: tables as wide as the terminal, unbroken where another program reads; rows as counts."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from rich.console import Console

_UNBROKEN = 4_000
"""Columns; a line that is broken cannot be searched for."""


def table_console() -> Console:
    """Return a console on standard output whose tables keep a row on one line unless people read it."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _UNBROKEN)


def counted(rows: Mapping[str, int]) -> str:
    """Return how many rows of each table, for people.

    >>> counted({"turns": 1200, "status_changes": 3})
    '1,200 turns, 3 status changes'
    """
    return ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in rows.items())
