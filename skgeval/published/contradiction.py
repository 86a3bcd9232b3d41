"""Do two edges of one node contradict each other? Tests in order, the first applicable decides (METHOD.md, part 2)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from schemas.claim import EntityType, PropertyType, RelationType
from schemas.record import BoundClaim
from skgeval.published.constants import Constants
from skgeval.published.whiteboard import Contradiction, Criterion, Whiteboard
from skgeval.published.words import Words
from skgeval.vectors import cosine_matrix, rows

_ADDS = frozenset({RelationType.ELABORATION, RelationType.SOLUTION, RelationType.DIAGNOSIS})
"""Claims that add to what was said and take nothing back."""
_COMPATIBLE = frozenset(
    {
        frozenset({EntityType.PERSON, EntityType.ORGANIZATION}),
        frozenset({EntityType.NUMBER, EntityType.OBJECT}),
        frozenset({EntityType.TIME, EntityType.NUMBER}),
    }
)
_NUMBER = re.compile(r"\b\d+(?:\.\d+)?\b")
_DROPPED = None


def conflicts(  # noqa: PLR0913 - an exchange, what was said before it, and the method's numbers and words
    claims: Sequence[BoundClaim],
    types: Mapping[str, EntityType],
    board: Whiteboard,
    row_of: Mapping[str, bytes],
    *,
    revised: Collection[str],
    question: bool,
    words: Words,
    constants: Constants,
) -> tuple[Contradiction, ...]:
    """Return the strongest conflict of each node that the exchange says something about, whoever said it.

    `types` are those of the nodes, `row_of` the rows of the exchange's texts; nodes in `revised` are left aside;
    `question` says that the prompt is short.
    """
    found = []
    for node in sorted({claim.subject for claim in claims}):
        earlier = board.earlier_edges(node)
        if not earlier or node in revised or node in words.vague_nodes:
            continue
        later = [claim for claim in claims if claim.subject == node]
        compared = _compared(later, earlier, board.rows, row_of)
        floor = constants.floor_question if question else constants.floor_relation
        answers = (
            Contradiction(
                criterion=answer[0],
                confidence=answer[1],
                relation_cosine=r,
                object_cosine=o,
                earlier=before,
                later=after,
            )
            for after, before, r, o in compared
            if (answer := decide(before, after, r, o, types=types, floor=floor, words=words, constants=constants))
        )
        strongest = max(answers, key=lambda answer: answer.confidence, default=None)
        if strongest is not None:
            found.append(strongest)
    return tuple(found)


def decide(  # noqa: PLR0911, PLR0913 - a table of tests: each row answers, and takes the two cosines
    earlier: BoundClaim,
    later: BoundClaim,
    r: float,
    o: float,
    *,
    types: Mapping[str, EntityType],
    floor: float,
    words: Words,
    constants: Constants,
) -> tuple[Criterion, float] | None:
    """Return which test answers for two edges and how confidently; None where the pair is dropped.

    `r` and `o` are the cosines of the relations and of the objects, `floor` the least relation cosine.
    """
    adds = later.claim.relation_type in _ADDS
    adding = adds or earlier.claim.relation_type in _ADDS
    if negated(earlier.family, words) != negated(later.family, words):
        flips = not adding and o > constants.negation_object
        return (Criterion.NEGATION_FLIP, constants.negation_confidence) if flips else _DROPPED
    if not adding and antonyms(earlier.family, later.family, words):
        return (Criterion.ANTONYM, constants.antonym_confidence) if o > constants.floor_object else _DROPPED
    if adds or r < floor or o < constants.floor_object:
        return _DROPPED
    if r > constants.numeric_relation and _numbers_differ(earlier.object, later.object):
        return Criterion.NUMERIC_MISMATCH, constants.numeric_confidence
    if r > constants.exclusive_relation:
        exclusive = earlier.claim.property_type is later.claim.property_type is PropertyType.EXCLUSIVE
        if not exclusive or earlier.object == later.object:
            return _DROPPED
        if o < constants.exclusive_object:
            return Criterion.EXCLUSIVE_OBJECT, 1.0 - o
        if o < constants.same_type_object and compatible(types[earlier.object], types[later.object]):
            return Criterion.SAME_TYPE, max(constants.same_type_confidence, 1.0 - o)
    return _drift(r, o, constants)


def negated(relation: str, words: Words) -> bool:
    """Whether a relation holds a negation marker, be it inside a word ("know" holds "no")."""
    return any(marker in relation for marker in words.negation_markers)


def antonyms(relation: str, other: str, words: Words) -> bool:
    """Whether two relations, or a word of each, are antonyms by lexicon."""
    left, right = {relation, *relation.split()}, {other, *other.split()}
    return any(not words.antonyms.get(word, frozenset()).isdisjoint(right) for word in left)


def compatible(one: EntityType, other: EntityType) -> bool:
    """Whether objects of two types can stand in one place."""
    return one == other or frozenset({one, other}) in _COMPATIBLE


def _drift(r: float, o: float, constants: Constants) -> tuple[Criterion, float] | None:
    if not r > constants.drift_relation or not o < constants.moderate_object:
        return _DROPPED
    if o < constants.drift_object:
        return Criterion.SEMANTIC_DRIFT, 1.0 - o
    return Criterion.MODERATE_DRIFT, constants.moderate_confidence


def _compared(
    later: Sequence[BoundClaim], earlier: Sequence[BoundClaim], board: Mapping[str, bytes], own: Mapping[str, bytes]
) -> Iterator[tuple[BoundClaim, BoundClaim, float, float]]:
    """Yield each pair with the cosines of relations and objects, computed for all pairs of a node at once."""
    size = len(own[later[0].family])
    relations = cosine_matrix(
        rows(b"".join(own[claim.family] for claim in later), size),
        rows(b"".join(board[claim.family] for claim in earlier), size),
    ).tolist()
    objects = cosine_matrix(
        rows(b"".join(own[claim.object] for claim in later), size),
        rows(b"".join(board[claim.object] for claim in earlier), size),
    ).tolist()
    for line, after in enumerate(later):
        for column, before in enumerate(earlier):
            yield after, before, relations[line][column], objects[line][column]


def _numbers_differ(one: str, other: str) -> bool:
    left, right = _first_number(one), _first_number(other)
    return left is not None and right is not None and left != right


@lru_cache(maxsize=4_096)
def _first_number(text: str) -> float | None:
    """Return the first number in digits, whatever it counts."""
    found = _NUMBER.search(text)
    return float(found.group()) if found else None
