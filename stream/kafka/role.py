"""What both agents have in common: an app, the guard before each message, acknowledgements after it, and how it ends.

A process that cannot go on safely ends at once, as if it had been killed: nothing that has not been committed counts,
and its supervisor starts it again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import faust
import structlog
from faust.types import TP

from schemas.topics import Topic
from stream.engine import place_of
from stream.errors import BrokerError, TopicsError
from stream.kafka.acknowledgements import Acknowledgements
from stream.kafka.apps import build_app
from stream.kafka.guard import Gap, GapMemory, Guard
from stream.kafka.progress import Progress, committed_offsets
from stream.kafka.topics import check, partition_count, topic_name
from stream.worker.context import ChildContext
from stream.worker.exits import Exit, leave

_log = structlog.get_logger(__name__)
_TOPICS_EVERY_S = 30.0
_DRAIN_SECONDS = 6.0
"""How long an orderly end waits for sends; what is not acknowledged by then is read again."""


class Role:
    """One agent's app around the topic that it reads."""

    def __init__(self, context: ChildContext, source: Topic) -> None:
        """Make the app; nothing is connected before it runs. Raises BrokerError."""
        settings = context.settings
        self.context = context
        self.partitions = partition_count(settings, source)
        self.app: faust.App = build_app(settings, context.role, context.folder, self.partitions)
        self.source_topic = source
        self.source = topic_name(settings, source)
        self.acknowledgements = Acknowledgements(
            generation=lambda: self.app.consumer_generation_id,
            failed=lambda: leave(Exit.SEND_FAILED),
            metrics=context.metrics,
        )
        self.progress = Progress(self.app, self.source, context)
        self.closing = False
        self._gaps = GapMemory(context.folder)
        self._guard = Guard(self._known, self._committed, self._beginning)
        self.beside(self.acknowledgements.run)
        self.beside(self.progress.run)
        self.beside(self.progress.watch_expiry)
        self.beside(self._watch_topics)
        self.app.on_before_shutdown.connect(self._finish, weak=False)

    def beside(self, work: Callable[[], Awaitable[None]]) -> None:
        """Let something go on beside the agent; an error in it ends the process, since Faust's own way out may hang."""

        async def working() -> None:
            try:
                await work()
            except Exception as error:
                if self.app.should_stop:
                    raise
                _log.error("role_crashed", **place_of(error))
                leave(Exit.CRASHED)

        self.app.task(working)

    async def messages(self, stream: Any) -> AsyncIterator[Any]:  # noqa: ANN401 - a stream of Faust
        """Yield the events to handle, none skipped; each has to be given to `acknowledgements`."""
        async for event in stream.noack().events():
            if self.closing:
                continue
            message = event.message
            gap = await self._guard.admit(message.topic, message.partition, message.generation_id, message.offset)
            if gap is not None:
                await self._stop_at(gap)
            yield event

    def run(self) -> int:
        """Run until told to stop; return the exit code."""
        worker = faust.Worker(self.app, quiet=True, override_logging=False, redirect_stdouts=False)
        worker.spinner = None  # it writes to the terminal, quiet or not
        try:
            worker.execute_from_commandline()
        except SystemExit as ended:
            return int(ended.code or 0)
        except Exception as error:  # noqa: BLE001 - whatever it was, a fresh process is the answer
            _log.warning("role_crashed", **place_of(error))
            return Exit.CRASHED
        return 0

    async def _finish(self, *_: object, **__: object) -> None:
        """Acknowledge what has been handled before the last commit."""
        self.closing = True
        try:
            await asyncio.wait_for(self.acknowledgements.drained(), _DRAIN_SECONDS)
        except TimeoutError:
            _log.warning("ended_with_pending_sends")

    async def _stop_at(self, gap: Gap) -> None:
        if not self._gaps.met_before(gap):
            _log.warning("gap", topic=gap.topic, partition=gap.partition, expected=gap.expected, got=gap.got)
            leave(Exit.GAP)
        _log.error("gap_remains", topic=gap.topic, partition=gap.partition, expected=gap.expected, got=gap.got)
        self.progress.problem = gap.sentence()
        while not self.app.should_stop:
            await self.app.sleep(1.0)

    async def _watch_topics(self) -> None:
        """Say so when topics are changed or deleted while they are read: Faust goes on as if nothing had happened."""
        while not self.app.should_stop:
            await self.app.sleep(_TOPICS_EVERY_S)
            with suppress(BrokerError):
                wrong = await asyncio.get_running_loop().run_in_executor(None, self._changed_topics)
                if wrong != self.progress.topics:
                    _log.error("topics_changed", problem=wrong)
                    self.progress.topics = wrong

    def _changed_topics(self) -> str:
        """Return what has become of the topics since this process started, "" when they are as they were."""
        try:
            check(self.context.settings)
            now = partition_count(self.context.settings, self.source_topic)
        except TopicsError as error:
            return str(error)
        if now == self.partitions:
            return ""
        return (
            f"{self.source} had {self.partitions} partitions when this process started and has {now}: partitions cannot"
            " change while conversations live; to go on with them as they are, start the workers again"
        )

    def _known(self, topic: str, partition: int) -> int | None:
        return committed_offsets(self.app).get(TP(topic, partition))

    async def _committed(self, topic: str, partition: int) -> int:
        # Faust passes on no question about committed offsets; its consumer lives in a thread of its own.
        thread = self.app.consumer._thread  # type: ignore[attr-defined]  # noqa: SLF001
        clients = thread._ensure_consumer()  # noqa: SLF001
        return int(await thread.call_thread(clients.committed, TP(topic, partition)) or 0)

    async def _beginning(self, topic: str, partition: int) -> int:
        place = TP(topic, partition)
        return int((await self.app.consumer.earliest_offsets(place))[place])


def arrived(event: Any) -> int:  # noqa: ANN401 - an event of Faust
    """Return when the broker took a message, in ms since the epoch; now, where that is missing or still to come.

    On a topic that `skg topics create` did not make it may be what a producer's clock said.
    """
    now, told = round(time.time() * 1_000), round((event.message.timestamp or 0.0) * 1_000)
    return told if 0 < told < now else now
