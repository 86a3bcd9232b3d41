"""The agent `judge`: annotations in, one record a turn into the ledger, records and certificates out.

It judges in the order in which annotations arrive and keeps nothing that the ledger does not hold: sessions in memory
are dropped whenever partitions move, and folded again. A turn or a command that comes again is answered as it was.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from typing import Any

import msgspec
import structlog
from aiokafka.errors import MessageSizeTooLargeError
from faust.exceptions import ProducerSendError
from faust.types import TP

from schemas.annotation import Annotation, Vectors
from schemas.codec import decode_msgpack, encode_json
from schemas.errors import WireError
from schemas.finding import Certificate
from schemas.record import RESENT, TurnRecord
from schemas.session import Forget, Forgotten, SessionEnd, SessionSummary
from schemas.topics import ANNOTATIONS, CERTIFICATES, RECORDS, Topic
from stream.composition import load_judging
from stream.engine import Judging, place_of
from stream.errors import LedgerError
from stream.kafka.apps import raw_topic
from stream.kafka.role import Role, arrived
from stream.kafka.table import TABLE, ChangelogTable, TableLedger
from stream.kafka.ticker import Ticker
from stream.kafka.wire import KIND, RESEND, Headers, Source, conversation_key, kind_of
from stream.ledger import EndMarker, remove_ended
from stream.live import Live, Name
from stream.policies import load_policies
from stream.receipt import Outcome
from stream.recorder import HERE, Bounds, Origin, Recorder
from stream.worker.context import ChildContext
from stream.worker.exits import Exit, leave

_log = structlog.get_logger(__name__)


Sends = list[Awaitable[Any]]
"""What has been sent for a message; it is acknowledged when all of it is safe."""


class Output(msgspec.Struct, frozen=True, kw_only=True):
    """A message to be sent."""

    topic: Topic
    key: bytes
    value: bytes
    headers: Headers


class JudgingAgent:
    """Records what annotations say, and ends and erases conversations on command."""

    def __init__(self, context: ChildContext, judging: Judging) -> None:
        """Build the agent; raises BrokerError."""
        settings = context.settings
        self.role = Role(context, ANNOTATIONS)
        self._metrics = context.metrics
        self._limit = settings.max_record_bytes
        self._idle = timedelta(seconds=settings.session_idle_seconds)
        app, partitions = self.role.app, self.role.partitions
        annotations = raw_topic(app, settings, ANNOTATIONS, partitions)
        self._topics = {topic: raw_topic(app, settings, topic, partitions) for topic in (RECORDS, CERTIFICATES)}
        table = ChangelogTable(
            app, name=TABLE, partitions=partitions, key_type=bytes, value_type=bytes,
            extra_topic_configs={"cleanup.policy": "compact"},
        )  # fmt: skip
        app.tables.add(table)
        self._ledger = TableLedger(table, context.metrics)
        bounds = Bounds(live_conversations=settings.live_conversations, max_record_bytes=settings.max_record_bytes)
        self._recorder = Recorder(self._ledger, judging, context.metrics, bounds)
        self._ticker = Ticker(self.role, self._ledger, annotations)
        app.agent(annotations, name="judge")(self._receive)
        app.on_partitions_revoked.connect(self._forget_sessions, weak=False)
        app.on_partitions_assigned.connect(self._forget_sessions, weak=False)
        self.role.beside(self._ticker.run)

    async def _receive(self, stream: Any) -> None:  # noqa: ANN401 - a stream of Faust
        async for event in self.role.messages(stream):
            sends = await self._handle(event)
            await self.role.acknowledgements.add(event, sends)

    async def _handle(self, event: Any) -> Sends:  # noqa: ANN401 - an event of Faust
        """Answer one message; return the sends to wait for, also where a crash came between them.

        What cannot be read is counted and passed over. A ledger that fails ends the process: a turn passed over then
        would be lost, and the next one stand in its place.
        """
        sends: Sends = []
        try:
            kind = kind_of(event.headers or {})
            if kind == Annotation.__name__:
                await self._turn(event, sends)
            elif kind == SessionEnd.__name__:
                await self._end(event, decode_msgpack(event.message.value, SessionEnd), sends)
            elif kind == Forget.__name__:
                await self._forget(event, decode_msgpack(event.message.value, Forget), sends)
            else:
                self._metrics.count("skg_undecodable_total", "unknown_kind")
        except WireError:
            self._metrics.count("skg_undecodable_total", "annotation")
        except LedgerError as error:
            _log.error("ledger_failed", problem=error.problem)
            leave(Exit.CRASHED)
        except Exception as error:  # noqa: BLE001 - no exception leaves the agent (DESIGN.md, section 5, promise 3)
            _log.warning("judge_crashed", **place_of(error))
            self._metrics.count("skg_undecodable_total", "judge_crashed")
        return sends

    async def _turn(self, event: Any, sends: Sends) -> None:  # noqa: ANN401 - as above
        annotation = decode_msgpack(event.message.value, Annotation)
        source = Source.of(event.headers, arrived(event))
        marker = self._recorder.live(annotation.tenant, annotation.conversation).marker
        if self._answered(marker, event):
            return
        with self._ledger.collecting(sends), self._metrics.stage("judge"):
            taken = self._recorder.take(annotation, _origin(source))
            if taken.outcome is Outcome.DUPLICATE and taken.record is not None:
                self._ledger.write_again(taken.record)
        if taken.record is None:
            return
        with self._metrics.stage("act"):
            for output in self._outputs(taken.record, source):
                sends.append(await self._send(output))
        if taken.outcome is Outcome.RECORDED:
            self._metrics.recorded(taken.record)
            self._metrics.set_gauge("skg_cached_sessions", len(self._recorder))
        self._ticker.heard(taken.record, source)
        if source is not None:
            self.role.progress.processed(event.message.partition, source.arrived)
            self._metrics.turn_seconds(max(0.0, time.time() - source.arrived / 1_000))

    async def _end(self, event: Any, command: SessionEnd, sends: Sends) -> None:  # noqa: ANN401 - as above
        """End a conversation that has not moved since the ticker looked."""
        name, offset = (command.tenant, command.conversation), event.message.offset
        live = self._recorder.live(*name)
        again = _closed_by(live.marker, offset)
        if not again and (self._answered(live.marker, event) or not self._silent(live, command)):
            return
        marker = await self._close(name, offset, self._recorder.close, sends)
        if marker.summary is not None:
            if not again:
                self._metrics.ended(marker.summary)
            sends.append(await self._send(self._output(RECORDS, marker.summary)))

    def _answered(self, marker: EndMarker | None, event: Any) -> bool:  # noqa: ANN401 - as above
        """Return whether a message stands before the command that ended its conversation."""
        message = event.message
        if marker is None or marker.offset is None or message.offset > marker.offset:
            return False
        # A topic that ends before that command has been made anew since: its offsets say nothing of the old one's.
        end = self.role.app.consumer.highwater(TP(message.topic, message.partition))
        return end is None or end > marker.offset

    def _silent(self, live: Live, command: SessionEnd) -> bool:
        """Return whether a conversation is as the ticker saw it, and time has come far enough."""
        session = live.session
        unmoved = session.epoch == command.epoch and session.next_slot == command.last_slot + 1 and bool(live.turns)
        return unmoved and command.reached is not None and command.reached - command.idle_since >= self._idle

    async def _forget(self, event: Any, command: Forget, sends: Sends) -> None:  # noqa: ANN401 - as above
        """Erase a conversation here, and tell those who hold more of it."""
        name, offset = (command.tenant, command.conversation), event.message.offset
        live = self._recorder.live(*name)
        again = _closed_by(live.marker, offset)
        if not again and self._answered(live.marker, event):
            return
        epoch = live.marker.epoch if again and live.marker is not None else live.session.epoch
        marker = await self._close(name, offset, self._recorder.erase, sends)
        if not again:
            self._metrics.count("skg_forgotten_conversations_total")
        told = Forgotten(tenant=command.tenant, conversation=command.conversation, epoch=epoch, records=marker.slots)
        for topic in (RECORDS, CERTIFICATES):
            sends.append(await self._send(self._output(topic, told)))

    async def _close(
        self, name: Name, offset: int, close: Callable[[str, str, int], EndMarker], sends: Sends
    ) -> EndMarker:
        """Return the end marker of a conversation, written unless this very command wrote it, its records deleted."""
        await self.role.acknowledgements.drained()
        marker = self._recorder.live(*name).marker
        with self._ledger.collecting(sends):
            if marker is None or not _closed_by(marker, offset):
                marker = close(*name, offset)
            remove_ended(self._ledger, *name, marker)
        self._ticker.ended(name)
        return marker

    def _outputs(self, record: TurnRecord, source: Source | None) -> Iterator[Output]:
        """Yield the certificates of a record, then the record without its vectors."""
        for certificate in record.certificates:
            yield self._output(CERTIFICATES, certificate, source)
        slim = msgspec.structs.replace(record, vectors=Vectors())
        output = self._output(RECORDS, slim, source)
        if len(output.value) > self._limit:
            # The ledger has it whole; readers of the topic get what fits.
            slim = msgspec.structs.replace(slim, claims=(), open_slots=(), certificates=(), flags=(*slim.flags, "cut"))
            output = self._output(RECORDS, slim, source)
        yield output

    def _output(
        self, topic: Topic, value: TurnRecord | Certificate | SessionSummary | Forgotten, source: Source | None = None
    ) -> Output:
        kind = type(value).__name__
        return Output(
            topic=topic,
            key=conversation_key(value.tenant, value.conversation),
            value=encode_json(value),
            headers=[(KIND, kind.encode())] if source is None else source.headers(kind),
        )

    async def _send(self, output: Output) -> Awaitable[Any]:
        """Return the send to wait for; one that fails at once fails for whoever waits, as one that fails later does."""
        try:
            return await self._topics[output.topic].send(key=output.key, value=output.value, headers=output.headers)
        except ProducerSendError as error:
            if isinstance(error.__cause__, MessageSizeTooLargeError):
                raise  # it will be as large when it comes again
            failed: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            failed.set_exception(error)
            return failed

    async def _forget_sessions(self, *_: object, **__: object) -> None:
        self._recorder.forget_all()
        self._metrics.set_gauge("skg_cached_sessions", 0)


def _origin(source: Source | None) -> Origin:
    """Return what a record is to tell of how its turn came."""
    if source is None:
        return HERE
    return Origin(partition=source.partition, flags=(RESENT,) if source.mode == RESEND else ())


def _closed_by(marker: EndMarker | None, offset: int) -> bool:
    """Return whether the command at `offset`, which has come again, is the one that ended the conversation."""
    return marker is not None and marker.offset == offset


def run(context: ChildContext, judging: Judging | None = None) -> int:
    """Judge until told to stop; return the exit code. Policies and knowledge are loaded unless `judging` is given."""
    chosen = judging or load_judging(load_policies(context.settings.policy_file))
    return JudgingAgent(context, chosen).role.run()
