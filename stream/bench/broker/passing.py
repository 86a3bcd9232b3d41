"""Stock Faust that reads messages and sends them on, nothing else: `python -m stream.bench.broker.passing`.

The yardstick of `skg bench kafka`: what Faust itself costs on the machine at hand.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

import faust

from schemas.topics import CERTIFICATES, TURNS
from schemas.turn import Turn
from stream.bench.broker.figures import PassThrough
from stream.bench.broker.own import installation
from stream.bench.broker.processor import processor_seconds
from stream.bench.broker.through import ends, send
from stream.bench.broker.worker import last_words
from stream.errors import BenchError
from stream.kafka.apps import raw_topic
from stream.kafka.connection import Connection
from stream.settings import Settings, load_settings

_PATIENCE_S = 180.0
_LOOK_S = 0.02


def measure_passing(settings: Settings, folder: Path, turns: Sequence[Turn], messages: int) -> PassThrough:
    """Let Faust pass on `messages` of these turns, which all wait when it starts; time it from first to last."""
    with installation(settings) as own:
        send(own, [turns[number % len(turns)] for number in range(messages)], rate=0.0)
        log = folder / "passing.log"
        process = _start(own, folder / "passing", log)
        try:
            first = _wait_for(own, 1, process, log)
            started, before = time.monotonic(), processor_seconds(process.pid)
            _wait_for(own, messages, process, log)
            seconds, spent = time.monotonic() - started, processor_seconds(process.pid) - before
        finally:
            process.kill()
            process.wait()
    timed = messages - first
    return PassThrough(messages=timed, messages_per_second=timed / seconds, cpu_ms_per_message=1e3 * spent / timed)


def build(settings: Settings, folder: Path) -> faust.App:
    """Return an app that sends everything on from one topic to another of the same shape."""
    app = faust.App(
        f"{settings.app_id}-passing",
        **Connection.of(settings).faust(),
        datadir=str(folder),
        topic_allow_declare=False,
        topic_disable_leader=True,
        topic_partitions=settings.partitions,
        consumer_auto_offset_reset="earliest",
        web_enabled=False,
    )
    source, target = (raw_topic(app, settings, topic, settings.partitions) for topic in (TURNS, CERTIFICATES))

    async def passing(stream: Any) -> None:  # noqa: ANN401 - a stream of Faust
        async for event in stream.events():
            await target.send(key=event.key, value=event.value)

    app.agent(source, name="passing")(passing)
    return app


def _start(settings: Settings, data: Path, log: Path) -> Popen[bytes]:
    variables = {
        "SKG_BROKER": settings.broker,
        "SKG_APP_ID": settings.app_id,
        "SKG_TOPIC_PREFIX": settings.topic_prefix,
        "SKG_PARTITIONS": str(settings.partitions),
        "SKG_DATA_DIR": str(data),
    }
    command = [sys.executable, "-m", "stream.bench.broker.passing"]
    with log.open("wb") as out:
        return Popen(command, env={**os.environ, **variables}, stdin=DEVNULL, stdout=out, stderr=out)  # noqa: S603 - ours


def _wait_for(settings: Settings, messages: int, process: Popen[bytes], log: Path) -> int:
    """Wait until at least so many have been passed on; return how many."""
    deadline = time.monotonic() + _PATIENCE_S
    while (passed := ends(settings, CERTIFICATES)) < messages:
        if process.poll() is not None or time.monotonic() > deadline:
            raise BenchError(step="Faust did not pass everything on", said=last_words(log))
        time.sleep(_LOOK_S)
    return passed


def main() -> None:
    """Run the app with the settings of the environment."""
    settings = load_settings(os.environ)
    app = build(settings, Path(settings.data_dir))
    worker = faust.Worker(app, quiet=True, override_logging=False, redirect_stdouts=False)
    worker.spinner = None  # it writes to the terminal, quiet or not
    worker.execute_from_commandline()


if __name__ == "__main__":
    main()
