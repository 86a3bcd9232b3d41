"""The lines of a file to Kafka: decoded, paced, and told of by number where they could not be sent."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future

import msgspec

from schemas.errors import WireError
from schemas.turn import Turn
from stream.errors import TurnTooLargeError
from stream.ingest.files import LONGEST_LINE
from stream.ingest.lines import Lines
from stream.ingest.source import Line
from stream.producer import Delivery, TurnProducer

_AT_ONCE = 100
"""Conversations that go on at the same time when turns are interleaved."""


class NumberedTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn and the line that it stands in."""

    line: int
    turn: Turn


class Sending:
    """Sends turns with a producer and counts what became of them; `complain` is told lines and their problems."""

    def __init__(self, producer: TurnProducer, complain: Callable[[int, str], None]) -> None:
        """Send with `producer`."""
        self.delivered = 0
        self.bad = 0
        self._producer = producer
        self._complain = complain
        self._conversations: set[tuple[str, str]] = set()

    @property
    def report(self) -> str:
        """Say what the broker has acknowledged."""
        turns = "1 turn" if self.delivered == 1 else f"{self.delivered} turns"
        conversations = len(self._conversations)
        return f"sent {turns} of {'1 conversation' if conversations == 1 else f'{conversations} conversations'}"

    def decoded(self, source: Iterable[Line], lines: Lines) -> Iterator[list[NumberedTurn]]:
        """Return the turns of each line that can be read.

        No turn gets a time that it has not: the message's own says when it was sent.
        """
        for line in source:
            if line.data is None:
                self._refuse(line.number, f"is longer than {LONGEST_LINE} bytes")
                continue
            try:
                turns = lines.read(line.data, None)
            except WireError as error:
                where = f"field `{error.field}`: " if error.field else ""
                self._refuse(line.number, f"{where}{error.problem}")
                continue
            yield [NumberedTurn(line=line.number, turn=turn) for turn in turns]

    def send(self, turns: Iterable[NumberedTurn], rate: float | None) -> None:
        """Send turns, at most `rate` a second; raises BrokerError."""
        started = time.monotonic()
        for number, numbered in enumerate(turns):
            if rate is not None:
                time.sleep(max(0.0, started + number / rate - time.monotonic()))
            turn = numbered.turn
            try:
                sent = self._producer.send(turn)
            except (TurnTooLargeError, WireError) as error:
                self._refuse(numbered.line, str(error))
                continue
            self._conversations.add((turn.tenant, turn.conversation))
            sent.add_done_callback(self._note)

    def _note(self, sent: Future[Delivery]) -> None:
        if sent.exception() is None:
            self.delivered += 1

    def _refuse(self, line: int, problem: str) -> None:
        self.bad += 1
        self._complain(line, problem)


def one_after_another(lines: Iterable[list[NumberedTurn]]) -> Iterator[NumberedTurn]:
    """Return the turns line by line."""
    for turns in lines:
        yield from turns


def interleaved(lines: Iterable[list[NumberedTurn]]) -> Iterator[NumberedTurn]:
    """Return one turn of each of many lines in turn, each line's in order, as live conversations go on side by side."""
    waiting = iter(lines)
    going_on: deque[Iterator[NumberedTurn]] = deque()
    while True:
        while len(going_on) < _AT_ONCE and (turns := next(waiting, None)) is not None:
            going_on.append(iter(turns))
        if not going_on:
            return
        line = going_on.popleft()
        turn = next(line, None)
        if turn is not None:
            yield turn
            going_on.append(line)
