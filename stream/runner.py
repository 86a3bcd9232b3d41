"""The embedded runner: turns in, records in the ledger, effects out; one thread, one process (DESIGN.md, section 3).

A batch of turns is annotated together, judged one by one in order of arrival and committed once; effects follow the
commit. Killed at any moment, the runner goes on from its ledger as if nothing had happened: a turn that comes again is
known by its id, and its effects are sent again from the record, never judged anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from schemas.annotation import Annotation
from schemas.record import TurnRecord
from schemas.session import SessionEnd, SessionSummary
from schemas.turn import Turn
from stream.activity import Activity
from stream.engine import Engine, Identity, read_all
from stream.errors import LedgerError
from stream.ledger import EndMarker, Ledger, last_records, newest_places, outbox_number, read_marker, remove_ended
from stream.live import Name
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.receipt import Outcome, Receipt
from stream.recorder import Bounds, Recorder


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What is held in memory, how large a record may be, and after how long a silence a conversation ends."""

    bounds: Bounds = Bounds()
    idle: timedelta = timedelta(minutes=30)


class Runner:
    """Processes turns against one ledger."""

    def __init__(self, engine: Engine, ledger: Ledger, outbox: Outbox, metrics: Metrics, limits: Limits) -> None:
        """Compose; call `recover` before the first turn."""
        self._engine = engine
        self._ledger = ledger
        self._outbox = outbox
        self._metrics = metrics
        self._idle = limits.idle
        self._activity = Activity(metrics)
        self._recorder = Recorder(ledger, engine, metrics, limits.bounds)
        self._ending: list[tuple[Name, EndMarker]] = []

    def recover(self, now: datetime) -> None:
        """Take up what an earlier process left: unsent effects, half-ended conversations, and who is still talking."""
        keys = list(self._ledger.keys())
        self._outbox.send_left_over([number for key in keys if (number := outbox_number(key)) is not None])
        for newest in newest_places(keys):
            marker = read_marker(self._ledger, newest.tenant, newest.conversation)
            if marker is not None and newest.epoch <= marker.epoch:
                self._ending.append(((newest.tenant, newest.conversation), marker))
            else:
                self._activity.found(last_records(self._ledger, newest), now)
        self._finish_ends()
        self._ledger.commit()

    def process(self, turns: Sequence[Turn], now: datetime) -> list[Receipt]:
        """Record turns in the order given and send what follows from them; return what became of each.

        Raises LedgerError when nothing could be written; then none of the turns was taken.
        """
        identities = [self._engine.identity(turn) for turn in turns]
        annotations = self._annotated(turns, identities)
        fresh: list[TurnRecord] = []
        again: list[TurnRecord] = []
        receipts: list[Receipt] = []
        with self._metrics.stage("judge", len(turns)):
            for turn, identity, annotation in zip(turns, identities, annotations, strict=True):
                if annotation is None:
                    taken = self._recorder.seen(turn.tenant, turn.conversation, identity)
                else:
                    taken = self._recorder.take(annotation)
                if taken.record is not None:
                    (fresh if taken.outcome is Outcome.RECORDED else again).append(taken.record)
                receipts.append(
                    Receipt(conversation=turn.conversation, turn_id=identity.turn_id, outcome=taken.outcome)
                )
        self._finish(fresh, again, now)
        return receipts

    def end(self, command: SessionEnd) -> SessionSummary | None:
        """End a conversation that has not moved since the command was made; return its summary, or None."""
        name = (command.tenant, command.conversation)
        live = self._recorder.live(*name)
        if live.session.epoch != command.epoch or live.session.next_slot != command.last_slot + 1 or not live.turns:
            return None
        marker = self._recorder.close(*name)
        self._ledger.commit()
        self._activity.ended(name)
        if marker.summary is not None:
            self._metrics.ended(marker.summary)
        self._ending.append((name, marker))
        self._finish_ends()
        return marker.summary

    def end_now(self, tenant: str, conversation: str) -> SessionSummary | None:
        """End a conversation without waiting for silence."""
        command = self._activity.end_of((tenant, conversation))
        return None if command is None or not self._outbox.retry() else self.end(command)

    def tick(self, now: datetime) -> None:
        """Send what still waits, then end the conversations that have been silent for long enough.

        Called while no turn waits, so that a backlog ends nothing.
        """
        if not self._outbox.retry():
            return
        self._finish_ends()
        for command in self._activity.silent(now, self._idle):
            self.end(command)
        self._ledger.commit()

    @property
    def unarchived(self) -> int:
        """How many commits wait for the archive."""
        return self._outbox.waiting

    def _annotated(self, turns: Sequence[Turn], identities: Sequence[Identity]) -> list[Annotation | None]:
        """Annotate the turns that are new; None stands for one already recorded."""
        known = [
            self._recorder.knows(turn.tenant, turn.conversation, identity.turn_id)
            for turn, identity in zip(turns, identities, strict=True)
        ]
        new = [turn for turn, is_known in zip(turns, known, strict=True) if not is_known]
        with self._metrics.stage("annotate", len(new)):
            annotations = iter(read_all(self._engine, new))
        return [None if is_known else next(annotations) for is_known in known]

    def _finish(self, fresh: Sequence[TurnRecord], again: Sequence[TurnRecord], now: datetime) -> None:
        """Commit, then let the effects follow."""
        if not fresh and not again:
            return
        records = [*again, *fresh]
        try:
            with self._metrics.stage("write", len(records)):
                parcel = self._outbox.stage(records)
                self._ledger.commit()
        except LedgerError:
            self._recorder.forget_all()
            raise
        for record in fresh:
            self._activity.heard(record, now)
            self._metrics.recorded(record)
        with self._metrics.stage("act", len(records)):
            self._outbox.send(parcel, records)
        self._metrics.set_gauge("skg_cached_sessions", len(self._recorder))

    def _finish_ends(self) -> None:
        """Send the summaries of ended conversations, then let their records go."""
        while self._ending:
            (tenant, conversation), marker = self._ending[0]
            if marker.summary is not None and not self._outbox.send_summary(marker.summary):
                return
            self._ending.pop(0)
            remove_ended(self._ledger, tenant, conversation, marker)
            self._ledger.commit()
