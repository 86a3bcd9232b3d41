"""A whole installation for the tests of this folder, and one around which nothing is as it should be."""

import json
from contextlib import ExitStack, contextmanager

import msgspec
import pytest

from stream.ingest.server import HttpServer, open_socket
from stream.settings import Settings
from stream.worker.health import Health
from stream.worker.surface import Window, build_app
from tests.broker.chaos.workers import Worker, running
from tests.broker.fixtures import installed_on, remove
from tests.stream.deployment.programs import alertmanager, prometheus

NOWHERE = "127.0.0.1:1"
"""Where nothing listens."""
HOOK = "http://127.0.0.1:1/hook-with-a-secret"


@pytest.fixture(scope="module")
def whole(broker, tmp_path_factory):
    """Give the settings of an installation that runs and is watched, on a broker of the session."""
    folder = tmp_path_factory.mktemp("whole")
    installed = installed_on(broker, folder, archive_url=f"sqlite:///{folder / 'archive.db'}")
    worker = Worker(installed, folder)
    with ExitStack() as stack:
        stack.callback(remove, installed)
        stack.enter_context(running(worker))
        pager = [{"name": "on-call", "webhook_configs": [{"url": HOOK}]}]
        told = stack.enter_context(alertmanager(folder / "alertmanager", pager, "on-call"))
        target = f"127.0.0.1:{worker.settings.http_port}"
        asked = stack.enter_context(prometheus(folder / "prometheus", targets=(target,), alertmanager=told))
        yield msgspec.structs.replace(worker.settings, prometheus_url=asked, alertmanager_url=told)


@pytest.fixture(scope="module")
def broken(tmp_path_factory):
    """Give settings of a Prometheus with one rule, which fails, one target that is away and one that is not ready.

    It knows no Alertmanager; the one that the settings name tells nobody.
    """
    folder = tmp_path_factory.mktemp("broken")
    rules = folder / "rules"
    rules.mkdir()
    # JSON is YAML.
    twice = 'label_replace(vector(1), "a", "b", "", "") or vector(1)'
    group = {"name": "ill", "rules": [{"alert": "SkgBehind", "expr": f"vector(1) * on() ({twice})"}]}
    (rules / "ill.yaml").write_text(json.dumps({"groups": [group]}))
    with ExitStack() as stack:
        unready = stack.enter_context(part(Health(stuck=(), unready=("judge-0 is recovering",))))
        asked = stack.enter_context(prometheus(folder / "prometheus", rules=rules, targets=(NOWHERE, unready)))
        told = stack.enter_context(alertmanager(folder / "alertmanager", [{"name": "nobody"}], "nobody"))
        yield Settings(prometheus_url=asked, alertmanager_url=told, data_dir=str(folder / "data"))


@contextmanager
def part(health):
    """Serve metrics and health of a worker that says this of itself; give its address."""
    window = Window(exposition=lambda: b"", health=lambda: health, seen=tuple)
    server = HttpServer(build_app(window), open_socket("127.0.0.1", 0, token=""))
    try:
        yield server.url.removeprefix("http://")
    finally:
        server.stop()
