"""Two claims about one subject, with all that a gate or detector may look at."""

from __future__ import annotations

import msgspec

from schemas.claim import Mention
from schemas.finding import Detector, Gate
from schemas.record import BoundClaim
from schemas.turn import Role


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier and a later claim, and the cosines between their parts (None where a vector is missing).

    `earlier_speaker` / `later_speaker` are who is committed to them; `challenged` says that the user questioned the
    earlier claim in between; `new_scope` that a new search or query was opened between them. `superseded` is the claim
    that `earlier` replaced, set where `later` may state the replaced value again ("your coffee is on its way").
    `earlier_set` / `later_set` are the further objects that the same sentence gave the same relation ("A and B").
    """

    earlier: BoundClaim
    later: BoundClaim
    earlier_speaker: Role
    later_speaker: Role
    relation_cosine: float | None = None
    object_cosine: float | None = None
    sentence_cosine: float | None = None
    same_turn: bool = False
    challenged: bool = False
    new_scope: bool = False
    superseded: BoundClaim | None = None
    earlier_set: tuple[Mention, ...] = ()
    later_set: tuple[Mention, ...] = ()


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """A detector's answer: the pair cannot both hold, how strongly, and what was compared.

    `measurements` are named numbers that went into it, `knowledge` the lexicon entries used ("antonym:hot/cold").
    """

    detector: Detector
    strength: float
    reason: str
    measurements: dict[str, float] = {}
    knowledge: tuple[str, ...] = ()


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a pair: the gates it passed, and a conflict, or the gate that rejected it."""

    gates: tuple[Gate, ...]
    conflict: Conflict | None = None
    rejected_by: str = ""
