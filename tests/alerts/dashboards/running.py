"""A small fleet that runs for half a minute, good and bad, and a real Prometheus that watches it with our rules."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
import yaml

from alerts.rules import shortened
from schemas.codec import encode_json
from schemas.topics import RECORDS, TURNS
from schemas.turn import Role, Turn
from stream.demo.samples import load_samples
from stream.kafka.topics import topic_name
from stream.kafka.wire import MODE, RESEND, conversation_key
from stream.worker.status import StatusFile
from tests.broker.sending import producer
from tests.broker.test_worker import RealWorker
from tests.house.repository import files
from tests.llm_server import claim, claims, completion, serving
from tests.stream.commands.programs import start, wait_for
from tests.stream.worker.programs import until

ASSISTANT = "shop"
VERSIONS = ("1.0", "1.1")
FASTER = 30
"""How much shorter the rules' durations are: five minutes become ten seconds."""
_SIDE_BY_SIDE = 4
"""Samples that each version talks through."""


class Prometheus:
    """A server of our own that scrapes and evaluates each second."""

    def __init__(self, folder: Path, targets: dict[str, str]) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        rules = folder / "rules"
        rules.mkdir(parents=True)
        for path in files("deploy/prometheus/rules", ending=".yaml"):
            (rules / path.name).write_text(shortened(path.read_text(), FASTER))
        scraped = [{"targets": [address], "labels": {"service": name}} for name, address in targets.items()]
        config = {
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "rule_files": ["rules/*.yaml"],
            "scrape_configs": [{"job_name": "skg", "static_configs": scraped}],
        }
        (folder / "prometheus.yml").write_text(yaml.safe_dump(config))
        command = ["prometheus", f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data"]
        with (folder / "prometheus.log").open("wb") as log:
            self._process = subprocess.Popen(
                [*command, f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"], stderr=log
            )

    def ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/-/ready").is_success
        except httpx.TransportError:
            return False

    def get(self, path: str, **asked: object):
        """Return the data of an answer; a query that Prometheus does not take is a failure with its words."""
        answer = httpx.get(f"{self.url}/api/v1/{path}", params=asked).json()
        assert answer["status"] == "success", f"{answer.get('error')}: {asked}"
        return answer["data"]

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """A run that is over but still watched: who answers, and from when until when there is something to see."""

    prometheus: Prometheus
    began: float
    ended: float


@contextmanager
def watched_fleet(installation, folder: Path) -> Iterator[Watched]:
    """Run a monitor, and a worker behind Kafka that asks a language model, while a Prometheus watches."""
    with ExitStack() as stack:
        answers = stack.enter_context(serving(_model()))
        settings = msgspec.structs.replace(installation, session_idle_seconds=3.0, tick_seconds=1.0)
        parts = {name: folder / name for name in ("monitor", "worker", "ingest", "prometheus")}
        for path in parts.values():
            path.mkdir()
        (parts["worker"] / "skg.toml").write_text(
            f'llm_base_url = "{answers.url}"\nllm_model = "m"\nllm_prices = ["m=1/2"]\nllm_budget_per_hour = 5.0\n'
        )
        ingest = _started(stack, parts["ingest"], "send", "--http", "127.0.0.1:0", SKG_BROKER=settings.broker,
                          SKG_APP_ID=settings.app_id, SKG_TOPIC_PREFIX=settings.topic_prefix)  # fmt: skip
        monitor = _started(stack, parts["monitor"], "monitor", SKG_SESSION_IDLE_SECONDS="3", SKG_TICK_SECONDS="1")
        worker = stack.enter_context(RealWorker(parts["worker"], settings, "all"))
        addresses = {
            "monitor": wait_for(monitor.stderr, "monitor_started"),
            "ingest": wait_for(ingest.stderr, "ingest_started"),
        }
        urls = {name: json.loads(line)["ingest"] for name, line in addresses.items()}
        targets = {name: url.removeprefix("http://").removesuffix("/v1/turns") for name, url in urls.items()}
        targets["worker"] = worker.url.removeprefix("http://")
        targets["annotate"] = f"127.0.0.1:{free_port()}"  # one that does not answer
        prometheus = Prometheus(parts["prometheus"], targets)
        stack.callback(prometheus.stop)
        worker.ready()
        until(prometheus.ready, bool)
        began = time.time()
        _talk(urls, settings)
        worker.ready()  # the child that was killed is back
        time.sleep(4)  # conversations end, their last turns are scraped
        yield Watched(prometheus=prometheus, began=began, ended=time.time())


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def _started(stack: ExitStack, folder: Path, *command: str, **settings: str) -> subprocess.Popen[str]:
    out = stack.enter_context((folder / "out").open("w"))
    process = start(folder, *command, out=out, **settings)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def _talk(urls: dict[str, str], settings) -> None:
    """Send to all: the first version for a while, then the second; on the way everything that can go wrong."""
    with httpx.Client(timeout=60) as client:
        client.post(urls["ingest"], content=b"no turn")
        for version in VERSIONS:
            for number, sample in enumerate(load_samples() * 2):
                turns = [_turn(sample.id, number, version, index, turn) for index, turn in enumerate(sample.turns)]
                client.post(urls["monitor"], content=msgspec.json.encode(turns)).raise_for_status()
                if number < _SIDE_BY_SIDE:
                    client.post(urls["ingest"], content=msgspec.json.encode(turns)).raise_for_status()
                time.sleep(0.15)
            _disturb(settings)
            if version == VERSIONS[0]:
                _kill_archive(settings)


def _turn(sample: str, number: int, version: str, index: int, turn: Turn) -> Turn:
    return msgspec.structs.replace(
        turn,
        conversation=f"{sample} {number} {version}",
        assistant=ASSISTANT,
        assistant_version=version,
        index=index,
        turn_id=f"t{index}",
    )


def _disturb(settings) -> None:
    """Send what producers should not: no turn, no record, a turn again, late, elsewhere, with another text or a gap."""
    first = Turn(conversation="c", role=Role.ASSISTANT, text="The lamp costs 5 euros.", index=4, turn_id="a")
    changed = msgspec.structs.replace
    topic, key = topic_name(settings, TURNS), conversation_key("", "c")
    with producer(settings) as sending:
        sending.send(topic_name(settings, RECORDS), b"no record")
        sending.send(topic, b"no turn")
        turns = [
            first,
            first,
            changed(first, text="The lamp costs 6 euros."),
            changed(first, turn_id="b", index=9),
            changed(first, turn_id="c", index=2),
        ]
        for turn in turns:
            sending.send(topic, key=key, value=encode_json(turn))
        again = changed(first, turn_id="d", index=10)
        sending.send(topic, key=key, value=encode_json(again), headers=[(MODE, RESEND.encode())])
        for partition in range(settings.partitions):
            sending.send(topic, value=encode_json(changed(first, turn_id=f"p{partition}")), partition=partition)


def _kill_archive(settings) -> None:
    (status,) = Path(settings.data_dir).glob("**/archive-0/status.json")
    os.kill(StatusFile.read(status).pid, signal.SIGKILL)


def _model():
    """Return answers of a language model: the first of no use, then claims of which one is not in the text."""
    asked = iter(range(1_000_000))

    def say(turn: dict[str, str]):
        if next(asked) == 0:
            return completion("I would rather not.")
        return claims(claim(turn["text"], "lamp", "cost", turn["text"]), claim("nobody said this", "lamp", "is", "big"))

    return say
