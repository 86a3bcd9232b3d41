"""An installation with a worker, Prometheus and Alertmanager around it, and a webhook that hears of everything."""

import contextlib
from contextlib import contextmanager

import msgspec

from stream.bench.broker.worker import free_port, worker
from stream.bench.paging.configured import Pace
from stream.bench.paging.evidence import run_evidence
from stream.bench.paging.programs import fetch, monitoring
from stream.bench.paging.traffic import Release
from stream.bench.paging.waiting import wait_for
from stream.bench.paging.webhook import Webhook
from tests.broker.chaos.workers import ROOT
from tests.broker.fixtures import installed_on, remove

PACE = Pace(interval_seconds=1.0, faster=45.0)
"""Five minutes of a rule take seven seconds, which are seven scrapes."""
REPLIES_PER_SECOND = 8.0
GOOD = Release(assistant="shop-assistant", version="2.4.0", contradicting=0.02)
BAD = Release(assistant="shop-assistant", version="2.5.0", contradicting=0.38)
DEADLINE_S = 180.0


class Stage:
    """Everything but the worker runs from the beginning to the end; workers may come and go."""

    def __init__(self, settings, folder, port, watcher, webhook):
        self.settings = settings
        self.watcher = watcher
        self._folder = folder
        self._port = port
        self._webhook = webhook

    def worker(self):
        """Return a context in which a worker runs, always at the same address and with the same data."""
        return worker(self.settings, self._folder / "worker", "all", self._port)

    @property
    def received(self):
        return self._webhook.received

    def told_of(self, release):
        """Return the notifications about a release."""
        return [one for one in self.received if one.about(release.assistant, release.version)]

    def firing(self):
        """Return the names of the alerts that Prometheus has firing."""
        answer = msgspec.json.decode(fetch(f"{self.watcher.prometheus}/api/v1/alerts"))
        return {alert["labels"]["alertname"] for alert in answer["data"]["alerts"] if alert["state"] == "firing"}

    def metric(self, name, **labels):
        """Return the sum of the samples of a metric of the worker that have these labels."""
        lines = fetch(f"http://127.0.0.1:{self._port}/metrics").decode().splitlines()
        wanted = [f'{label}="{value}"' for label, value in labels.items()]
        found = [line for line in lines if line.startswith(f"{name}{{") and all(text in line for text in wanted)]
        return sum(float(line.rpartition(" ")[2]) for line in found)

    def command(self, words):
        """Run a command of `skg` as a person would beside the worker; return what it says."""
        here = msgspec.structs.replace(self.settings, data_dir=str(self._folder / "worker" / "data"))
        return run_evidence(words, here).output


@contextmanager
def stage(broker, folder, **settings):
    """Give a stage on topics of its own, without a worker yet."""
    installed = installed_on(broker, folder, **settings)
    port = free_port()
    try:
        with contextlib.chdir(ROOT), Webhook() as webhook:
            services = {"worker": f"127.0.0.1:{port}"}
            with monitoring(folder, services, webhook.url, PACE) as watcher:
                yield Stage(installed, folder, port, watcher, webhook)
    finally:
        remove(installed)


def pages_about_assistants(received):
    """Return what wakes somebody for an assistant. Tickets may come: what still holds after a backlog is told then."""
    page = {"severity": "page", "about": "assistant"}
    return [one for one in received if one.firing and page.items() <= one.notification.common_labels.items()]


def until(traffic, found, what):
    """Return what is found, while the traffic goes on."""
    return wait_for(lambda: found() or None, traffic, DEADLINE_S, what)
