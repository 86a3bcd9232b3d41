"""HTTP: turns come in at `POST /v1/turns`, metrics and health go out.

A request is answered once its turns are in the ledger, or acknowledged by Kafka, so that whoever got a 202 need not
send again. When more turns wait than the judge may fall behind, the answer is 429 and says when to come back.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from datetime import datetime

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from schemas.errors import WireError
from schemas.turn import Turn
from stream.errors import TurnTooLargeError
from stream.ingest.body import read_turns
from stream.intake import Arrival, Intake
from stream.metrics import CONTENT_TYPE, Metrics
from stream.receipt import Receipt
from stream.redaction import Redactor


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the monitor is doing: `live` is false when it should be restarted, `ready` when it should get no turns."""

    live: bool
    ready: bool
    details: dict[str, str | int | float] = {}


class Unavailable(msgspec.Struct, frozen=True, kw_only=True):
    """Why turns that were handed in have not been taken, and after how many seconds to send them again."""

    reason: str
    problem: str
    retry_after: int = 0


STOPPING = Unavailable(reason="stopping", problem="the monitor is stopping: send the turns again later")


def _any_turn(_turn: Turn) -> None:
    """Take a turn as it is."""


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """What the HTTP side needs of the rest.

    `check` raises TurnTooLargeError for a turn that cannot be taken; `unavailable` says why turns were not taken while
    the intake is open.
    """

    intake: Intake
    redactor: Redactor
    metrics: Metrics
    health: Callable[[], Health]
    clock: Callable[[], datetime]
    max_body_bytes: int
    token: str = ""
    check: Callable[[Turn], None] = _any_turn
    unavailable: Unavailable = STOPPING


def build_app(service: Service) -> Starlette:
    """Return the application: ingest, metrics, health."""

    async def post_turns(request: Request) -> Response:
        return await _post_turns(request, service)

    async def get_metrics(_request: Request) -> Response:
        service.metrics.set_gauge("skg_queue_turns", service.intake.waiting, queue="ingest")
        return Response(service.metrics.exposition(), headers={"content-type": CONTENT_TYPE})

    async def get_live(_request: Request) -> Response:
        health = service.health()
        return _json(200 if health.live else 503, {"live": health.live, **health.details})

    async def get_ready(_request: Request) -> Response:
        health = service.health()
        return _json(200 if health.ready else 503, {"ready": health.ready, **health.details})

    async def get_index(_request: Request) -> Response:
        return _json(
            200, {"post_turns": "/v1/turns", "metrics": "/metrics", "health": ["/health/live", "/health/ready"]}
        )

    return Starlette(
        routes=[
            Route("/v1/turns", post_turns, methods=["POST"]),
            Route("/metrics", get_metrics),
            Route("/health/live", get_live),
            Route("/health/ready", get_ready),
            Route("/", get_index),
        ]
    )


class _RefusalError(Exception):
    """A request that is answered with an error: status, a reason for the metrics, and words for the caller."""

    def __init__(self, status: int, reason: str, problem: str, *, field: str = "", retry_after: int = 0) -> None:
        self.status = status
        self.reason = reason
        self.retry_after = retry_after
        self.answer = {"error": reason, "field": field, "problem": problem}
        super().__init__(problem)


async def _post_turns(request: Request, service: Service) -> Response:
    try:
        _check_token(request, service.token)
        body = await _body(request, service.max_body_bytes)
        turns = _checked(_turns(body, request, service.clock()), service)
        receipts = await _through(service, turns)
    except _RefusalError as refusal:
        service.metrics.count("skg_rejected_requests_total", refusal.reason)
        headers = {"retry-after": str(refusal.retry_after)} if refusal.retry_after else None
        return _json(refusal.status, refusal.answer, headers)
    return _json(202, {"turns": receipts})


def _check_token(request: Request, token: str) -> None:
    """Compare in the same time whatever is wrong."""
    given = request.headers.get("authorization", "")
    if token and not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise _RefusalError(401, "unauthorized", "send the header `Authorization: Bearer TOKEN`")


async def _body(request: Request, limit: int) -> bytes:
    """Return the body; at most `limit` bytes and one piece are ever held."""
    too_large = _RefusalError(413, "too_large", f"the body is larger than {limit} bytes: send fewer turns at once")
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > limit:
        raise too_large
    pieces = bytearray()
    try:
        async for piece in request.stream():
            pieces += piece
            if len(pieces) > limit:
                raise too_large
    except ClientDisconnect as error:
        raise _RefusalError(400, "disconnected", "the request ended before its body did") from error
    except asyncio.CancelledError as error:  # the server stops, and waited long enough for the rest of the body
        raise _refusal(STOPPING) from error
    return bytes(pieces)


def _turns(body: bytes, request: Request, arrived: datetime) -> list[Turn]:
    try:
        return read_turns(body, request.headers.get("content-type", ""), arrived)
    except WireError as error:
        raise _RefusalError(400, "malformed", error.problem, field=error.field) from error


def _checked(turns: list[Turn], service: Service) -> list[Turn]:
    """Return the turns redacted; refuse all when one of them could not be taken."""
    redacted = [service.redactor.redact(turn) for turn in turns]
    for number, turn in enumerate(redacted):
        try:
            service.check(turn)
        except TurnTooLargeError as error:
            field = f"[{number}].text" if len(turns) > 1 else "text"
            raise _RefusalError(413, "too_large", str(error), field=field) from error
    return redacted


async def _through(service: Service, turns: list[Turn]) -> list[Receipt]:
    """Hand the turns on and wait until they are recorded."""
    if not turns:
        return []
    intake = service.intake
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[Receipt] | None] = loop.create_future()

    def settle(receipts: list[Receipt] | None) -> None:
        loop.call_soon_threadsafe(_set_once, answer, receipts)

    if not intake.offer(Arrival(turns, settle)):
        if intake.closed:
            raise _refusal(STOPPING)
        wait = intake.seconds_until_room()
        raise _RefusalError(429, "behind", f"too many turns wait: come back in {wait} s", retry_after=wait)
    receipts = await answer
    if receipts is None:
        raise _refusal(STOPPING if intake.closed else service.unavailable)
    return receipts


def _refusal(why: Unavailable) -> _RefusalError:
    return _RefusalError(503, why.reason, why.problem, retry_after=why.retry_after)


def _set_once(answer: asyncio.Future[list[Receipt] | None], receipts: list[Receipt] | None) -> None:
    if not answer.done():
        answer.set_result(receipts)


def _json(status: int, value: object, headers: dict[str, str] | None = None) -> Response:
    body = msgspec.json.encode(value) + b"\n"
    return Response(body, status_code=status, media_type="application/json", headers=headers)
