"""Claims in a file beside the conversations: `{"id", "turn", "claims": [...]}` a line, put into their turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec

from schemas.codec import decode_json
from schemas.errors import WireError
from schemas.given import MAX_GIVEN, GivenClaim
from stream.errors import SourceError
from stream.ingest.source import Line


class ClaimsOfTurn(msgspec.Struct, frozen=True, kw_only=True):
    """What one turn says; `id` names its conversation, `turn` is its 0-based place there."""

    id: str
    turn: Annotated[int, msgspec.Meta(ge=0)]
    claims: Annotated[tuple[GivenClaim, ...], msgspec.Meta(max_length=MAX_GIVEN)]


class ClaimsFile:
    """The claims of many conversations, each handed out once."""

    def __init__(self, path: Path) -> None:
        """Read all of it; raise SourceError naming the line and the field at fault."""
        self._claims: dict[str, dict[int, tuple[GivenClaim, ...]]] = {}
        try:
            lines = path.read_bytes().splitlines()
        except OSError as error:
            raise SourceError(source=str(path), problem=f"cannot be read: {error.strerror}") from error
        for number, line in enumerate(lines, start=1):
            if line.strip():
                self._add(path, number, line)

    def _add(self, path: Path, number: int, line: bytes) -> None:
        try:
            read = decode_json(line, ClaimsOfTurn)
        except WireError as error:
            where = f"field `{error.field}`: " if error.field else ""
            raise SourceError(source=f"{path}, line {number}", problem=f"{where}{error.problem}") from error
        turns = self._claims.setdefault(read.id, {})
        if read.turn in turns:
            problem = f"field `turn`: the claims of turn {read.turn} of {read.id} are there already: one line a turn"
            raise SourceError(source=f"{path}, line {number}", problem=problem)
        turns[read.turn] = read.claims

    def put_into(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield conversations with their claims; a line that is no conversation stays as it is, and is told later."""
        for line in lines:
            data = line.data and self._joined(line.data)
            yield msgspec.structs.replace(line, data=data)

    def left(self) -> list[str]:
        """Return a sentence on each turn whose claims have found no place."""
        return [
            f"claims of turn {turn} of conversation {name}: there is no such turn"
            for name, turns in sorted(self._claims.items())
            for turn in sorted(turns)
        ]

    def _joined(self, data: bytes) -> bytes:
        try:
            conversation = msgspec.json.decode(data)
            known = self._claims.get(conversation["id"], {})
            for place, fields in enumerate(conversation["turns"]):
                if place in known:
                    fields["claims"] = msgspec.to_builtins(known.pop(place))
        except (msgspec.DecodeError, RecursionError, KeyError, TypeError):
            return data
        return msgspec.json.encode(conversation)
