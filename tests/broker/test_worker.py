"""`skg worker` with its real children: a conversation goes in, and its certificate is in the archive."""

import json
import re
import resource
import signal
import subprocess
from contextlib import closing

import httpx
import msgspec
import pytest
from kafka import KafkaProducer

from schemas.codec import encode_json
from schemas.topics import TURNS
from schemas.turn import Role, Turn
from stream.kafka.connection import Connection
from stream.kafka.topics import topic_name
from stream.kafka.wire import conversation_key
from tests.broker.fixtures import installed_on, remove
from tests.stream.commands.programs import SKG, environment, run
from tests.stream.worker.programs import until

pytestmark = pytest.mark.slow

SAID = (
    (Role.USER, "How long is the warranty?"),
    (Role.ASSISTANT, "Your warranty lasts 24 months."),
    (Role.USER, "Are you sure?"),
    (Role.ASSISTANT, "Your warranty lasts 12 months."),
)
CRASHED = 'skg_worker_restarts_total{{reason="crashed",stage="{}"}} 1.0'
IDLE = 'skg_consumer_lag{stage="judge"} 0.0'


def variables(settings):
    """Return the settings that are no defaults as variables."""
    plain, ours = (msgspec.structs.asdict(value) for value in (type(settings)(), settings))
    return {f"SKG_{name.upper()}": str(value) for name, value in ours.items() if value != plain[name]}


def produce(settings, said=SAID):
    with closing(KafkaProducer(**Connection.of(settings).client(), acks="all")) as producer:
        for index, (role, text) in enumerate(said):
            turn = Turn(conversation="c1", role=role, text=text, index=index)
            producer.send(topic_name(settings, TURNS), key=conversation_key("", "c1"), value=encode_json(turn))
        producer.flush()


class RealWorker:
    """`skg worker`, started and looked at from outside."""

    def __init__(self, folder, settings, role):
        self.log = folder / "worker.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*SKG, "worker", "--role", role],
                stdin=subprocess.DEVNULL,
                stderr=log,
                cwd=folder,
                env=environment(folder, **variables(settings)),
            )

    def __enter__(self):
        said = until(self.said, lambda text: "worker_started" in text and text.endswith("\n"))
        [started] = [json.loads(line) for line in said.splitlines() if "worker_started" in line]
        self.url = started["metrics"].removesuffix("/metrics")
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def said(self):
        return self.log.read_text(errors="replace")

    def ready(self):
        until(lambda: httpx.get(f"{self.url}/health/ready"), lambda answer: answer.status_code == 200)

    def metrics(self):
        return httpx.get(f"{self.url}/metrics").text

    def limit(self, size, *children):
        """Let children write no file beyond a size, as a disk without room; those that come after them may."""
        running = httpx.get(f"{self.url}/health/ready").json()["children"]
        for name in children:
            resource.prlimit(running[name]["pid"], resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait()


def archived(folder, settings):
    """Return the certificates in the archive."""
    answer = run(folder, "certificates", "list", "--json", **variables(settings))
    return [json.loads(line) for line in answer.stdout.splitlines()]


def test_a_contradiction_goes_through_all_processes_of_a_worker_and_ends_in_the_archive(tmp_path, installation):
    with RealWorker(tmp_path, installation, "all") as worker:
        worker.ready()
        produce(installation)
        told = until(worker.metrics, lambda text: "skg_certificates_total{" in text and IDLE in text)
        [certificate] = until(lambda: archived(tmp_path, installation), bool)
        code = worker.stop()

    assert certificate["conversation"] == "c1"
    assert (certificate["earlier"]["turn"], certificate["later"]["turn"]) == (1, 3)
    assert code == 0
    assert "child_killed" not in worker.said()
    assert "24 months" not in worker.said()
    assert 'skg_recovering{stage="judge"} 0.0' in told
    assert float(re.search(r"^skg_changelog_bytes_total (\S+)$", told, re.MULTILINE)[1]) > 0


def test_a_disk_that_is_full_for_a_while_costs_no_turn_and_no_order(tmp_path, broker):
    said = [(Role.USER, f"The office is at number {number}. " + "It rains. " * 400) for number in range(12)]
    settings = installed_on(broker, tmp_path, session_timeout_seconds=6.0)

    with RealWorker(tmp_path, settings, "all") as worker:
        worker.ready()
        worker.limit(30_000, "judge-0")
        produce(settings, said)
        until(worker.said, lambda text: "ledger_failed" in text)
        until(worker.metrics, lambda text: CRASHED.format("judge") in text)
        worker.ready()
        turns = until(lambda: exported(tmp_path, settings, "turns"), lambda found: len(found) == len(said))
        problem = worker.said()

    assert [turn["position"] for turn in turns] == list(range(len(said)))
    assert exported(tmp_path, settings, "gaps") == []
    assert "File too large" in problem
    remove(settings)


def test_a_status_that_cannot_be_written_ends_a_child_and_another_goes_on(tmp_path, installation):
    with RealWorker(tmp_path, installation, "all") as worker:
        worker.ready()
        worker.limit(16, "annotate-0", "judge-0")

        until(worker.metrics, lambda text: all(CRASHED.format(role) in text for role in ("annotate", "judge")))
        worker.ready()


def exported(folder, settings, kind):
    found = run(folder, "export", "--kind", kind, **variables(settings)).stdout
    return [json.loads(line) for line in found.splitlines()]
