"""The one port of a worker: metrics of all its processes, and whether it lives and works."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stream.metrics import CONTENT_TYPE
from stream.worker.health import Health
from stream.worker.seen import Seen


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """What can be seen of a worker from outside; all of it may be called from another thread."""

    exposition: Callable[[], bytes]
    health: Callable[[], Health]
    seen: Callable[[], tuple[Seen, ...]]


class _Shared:
    """Answers calls that overlap with one run, so that scrapes that come faster than one is made do not pile up."""

    def __init__(self, run: Callable[[], bytes]) -> None:
        self._run = run
        self._running: asyncio.Task[bytes] | None = None

    async def result(self) -> bytes:
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(run_in_threadpool(self._run))
        # Who hangs up ends the wait, and not the run that others wait for as well.
        return await asyncio.shield(self._running)


def build_app(window: Window) -> Starlette:
    """Return the application. The synchronous functions run beside the server's loop: they read files."""
    exposition = _Shared(window.exposition)

    async def get_metrics(_request: Request) -> Response:
        return Response(await exposition.result(), headers={"content-type": CONTENT_TYPE})

    def get_live(_request: Request) -> Response:
        problems = window.health().stuck
        return _json(503 if problems else 200, {"live": not problems, "problems": problems})

    def get_ready(_request: Request) -> Response:
        problems = window.health().unready
        children = {child.name: child.status for child in window.seen()}
        return _json(503 if problems else 200, {"ready": not problems, "problems": problems, "children": children})

    def get_index(_request: Request) -> Response:
        return _json(200, {"metrics": "/metrics", "health": ["/health/live", "/health/ready"]})

    return Starlette(
        routes=[
            Route("/metrics", get_metrics),
            Route("/health/live", get_live),
            Route("/health/ready", get_ready),
            Route("/", get_index),
        ]
    )


def _json(status: int, value: object) -> Response:
    return Response(msgspec.json.encode(value) + b"\n", status_code=status, media_type="application/json")
