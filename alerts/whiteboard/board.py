"""What the whiteboard shows: a card per entity, a line per claim, a mark per conflict.

A conversation's graph is mostly stars: few entities that much is said about, many values said once. So an entity that
something is said about becomes a card with its claims as lines, and a value stays a word on its line.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from alerts.archive import ClaimRow, EntityRow
from schemas.claim import ASSISTANT, USER
from schemas.finding import Certificate, FindingKind

_NAMES = {USER: "User", ASSISTANT: "Assistant"}
_DRAWN = {"asserted", "promised", "advised", "imperative", "possible"}


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One claim on a card; `conflicts` are the numbers of the conflicts it is part of, `target` another card's key."""

    claim: str
    turn: int
    speaker: str
    words: str
    sentence: str
    status: str
    changed_by_turn: int | None = None
    conflicts: tuple[int, ...] = ()
    target: str = ""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One entity that something is said about; `related` names the entity that its label is closest to."""

    key: str
    title: str
    type: str
    lines: tuple[Line, ...]
    related: str = ""


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """A contradiction between two lines, numbered from 1, with its sentence."""

    number: int
    earlier: str
    later: str
    explanation: str


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A whole whiteboard; also its JSON form."""

    conversation: str
    cards: tuple[Card, ...]
    conflicts: tuple[Conflict, ...]
    forgotten: tuple[str, ...] = ()


def draw_board(
    conversation: str,
    claims: Iterable[ClaimRow],
    entities: Iterable[EntityRow],
    certificates: Iterable[Certificate],
) -> Board:
    """Return the whiteboard of a conversation from its archived claims, entities and certificates.

    Cards stand in order of first appearance, lines in the order of the turns. Questions and hypotheses are not drawn,
    unless a conflict points at them.
    """
    proofs = list(certificates)
    conflicts = tuple(_conflicts(proofs))
    marked = {claim for conflict in conflicts for claim in (conflict.earlier, conflict.later)}
    drawn = [claim for claim in claims if claim.modality in _DRAWN or claim.claim in marked]
    known = {entity.entity: entity for entity in entities}
    subjects = list(dict.fromkeys(claim.subject for claim in drawn))
    turns = {claim.claim: claim.turn for claim in drawn}
    cards = []
    for subject in subjects:
        lines = _once(_line(claim, turns, conflicts, set(subjects)) for claim in drawn if claim.subject == subject)
        entity = known.get(subject)
        cards.append(
            Card(
                key=subject,
                title=_NAMES.get(subject, entity.label if entity else subject),
                type=entity.type if entity else "",
                lines=lines,
                related=entity.linked_to if entity else "",
            )
        )
    forgotten = tuple(proof.explanation for proof in proofs if proof.kind is FindingKind.FORGOTTEN)
    return Board(conversation=conversation, cards=tuple(cards), conflicts=conflicts, forgotten=forgotten)


def _once(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Leave out what a turn says twice of a thing in the same words, unless a conflict points at it."""
    every = tuple(lines)
    told = {(line.turn, line.words, line.status) for line in every if line.conflicts}
    kept: list[Line] = []
    for line in every:
        said = (line.turn, line.words, line.status)
        if line.conflicts or said not in told:
            kept.append(line)
        told.add(said)
    return tuple(kept)


def _conflicts(certificates: list[Certificate]) -> Iterable[Conflict]:
    proofs = [proof for proof in certificates if proof.kind is FindingKind.CONTRADICTION]
    for number, proof in enumerate(proofs, start=1):
        yield Conflict(
            number=number,
            earlier=proof.earlier.claim_key,
            later=proof.later.claim_key,
            explanation=proof.explanation,
        )


def _line(claim: ClaimRow, turns: dict[str, int], conflicts: tuple[Conflict, ...], cards: set[str]) -> Line:
    verb = claim.relation if claim.polarity else f"not {claim.relation}"
    words = f"{verb} {_NAMES.get(claim.object_label, claim.object_label)}".strip()
    return Line(
        claim=claim.claim,
        turn=claim.turn,
        speaker=claim.speaker,
        words=words if claim.modality == "asserted" else f"{words} ({claim.modality})",
        sentence=claim.sentence,
        status=claim.status,
        changed_by_turn=turns.get(claim.changed_by),
        conflicts=tuple(c.number for c in conflicts if claim.claim in {c.earlier, c.later}),
        target=claim.object if claim.object in cards and claim.object != claim.subject else "",
    )
