"""From HTTP ingest to Kafka: what waits in the intake is sent, and answered once the broker has acknowledged it.

While the broker is away whoever brings turns is told so at once, instead of waiting with others for its return. Turns
that were refused may all the same have reached it: sent again under the same id or index they are known there.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Event

import structlog

from schemas.errors import WireError
from schemas.turn import Turn
from stream.errors import BrokerError, TopicsError, TurnTooLargeError, UndeliveredError
from stream.ingest.http import Health, Unavailable
from stream.intake import Arrival, Intake
from stream.metrics import Metrics
from stream.producer import Bounds, Delivery, TurnProducer, encoded
from stream.receipt import Outcome, Receipt
from stream.settings import Settings

_log = structlog.get_logger(__name__)
BOUNDS = Bounds(delivery_seconds=10.0, connect_seconds=2.0)
"""Shorter than for files: a caller waits."""
UNAVAILABLE = Unavailable(
    reason="broker_unavailable",
    problem="Kafka does not take turns now: send them again later, under the same ids",
    retry_after=5,
)
_LOOK_S = 0.2
_PAUSE_S = 1.0
_TURNS_AT_ONCE = 500
_STUCK_S = 60.0
"""Seconds without a look at the intake after which the process counts as stuck."""


class Forwarder:
    """Sends what arrives, in one thread; connects when there is something to connect to."""

    def __init__(self, settings: Settings, intake: Intake, metrics: Metrics, bounds: Bounds = BOUNDS) -> None:
        """Take everything; nothing is connected before `run`."""
        self._settings = settings
        self._intake = intake
        self._metrics = metrics
        self._bounds = bounds
        self._producer: TurnProducer | None = None
        self._problem = ""
        self._heartbeat = time.monotonic()

    def run(self, stop: Event) -> None:
        """Send until told to stop; what has been taken by then is sent. Raises SettingsError."""
        try:
            while not stop.is_set():
                self._heartbeat = time.monotonic()
                if self._producer is None and not self._connect():
                    self._intake.refuse_waiting()
                    stop.wait(_PAUSE_S)
                elif arrivals := self._intake.take(_TURNS_AT_ONCE, timeout=_LOOK_S):
                    self._forward(arrivals)
        finally:
            self._disconnect()

    def health(self) -> Health:
        """Return whether turns are sent, and whether they are welcome."""
        room = self._intake.waiting < self._settings.queue_turns
        return Health(
            live=time.monotonic() - self._heartbeat < _STUCK_S,
            ready=self._producer is not None and room and not self._intake.closed,
            details={"waiting_turns": self._intake.waiting, "problem": self._problem},
        )

    def check(self, turn: Turn) -> None:
        """Raise TurnTooLargeError for a turn that no topic takes."""
        encoded(turn, self._settings)

    def _connect(self) -> bool:
        try:
            self._producer = TurnProducer(self._settings, self._bounds)
        except (BrokerError, TopicsError) as error:
            self._note(str(error))
            return False
        self._note("")
        return True

    def _forward(self, arrivals: Sequence[Arrival]) -> None:
        """Send turns and answer; a failure makes the next turns wait for a new connection."""
        sent = [[self._sent(turn) for turn in arrival.turns] for arrival in arrivals]
        if self._producer is not None:
            with suppress(UndeliveredError):  # each future tells
                self._producer.flush()
        for arrival, futures in zip(arrivals, sent, strict=True):
            arrival.settle(self._receipts(arrival, futures))
            for _ in futures:
                self._metrics.turn_seconds(time.monotonic() - arrival.arrived)
        problem = next((future.exception() for futures in sent for future in futures if future.exception()), None)
        if problem is not None:
            self._note(str(problem))
            self._disconnect()

    def _sent(self, turn: Turn) -> Future[Delivery]:
        """Send a turn; whatever is wrong ends up in the future."""
        failed: Future[Delivery] = Future()
        if self._producer is None:
            failed.set_exception(BrokerError(broker=self._settings.broker, problem=self._problem))
            return failed
        try:
            return self._producer.send(turn)
        except BrokerError as error:
            self._disconnect()
            failed.set_exception(error)
        except (TurnTooLargeError, WireError) as error:
            failed.set_exception(error)
        return failed

    def _receipts(self, arrival: Arrival, futures: Sequence[Future[Delivery]]) -> list[Receipt] | None:
        if any(future.exception() for future in futures):
            return None
        self._metrics.count("skg_sent_turns_total", times=len(futures))
        return [
            Receipt(conversation=turn.conversation, turn_id=future.result().turn_id, outcome=Outcome.ACCEPTED)
            for turn, future in zip(arrival.turns, futures, strict=True)
        ]

    def _disconnect(self) -> None:
        producer, self._producer = self._producer, None
        if producer is not None:
            with suppress(UndeliveredError):  # each future tells
                producer.close()

    def _note(self, problem: str) -> None:
        """Log that the broker went or came back, once."""
        if problem and not self._problem:
            _log.warning("broker_away", problem=problem)
        if self._problem and not problem:
            _log.info("broker_back")
        self._problem = problem
