"""The body of a request to turns: one turn, an array of turns, or one turn a line."""

from __future__ import annotations

import uuid
from datetime import datetime

import msgspec

from schemas.codec import decode_json
from schemas.errors import WireError
from schemas.turn import Turn

_KIND = "Turn"


def read_turns(body: bytes, content_type: str, arrived: datetime) -> list[Turn]:
    """Return the turns of a body; raise WireError naming turn and field at fault, `[2].role` being of the third turn.

    A turn without an id, an index and a time gets an id, which the answer returns; one without a time the time of
    arrival.
    """
    text = body.strip()
    if "ndjson" in content_type or "jsonl" in content_type or _has_lines(text):
        parts = [line for line in text.split(b"\n") if line.strip()]
    elif text.startswith(b"["):
        parts = [bytes(part) for part in _array(text)]
    else:
        return [_identified(decode_json(text, Turn), arrived)]
    return [_identified(_numbered(part, number), arrived) for number, part in enumerate(parts)]


def _has_lines(text: bytes) -> bool:
    """Whether the first line is an object of its own and others follow: lines sent under another content type."""
    first, _, rest = text.partition(b"\n")
    return bool(rest.strip()) and first.startswith(b"{") and first.rstrip().endswith(b"}")


def _array(text: bytes) -> list[msgspec.Raw]:
    try:
        return msgspec.json.decode(text, type=list[msgspec.Raw])
    except RecursionError as error:
        raise WireError(kind=_KIND, field="", problem="is nested too deeply: send flat fields only") from error
    except msgspec.DecodeError as error:
        raise WireError(kind=_KIND, field="", problem=f"is no JSON array of turns: {error}") from error


def _numbered(part: bytes, number: int) -> Turn:
    try:
        return decode_json(part, Turn)
    except WireError as error:
        field = f"[{number}].{error.field}" if error.field else f"[{number}]"
        raise WireError(kind=error.kind, field=field, problem=error.problem) from error


def _identified(turn: Turn, arrived: datetime) -> Turn:
    turn_id = turn.turn_id
    if not turn_id and turn.index is None and turn.at is None:
        turn_id = uuid.uuid4().hex
    return msgspec.structs.replace(turn, turn_id=turn_id, at=turn.at or arrived)
