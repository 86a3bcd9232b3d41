"""One child process: how it is started, watched, asked to end and, if need be, killed."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec

from stream.worker.seen import Seen
from stream.worker.status import Status, StatusFile

FOLDER_VARIABLE = "SKG_CHILD_FOLDER"
"""Tells a child which folder is its own."""
LIFELINE_VARIABLE = "SKG_CHILD_LIFELINE"
"""Tells a child the number of the pipe that ends with its supervisor."""
STATUS_FILE = "status.json"
_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 30.0
_HEALTHY_S = 60.0


class BackOff:
    """How long to wait before a child is started again: twice as long each time, until one has lived a minute."""

    def __init__(self) -> None:
        """Begin with the shortest wait."""
        self._next = _FIRST_WAIT_S

    def after(self, lived: float) -> float:
        """Return the seconds to wait after a child that lived so many seconds."""
        wait = _FIRST_WAIT_S if lived >= _HEALTHY_S else self._next
        self._next = min(wait * 2, _LONGEST_WAIT_S)
        return wait


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """What the children of one worker have in common."""

    command: tuple[str, ...]
    """Program and first arguments; role and number are added."""
    environment: Mapping[str, str]
    folder: Path
    """Folder of the worker; each child has one of its own in it."""
    lifeline: int
    """Reading end of the pipe that ends with the supervisor."""


class ChildProcess:
    """A place among the children of a worker, filled by one process after the other."""

    def __init__(self, role: str, number: int, launch: Launch) -> None:
        """Name the place; nothing runs yet."""
        self.role = role
        self.number = number
        self.name = f"{role}-{number}"
        self.folder = launch.folder / self.name
        self._launch = launch
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._born = 0.0
        self._waiting_since = 0.0
        self._ended = ""

    @property
    def running(self) -> bool:
        """Whether there is a process that has not been seen to end."""
        return self._process is not None

    def start(self) -> None:
        """Start a process, in a session of its own so that a terminal's Ctrl-C reaches the supervisor alone."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._status_path.unlink(missing_ok=True)
        self._started_at, self._born, self._waiting_since = time.time(), time.monotonic(), 0.0
        self._process = subprocess.Popen(  # noqa: S603 - the command is ours, or that of whoever tests us
            [*self._launch.command, self.role, str(self.number)],
            stdin=subprocess.DEVNULL,
            env={
                **self._launch.environment,
                FOLDER_VARIABLE: str(self.folder),
                LIFELINE_VARIABLE: str(self._launch.lifeline),
            },
            pass_fds=(self._launch.lifeline,),
            start_new_session=True,
        )

    def ended(self) -> int | None:
        """Return how the process ended, once: its exit code, or the negative number of a signal."""
        code = None if self._process is None else self._process.poll()
        if code is not None:
            self._process = None
        return code

    def ask_to_end(self) -> None:
        """Send SIGTERM."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the process with everything it has started, and wait until it is gone."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def lived(self) -> float:
        """Return the seconds since the last start."""
        return time.monotonic() - self._born

    def status(self) -> Status | None:
        """Return what the process last said of itself."""
        return StatusFile.read(self._status_path)

    def note_end(self, reason: str) -> None:
        """Remember how the process ended, until the next one runs."""
        self._ended = reason

    def look(self) -> Seen:
        """Return how the child is doing now."""
        status = self.status() if self.running else None
        if status is None or not status.lag:
            self._waiting_since = 0.0
        elif not self._waiting_since:
            self._waiting_since = time.time()
        return Seen(
            name=self.name,
            role=self.role,
            started_at=self._started_at,
            running=self.running,
            status=status,
            waiting_since=self._waiting_since,
            ended=self._ended,
        )

    @property
    def _status_path(self) -> Path:
        return self.folder / STATUS_FILE
