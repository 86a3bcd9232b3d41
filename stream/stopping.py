"""A clean end on SIGTERM and SIGINT: the batch at hand is finished first."""

from __future__ import annotations

import signal
from threading import Event


def stop_on_signals() -> Event:
    """Return an event that the signals set."""
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stop.set())
    return stop
