"""The broker that is measured on: the one in the settings, or one that runs meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from kafka.admin import KafkaAdminClient

from stream.errors import BenchError
from stream.kafka.connection import Connection
from stream.kafka.topics import create, plan
from stream.settings import Settings

PROGRAM = Path("deploy") / "kafka" / "broker.py"
_PARTITIONS = 4


@contextmanager
def some_broker(settings: Settings, folder: Path) -> Iterator[Settings]:
    """Return settings with a broker; raise BenchError when none is set and none can be started."""
    if settings.broker:
        yield settings
        return
    if not PROGRAM.is_file():
        raise BenchError(step="there is no broker", said="set SKG_BROKER, or run this where the repository is")
    command = [sys.executable, str(PROGRAM), "run", "--data", str(folder / "broker"), "--with-parent"]
    process = subprocess.Popen(  # noqa: S603 - our own program
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        line = process.stdout.readline() if process.stdout else ""
        if not line:
            raise BenchError(step="the broker did not start", said="what it said stands above")
        yield msgspec.structs.replace(settings, broker=json.loads(line)["address"])
    finally:
        process.terminate()
        process.wait()


@contextmanager
def installation(settings: Settings) -> Iterator[Settings]:
    """Make topics that nobody else uses, and delete them afterwards."""
    name = f"bench-{uuid.uuid4().hex[:8]}"
    own = msgspec.structs.replace(settings, app_id=name, topic_prefix=f"{name}.", partitions=_PARTITIONS)
    create(own)
    try:
        yield own
    finally:
        admin = KafkaAdminClient(**Connection.of(own).client())
        admin.delete_topics([planned.name for planned in plan(own)])
        admin.close()
