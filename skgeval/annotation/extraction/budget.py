"""What is read of a turn too long to read it all: the sentences that say most first (EVIDENCE.md, section 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from schemas.annotation import SentenceKind
from schemas.claim import Claim
from skgeval.annotation.text import Block

CLAIMS_CUT = "claims_cut"
"""Flag of a turn that says more than is kept of it."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_PARTICIPANT = re.compile(r"\b(?:i|i'm|my|we|our|you|your)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]")


def rank(text: str) -> int:
    """Return how much a sentence promises, before it is parsed: participants, numbers, names."""
    return 4 * bool(_PARTICIPANT.search(text)) + 2 * bool(_NUMBER.search(text)) + bool(_NAME.search(text))


def chosen_blocks(blocks: tuple[Block, ...], text: str, most: int) -> tuple[tuple[Block, ...], bool]:
    """Return the stretches to parse, in text order, and whether any were left out.

    Up to `most` sentences, as counted by their full stops, everything is read; beyond, the best ones of all blocks.
    """
    pieces: list[Block] = []
    for block in blocks:
        pieces += _cut(block, text, most)
    if len(pieces) <= most:
        return blocks, False
    best = sorted(range(len(pieces)), key=lambda at: (-rank(text[pieces[at].start : pieces[at].end]), at))[:most]
    return tuple(pieces[at] for at in sorted(best)), True


def chosen_claims(claims: list[Claim], most: int) -> tuple[list[int], bool]:
    """Return the indices of the claims kept, in order, and whether any were left out."""
    return most_important([claim.importance for claim in claims], most)


def most_important(importances: Sequence[float], most: int) -> tuple[list[int], bool]:
    """Return the places of the greatest numbers, in order, and whether any were left out; of equal ones the first."""
    if len(importances) <= most:
        return list(range(len(importances))), False
    best = sorted(range(len(importances)), key=lambda at: (-importances[at], at))[:most]
    return sorted(best), True


def _cut(block: Block, text: str, most: int) -> list[Block]:
    del most
    if block.kind in {SentenceKind.CODE, SentenceKind.CALCULATION}:
        return [block]
    cuts: list[Block] = []
    start = block.start
    for gap in _SENTENCE.finditer(text, block.start, block.end):
        if gap.start() > start:
            cuts.append(_part(block, start, gap.start()))
        start = gap.end()
    if start < block.end:
        cuts.append(_part(block, start, block.end))
    return cuts or [block]


def _part(block: Block, start: int, end: int) -> Block:
    return Block(
        kind=block.kind,
        start=start,
        end=end,
        heading=block.heading,
        section=block.section,
        lead=block.lead,
        ordinal=block.ordinal,
    )
