"""Which node a subject is (METHOD.md, part 2): by cosine, else by a shorter name in its own; objects never merge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from skgeval.published.constants import Constants
from skgeval.published.whiteboard import Whiteboard
from skgeval.vectors import byte_cosine


def merged(
    subjects: Iterable[str], board: Whiteboard, rows: Mapping[str, bytes], constants: Constants
) -> dict[str, str]:
    """Return the node that each subject of a turn becomes, itself where nothing is like it."""
    new = [subject for subject in dict.fromkeys(subjects) if subject not in board.graph.entities]
    nearest = _nearest(new, board, rows, constants)
    inside = {subject: _inside(subject, board) for subject in new if subject not in nearest}
    found = nearest | {subject: name for subject, name in inside.items() if name}
    return found | _among_themselves([subject for subject in new if subject not in found], rows, constants)


def _nearest(new: list[str], board: Whiteboard, rows: Mapping[str, bytes], constants: Constants) -> dict[str, str]:
    if not new or not len(board.names):
        return {}
    cosines = board.names.cosines(b"".join(rows[subject] for subject in new), len(rows[new[0]]))
    best = cosines.argmax(axis=1)
    keys = board.names.keys
    return {
        subject: keys[best[at]]
        for at, subject in enumerate(new)
        if float(cosines[at, best[at]]) >= constants.merge_cosine
    }


def _inside(subject: str, board: Whiteboard) -> str:
    """Return the longest node name that the subject contains, wherever it stands in it ("age" in "average")."""
    shorter = (name for name in board.graph.entities if len(name) < len(subject) and name in subject)
    return max(shorter, key=len, default="")


def _among_themselves(new: list[str], rows: Mapping[str, bytes], constants: Constants) -> dict[str, str]:
    """Return what merges within the turn: of two like subjects the longer becomes the shorter."""
    found: dict[str, str] = {}
    for one, other in combinations(new, 2):
        if (byte_cosine(rows[one], rows[other]) or 0.0) >= constants.merge_cosine:
            shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
            if longer not in found or len(shorter) < len(found[longer]):
                found[longer] = shorter
    return found
