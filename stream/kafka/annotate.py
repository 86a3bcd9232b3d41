"""The agent `annotate`: turns in, annotations out; it keeps no state, and any number of it may run.

Turns that wait are read together, in a thread, so that the broker is answered meanwhile; what follows from them is sent
in the order in which they came. Bytes that are no turn go to the dead-letter topic as they are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import msgspec
import structlog

from schemas.annotation import Annotation
from schemas.codec import decode_json, encode_msgpack
from schemas.errors import WireError
from schemas.topics import ANNOTATIONS, DEAD_LETTERS, TURNS
from schemas.turn import Turn
from skgeval.annotation.annotate import WITHHELD
from skgeval.annotation.errors import ReadingStoppedError
from stream.composition import ModelReader, load_annotator
from stream.engine import Reader, place_of, read_all, without_content
from stream.errors import UnreadTurnError
from stream.kafka.apps import raw_topic
from stream.kafka.dead_letters import LetterSource, dead_letter
from stream.kafka.role import Role, arrived
from stream.kafka.topics import message_bytes
from stream.kafka.wire import MODE, Source, conversation_key, header
from stream.reading import MetricsMeter, Watch
from stream.redaction import Redactor, load_redactor
from stream.worker.context import ChildContext

_log = structlog.get_logger(__name__)
_AHEAD = 4
"""Batches that may wait; beyond them the broker is not asked for more."""
_BATCH_BYTES = 4_096
"""Room for what the protocol puts around a message."""
TOO_LARGE = "annotation_too_large"
_REASONS: dict[type[Exception], str] = {WireError: "undecodable", UnreadTurnError: "unread"}


class Annotating:
    """Reads turns with a reader and sends what they say."""

    def __init__(self, context: ChildContext, reader: Reader, redactor: Redactor, stop: Event | None = None) -> None:
        """Build the agent; `stop` is set when it is to end, for a reader that waits. Raises BrokerError."""
        settings = context.settings
        self.role = Role(context, TURNS)
        self._metrics = context.metrics
        self._reader = reader
        self._redactor = redactor
        self._most = settings.batch_turns
        self._limit = settings.max_record_bytes
        self._longest_letter = message_bytes(settings, DEAD_LETTERS) - _BATCH_BYTES
        self._waiting: asyncio.Queue[Any] = asyncio.Queue(_AHEAD * settings.batch_turns)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reader")
        app, partitions = self.role.app, self.role.partitions
        turns = raw_topic(app, settings, TURNS, partitions)
        self._annotations = raw_topic(app, settings, ANNOTATIONS, partitions)
        self._dead_letters = raw_topic(app, settings, DEAD_LETTERS, 1)
        app.agent(turns, name="annotate")(self._receive)
        self.role.beside(self._work)
        self._stop = stop or Event()
        app.on_before_shutdown.connect(self._end_waits, weak=False)

    async def _end_waits(self, *_: object, **__: object) -> None:
        self._stop.set()

    async def _receive(self, stream: Any) -> None:  # noqa: ANN401 - a stream of Faust
        async for event in self.role.messages(stream):
            await self._waiting.put(event)

    async def _work(self) -> None:
        while not self.role.app.should_stop:
            try:
                first = await asyncio.wait_for(self._waiting.get(), 1.0)
            except TimeoutError:
                continue
            batch = [first]
            while len(batch) < self._most and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            await self._answer(batch)

    async def _answer(self, batch: Sequence[Any]) -> None:
        """Send what follows from each message, in order."""
        with self._metrics.stage("decode", len(batch)):
            decoded = [self._decode(event) for event in batch]
        turns = [turn for turn in decoded if isinstance(turn, Turn)]
        loop = asyncio.get_running_loop()
        with self._metrics.stage("annotate", len(turns)):
            try:
                annotations = iter(await loop.run_in_executor(self._thread, read_all, self._reader, turns))
            except ReadingStoppedError:  # nothing of this batch is acknowledged, so it is read again
                return
        answers = [_answer_to(next(annotations)) if isinstance(turn, Turn) else turn for turn in decoded]
        for event, answer in zip(batch, answers, strict=True):
            if self.role.closing or event.message.generation_id != self.role.app.consumer_generation_id:
                self._metrics.count("skg_stale_acknowledgements_total")
                continue
            sending = self._send(event, answer) if isinstance(answer, Annotation) else self._bury(event, answer)
            await self.role.acknowledgements.add(event, [await sending])
            self.role.progress.processed(event.message.partition, arrived(event))

    def _decode(self, event: Any) -> Turn | Exception:  # noqa: ANN401 - an event of Faust
        """Return the turn that a message holds, redacted; or why it holds none."""
        value = event.message.value
        try:
            return self._redactor.redact(decode_json(value or b"", Turn))
        except WireError as error:
            return error
        except Exception as error:  # noqa: BLE001 - no exception leaves the agent (DESIGN.md, section 5, promise 3)
            _log.warning("decoding_crashed", **place_of(error))
            return error

    async def _send(self, event: Any, annotation: Annotation) -> Any:  # noqa: ANN401 - Faust's own
        value = encode_msgpack(annotation)
        if len(value) > self._limit:
            # Half of what the limit holds at four bytes a character: the rest of the annotation has room beside it.
            begins = annotation.text[: self._limit // 8]
            value = encode_msgpack(msgspec.structs.replace(without_content(annotation, TOO_LARGE), text=begins))
        message = event.message
        mode = header(event.headers or {}, MODE)
        source = Source(partition=message.partition, offset=message.offset, arrived=arrived(event), mode=mode)
        return await self._annotations.send(
            key=conversation_key(annotation.tenant, annotation.conversation),
            value=value,
            headers=source.headers(Annotation.__name__),
        )

    async def _bury(self, event: Any, error: Exception) -> Any:  # noqa: ANN401 - Faust's own
        message = event.message
        self._metrics.count("skg_dead_letters_total", _REASONS.get(type(error), "crashed"))
        letter = dead_letter(
            value=message.value,
            key=message.key,
            source=LetterSource(
                topic=message.topic,
                partition=message.partition,
                offset=message.offset,
                timestamp_ms=arrived(event),
                headers=tuple((event.headers or {}).items()),
            ),
            error=error,
            most_bytes=self._longest_letter,
        )
        return await self._dead_letters.send(key=letter.key, value=letter.value, headers=letter.headers)


def _answer_to(annotation: Annotation) -> Annotation | UnreadTurnError:
    """Return what follows from a turn: its annotation, or a letter where its extractor has withheld it."""
    return UnreadTurnError(problem=annotation.failure) if WITHHELD in annotation.flags else annotation


def run(context: ChildContext, reader: Reader | None = None) -> int:
    """Annotate until told to stop; return the exit code. Models are loaded unless a `reader` is given."""
    redactor = load_redactor(context.settings)
    if reader is not None:
        return Annotating(context, reader, redactor).role.run()
    agents: list[Annotating] = []

    def waiting(problem: str) -> None:
        for agent in agents:
            agent.role.progress.problem = problem  # a child that says what it waits for does not count as stuck

    watch = Watch(meter=MetricsMeter(context.metrics, waiting))
    agents.append(Annotating(context, ModelReader(load_annotator(context.settings, watch)), redactor, watch.stop))
    return agents[0].role.run()
