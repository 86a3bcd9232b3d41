"""Prometheus and Alertmanager as real programs on free ports of loopback."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import yaml

DEADLINE_S = 60.0
RULES = Path(__file__).parents[3] / "deploy" / "prometheus" / "rules"
_PROMETHEUS = ("prometheus",)
_ALERTMANAGER = ("prometheus-alertmanager", "alertmanager")
"""Debian's name, and that of the project."""


@contextmanager
def prometheus(folder: Path, *, rules: Path = RULES, targets: tuple[str, ...] = (), alertmanager: str = ""):
    """Run one that scrapes `targets` as job skg every second; give its address once all has been evaluated.

    The rules of a folder are evaluated every second, whatever their files say.
    """
    hurried = folder / "rules"
    hurried.mkdir(parents=True)
    for path in rules.glob("*.yaml"):
        (hurried / path.name).write_text(re.sub(r"(?m)^( *interval:) .*$", r"\1 1s", path.read_text()))
    managers = [{"static_configs": [{"targets": [alertmanager.removeprefix("http://")]}]}] if alertmanager else []
    config = {
        "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
        "rule_files": [str(hurried / "*.yaml")],
        "alerting": {"alertmanagers": managers},
        "scrape_configs": [{"job_name": "skg", "static_configs": [{"targets": list(targets)}]}],
    }
    port = _free_port()
    options = (f"--storage.tsdb.path={folder / 'tsdb'}", f"--web.listen-address=127.0.0.1:{port}")
    with _running(folder, "prometheus.yml", config, port, _PROMETHEUS, *options) as url:
        until(lambda: _evaluated(url, len(targets), len(managers)))
        yield url


@contextmanager
def alertmanager(folder: Path, receivers: list[dict[str, object]], receiver: str):
    """Run one with some receivers, one of which hears of everything; give its address."""
    config = {"route": {"receiver": receiver}, "receivers": receivers}
    port = _free_port()
    options = (
        f"--storage.path={folder / 'storage'}",
        f"--web.listen-address=127.0.0.1:{port}",
        "--cluster.listen-address=",
    )
    with _running(folder, "alertmanager.yml", config, port, _ALERTMANAGER, *options) as url:
        yield url


def until(holds) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < deadline, "what was waited for did not happen"
        time.sleep(0.1)


@contextmanager
def _running(
    folder: Path, name: str, config: object, port: int, names: tuple[str, ...], *options: str
) -> Iterator[str]:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(yaml.safe_dump(config))
    program = next(found for one in names if (found := shutil.which(one)))
    url = f"http://127.0.0.1:{port}"
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([program, f"--config.file={folder / name}", *options], stdout=log, stderr=log)
    try:
        until(lambda: process.poll() is not None or _ready(url))
        assert process.poll() is None, (folder / "log").read_text()
        yield url
    finally:
        process.terminate()
        process.wait()


def _ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/-/ready").status_code == 200
    except httpx.HTTPError:
        return False


def _evaluated(url: str, targets: int, alertmanagers: int) -> bool:
    """Tell whether every rule has been evaluated, every target scraped, every Alertmanager found."""
    told = {what: httpx.get(f"{url}/api/v1/{what}").json()["data"] for what in ("rules", "targets", "alertmanagers")}
    rules = [rule["health"] for group in told["rules"]["groups"] for rule in group["rules"]]
    scraped = [target["health"] for target in told["targets"]["activeTargets"]]
    found = len(told["alertmanagers"]["activeAlertmanagers"])
    return "unknown" not in [*rules, *scraped] and (len(scraped), found) == (targets, alertmanagers)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]
