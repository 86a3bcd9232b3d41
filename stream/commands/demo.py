"""`skg demo`: sample conversations stream through the monitor while you watch."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from threading import Event, Thread
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from schemas.turn import Turn
from stream.composition import load_engine
from stream.demo.display import Display
from stream.demo.samples import interleaved, load_samples
from stream.intake import Arrival
from stream.logs import configure_logs
from stream.monitor import Monitor, open_monitor
from stream.options import ConfigFile, DataDir, EncoderName, PolicyFile, text
from stream.policies import load_policies
from stream.reading import MetricsMeter, Watch
from stream.settings import Settings, load_settings
from stream.stopping import stop_on_signals

_AT_ONCE = 3
_PAUSE_S = 0.25
_PIPE_WIDTH = 150


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("demo")(demo)


def demo(  # noqa: PLR0913 - one parameter an option
    *,
    once: Annotated[bool, typer.Option("--once", help="Leave when all has been played.")] = False,
    speed: Annotated[float, typer.Option("--speed", min=0.1, help="How many times as fast as usual.")] = 1.0,
    data_dir: DataDir = None,
    config: ConfigFile = None,
    policy: PolicyFile = None,
    encoder: EncoderName = None,
) -> None:
    """Play sample conversations through the monitor: certificates arise, metrics are up, everything is archived."""
    folder = text(data_dir) or tempfile.mkdtemp(prefix="skg-demo-")
    given: dict[str, object] = {"data_dir": folder, "policy_file": text(policy), "encoder": encoder}
    settings = load_settings(os.environ, file=config, given=given)
    configure_logs("warning")
    policies = load_policies(settings.policy_file)
    samples = load_samples()
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=_PIPE_WIDTH)
    display = Display(console, samples)
    running = open_monitor(settings, [display], any_port=True)
    stop = stop_on_signals()
    try:
        console.print(f"{len(samples)} conversations, {_AT_ONCE} at a time. Metrics: {running.server.url}/metrics")
        running.start(load_engine(settings, policies, Watch(meter=MetricsMeter(running.metrics), stop=stop)))
        turns = interleaved(samples, _AT_ONCE)
        Thread(target=_play, args=(turns, running, stop, _PAUSE_S / speed), name="demo", daemon=True).start()
        with display:
            running.run(stop, lambda: display.finished)
        if not stop.is_set():
            _conclude(console, display, settings)
            if not once:
                console.print(f"{running.server.url}/metrics stays up until Ctrl-C.", style="dim", soft_wrap=True)
                running.run(stop, lambda: False)
    finally:
        running.close()


def _play(turns: Iterable[Turn], running: Monitor, stop: Event, pause: float) -> None:
    """Send one turn after another, as applications would."""
    for turn in turns:
        if stop.wait(pause):
            return
        spoken = running.redactor.redact(msgspec.structs.replace(turn, at=running.clock()))
        if not running.intake.put(Arrival([spoken], lambda _receipts: None)):
            return


def _conclude(console: Console, display: Display, settings: Settings) -> None:
    console.print()
    console.print(display.totals())
    folder = Path(settings.data_dir)
    example = "support-warranty"
    lines = (
        f"Archive      {settings.shown()['archive_url']}",
        f"Look closer  skg certificates list --data-dir {folder}",
        f"             skg graph {example} --output {example}.svg --data-dir {folder}",
        "Your own     skg monitor --plain",
    )
    for line in lines:
        console.print(line, soft_wrap=True, markup=False)
