"""A whole conversation as files hold it: one a line, turns in order (the input of `skg score`)."""

from __future__ import annotations

import msgspec

from schemas.codec import convert, decode_json
from schemas.errors import WireError
from schemas.turn import Turn

_KIND = "Conversation"


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """Turns of one conversation; their `index` is their place in it."""

    id: str
    turns: tuple[Turn, ...]


class _Written(msgspec.Struct, frozen=True, kw_only=True):
    """The line before its turns are looked at: a turn needs `role` and `text` only."""

    id: str
    turns: tuple[dict[str, object], ...]


def read_conversation(data: bytes | str) -> Conversation:
    """Return the conversation that a line `{"id", "turns": [{"role", "text", …}]}` holds.

    Raises WireError naming the field at fault, such as `turns[3].role`.

    >>> read_conversation('{"id": "c1", "turns": [{"role": "user", "text": "Hi"}]}').turns[0].index
    0
    """
    try:
        written = decode_json(data, _Written)
    except WireError as error:
        raise WireError(kind=_KIND, field=error.field, problem=error.problem) from error
    return Conversation(
        id=written.id, turns=tuple(_turn(written.id, index, fields) for index, fields in enumerate(written.turns))
    )


def _turn(conversation: str, index: int, fields: dict[str, object]) -> Turn:
    try:
        return convert({**fields, "conversation": conversation, "index": index}, Turn)
    except WireError as error:
        field = "id" if error.field == "conversation" else f"turns[{index}].{error.field}"
        raise WireError(kind=_KIND, field=field, problem=error.problem) from error
