"""Workers with fake children, started and looked at from outside."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import msgspec
from prometheus_client.parser import text_string_to_metric_families

from tests.stream.commands.programs import environment, wait_for

DEADLINE_S = 60.0
ROOT = Path(__file__).parents[3]


def until(seen, wanted):
    """Return what `seen()` gives once `wanted` holds of it."""
    deadline = time.monotonic() + DEADLINE_S
    while not wanted(found := seen()):
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
    return found


class FakeWorker:
    """One supervisor with fake children."""

    def __init__(self, folder: Path, role: str = "all", processes: int = 1, **settings: str) -> None:
        self.data = folder / "data"
        variables = environment(folder, **settings)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.stream.worker.fake_worker", role, str(processes)],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={name: value for name, value in variables.items() if settings.get(name) != ""},
        )

    def __enter__(self):
        said = json.loads(wait_for(self.process.stderr, "worker_started"))
        self.url = said["metrics"].removesuffix("/metrics")
        self.folder = Path(said["folder"])
        if not self.folder.is_absolute():
            self.folder = self.data.parent / self.folder
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def child(self, name):
        return self.folder / name

    def starts(self, name):
        """Return the process ids that have played a role, in order."""
        told = self.child(name) / "starts"
        return [int(line.split()[0]) for line in told.read_text().splitlines()] if told.exists() else []

    def started(self, name, times=1):
        return until(lambda: self.starts(name), lambda starts: len(starts) >= times)

    def tell(self, name, **files):
        """Put files into a child's folder, each at once."""
        self.child(name).mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            written = self.child(name) / f".{file}"
            written.write_text(content)
            written.replace(self.child(name) / file)

    def says(self, name, **status):
        self.tell(name, status=msgspec.json.encode(status).decode())

    def get(self, path):
        answer = httpx.get(f"{self.url}{path}")
        return answer.status_code, answer.text

    def problems(self, kind):
        """Return the status code and the problems of `live` or `ready`."""
        code, text = self.get(f"/health/{kind}")
        return code, json.loads(text)["problems"]

    def samples(self, name):
        """Return the values of one metric by its labels."""
        return {
            tuple(sorted(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(self.get("/metrics")[1])
            for sample in family.samples
            if sample.name == name
        }

    def stop(self, number):
        """Send a signal, wait for the end; return the exit code and the rest of the log."""
        self.process.send_signal(number)
        return self.end()

    def end(self):
        _, said = self.process.communicate()
        return self.process.returncode, said


def alive(pid):
    """Tell whether a process runs; one that has ended and is not yet waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pid):
    until(lambda: alive(pid), lambda lives: not lives)


def send(pid, number):
    os.kill(pid, number)
