"""A small fleet that runs for half a minute, good and bad, while a real Prometheus watches it with our rules."""

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import httpx
import msgspec

from schemas.codec import encode_json
from schemas.topics import ANNOTATIONS, RECORDS, TURNS
from schemas.turn import Role, Turn
from stream.bench.broker.worker import free_port
from stream.bench.paging.configured import Pace
from stream.bench.paging.programs import monitoring
from stream.demo.samples import Sample, load_samples
from stream.kafka.topics import topic_name
from stream.kafka.wire import MODE, RESEND, conversation_key
from stream.worker.status import StatusFile
from tests.broker.sending import producer
from tests.broker.test_worker import RealWorker
from tests.house.repository import ROOT
from tests.llm_server import claim, claims, completion, serving
from tests.stream.commands.programs import start, wait_for

ASSISTANT = "shop"
VERSIONS = ("1.0", "1.1")
PACE = Pace(interval_seconds=1.0, faster=30.0)
"""Five minutes of a rule take ten seconds."""
IDLE_SECONDS = 12
"""Conversations end on the way; the last ones still live when all is over."""
_SPOKEN_SECONDS = 11
"""How long each version speaks: longer than what the rules call five minutes."""
_BEHIND_KAFKA = 3
"""Samples of each version that the worker hears as well: a language model reads them for it."""
_LARGEST_RECORD = 60_000
"""Bytes; a reply of all replies needs twice as many, and is recorded without its claims."""


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """A Prometheus, and from when until when there was something to see."""

    prometheus: httpx.Client
    began: float
    ended: float

    def get(self, path: str, **asked: object):
        """Return the data of an answer; a query that Prometheus does not take is a failure with its words."""
        answer = self.prometheus.get(f"/api/v1/{path}", params=asked).json()
        assert answer["status"] == "success", f"{answer.get('error')}: {asked}"
        return answer["data"]


@contextmanager
def watched_fleet(installation, folder: Path) -> Iterator[Watched]:
    """Run a monitor, and beside it ingest and a worker behind Kafka that asks a language model."""
    settings = msgspec.structs.replace(installation, session_idle_seconds=IDLE_SECONDS, tick_seconds=1.0)
    with ExitStack() as stack:
        stack.enter_context(contextlib.chdir(ROOT))
        model = stack.enter_context(serving(_model()))
        kafka = {
            "SKG_BROKER": settings.broker,
            "SKG_APP_ID": settings.app_id,
            "SKG_TOPIC_PREFIX": settings.topic_prefix,
        }
        idle = {"SKG_SESSION_IDLE_SECONDS": str(IDLE_SECONDS), "SKG_TICK_SECONDS": "1"}
        ingest = _started(stack, folder / "ingest", "send", "--http", "127.0.0.1:0", **kafka)
        monitor = _started(stack, folder / "monitor", "monitor", SKG_MAX_RECORD_BYTES=str(_LARGEST_RECORD), **idle)
        worker = stack.enter_context(RealWorker(_asking(folder / "worker", model.url), settings, "all"))
        addresses = {
            "monitor": _address(monitor, "monitor_started"),
            "ingest": _address(ingest, "ingest_started"),
            "worker": worker.url.removeprefix("http://"),
        }
        services = {**addresses, "annotate": f"127.0.0.1:{free_port()}"}  # one that does not answer
        nobody = f"http://127.0.0.1:{free_port()}"
        watcher = stack.enter_context(monitoring(folder, services, nobody, PACE))
        worker.ready()
        began = time.time()
        _talk(addresses, settings)
        worker.ready()  # the child that was killed is back
        time.sleep(4)  # what was said last is judged, archived and scraped
        client = stack.enter_context(httpx.Client(base_url=watcher.prometheus, timeout=60))
        yield Watched(prometheus=client, began=began, ended=time.time())


def _asking(folder: Path, model: str) -> Path:
    """Return a folder whose settings name a language model and what it costs."""
    folder.mkdir()
    told = (f'llm_base_url = "{model}"', 'llm_model = "m"', 'llm_prices = ["m=1/2"]', "llm_budget_per_hour = 5.0")
    (folder / "skg.toml").write_text("\n".join(told))
    return folder


