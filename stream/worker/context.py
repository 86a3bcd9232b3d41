"""What a child process hands to the role it plays."""

from __future__ import annotations

from pathlib import Path

import msgspec

from stream.metrics import Metrics
from stream.settings import Settings
from stream.worker.status import StatusFile


class ChildContext(msgspec.Struct, frozen=True, kw_only=True):
    """One child of a worker; everything in it is this process's own."""

    role: str
    """annotate, judge or archive."""
    number: int
    """Tells children of one role apart; counts from 0."""
    settings: Settings
    folder: Path
    """Data of this child alone; the same after a restart. No other process writes there while this one lives."""
    metrics: Metrics
    status: StatusFile
