"""Who was spoken of lately, so that pronouns find them (METHOD.md, section 2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import msgspec

from schemas.record import TurnRecord

REMEMBERED_TURNS = 8
"""Turns that a pronoun may reach back over."""


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """An entity that a turn spoke of, and the sentence that names it."""

    entity: str
    turn: int
    sentence: str


class Salience:
    """The entities of the last turns, most salient first within each."""

    __slots__ = ("_turns",)

    def __init__(self) -> None:
        """Start with nobody."""
        self._turns: deque[tuple[Spoken, ...]] = deque(maxlen=REMEMBERED_TURNS)

    def apply(self, record: TurnRecord) -> None:
        """Remember whom a turn spoke of."""
        if not record.mentioned:
            return
        sentences = dict(_sentences(record))
        self._turns.append(
            tuple(Spoken(entity=key, turn=record.position, sentence=sentences.get(key, "")) for key in record.mentioned)
        )

    def __iter__(self) -> Iterator[Spoken]:
        """Go from the most to the least salient, newest turn first."""
        for turn in reversed(self._turns):
            yield from turn

    def newest(self) -> tuple[Spoken, ...]:
        """Return those of the newest turn that spoke of anybody."""
        return self._turns[-1] if self._turns else ()


def _sentences(record: TurnRecord) -> Iterator[tuple[str, str]]:
    """Pair entities with the sentences that name them; the last of several wins, as the nearest to what follows."""
    for slot in record.open_slots:
        if slot.turn == record.position:
            yield slot.subject, slot.text
    for claim in record.claims:
        yield claim.object, claim.text
        yield claim.subject, claim.text