def _started(stack: ExitStack, folder: Path, *command: str, **settings: str) -> subprocess.Popen[str]:
    folder.mkdir()
    out = stack.enter_context((folder / "out").open("w"))
    process = start(folder, *command, out=out, **settings)
    stack.enter_context(process)
    stack.callback(process.kill)
    return process


def _address(process: subprocess.Popen[str], greeting: str) -> str:
    told = json.loads(wait_for(process.stderr, greeting))["ingest"]
    return told.removeprefix("http://").removesuffix("/v1/turns")


def _talk(addresses: dict[str, str], settings) -> None:
    """Let one version speak after the other, and meanwhile let happen what can go wrong."""
    samples = load_samples()
    with httpx.Client(timeout=60) as client:
        for version in VERSIONS:
            ends = time.monotonic() + _SPOKEN_SECONDS
            for number in count():
                sample = samples[number % len(samples)]
                if number >= len(samples) and time.monotonic() > ends:
                    break
                heard = ("monitor", "ingest") if number < _BEHIND_KAFKA else ("monitor",)
                for part in heard:
                    body = msgspec.json.encode(_turns(sample, number, version))
                    client.post(f"http://{addresses[part]}/v1/turns", content=body).raise_for_status()
                time.sleep(0.2)
            client.post(f"http://{addresses['monitor']}/v1/turns", content=b"no turn")
            client.post(f"http://{addresses['monitor']}/v1/turns", content=msgspec.json.encode(_long(version)))
            _disturb(settings, version)
            if version == VERSIONS[0]:
                _kill_archive(settings)


def _turns(sample: Sample, number: int, version: str) -> list[Turn]:
    told = {"conversation": f"{sample.id} {number} {version}", "assistant": ASSISTANT, "assistant_version": version}
    replace = msgspec.structs.replace
    return [replace(turn, index=index, turn_id=f"t{index}", **told) for index, turn in enumerate(sample.turns)]


def _long(version: str) -> Turn:
    """Return a turn whose record is too large."""
    said = [turn.text for sample in load_samples() for turn in sample.turns if turn.role is Role.ASSISTANT]
    return Turn(
        conversation=f"long {version}",
        role=Role.ASSISTANT,
        text=" ".join(said),
        assistant=ASSISTANT,
        assistant_version=version,
    )


def _disturb(settings, version: str) -> None:
    """Send what nobody should: things that are no turn or record; turns again, late, elsewhere, or otherwise."""
    changed = msgspec.structs.replace
    first = Turn(
        conversation=f"c {version}",
        role=Role.ASSISTANT,
        text="The lamp costs 5 euros.",
        assistant=ASSISTANT,
        assistant_version=version,
        index=4,
        turn_id="a",
    )
    turns = [
        first,
        first,
        changed(first, text="The lamp costs 6 euros."),
        changed(first, turn_id="b", index=9),
        changed(first, turn_id="c", index=2),
    ]
    key = conversation_key("", first.conversation)
    again = changed(first, turn_id="d", index=10)
    with producer(settings) as sending:
        for topic in (TURNS, ANNOTATIONS, RECORDS):
            sending.send(topic_name(settings, topic), b"nothing of ours")
        topic = topic_name(settings, TURNS)
        for turn in turns:
            sending.send(topic, key=key, value=encode_json(turn))
        sending.send(topic, key=key, value=encode_json(again), headers=[(MODE, RESEND.encode())])
        for partition in range(settings.partitions):
            elsewhere = changed(first, turn_id=f"p{partition}", index=20 + partition)
            sending.send(topic, value=encode_json(elsewhere), partition=partition)


def _kill_archive(settings) -> None:
    (status,) = Path(settings.data_dir).glob("**/archive-0/status.json")
    os.kill(StatusFile.read(status).pid, signal.SIGKILL)


def _model():
    """Return answers of a language model: each fifth is of no use, and of the others one claim is not in the text."""
    asked = count()

    def say(turn: dict[str, str]):
        if next(asked) % 5 == 0:
            return completion("I would rather not.")
        return claims(claim(turn["text"], "lamp", "cost", turn["text"]), claim("nobody said this", "lamp", "is", "big"))

    return say
