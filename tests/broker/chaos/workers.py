"""`skg worker` as a real program that can be killed, frozen and robbed of its data folder."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from stream.settings import Settings
from stream.worker.process import STATUS_FILE
from stream.worker.status import StatusFile
from tests.broker.chaos.topics import keep_history, until

ROOT = Path(__file__).parents[3]
CHEAP = ("-m", "tests.broker.cheap_worker")
"""`skg worker` whose children read and judge without models; the role follows."""
_HELD = "from stream.worker.lifeline import hold_on_to; hold_on_to(0)"
REAL = ("-c", f"{_HELD}; from stream.cli import main; main()", "worker", "--role")
"""`skg worker` as users have it."""
_SAMPLE = re.compile(r"^skg_worker_restarts_total\{(?P<labels>[^}]*)\} (?P<count>[\d.e+]+)$", re.MULTILINE)
_REASON = re.compile(r'reason="(?P<reason>[^"]*)"')
_READY_S = 120.0


def impatient(settings: Settings, archive_url: str) -> Settings:
    """Return settings under which the dead are noticed soon and nothing but chaos ends a conversation.

    The ledger's changelog keeps its history from now on.
    """
    keep_history(settings)
    return msgspec.structs.replace(
        settings,
        archive_url=archive_url,
        session_timeout_seconds=6.0,
        commit_seconds=1.0,
        ready_lag_seconds=3_600.0,
        session_idle_seconds=86_400.0,
    )


class Worker:
    """One supervisor with its children, its own data folder, log and port."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        *,
        role: str = "all",
        name: str = "worker",
        program: Sequence[str] = CHEAP,
    ) -> None:
        self.role = role
        self._command = [sys.executable, *program, role]
        self.data = folder / name
        self.log = folder / f"{name}.log"
        self.restarts: Counter[str] = Counter()
        self._archive = settings.archive()
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Worker":
        """Start it on a free port."""
        self.settings = msgspec.structs.replace(
            self._settings, data_dir=str(self.data), archive_url=self._archive, http_port=_free_port()
        )
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                env={**_without_ours(), **_variables(self.settings)},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        return self

    @property
    def pid(self) -> int:
        """The supervisor's process id."""
        if self._process is None:
            raise AssertionError("not started")
        return self._process.pid

    def running(self) -> bool:
        """Tell whether the supervisor lives."""
        return self._process is not None and self._process.poll() is None

    def children(self) -> dict[str, int]:
        """Return the process ids of the children that run now, by role."""
        told = (StatusFile.read(path) for path in sorted(self.data.rglob(STATUS_FILE)))
        return {one.role: one.pid for one in told if one is not None and self._owns(one.pid)}

    def ready(self) -> bool:
        """Tell whether it says that it is ready."""
        return self._get("/health/ready")[0] == 200

    def wait_ready(self) -> float:
        """Wait until it is ready; return the seconds that it took."""
        return until(self.ready, _READY_S, lambda: (self._get("/health/ready"), self.said()[-2_000:]))

    def kill_child(self, role: str) -> bool:
        """Kill -9 a child; its supervisor starts it again. Return whether there was one."""
        pid = self.children().get(role)
        if pid is not None:
            _signal(pid, signal.SIGKILL)
        return pid is not None

    def kill(self) -> None:
        """Kill -9 the supervisor and all of its children."""
        self._remember_restarts()
        for pid in (self.pid, *self.children().values()):
            _signal(pid, signal.SIGKILL)
        self._wait()

    def wipe(self) -> None:
        """Take its data folder away."""
        shutil.rmtree(self.data, ignore_errors=True)

    def freeze(self) -> None:
        """Stop it with all of its children, as a machine does whose memory ran out."""
        for pid in (self.pid, *self.children().values()):
            _signal(pid, signal.SIGSTOP)

    def wake(self) -> None:
        """Let a frozen one go on."""
        for pid in (*self.children().values(), self.pid):
            _signal(pid, signal.SIGCONT)

    def terminate(self, seconds: float = 60.0) -> tuple[float, int]:
        """Ask it to end; return the seconds that it took and its exit code."""
        self._remember_restarts()
        started = time.monotonic()
        _signal(self.pid, signal.SIGTERM)
        code = self._wait(seconds)
        return time.monotonic() - started, code

    def end(self) -> None:
        """Leave nothing running, whatever state it is in."""
        if not self.running():
            return
        self.wake()
        self.kill()

    def said(self) -> str:
        """Return its log."""
        return self.log.read_text(errors="replace")

    def metrics(self) -> str:
        """Return what its metrics say; "" when it does not answer."""
        return self._get("/metrics")[1]

    def _owns(self, pid: int) -> bool:
        """Tell whether a process lives and is one of ours: a status file may be that of a dead one."""
        try:
            after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return False
        return int(after_name[1]) == self.pid

    def _remember_restarts(self) -> None:
        for sample in _SAMPLE.finditer(self.metrics()):
            reason = _REASON.search(sample["labels"])
            self.restarts[reason["reason"] if reason else ""] += int(float(sample["count"]))

    def _get(self, path: str) -> tuple[int, str]:
        address = f"http://127.0.0.1:{self.settings.http_port}{path}"
        try:
            with urllib.request.urlopen(address, timeout=2) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    def _wait(self, seconds: float = 60.0) -> int:
        if self._process is None:
            raise AssertionError("not started")
        code = self._process.wait(seconds)
        if self._process.stdin is not None:
            self._process.stdin.close()
        return code


@contextmanager
def running(*workers: Worker) -> Iterator[None]:
    """Start workers, wait until they are ready, and leave none of them behind."""
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.wait_ready()
        yield
    finally:
        for worker in workers:
            worker.end()


def skg(settings: Settings, folder: Path, *words: str) -> str:
    """Run a command of `skg` to its end, as a person would beside a running worker; return what it said."""
    done = subprocess.run(
        [sys.executable, "-c", "from stream.cli import main; main()", *words],
        cwd=folder,
        env={**_without_ours(), **_variables(settings), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def restarts(*workers: Worker) -> str:
    """Return how often children were started again and why; call it when the workers have ended."""
    total: Counter[str] = Counter()
    for worker in workers:
        total.update(worker.restarts)
    return ", ".join(f"{reason} {count}" for reason, count in sorted(total.items()) if count) or "none"


def _variables(settings: Settings) -> dict[str, str]:
    """Return the settings that are no defaults as environment variables."""
    plain = msgspec.structs.asdict(Settings())
    ours = msgspec.structs.asdict(settings)
    return {f"SKG_{name.upper()}": str(value) for name, value in ours.items() if value != plain[name]}


def _without_ours() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("SKG_")}


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def _signal(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
