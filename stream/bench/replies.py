"""Replies of a wanted length, each with the prompt that it answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from schemas.turn import Role
from skgeval.evaluation.labelled import Example

SHORTEST = 0.65
"""A reply this share of the wanted length is long enough; longer ones are cut after the sentence that reaches it."""

_WORD = re.compile(r"\S+")
_SENTENCE_END = re.compile(r"[.!?][\"')\]*_]*(?=\s)|\n")


class Exchange(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt and the reply to it."""

    prompt: str
    reply: str


def exchanges(examples: Iterable[Example]) -> list[Exchange]:
    """Return every assistant turn with the user turns right before it as its prompt."""
    found = []
    for example in examples:
        prompt: list[str] = []
        for turn in example.turns:
            if turn.role is Role.USER:
                prompt.append(turn.text)
            elif turn.role is Role.ASSISTANT:
                found.append(Exchange(prompt="\n".join(prompt), reply=turn.text))
                prompt = []
    return found


def of_length(found: Sequence[Exchange], words: int, count: int) -> list[Exchange]:
    """Return up to `count` exchanges with replies of about `words` words, nearest in length first chosen, in order."""
    lengths = [len(exchange.reply.split()) for exchange in found]
    long_enough = [number for number, length in enumerate(lengths) if length >= SHORTEST * words]
    nearest = sorted(long_enough, key=lambda number: (abs(lengths[number] - words), number))[:count]
    return [msgspec.structs.replace(found[number], reply=cut(found[number].reply, words)) for number in sorted(nearest)]


def cut(text: str, words: int) -> str:
    """Return `text` up to the end of the sentence or line in which word number `words` stands.

    >>> cut("One two. Three four. Five.", 3)
    'One two. Three four.'
    """
    for number, word in enumerate(_WORD.finditer(text), start=1):
        if number == words:
            end = _SENTENCE_END.search(text, word.end() - 1)
            return text[: end.end()].rstrip() if end else text
    return text


def grown(found: Sequence[Exchange], words: int) -> list[Exchange]:
    """Return each exchange with the replies that follow it added, round and round, until it has `words` words."""
    longer = []
    for number, exchange in enumerate(found):
        parts = [exchange.reply]
        while sum(len(part.split()) for part in parts) < words:
            parts.append(found[(number + len(parts)) % len(found)].reply)
        longer.append(msgspec.structs.replace(exchange, reply="\n\n".join(parts)))
    return longer
