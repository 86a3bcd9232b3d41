"""`skg monitor` put together: sources, intake, runner, ledger, archive, HTTP, in one process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from threading import Event

import msgspec
import structlog

from alerts.archive import open_archive
from skgeval.annotation.errors import ReadingStoppedError
from stream.engine import Engine
from stream.errors import LedgerError, ListenError
from stream.ingest.http import Health, Service, build_app
from stream.ingest.server import HttpServer, open_socket
from stream.intake import Arrival, Intake
from stream.labels import LabelLimits
from stream.ledger.sqlite import SqliteLedger
from stream.metrics import Metrics
from stream.outbox import Outbox, Sink
from stream.receipt import Receipt
from stream.recorder import Bounds
from stream.redaction import load_redactor
from stream.runner import Limits, Runner
from stream.settings import Settings

_log = structlog.get_logger(__name__)
_LOOK_S = 0.2
_STUCK_S = 120.0
"""Seconds that one batch may take before the process counts as stuck."""


def utc_now() -> datetime:
    """Return the time of arrival of what arrives now."""
    return datetime.now(UTC)


class Monitor:
    """Owns every resource of a running monitor; `start`, `run` until told to stop, `close`."""

    def __init__(self, settings: Settings, sinks: Sequence[Sink], clock: Callable[[], datetime] = utc_now) -> None:
        """Open ledger, archive and address; HTTP answers from now on, though not ready before `start`.

        Raises SettingsError, LedgerError, ArchiveError, ListenError.
        """
        self.settings = settings
        self.clock = clock
        self.redactor = load_redactor(settings)
        self.metrics = Metrics(LabelLimits.of(settings))
        self.intake = Intake(settings.queue_turns)
        self._runner: Runner | None = None
        self._heartbeat = time.monotonic()
        self._awaits = ""
        self._next_tick = 0.0
        make_data_dir(Path(settings.data_dir))
        listener = open_socket(settings.http_host, settings.http_port, token=settings.http_token)
        try:
            self._ledger = SqliteLedger(settings.ledger())
            self._archive = open_archive(settings.archive())
        except BaseException:
            listener.close()
            raise
        self._outbox = Outbox(self._ledger, self._archive, sinks, self.metrics)
        service = Service(
            intake=self.intake,
            redactor=self.redactor,
            metrics=self.metrics,
            health=self.health,
            clock=clock,
            max_body_bytes=settings.max_body_bytes,
            token=settings.http_token,
        )
        self.server = HttpServer(build_app(service), listener)

    def start(self, engine: Engine) -> None:
        """Take up what an earlier process left, and be ready."""
        limits = Limits(
            bounds=Bounds(
                live_conversations=self.settings.live_conversations, max_record_bytes=self.settings.max_record_bytes
            ),
            idle=timedelta(seconds=self.settings.session_idle_seconds),
        )
        digests = engine.digests()
        self.metrics.set_gauge(
            "skg_build_info",
            1,
            version=version("skgeval-monitor"),
            policy=digests.policy,
            knowledge=digests.knowledge,
            encoder=digests.encoder,
        )
        runner = Runner(engine, self._ledger, self._outbox, self.metrics, limits)
        runner.recover(self.clock())
        self._runner = runner

    def run(self, stop: Event, finished: Callable[[], bool]) -> None:
        """Judge what arrives until `stop` is set, or nothing waits and `finished` says that nothing will.

        Raises LedgerError when the ledger cannot be written; nothing taken by then is lost.
        """
        while not stop.is_set():
            done = finished()
            self._heartbeat = time.monotonic()
            arrivals = self.intake.take(self.settings.batch_turns, timeout=_LOOK_S)
            if arrivals:
                self._process(arrivals)
            elif done:
                return
            if not self.intake.waiting and time.monotonic() >= self._next_tick:
                self._running().tick(self.clock())
                self._next_tick = time.monotonic() + self.settings.tick_seconds

    def awaits(self, problem: str) -> None:
        """Note what reading waits for, "" when it goes on: who waits is not stuck, and starting anew would not help."""
        self._awaits = problem

    def end(self, conversation: str) -> None:
        """End a conversation that cannot go on, such as that of a person who typed into this process."""
        self._running().end_now("", conversation)

    def health(self) -> Health:
        """Return whether the judge moves, and whether turns are welcome."""
        silence = time.monotonic() - self._heartbeat
        ready = self._runner is not None and not self.intake.closed and self.intake.waiting < self.settings.queue_turns
        details: dict[str, str | int | float] = {
            "waiting_turns": self.intake.waiting,
            "waiting_for_archive": self._outbox.waiting,
        }
        return Health(
            live=silence < _STUCK_S or self._runner is None or bool(self._awaits),
            ready=ready,
            details=details | ({"problem": self._awaits} if self._awaits else {}),
        )

    def close(self) -> None:
        """Refuse what still waits, answer what was asked, and let go of everything."""
        self.intake.close()
        refused = self.intake.refuse_waiting()
        if refused:
            _log.warning("turns_not_taken", turns=refused)
        self.server.stop()
        self._ledger.close()
        self._archive.close()

    def _process(self, arrivals: Sequence[Arrival]) -> None:
        turns = [turn for arrival in arrivals for turn in arrival.turns]
        try:
            receipts = iter(self._running().process(turns, self.clock()))
        except LedgerError:
            for arrival in arrivals:
                arrival.settle(None)
            raise
        except ReadingStoppedError:  # told to end while turns waited for a language model
            for arrival in arrivals:
                arrival.settle(None)
            return
        for arrival in arrivals:
            taken: list[Receipt] = [next(receipts) for _ in arrival.turns]
            arrival.settle(taken)
            for _ in taken:
                self.metrics.turn_seconds(time.monotonic() - arrival.arrived)

    def _running(self) -> Runner:
        if self._runner is None:
            raise RuntimeError("start() comes before run()")
        return self._runner


def open_monitor(settings: Settings, sinks: Sequence[Sink], *, any_port: bool) -> Monitor:
    """Open a monitor; when nobody asked for that very port and it is taken, any other will do."""
    try:
        return Monitor(settings, sinks)
    except ListenError:
        if not any_port:
            raise
        return Monitor(msgspec.structs.replace(settings, http_port=0), sinks)


def make_data_dir(path: Path) -> None:
    """Make the data folder, readable by its owner only: it holds conversations."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise LedgerError(path=str(path), problem=f"cannot be made: {error.strerror}") from error
