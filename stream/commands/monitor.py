"""`skg monitor`: watch live conversations; certificates arise on standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from threading import Event, Thread
from typing import Annotated

import msgspec
import structlog
import typer
from rich.console import Console

from stream.composition import load_engine
from stream.errors import SourceError
from stream.ingest.feed import Checkpoint, Feeder
from stream.ingest.lines import STDIN, Lines
from stream.ingest.source import follow, read_lines
from stream.logs import configure_logs
from stream.monitor import Monitor, open_monitor
from stream.options import ConfigFile, DataDir, EncoderName, PolicyFile, ProfileName, address, text
from stream.outbox import Sink
from stream.policies import load_policies
from stream.reading import MetricsMeter, Watch
from stream.settings import load_settings
from stream.sinks import CertificateLines, CertificateSentences, Tally
from stream.stopping import stop_on_signals

_log = structlog.get_logger(__name__)
_LOOK_S = 0.1


class Inputs(msgspec.Struct, frozen=True, kw_only=True):
    """Where turns come from beside HTTP."""

    stdin: bool
    follow: Path | None
    plain: bool


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("monitor")(monitor)


def monitor(  # noqa: PLR0913 - one parameter an option
    *,
    follow_file: Annotated[
        Path | None, typer.Option("--follow", help="Read a file of turns, and on as it grows, across rotation.")
    ] = None,
    http: Annotated[
        str | None, typer.Option("--http", metavar="HOST:PORT", help="Take turns at POST /v1/turns, until stopped.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Also take lines as people type them: `user: …`, `assistant: …`.")
    ] = False,
    pretty: Annotated[
        bool | None,
        typer.Option("--pretty/--json", help="Certificates as sentences or as JSON lines; sentences on a terminal."),
    ] = None,
    data_dir: DataDir = None,
    config: ConfigFile = None,
    policy: PolicyFile = None,
    profile: ProfileName = None,
    encoder: EncoderName = None,
) -> None:
    """Watch live conversations: turns come in, certificates come out as they arise.

    Turns are JSON lines on standard input, `{"conversation": "c1", "role": "user", "text": "Hi"}`, unless a file is
    followed or an HTTP address is given. Metrics are at /metrics of the HTTP address; everything is archived in SQL.
    """
    given: dict[str, object] = {"data_dir": text(data_dir), "policy_file": text(policy), "encoder": encoder}
    if http is not None:
        given["http_host"], given["http_port"] = address(http)
    settings = load_settings(os.environ, file=config, given=given)
    configure_logs(settings.log_level)
    policies = load_policies(settings.policy_file, profile=profile)
    sentences = sys.stdout.isatty() if pretty is None else pretty
    tally = Tally()
    shown: Sink = CertificateSentences(sys.stdout) if sentences else CertificateLines(sys.stdout)
    running = open_monitor(settings, [shown, tally], any_port=http is None)
    inputs = Inputs(
        stdin=follow_file is None and (http is None or not sys.stdin.isatty()), follow=follow_file, plain=plain
    )
    stop = stop_on_signals()
    try:
        _greet(running, inputs)
        meter = MetricsMeter(running.metrics, running.awaits)
        running.start(load_engine(settings, policies, Watch(meter=meter, stop=stop)))
        _run(running, inputs, stop, until_stopped=http is not None)
    finally:
        running.close()
    _log.info("monitor_stopped", turns=tally.turns, certificates=tally.certificates)


def _run(running: Monitor, inputs: Inputs, stop: Event, *, until_stopped: bool) -> None:
    feeder = Feeder(running.intake, running.metrics, running.clock)
    limit = running.settings.max_body_bytes
    failures: list[SourceError] = []
    threads: list[Thread] = []

    def start(name: str, work: Callable[[], None]) -> None:
        def guarded() -> None:
            try:
                work()
            except SourceError as error:
                failures.append(error)

        threads.append(Thread(target=guarded, name=name, daemon=True))
        threads[-1].start()

    if inputs.stdin:
        lines = Lines(STDIN, running.redactor, allow_plain=inputs.plain)
        start(STDIN, lambda: feeder.feed(read_lines(FileIO(0, closefd=False), limit), lines))
    if inputs.follow is not None:
        path = inputs.follow
        checkpoint = Checkpoint(running.settings.checkpoint(path))
        named = Lines(path.stem, running.redactor, allow_plain=inputs.plain)
        following = follow(path, limit, checkpoint.read(), lambda: not stop.wait(_LOOK_S))
        start("follow", lambda: feeder.feed(following, named, checkpoint))

    def finished() -> bool:
        return bool(failures) or (not until_stopped and not any(thread.is_alive() for thread in threads))

    running.run(stop, finished)
    if failures:
        raise failures[0]
    if inputs.stdin:
        running.end(STDIN)


def _greet(running: Monitor, inputs: Inputs) -> None:
    """Tell where things are; on a terminal also what to type."""
    url = running.server.url
    _log.info("monitor_started", ingest=f"{url}/v1/turns", metrics=f"{url}/metrics", data=running.settings.data_dir)
    if inputs.follow is not None and not inputs.follow.exists():
        _log.warning("file_awaited", file=str(inputs.follow), problem="is not there yet: it is read once it is")
    if inputs.stdin and sys.stdin.isatty():
        example = "user: How long is the warranty?" if inputs.plain else '{"role": "user", "text": "Hi"}'
        console = Console(stderr=True, highlight=False)
        console.print(f"Type one turn a line, such as  {example}", markup=False)
        console.print("End with Ctrl-D. Then `skg graph stdin` draws what was said.", markup=False)
