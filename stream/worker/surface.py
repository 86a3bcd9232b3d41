"""The one port of a worker: metrics of all its processes, and whether it lives and works."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.applications import Starlette
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


def build_app(window: Window) -> Starlette:
    """Return the application. The synchronous functions run beside the server's loop: they read files."""

    def get_metrics(_request: Request) -> Response:
        return Response(window.exposition(), headers={"content-type": CONTENT_TYPE})

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
