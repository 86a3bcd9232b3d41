"""The turns that are sent: conversations of prompts and replies of one length."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from schemas.turn import Role, Turn
from stream.bench.replies import Exchange
from stream.bench.timing import CONVERSATION

AT_ONCE = 20
"""Conversations that go on at the same time."""


def turns_of(exchanges: Sequence[Exchange], name: str) -> list[Turn]:
    """Return the turns of conversations of `CONVERSATION` exchanges, of which `AT_ONCE` take turns."""
    talks = [exchanges[start : start + CONVERSATION] for start in range(0, len(exchanges), CONVERSATION)]
    turns = []
    for first in range(0, len(talks), AT_ONCE):
        group = talks[first : first + AT_ONCE]
        for place in range(CONVERSATION):
            for number, talk in enumerate(group, start=first):
                if place < len(talk):
                    turns += _turns(talk[place], f"{name}-{number}", place)
    return turns


def _turns(exchange: Exchange, conversation: str, place: int) -> list[Turn]:
    said = ((Role.USER, exchange.prompt), (Role.ASSISTANT, exchange.reply))
    return [
        Turn(conversation=conversation, role=role, text=text, index=2 * place + number)
        for number, (role, text) in enumerate(said)
    ]


def stamped(turn: Turn) -> Turn:
    """Return a turn as said now."""
    return msgspec.structs.replace(turn, at=datetime.now(UTC))
