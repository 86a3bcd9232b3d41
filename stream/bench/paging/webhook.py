"""A webhook that keeps what Alertmanager sends to it, as a pager's gateway would take it."""

from __future__ import annotations

import time
from threading import Lock
from typing import Literal, Self

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stream.ingest.server import HttpServer, open_socket

_ACCEPTED = 200
_LOOPBACK = "127.0.0.1"


class Alert(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One alert of a notification."""

    status: Literal["firing", "resolved"]
    labels: dict[str, str]
    annotations: dict[str, str]
    starts_at: str
    ends_at: str
    fingerprint: str


class Notification(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What Alertmanager's webhooks send (version 4): the alerts of one group that go to one receiver."""

    version: str
    group_key: str
    status: Literal["firing", "resolved"]
    receiver: str
    group_labels: dict[str, str]
    common_labels: dict[str, str]
    common_annotations: dict[str, str]
    alerts: tuple[Alert, ...]


class Received(msgspec.Struct, frozen=True, kw_only=True):
    """A notification and when it came, in seconds since the epoch."""

    at: float
    notification: Notification

    @property
    def firing(self) -> bool:
        """Whether something is wrong, and not mended again."""
        return self.notification.status == "firing"

    def about(self, assistant: str, version: str) -> bool:
        """Whether it is about this version of an assistant."""
        labels = self.notification.common_labels
        return (labels.get("assistant"), labels.get("assistant_version")) == (assistant, version)


class Webhook:
    """Listens on loopback while it is entered."""

    def __init__(self) -> None:
        """Take a free port."""
        self._received: list[Received] = []
        self._lock = Lock()
        self._socket = open_socket(_LOOPBACK, 0, token="")
        self.url = f"http://{_LOOPBACK}:{self._socket.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._server = HttpServer(Starlette(routes=[Route("/", self._take, methods=["POST"])]), self._socket)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()
        self._socket.close()

    @property
    def received(self) -> tuple[Received, ...]:
        """What has come so far, in order."""
        with self._lock:
            return tuple(self._received)

    async def _take(self, request: Request) -> Response:
        told = msgspec.json.decode(await request.body(), type=Notification)
        with self._lock:
            self._received.append(Received(at=time.time(), notification=told))
        return Response(status_code=_ACCEPTED)
