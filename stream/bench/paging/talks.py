"""Conversations made from templates: calm as they stand, and with a contradiction wherever a slip is said instead.

The templates (`talks.toml`) are this project's own and come from no data set. The same seed and number always make the
same conversation.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from random import Random

import msgspec

_TEMPLATES = "talks.toml"
_FACTS = 3
"""Facts that one conversation asks for, each twice."""


class Exchange(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt and its reply; `slip` is a reply that contradicts an earlier one, "" where none can."""

    prompt: str
    reply: str
    slip: str = ""


class Owed:
    """What a share of contradicting answers still owes: it grows with every answer, and is paid where one can slip."""

    def __init__(self, share: float) -> None:
        """Let this share of the answers contradict, which can be up to 3 in 7."""
        self._share = share
        self._due = 0.0

    def slips(self, exchange: Exchange) -> bool:
        """Tell whether the next answer is the slip."""
        self._due = min(self._due + self._share, _FACTS)
        if not exchange.slip or self._due < 1.0:
            return False
        self._due -= 1.0
        return True


class _Filler(msgspec.Struct, frozen=True, kw_only=True):
    """A question and an answer that no other answer is at odds with."""

    ask: str
    say: str


class _Fact(msgspec.Struct, frozen=True, kw_only=True):
    """A question and an answer with a value; two values exclude each other."""

    ask: str
    say: str
    values: tuple[str, ...]


class _Assistant(msgspec.Struct, frozen=True, kw_only=True):
    """What one assistant is asked about."""

    name: str
    things: tuple[str, ...]
    facts: tuple[_Fact, ...]
    fillers: tuple[_Filler, ...]


class _Templates(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file."""

    assistants: tuple[_Assistant, ...]


def assistants() -> tuple[str, ...]:
    """Return the names of the assistants that there are templates for."""
    return tuple(_templates())


def talk(assistant: str, number: int, seed: int | str = 0) -> tuple[Exchange, ...]:
    """Return one conversation: three facts of one thing, a filler, then the same questions again with their slips."""
    made = _templates()[assistant]
    chance = Random(f"{seed} {assistant} {number}")
    thing = chance.choice(made.things)
    facts = [(fact, chance.sample(fact.values, 2)) for fact in chance.sample(made.facts, _FACTS)]
    filler = chance.choice(made.fillers)
    asked = [
        Exchange(prompt=fact.ask.format(thing=thing), reply=fact.say.format(thing=thing, value=right))
        for fact, (right, _) in facts
    ]
    again = [
        Exchange(
            prompt=f"For my notes, once more: {_lowered(fact.ask).format(thing=thing)}",
            reply=fact.say.format(thing=thing, value=right),
            slip=fact.say.format(thing=thing, value=wrong),
        )
        for fact, (right, wrong) in facts
    ]
    between = Exchange(prompt=filler.ask.format(thing=thing), reply=filler.say.format(thing=thing))
    return (*asked, between, *again)


@cache
def _templates() -> dict[str, _Assistant]:
    read = tomllib.loads(files(__package__).joinpath(_TEMPLATES).read_text(encoding="utf-8"))
    return {assistant.name: assistant for assistant in msgspec.convert(read, _Templates).assistants}


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
