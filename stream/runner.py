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
from stream.ends import summarise
from stream.engine import Engine, Identity, judge_safely, read_all
from stream.errors import LedgerError
from stream.ledger import (
    EndMarker,
    Ledger,
    Place,
    outbox_number,
    read_marker,
    read_record,
    read_records,
    remove_epoch,
    write_marker,
    write_record,
)
from stream.live import Live, LiveConversations
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.receipt import Outcome, Receipt

_LOOK_BACK = 50
"""Records read at start to find the last scored one of a conversation."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How many conversations are held in memory, and after how long a silence one ends."""

    live_conversations: int = 1_000
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
        self._ending: list[EndMarker] = []
        self._live = LiveConversations(
            ledger,
            limits.live_conversations,
            opened=engine.session,
            rebuilt=lambda: metrics.count("skg_session_rebuilds_total"),
        )

    def recover(self, now: datetime) -> None:
        """Take up what an earlier process left: unsent effects, half-ended conversations, and who is still talking."""
        newest: dict[tuple[str, str, int], int] = {}
        parcels: list[int] = []
        for key in self._ledger.keys():  # noqa: SIM118 - a ledger is no dict, `keys` is its method
            place, number = Place.parse(key), outbox_number(key)
            if place is not None:
                name = (place.tenant, place.conversation, place.epoch)
                newest[name] = max(place.slot, newest.get(name, 0))
            elif number is not None:
                parcels.append(number)
        self._outbox.send_left_over(parcels)
        for (tenant, conversation, epoch), slot in sorted(newest.items()):
            marker = read_marker(self._ledger, tenant, conversation)
            if marker is not None and epoch <= marker.epoch:
                self._ending.append(marker)
            else:
                self._take_up(Place(tenant=tenant, conversation=conversation, epoch=epoch, slot=slot), now)
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
                live = self._live.of(turn.tenant, turn.conversation)
                if identity.turn_id in live.turns:
                    outcome = self._seen_before(live, identity, again)
                else:
                    outcome = self._recorded(live, turn, annotation, fresh)
                receipts.append(Receipt(conversation=turn.conversation, turn_id=identity.turn_id, outcome=outcome))
        self._finish(fresh, again, now)
        return receipts

    def end(self, command: SessionEnd) -> SessionSummary | None:
        """End a conversation that has not moved since the command was made; return its summary, or None."""
        name = (command.tenant, command.conversation)
        live = self._live.of(*name)
        if live.session.epoch != command.epoch or live.session.next_slot != command.last_slot + 1 or not live.turns:
            return None
        records = list(read_records(self._ledger, command.tenant, command.conversation, command.epoch))
        marker = EndMarker(epoch=command.epoch, summary=summarise(records))
        write_marker(self._ledger, marker)
        self._ledger.commit()
        self._live.forget(*name)
        self._activity.ended(name)
        self._metrics.ended(marker.summary)
        self._ending.append(marker)
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

    def _recorded(self, live: Live, turn: Turn, annotation: Annotation | None, fresh: list[TurnRecord]) -> Outcome:
        """Judge a new turn and write its record into the open transaction."""
        record = None if annotation is None else judge_safely(self._engine, live.session, turn, annotation)
        if record is None:
            self._metrics.count("skg_undecodable_total", "judgement_crashed")
            return Outcome.FAILED
        record = write_record(self._ledger, record)
        live.apply(record)
        fresh.append(record)
        return Outcome.RECORDED

    def _annotated(self, turns: Sequence[Turn], identities: Sequence[Identity]) -> list[Annotation | None]:
        """Annotate the turns that are new; None stands for one already recorded."""
        known = [
            identity.turn_id in self._live.of(turn.tenant, turn.conversation).turns
            for turn, identity in zip(turns, identities, strict=True)
        ]
        new = [turn for turn, is_known in zip(turns, known, strict=True) if not is_known]
        with self._metrics.stage("annotate", len(new)):
            annotations = iter(read_all(self._engine, new))
        return [None if is_known else next(annotations) for is_known in known]

    def _seen_before(self, live: Live, identity: Identity, again: list[TurnRecord]) -> Outcome:
        """Note the stored record of a turn that came again; another text under its id is a conflict."""
        known = live.turns[identity.turn_id]
        if known.text_digest != identity.text_digest:
            self._metrics.count("skg_id_conflicts_total")
            return Outcome.CONFLICT
        self._metrics.count("skg_duplicate_turns_total")
        session = live.session
        place = Place(tenant=session.tenant, conversation=session.conversation, epoch=session.epoch, slot=known.slot)
        again.append(read_record(self._ledger, place))
        return Outcome.DUPLICATE

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
            self._live.clear()
            raise
        for record in fresh:
            self._activity.heard(record, now)
            self._metrics.recorded(record)
        with self._metrics.stage("act", len(records)):
            self._outbox.send(parcel, records)
        self._metrics.set_gauge("skg_cached_sessions", len(self._live))

    def _take_up(self, newest: Place, now: datetime) -> None:
        """Show a conversation of an earlier process in the gauges, by its last scored turn and its last one."""
        for slot in range(newest.slot, max(-1, newest.slot - _LOOK_BACK), -1):
            record = read_record(self._ledger, msgspec.structs.replace(newest, slot=slot))
            if record.scores is not None:
                self._activity.heard(record, now)
                break
        self._activity.heard(read_record(self._ledger, newest), now)

    def _finish_ends(self) -> None:
        """Send the summaries of ended conversations, then let their records go."""
        while self._ending and self._outbox.send_summary(self._ending[0].summary):
            marker = self._ending.pop(0)
            ended = marker.summary
            remove_epoch(self._ledger, ended.tenant, ended.conversation, marker.epoch, ended.turns)
            self._ledger.commit()
