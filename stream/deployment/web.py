"""Questions over HTTP to the programs around the monitor."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from typing import TypeVar

import httpx2
import msgspec

from stream.deployment.clocks import Moment
from stream.errors import EndpointError
from stream.hiding import without_password

_TIMEOUT_S = 5.0
"""For connecting and for each part of an answer."""
_OK = 200
T = TypeVar("T")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What came back; `moment` is None without a date that can be read."""

    status: int
    body: bytes
    moment: Moment | None


def get(base: str, path: str) -> Answer:
    """Ask for `path` below the address `base`; raise EndpointError when nothing answers."""
    shown = without_password(base)
    asked = time.time()
    try:
        response = httpx2.get(f"{base.rstrip('/')}{path}", timeout=_TIMEOUT_S, follow_redirects=True)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise EndpointError(url=shown, problem=str(error) or type(error).__name__) from error
    moment = _moment(asked, time.time(), response.headers.get("date", ""))
    return Answer(status=response.status_code, body=response.content, moment=moment)


def get_json(base: str, path: str, kind: type[T]) -> T:
    """Ask likewise, and return the JSON of the answer; raise EndpointError when it is none, or an error."""
    answer, shown = get(base, path), without_password(base)
    if answer.status != _OK:
        raise EndpointError(url=shown, problem=f"{path} answers {answer.status}")
    try:
        return msgspec.json.decode(answer.body, type=kind)
    except msgspec.MsgspecError as error:
        raise EndpointError(url=shown, problem=f"{path} answers something unknown: {error}") from error


def _moment(asked: float, answered: float, date: str) -> Moment | None:
    try:
        told = parsedate_to_datetime(date).timestamp()
    except ValueError:
        return None
    return Moment(asked=asked, answered=answered, earliest=told, latest=told + 1)  # the second has been cut off
