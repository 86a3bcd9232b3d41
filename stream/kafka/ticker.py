"""The judge's clock: which conversations have fallen silent, and the commands that end them.

Commands go through the annotations topic, so that the judge takes them in order with the turns. Silence is told by when
turns arrived at the broker. How far time has come on a partition is the arrival of the newest turn judged there; or
now, when nothing waits on it, neither before the annotators nor before the judge. So a backlog ends nothing, and a
partition without traffic is not stuck in the past.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from faust import TopicT
from faust.types import TP
from kafka import KafkaConsumer, TopicPartition
from kafka.errors import KafkaError

from schemas.codec import encode_msgpack
from schemas.record import TurnRecord
from schemas.session import SessionEnd
from schemas.topics import TURNS
from stream.activity import Activity
from stream.errors import LedgerError
from stream.kafka.connection import Connection
from stream.kafka.role import Role
from stream.kafka.table import TableLedger
from stream.kafka.topics import topic_name
from stream.kafka.wire import KIND, Source, conversation_key, partition_of
from stream.ledger import last_records, newest_places, read_marker
from stream.live import Name
from stream.settings import Settings

_log = structlog.get_logger(__name__)
_LOOK_S = 1.0
"""Seconds after which a move of partitions is noticed at the latest."""
_BREATH = 100
"""Conversations that are taken up before other work gets its turn."""


class Ticker:
    """Knows which conversations have not ended on the partitions at hand."""

    def __init__(self, role: Role, ledger: TableLedger, annotations: TopicT) -> None:
        """Send commands on `annotations`."""
        settings = role.context.settings
        self._role = role
        self._ledger = ledger
        self._annotations = annotations
        self._settings = settings
        self._idle = timedelta(seconds=settings.session_idle_seconds)
        self._activity = Activity(role.context.metrics)
        self._reached: dict[int, datetime] = {}
        self._known = False
        self._own: frozenset[int] = frozenset()
        self._others_left = True
        self._asked: dict[Name, tuple[int, int]] = {}
        role.app.on_partitions_revoked.connect(self._moved, weak=False)
        role.app.on_partitions_assigned.connect(self._given, weak=False)

    def heard(self, record: TurnRecord, source: Source | None) -> None:
        """Note a recorded turn."""
        arrived = _now() if source is None else datetime.fromtimestamp(source.arrived / 1_000, UTC)
        self._activity.heard(record, arrived)
        partition = self._partition((record.tenant, record.conversation))
        self._reached[partition] = max(arrived, self._reached.get(partition, arrived))

    def ended(self, name: Name) -> None:
        """Note that a conversation has ended or been erased."""
        self._activity.ended(name)
        self._asked.pop(name, None)

    async def run(self) -> None:
        """Look for silence until the app stops; first, after each move of partitions, for who is talking."""
        next_look = 0.0
        while not self._role.app.should_stop:
            await self._role.app.sleep(min(_LOOK_S, self._settings.tick_seconds))
            if not self._others_left:
                await self._leave_others()
            if not self._role.progress.settled:
                continue
            if not self._known:
                await self._take_up()
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + self._settings.tick_seconds
                await self._end_silent()

    async def _leave_others(self) -> None:
        """Show no longer the conversations of partitions that others have now: they show them."""
        self._others_left = True
        for number, name in enumerate(self._activity.names()):
            if number % _BREATH == 0:
                await asyncio.sleep(0)
            if self._partition(name) not in self._own:
                self._activity.ended(name)

    async def _take_up(self) -> None:
        """Show the conversations as the ledger has them; silence counts from now, since arrivals are not recorded.

        What was shown before stays until the ledger has been read, so that gauges do not dip with every move.
        """
        self._known = True
        now, unmet = _now(), self._activity.names()
        for number, newest in enumerate(newest_places(self._ledger.keys())):
            if number % _BREATH == 0:
                await asyncio.sleep(0)
            if not self._known:
                return
            name = (newest.tenant, newest.conversation)
            if self._partition(name) not in self._own:
                continue  # a store in memory keeps what has left
            unmet.discard(name)
            try:
                marker = read_marker(self._ledger, newest.tenant, newest.conversation)
                if marker is None or newest.epoch > marker.epoch:
                    self._activity.found(last_records(self._ledger, newest), now)
            except (KeyError, LedgerError):
                continue  # it has ended or left meanwhile; the walk is a hint
        for name in unmet:
            self._activity.ended(name)

    async def _end_silent(self) -> None:
        silent = self._activity.silent(_now(), self._idle)
        if not silent:
            return
        try:
            idle_partitions = await asyncio.get_running_loop().run_in_executor(None, self._nothing_waits)
        except KafkaError as error:
            _log.warning("ticker_waits", error=type(error).__name__)
            return
        for command in silent:
            partition = self._partition((command.tenant, command.conversation))
            reached = _now() if partition in idle_partitions else self._reached.get(partition)
            if reached is not None and reached - command.idle_since >= self._idle:
                await self._send(command, reached)

    async def _send(self, command: SessionEnd, reached: datetime) -> None:
        name, state = (command.tenant, command.conversation), (command.epoch, command.last_slot)
        if self._asked.get(name) == state:
            return
        self._asked[name] = state
        complete = SessionEnd(
            tenant=command.tenant, conversation=command.conversation, epoch=command.epoch,
            last_slot=command.last_slot, idle_since=command.idle_since, reached=reached,
        )  # fmt: skip
        await self._annotations.send(
            key=conversation_key(command.tenant, command.conversation),
            value=encode_msgpack(complete),
            headers=[(KIND, SessionEnd.__name__.encode())],
        )

    def _nothing_waits(self) -> set[int]:
        """Return the partitions on which no turn waits for an annotator and no annotation for this judge."""
        judged = {partition for partition, lag in self._role.progress.lag().items() if not lag}
        return judged & _annotated(self._settings, self._role.partitions)

    def _partition(self, name: Name) -> int:
        return partition_of(conversation_key(*name), self._role.partitions)

    async def _given(self, *told: Any, **_: object) -> None:  # noqa: ANN401 - a signal of Faust
        places: Collection[TP] = told[1]  # after the app
        self._own = frozenset(place.partition for place in places if place.topic == self._role.source)
        self._others_left = False
        await self._moved()

    async def _moved(self, *_: object, **__: object) -> None:
        self._known = False
        self._asked.clear()
        self._reached.clear()


def _annotated(settings: Settings, partitions: int) -> set[int]:
    """Return the partitions of the turns topic whose every message the annotators have committed, or has expired."""
    group = f"{settings.app_id}-annotate"
    consumer = KafkaConsumer(**Connection.of(settings).client(), group_id=group, enable_auto_commit=False)
    try:
        places = [TopicPartition(topic_name(settings, TURNS), partition) for partition in range(partitions)]
        ends, beginnings = consumer.end_offsets(places), consumer.beginning_offsets(places)
        reached = {place: max(consumer.committed(place) or 0, beginnings[place]) for place in places}
        return {place.partition for place in places if reached[place] >= ends[place]}
    finally:
        consumer.close(autocommit=False)


def _now() -> datetime:
    return datetime.now(UTC)
