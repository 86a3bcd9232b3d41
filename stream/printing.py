"""Where commands print tables: as wide as the terminal, and unbroken where another program reads."""

from __future__ import annotations

import sys

from rich.console import Console

_UNBROKEN = 4_000
"""Columns; a line that is broken cannot be searched for."""


def table_console() -> Console:
    """Return a console on standard output whose tables keep a row on one line unless people read it."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _UNBROKEN)
