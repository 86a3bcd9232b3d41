"""A real Kafka broker for tests: the one that `make kafka` starts, on free ports of loopback."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[2] / "deploy" / "kafka" / "broker.py"


class RunningBroker:
    """A broker of our own; it can be stopped, killed and started again on the same port, with what it held.

    `arguments` are further ones of deploy/kafka/broker.py: listeners, properties, users.
    """

    def __init__(self, data: Path, *arguments: str):
        self.data = data
        self.arguments = arguments
        self.address = ""
        self.listeners: dict[str, str] = {}
        self.pid = 0
        self._program: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        # `--with-parent`: it ends when our end of its standard input closes, however we end.
        ours = ("--data", str(self.data), "--with-parent", "--short-lived")
        command = [sys.executable, str(PROGRAM), "run", *ours, *self.arguments]
        self._program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self._program.stdout.readline()
        if not line:
            raise AssertionError(f"the broker did not start; {self.log()}")
        answer = json.loads(line)
        self.address, self.listeners, self.pid = answer["address"], answer["listeners"], answer["pid"]

    def stop(self) -> None:
        """End it in order, as in a restart for maintenance."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power failure would."""
        self._end(signal.SIGKILL)

    def log(self) -> str:
        file = self.data / "broker.log"
        return file.read_text(errors="replace") if file.exists() else ""

    def _end(self, how: signal.Signals) -> None:
        if self._program is None:
            return
        if self._program.poll() is None:
            os.kill(self.pid, how)
        self._program.wait()
        self._program.stdin.close()
        self._program.stdout.close()
        self._program = None


class OtherBroker:
    """A broker that somebody else runs, named by SKG_TEST_BROKER."""

    def __init__(self, address: str):
        self.address = address
