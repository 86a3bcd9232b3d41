"""Processor time of other processes, as Linux tells it."""

from __future__ import annotations

import os
from pathlib import Path

_USER, _SYSTEM = 11, 12
"""Places after the name of the program in /proc/PID/stat (proc(5) counts them as fields 14 and 15)."""


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has taken in all its threads; 0 when it is gone, or not on Linux."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[_USER]) + int(fields[_SYSTEM])) / os.sysconf("SC_CLK_TCK")
