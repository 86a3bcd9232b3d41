"""A Faust worker that passes records on as certificates until it is ended: `python -m tests.broker.echo FOLDER`."""

import os
import sys
from pathlib import Path

import faust

from schemas.topics import CERTIFICATES, RECORDS
from stream.kafka.apps import build_app, raw_topic
from stream.settings import load_settings

PARTITIONS = 4


def main(folder: str) -> None:
    settings = load_settings(os.environ)
    app = build_app(settings, "echo", Path(folder), PARTITIONS)
    answers = raw_topic(app, settings, CERTIFICATES, PARTITIONS)

    async def echo(stream):
        async for event in stream.events():
            await answers.send(key=event.message.key, value=event.message.value)

    app.agent(raw_topic(app, settings, RECORDS, PARTITIONS), name="echo")(echo)
    faust.Worker(app, loglevel="info", redirect_stdouts=False).execute_from_commandline()


if __name__ == "__main__":
    main(sys.argv[1])
