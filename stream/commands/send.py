"""`skg send`: conversations and turns to Kafka, from a file, standard input or HTTP."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import structlog
import typer
from rich.console import Console
from rich.progress import Progress

from stream.ingest.files import STANDARD, count_lines, lines_of, progress_bar, reading
from stream.ingest.forwarding import UNAVAILABLE, Forwarder
from stream.ingest.http import Service, build_app
from stream.ingest.lines import STDIN, Lines
from stream.ingest.server import HttpServer, open_socket
from stream.ingest.source import Line
from stream.intake import Intake
from stream.kafka.connection import Connection
from stream.logs import configure_logs
from stream.metrics import Metrics
from stream.options import ConfigFile, address
from stream.producer import TurnProducer
from stream.redaction import load_redactor
from stream.sending import Sending, interleaved, one_after_another
from stream.settings import Settings, load_settings
from stream.stopping import stop_on_signals

_log = structlog.get_logger(__name__)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("send")(send)


def send(
    source: Annotated[
        str | None,
        typer.Argument(metavar="[IN.jsonl]", help="Conversations or turns, one a line; - is standard input."),
    ] = None,
    *,
    rate: Annotated[float | None, typer.Option("--rate", min=0.001, help="Turns a second; as fast as it goes.")] = None,
    interleave: Annotated[
        bool, typer.Option("--interleave", help="Let up to 100 conversations go on side by side.")
    ] = False,
    http: Annotated[
        str | None, typer.Option("--http", metavar="HOST:PORT", help="Take turns at POST /v1/turns, until stopped.")
    ] = None,
    config: ConfigFile = None,
) -> None:
    """Send turns to Kafka, where `skg worker` reads them.

    A line is a conversation, `{"id", "turns": [{"role", "text"}, …]}`, or one turn, `{"conversation", "role", "text"}`.
    Turns keep their ids, or get such as follow from their place, so that sending a file twice changes nothing. A bad
    line is reported with its number and passed over; the exit code is then 1, and the good lines are sent.
    """
    if (source is None) == (http is None):
        raise typer.BadParameter("name a file, - for standard input, or --http HOST:PORT", param_hint="IN.jsonl")
    host, port = address(http) if http is not None else (None, None)
    settings = load_settings(os.environ, file=config, given={"http_host": host, "http_port": port})
    configure_logs(settings.log_level)
    if source is None:
        _serve(settings)
    else:
        _send_file(settings, source, rate=rate, interleave=interleave)


def _send_file(settings: Settings, source: str, *, rate: float | None, interleave: bool) -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    lines = Lines(STDIN if source == STANDARD else Path(source).stem, load_redactor(settings), allow_plain=False)

    def complain(number: int, problem: str) -> None:
        console.print(f"line {number}: {problem}; skipped", markup=False)

    with reading(source) as stream, TurnProducer(settings) as producer:
        sending = Sending(producer, complain)
        stopped = False
        try:
            with progress_bar(console) as progress:
                told = _told(lines_of(stream), progress, count_lines(source) if console.is_terminal else None)
                decoded = sending.decoded(told, lines)
                sending.send((interleaved if interleave else one_after_another)(decoded), rate)
        except KeyboardInterrupt:
            stopped = True
        finally:
            try:
                producer.flush()
            finally:
                typer.echo(sending.report)
    if stopped:
        console.print("stopped before the end", markup=False)
    if sending.bad or stopped:
        raise typer.Exit(1)


def _told(source: Iterable[Line], progress: Progress, total: int | None) -> Iterator[Line]:
    """Return the lines and show how many have been read."""
    task = progress.add_task("sending", total=total)
    for line in source:
        yield line
        progress.advance(task)


def _serve(settings: Settings) -> None:
    """Take turns over HTTP until stopped; a broker that is away is waited for."""
    Connection.of(settings)  # a mistake in the settings is told before anything listens
    stop = stop_on_signals()
    intake, metrics = Intake(settings.queue_turns), Metrics()
    forwarder = Forwarder(settings, intake, metrics)
    service = Service(
        intake=intake,
        redactor=load_redactor(settings),
        metrics=metrics,
        health=forwarder.health,
        clock=lambda: datetime.now(UTC),
        max_body_bytes=settings.max_body_bytes,
        token=settings.http_token,
        check=forwarder.check,
        unavailable=UNAVAILABLE,
    )
    server = HttpServer(
        build_app(service), open_socket(settings.http_host, settings.http_port, token=settings.http_token)
    )
    _log.info(
        "ingest_started", ingest=f"{server.url}/v1/turns", metrics=f"{server.url}/metrics", broker=settings.broker
    )
    try:
        forwarder.run(stop)
    finally:
        intake.close()
        intake.refuse_waiting()
        server.stop()
    _log.info("ingest_stopped")
