"""What a turn is known by; apart from the reading, because producers need it and run no model."""

from __future__ import annotations

from schemas.digest import digest
from schemas.turn import Turn
from skgeval.annotation.text.repair import repaired


def turn_identity(turn: Turn) -> str:
    """Return the turn's id: its own, else its index, else a digest of what it says (DESIGN.md, section 5).

    >>> from schemas.turn import Role
    >>> turn_identity(Turn(conversation="c", role=Role.USER, text="Hello", index=3))
    'index:3'
    """
    if turn.turn_id:
        return turn.turn_id
    if turn.index is not None:
        return f"index:{turn.index}"
    return digest("turn", turn.conversation, turn.role, repaired(turn.text), turn.at)
