"""A real PostgreSQL for the tests: Debian's server in a folder and on a port of its own, or the one they are told.

`SKG_TEST_POSTGRES=postgresql://USER:PASSWORD@HOST/DATABASE` names a server whose user may create databases; tests that
stop the server always start one of their own.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

GIVEN = "SKG_TEST_POSTGRES"
_DEADLINE_S = 60.0
_UNPRIVILEGED = "postgres"
"""The server refuses to run as root; Debian's package makes this user."""
_names = count()


class Server:
    """A server of our own; `stop` and `start` it as often as a test likes, its databases stay."""

    def __init__(self, folder: Path) -> None:
        self._programs = _programs()
        self._data = folder / "data"
        self._log = folder / "server.log"
        self._port = _free_port()
        self._user = _UNPRIVILEGED if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        if self._user:
            os.chown(folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._run("initdb", "-D", self._data, "-U", "skg", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8")

    @property
    def url(self) -> str:
        return f"postgresql://skg@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start and wait until it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self._port,
            "unix_socket_directories": "",
            "fsync": "off",
            "max_connections": "40",
            "timezone": "Asia/Kolkata",  # far from UTC, so that a time without its zone would show
        }
        options = [f"--{name}={value}" for name, value in settings.items()]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self._identity(),
            )
        deadline = time.monotonic() + _DEADLINE_S
        while True:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                assert self._process.poll() is None, self._log.read_text()
                assert time.monotonic() < deadline, self._log.read_text()
                time.sleep(0.05)
            else:
                return

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop at once: SIGINT ends every session, SIGQUIT is a crash."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(_DEADLINE_S)
            self._process = None

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._programs / program), *map(str, arguments)]
        result = subprocess.run(command, capture_output=True, text=True, check=False, **self._identity())
        assert result.returncode == 0, result.stderr

    def _identity(self) -> dict[str, object]:
        return {"user": self._user, "group": self._user, "extra_groups": [], "cwd": "/"} if self._user else {}


@contextmanager
def own_server() -> Iterator[Server]:
    """Run a server of the caller's own."""
    # Not below pytest's folder, into which only the user who runs the tests may look.
    folder = Path(tempfile.mkdtemp(prefix="skg-postgres-"))
    server = None
    try:
        server = Server(folder)
        server.start()
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def any_server() -> Iterator[str]:
    """Return the URL of the server that the tests are told, else of one that runs meanwhile."""
    if given := os.environ.get(GIVEN):
        yield given
        return
    with own_server() as server:
        yield server.url


@contextmanager
def new_database(server: str) -> Iterator[str]:
    """Return the URL of an empty database, dropped afterwards."""
    name = f"skg_test_{os.getpid()}_{next(_names)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _programs() -> Path:
    found = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "postgres").exists()]
    if found:
        return max(found, key=lambda path: float(path.parent.name))
    elsewhere = shutil.which("postgres")
    assert elsewhere, f"no PostgreSQL server: run scripts/postgres.sh, or name a server in {GIVEN}"
    return Path(elsewhere).resolve().parent


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]
