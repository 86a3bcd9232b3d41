"""`skg worker` as the program that users run, with its processor time by role."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from stream.bench.broker.processor import processor_seconds
from stream.errors import BenchError
from stream.settings import Settings
from stream.worker.process import STATUS_FILE
from stream.worker.status import Status, StatusFile

_SKG = (sys.executable, "-c", "from stream.cli import main; main()")
_PATIENCE_S = 180.0
_LOOK_S = 0.02
_LAST_LINES = 8


class BenchWorker:
    """One worker in a data folder of its own; made by `worker`."""

    def __init__(self, process: subprocess.Popen[bytes], settings: Settings, log: Path) -> None:
        """Take a process that has been started."""
        self._process = process
        self._settings = settings
        self._log = log

    @property
    def settings(self) -> Settings:
        """What it was told; its archive is in its data folder."""
        return self._settings

    @property
    def address(self) -> str:
        """Where its metrics are, as HOST:PORT."""
        return f"127.0.0.1:{self._settings.http_port}"

    def statuses(self) -> list[Status]:
        """Return what its children last said of themselves."""
        told = (StatusFile.read(path) for path in sorted(Path(self._settings.data_dir).rglob(STATUS_FILE)))
        return [status for status in told if status is not None]

    def processor_seconds(self) -> dict[str, float]:
        """Return the processor time so far of the children by role, and of the supervisor."""
        spent = {"supervisor": processor_seconds(self._process.pid)}
        for status in self.statuses():
            spent[status.role] = spent.get(status.role, 0.0) + processor_seconds(status.pid)
        return spent

    def wait_ready(self) -> None:
        """Wait until it says that it is ready; raise BenchError when it ends, or takes too long."""
        self.wait(lambda: _answers(f"http://127.0.0.1:{self._settings.http_port}/health/ready"), "get ready")

    def wait(self, reached: Callable[[], bool], what: str) -> None:
        """Wait until something is so; raise BenchError when the worker ends, or it takes too long."""
        deadline = time.monotonic() + _PATIENCE_S
        while not reached():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise BenchError(step=f"the worker did not {what}", said=last_words(self._log))
            time.sleep(_LOOK_S)

    def end(self) -> None:
        """End it in order, by force when it does not."""
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@contextmanager
def worker(settings: Settings, folder: Path, role: str, port: int | None = None) -> Iterator[BenchWorker]:
    """Run a worker, started but not waited for, and end it; `port` is that of its metrics, None a free one.

    One that is run again in the same folder goes on with what it had there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ours = msgspec.structs.replace(
        settings, data_dir=str(folder / "data"), http_port=port or free_port(), archive_url=""
    )
    log = folder / "worker.log"
    with log.open("ab") as out:
        process = subprocess.Popen(  # noqa: S603 - our own program
            [*_SKG, "worker", "--role", role],
            env={**os.environ, **variables(ours)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    running = BenchWorker(process, ours, log)
    try:
        yield running
    finally:
        running.end()


def last_words(log: Path) -> str:
    """Return the end of a log."""
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LAST_LINES:])


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2):  # noqa: S310 - an address of our own
            return True
    except (OSError, urllib.error.HTTPError):
        return False


def variables(settings: Settings) -> dict[str, str]:
    """Return the settings that are no defaults as environment variables; lists are written with commas."""
    plain = Settings()
    found = {}
    for name, value in msgspec.structs.asdict(settings).items():
        if value != getattr(plain, name):
            found[f"SKG_{name.upper()}"] = ",".join(value) if isinstance(value, tuple) else str(value)
    return found


def free_port() -> int:
    """Return a port of loopback that nothing listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
