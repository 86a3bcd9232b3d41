"""What a child tells its supervisor: one small file, replaced about once a second.

Health and the gauges of lag are made from these files. They say when things were done last, so that a child
that hangs is found out: by its last progress, and by the age of its last commit if messages waited. Lag itself, and
what waits, stay as it told them last.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """How one child is doing. Times are seconds since the epoch."""

    role: str
    number: int = 0
    """Tells children of one role apart."""
    pid: int = msgspec.field(default_factory=os.getpid)
    started_at: float = msgspec.field(default_factory=time.time)
    ready: bool = False
    """It has its partitions, its state is recovered, and it takes messages."""
    recovering: bool = False
    """It is reading its state from the changelog."""
    lag: int = 0
    """Messages of its partitions that are not committed yet."""
    event_lag_seconds: float = 0.0
    """How long ago the newest processed message arrived, of the partition furthest behind; 0 when none waits."""
    last_progress: float = msgspec.field(default_factory=time.time)
    """When its loop last went round: a poll of the broker, a step of recovery, another try at an absent database."""
    last_commit: float = msgspec.field(default_factory=time.time)
    """When it last committed; its start, before the first commit."""
    problem: str = ""
    """What no restart mends, in a sentence: a permanent gap with its topic, partition and offset, a database away.

    It fails readiness and excuses the missing commits from liveness. It never holds conversation text.
    """


class StatusFile:
    """Where one child's status stands."""

    def __init__(self, path: Path) -> None:
        """Name the file; its folder has to be there."""
        self.path = path
        self._written = path.with_suffix(".new")

    def write(self, status: Status) -> None:
        """Replace the status; whoever reads sees the old one or the new one, never a part."""
        self._written.write_bytes(msgspec.json.encode(status))
        self._written.replace(self.path)

    @staticmethod
    def read(path: Path) -> Status | None:
        """Return the status in a file, or None when there is none that can be read."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=Status)
        except (OSError, msgspec.DecodeError):
            return None
