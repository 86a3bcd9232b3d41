"""One line of a file or of standard input to turns, in the forms that people and programs write.

A line is a turn `{"conversation", "role", "text", …}`; without a conversation it belongs to the source's own one. It
may also be a whole conversation `{"id", "turns": […]}` as `skg score` reads it, or, where plain lines are allowed,
`user: …` and `assistant: …` as a person types them.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from datetime import datetime
from typing import Any

import msgspec

from schemas.codec import decode_json
from schemas.conversation import read_conversation
from schemas.digest import digest
from schemas.errors import WireError
from schemas.turn import Role, Turn
from stream.redaction import Redactor

_PLAIN = re.compile(r"\s*(?P<who>[A-Za-z]+)\s*:\s*(?P<text>.*)", re.DOTALL)
_WHO = {
    "user": Role.USER,
    "human": Role.USER,
    "me": Role.USER,
    "u": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "a": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "tool": Role.TOOL,
}
STDIN = "stdin"
"""The source of standard input's lines, and the conversation of those that name none."""
_KIND = "Turn"
_REMEMBERED = 100_000
"""Different texts whose number of appearances is remembered; the longest unheard leaves first."""


class Lines:
    """Reads the lines of one source; gives a turn without time the time of its arrival, and without an id one.

    Such an id is made of the words, of where in a file they stand, and of how often they came before: reading the same
    lines once more, after a crash, gives the same ids, and the turns are known again. Redaction comes before that.
    """

    def __init__(self, source: str, redactor: Redactor, *, allow_plain: bool) -> None:
        """Read lines of the source of that name, which is also the id of the conversation they belong to by default."""
        self.source = source
        self._redactor = redactor
        self._allow_plain = allow_plain
        self._said: OrderedDict[str, int] = OrderedDict()

    def read(self, line: bytes, arrived: datetime | None, where: str = "") -> list[Turn]:
        """Return the turns of a line, none of a blank one; raise WireError naming the field at fault.

        A turn without a time gets that of its arrival; none where `arrived` is None, because somebody else will know.
        `where` is the line's place in a file that is read on after a restart, "" in a stream that starts anew.
        """
        redacted = map(self._redactor.redact, self._turns(line.strip()))
        return [self._identified(turn, arrived, where) for turn in redacted]

    def _turns(self, text: bytes) -> tuple[Turn, ...]:
        if not text:
            return ()
        if not text.startswith(b"{"):
            return (self._plain(text),)
        form = decode_json(text, _Form)
        if form.many is not None:
            return read_conversation(text).turns
        if form.named is None:
            text = self._named(text)
        return (decode_json(text, Turn),)

    def _plain(self, text: bytes) -> Turn:
        if not self._allow_plain:
            problem = "is no JSON object: send one turn a line, or allow lines such as `user: Hello` with --plain"
            raise WireError(kind=_KIND, field="", problem=problem)
        said = _PLAIN.fullmatch(text.decode(errors="replace"))
        role = _WHO.get(said["who"].lower()) if said else None
        if said is None or role is None:
            problem = "does not say who speaks: start it with `user:` or `assistant:`"
            raise WireError(kind=_KIND, field="role", problem=problem)
        return Turn(conversation=self.source, role=role, text=said["text"])

    def _named(self, text: bytes) -> bytes:
        """Write the source's conversation into an object that names none."""
        fields = text[1:].lstrip()
        separator = b"" if fields.startswith(b"}") else b","
        return b'{"conversation":' + msgspec.json.encode(self.source) + separator + fields

    def _identified(self, turn: Turn, arrived: datetime | None, where: str) -> Turn:
        if not turn.turn_id and turn.index is None and turn.at is None:
            words = digest("line", self.source, where, turn.tenant, turn.conversation, turn.role, turn.text)
            times = self._said.pop(words, 0) + 1
            self._said[words] = times
            if len(self._said) > _REMEMBERED:
                self._said.popitem(last=False)
            turn = msgspec.structs.replace(turn, turn_id=digest("turn", words, times))
        return turn if turn.at is not None else msgspec.structs.replace(turn, at=arrived)


class _Form(msgspec.Struct, rename={"named": "conversation", "many": "turns"}):
    """Which of the forms a line has."""

    named: Any = None
    many: Any = None
