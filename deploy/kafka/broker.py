"""Run one Apache Kafka broker for tests and developers, with Java and no Docker.

    broker.py run   --data FOLDER [--port N]     in the foreground, until it is interrupted
    broker.py start --data FOLDER [--port N]     in the background; returns once the broker answers
    broker.py stop  --data FOLDER

Needs Java 17 and, the first time, Maven, which copies the jars of pom.xml into a cache folder. Standard library only.
`run` and `start` print one JSON line, {"address", "listeners", "pid", "log"}, as soon as the broker answers. A data
folder is formatted once and keeps its messages and ports. Further listeners, TLS and SASL are Kafka's own properties:

    --listener SASL_SSL=9094 --property ssl.keystore.location=… --scram 'SCRAM-SHA-256=[name=…,password=…]'
"""

from __future__ import annotations

import argparse
import base64
import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import BinaryIO, TextIO

from jars import HERE, BrokerStartError, fetched_jars, program
from properties import CONTROLLER, HOST, PLAIN, chosen_ports, server_properties

HEAP = ("-Xms128m", "-Xmx512m", "-XX:+UseG1GC")
COMPILED_ONCE = "-XX:TieredStopAtLevel=1"
"""Half the work at the start, against slower code later: for programs of seconds, and brokers of minutes."""
FIRST_ANSWER_SECONDS = 300
STOP_SECONDS = 60
_METADATA_REQUEST = struct.pack(">hhihi", 3, 0, 1, -1, 0)
_ENDED_ON_REQUEST = (128 + signal.SIGTERM, 128 + signal.SIGINT)


def main() -> None:
    """Do what the command line says."""
    options = _options()
    try:
        if options.verb == "stop":
            stop(options.data)
        elif options.verb == "start":
            start(options.data, sys.argv[2:])
        else:
            sys.exit(run(options))
    except BrokerStartError as failure:
        sys.exit(f"broker.py: {failure}")


def run(options: argparse.Namespace) -> int:
    """Run a broker until it ends or we are told to end it; return its exit code."""
    data: Path = options.data
    jars = fetched_jars()
    data.mkdir(parents=True, exist_ok=True)
    with _pid_file(data).open("a+", encoding="ascii") as pid_file:
        if not _locked(pid_file):
            raise BrokerStartError(f"a broker with the data of {data} runs already")
        return _run_locked(options, jars, pid_file)


def _run_locked(options: argparse.Namespace, jars: Path, pid_file: TextIO) -> int:
    data: Path = options.data
    ports = chosen_ports(data, options.port, options.listener)
    properties = data / "server.properties"
    properties.write_text(server_properties(data, ports, options.property), encoding="utf-8")
    log = data / "broker.log"
    with log.open("ab") as out:
        _format(jars, properties, options.scram, out)
        options_of_java = (COMPILED_ONCE,) if options.short_lived else ()
        command = [*_java(jars, *options_of_java), "kafka.Kafka", str(properties)]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    pid_file.truncate(0)
    pid_file.write(str(process.pid))
    pid_file.flush()
    _pass_signals_to(process)
    if options.with_parent:
        threading.Thread(target=_end_with_parent, args=(process,), daemon=True).start()
    try:
        _await_answer(ports[PLAIN], process, log)
        listeners = {name: f"{HOST}:{port}" for name, port in ports.items() if name != CONTROLLER}
        found = {"address": listeners[PLAIN], "listeners": listeners, "pid": process.pid, "log": str(log)}
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()
        code = process.wait()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    return 0 if code in _ENDED_ON_REQUEST else code


