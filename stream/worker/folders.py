"""Folders that one process has to itself: a lock that the kernel takes back when the process is gone, however it went.

Several workers on one host share one data folder: each takes the first `worker-K` that is free, and finds there what
the last owner of that number left.
"""

from __future__ import annotations

import fcntl
import time
from itertools import count
from pathlib import Path
from typing import IO

from stream.errors import SettingsError

_LOCK = "lock"
_LOOK_S = 0.05


class OwnFolder:
    """A folder that no other process has while this value lives, or until it is let go."""

    def __init__(self, path: Path, lock: IO[bytes]) -> None:
        """Keep the lock with its folder."""
        self.path = path
        self._lock = lock

    def let_go(self) -> None:
        """Leave the folder to others."""
        self._lock.close()


def claim(path: Path) -> OwnFolder | None:
    """Take a folder, made when missing and readable by its owner only; None when another process has it.

    Raises SettingsError when it cannot be made or written.
    """
    try:
        for folder in (path.parent, path):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (path / _LOCK).open("wb")
    except OSError as error:
        problem = f"{error.filename} cannot be made or written: {error.strerror}"
        raise SettingsError(source="settings", field="data_dir", problem=problem) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return OwnFolder(path, lock)


def claim_worker(data_dir: Path) -> OwnFolder:
    """Take the first `worker-K` that no other worker has, K from 1."""
    return next(own for number in count(1) if (own := claim(data_dir / f"worker-{number}")) is not None)


def claim_within(path: Path, seconds: float) -> OwnFolder | None:
    """Take a folder as soon as its owner has gone; None when that takes longer than so many seconds."""
    deadline = time.monotonic() + seconds
    while (own := claim(path)) is None and time.monotonic() < deadline:
        time.sleep(_LOOK_S)
    return own
