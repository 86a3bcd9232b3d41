"""Prometheus and Alertmanager as the real programs, on free ports of loopback, for as long as they are needed."""

from __future__ import annotations

import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec

from stream.bench.broker.worker import free_port, last_words
from stream.bench.paging.configured import Pace, Places, write_alertmanager, write_prometheus
from stream.errors import BenchError, MissingProgramError

DEPLOY = Path("deploy")
_LOOPBACK = "127.0.0.1"
_PROMETHEUS = ("prometheus",)
_ALERTMANAGER = ("prometheus-alertmanager", "alertmanager")
"""Debian's name, then the makers'."""
_PATIENCE_S = 60.0
_LOOK_S = 0.05
_END_S = 30.0


class Monitoring(msgspec.Struct, frozen=True, kw_only=True):
    """The URLs of a Prometheus and of its Alertmanager."""

    prometheus: str
    alertmanager: str

    def asked(self, kind: str, **told: str | float) -> list[dict[str, Any]]:
        """Return the series that Prometheus answers a `query` or `query_range` with; raises OSError."""
        answer = msgspec.json.decode(fetch(f"{self.prometheus}/api/v1/{kind}?{urlencode(told)}"))
        series: list[dict[str, Any]] = answer["data"]["result"]
        return series


@contextmanager
def monitoring(folder: Path, services: Mapping[str, str], webhook: str, pace: Pace) -> Iterator[Monitoring]:
    """Run both programs with the files of `deploy/` at a pace; `services` are the monitor's parts as HOST:PORT.

    Raises MissingProgramError where they are not installed, BenchError when one does not start.
    """
    prometheus, alertmanager = programs()
    if not (DEPLOY / "prometheus").is_dir():
        raise BenchError(step="there is no folder deploy/prometheus", said="run this where the repository is")
    places = Places(
        services=services,
        prometheus=f"{_LOOPBACK}:{free_port()}",
        alertmanager=f"{_LOOPBACK}:{free_port()}",
        webhook=webhook,
    )
    alerting = write_alertmanager(DEPLOY / "alertmanager", folder / "alertmanager", places, pace)
    rules = write_prometheus(DEPLOY / "prometheus", folder / "prometheus", places, pace)
    alertmanager_command = (
        alertmanager,
        f"--config.file={alerting}",
        f"--storage.path={folder / 'alertmanager' / 'data'}",
        f"--web.listen-address={places.alertmanager}",
        "--cluster.listen-address=",
    )
    prometheus_command = (
        prometheus,
        f"--config.file={rules}",
        f"--storage.tsdb.path={folder / 'prometheus' / 'data'}",
        f"--web.listen-address={places.prometheus}",
    )
    told = Monitoring(prometheus=f"http://{places.prometheus}", alertmanager=f"http://{places.alertmanager}")
    with (
        _running(alertmanager_command, folder / "alertmanager.log", f"{told.alertmanager}/-/ready"),
        _running(prometheus_command, folder / "prometheus.log", f"{told.prometheus}/-/ready"),
    ):
        yield told


def programs() -> tuple[str, str]:
    """Return the paths of Prometheus and Alertmanager; raise MissingProgramError where they are not installed."""
    return _found("prometheus", _PROMETHEUS), _found("alertmanager", _ALERTMANAGER)


def fetch(url: str) -> bytes:
    """Return what an address of our own answers; raises OSError."""
    with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - an address of our own
        body: bytes = answer.read()
        return body


def _found(what: str, names: Sequence[str]) -> str:
    for name in names:
        if path := shutil.which(name):
            return path
    raise MissingProgramError(program=what)


@contextmanager
def _running(command: Sequence[str], log: Path, ready: str) -> Iterator[None]:
    """Run a program, wait until it is ready, and end it."""
    with log.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603 - a program of the installation
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        deadline = time.monotonic() + _PATIENCE_S
        while not _answers(ready):
            if process.poll() is not None or time.monotonic() > deadline:
                raise BenchError(step=f"{Path(command[0]).name} did not start", said=last_words(log))
            time.sleep(_LOOK_S)
        yield
    finally:
        process.terminate()
        try:
            process.wait(_END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(url: str) -> bool:
    try:
        fetch(url)
    except (OSError, urllib.error.HTTPError):
        return False
    return True