def start(data: Path, arguments: list[str]) -> None:
    """Start `run` in the background and pass on the line that it prints."""
    fetched_jars()
    data.mkdir(parents=True, exist_ok=True)
    with (data / "broker.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, __file__, "run", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        )
    line = process.stdout.readline() if process.stdout else ""
    if not line:
        raise BrokerStartError(f"it did not start: {data / 'broker.log'} says why")
    sys.stdout.write(line)


def stop(data: Path) -> None:
    """End the broker of a data folder, and wait until it has closed its files."""
    if not _pid_file(data).exists():
        return
    with _pid_file(data).open("r+", encoding="ascii") as pid_file:
        if _locked(pid_file):
            return
        pid = int(pid_file.read())
        os.kill(pid, signal.SIGTERM)
        if not _within(STOP_SECONDS, lambda: _locked(pid_file)):
            os.kill(pid, signal.SIGKILL)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=("run", "start", "stop"))
    parser.add_argument("--data", type=Path, required=True, help="folder of messages, properties and log")
    parser.add_argument(
        "--port", type=int, default=0, help="of the PLAINTEXT listener; 0 keeps the last or takes a free"
    )
    parser.add_argument("--listener", action="append", default=[], metavar="PROTOCOL[=PORT]")
    parser.add_argument("--property", action="append", default=[], metavar="NAME=VALUE", help="of server.properties")
    parser.add_argument("--scram", action="append", default=[], help="as kafka-storage's --add-scram takes it")
    parser.add_argument("--short-lived", action="store_true", help="start with half the work; slower after minutes")
    parser.add_argument("--with-parent", action="store_true", help="end when standard input closes")
    options = parser.parse_args()
    options.data = options.data.resolve()
    return options


def _format(jars: Path, properties: Path, scram: list[str], out: BinaryIO) -> None:
    """Give a new data folder its identity; leave one that has it."""
    if (properties.parent / "messages" / "meta.properties").exists():
        return
    identity = base64.urlsafe_b64encode(uuid.UUID(int=uuid.uuid4().int >> 1).bytes).decode().rstrip("=")
    users = [part for user in scram for part in ("--add-scram", user)]
    arguments = ["format", "--cluster-id", identity, "--config", str(properties), *users]
    command = [*_java(jars, COMPILED_ONCE), "kafka.tools.StorageTool", *arguments]
    done = subprocess.run(command, stdout=out, stderr=out, check=False)
    if done.returncode:
        raise BrokerStartError(f"the data folder could not be formatted: {properties.parent / 'broker.log'} says why")


def _java(jars: Path, *more: str) -> list[str]:
    log_settings = f"-Dlog4j2.configurationFile={HERE / 'log4j2.xml'}"
    return [program("java", "default-jre-headless"), *HEAP, *more, log_settings, "-cp", f"{jars}/*"]


def _await_answer(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    answered = _within(FIRST_ANSWER_SECONDS, lambda: process.poll() is not None or _answers(port))
    if process.poll() is not None:
        raise BrokerStartError(f"it ended at once, with code {process.returncode}: {log} says why")
    if not answered:
        raise BrokerStartError(f"it does not answer at {HOST}:{port}: {log} may say why")


def _answers(port: int) -> bool:
    """Tell whether the broker knows of itself as a member of its cluster (a Metadata request, version 0)."""
    try:
        with socket.create_connection((HOST, port), timeout=5) as connection:
            connection.sendall(struct.pack(">i", len(_METADATA_REQUEST)) + _METADATA_REQUEST)
            answer = connection.recv(12)
    except OSError:
        return False
    return len(answer) == 12 and struct.unpack(">iii", answer)[2] > 0  # noqa: PLR2004 - length, correlation, brokers


def _pass_signals_to(process: subprocess.Popen[bytes]) -> None:
    """End the broker when we are told to end; `run` then ends with it."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        process.terminate()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)


def _end_with_parent(process: subprocess.Popen[bytes]) -> None:
    """End the broker when whoever started us is gone, however it ended."""
    # Not through sys.stdin, whose lock a thread that still reads would hold when the interpreter ends.
    while os.read(sys.stdin.fileno(), 1):
        pass
    process.terminate()


def _pid_file(data: Path) -> Path:
    return data / "broker.pid"


def _locked(pid_file: TextIO) -> bool:
    """Take the lock that `run` holds as long as its broker lives; a number alone may be another process by now."""
    try:
        fcntl.flock(pid_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _within(seconds: float, reached: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if reached():
            return True
        time.sleep(0.1)
    return False


if __name__ == "__main__":
    main()
