"""Messages are acknowledged strictly in order, each after everything that it caused is safe on the broker.

Faust commits what was acknowledged, and on its own it acknowledges before a send is known to have succeeded, or out of
order (docs/decisions/0050-faust-arrangement.md). One queue does it here: the sends of the oldest message are awaited,
then it is acknowledged, unless its partition has been given away meanwhile. A send that failed ends the process:
nothing is committed past it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import structlog
from aiokafka.errors import BrokerResponseError

from stream.engine import place_of
from stream.metrics import Metrics

_log = structlog.get_logger(__name__)
_PENDING = 2_000
"""Messages that may wait for their sends; beyond that the agent waits."""


class Acknowledgements:
    """The queue of one agent."""

    def __init__(self, generation: Callable[[], int], failed: Callable[[], None], metrics: Metrics) -> None:
        """Compare with the current `generation`; call `failed`, which does not return, when a send fails."""
        self._generation = generation
        self._failed = failed
        self._metrics = metrics
        self._queue: asyncio.Queue[tuple[Any, Sequence[Awaitable[Any]]]] = asyncio.Queue(_PENDING)

    async def add(self, event: Any, sends: Sequence[Awaitable[Any]]) -> None:  # noqa: ANN401 - an event of Faust
        """Acknowledge `event` once all before it are acknowledged and its own sends have succeeded."""
        await self._queue.put((event, sends))

    async def run(self) -> None:
        """Do so until cancelled."""
        while True:
            event, sends = await self._queue.get()
            try:
                for send in sends:
                    await send
            except Exception as error:  # noqa: BLE001 - whatever it was, the output is not safe
                _log.warning("send_failed", **place_of(error), **_refusal(error))
                self._failed()
            if event.message.generation_id == self._generation():
                event.ack()
            else:
                self._metrics.count("skg_stale_acknowledgements_total")
            self._queue.task_done()

    async def drained(self) -> None:
        """Wait until everything added has been acknowledged."""
        await self._queue.join()


def _refusal(error: Exception) -> dict[str, str]:
    """Return what stands in Kafka's list of errors for one that a broker answered; it quotes no message."""
    refused = error.__cause__ or error
    return {"refused": refused.description} if isinstance(refused, BrokerResponseError) else {}
