"""What a pair's relations say of each other: the same, its negation, or its opposite."""

from __future__ import annotations

import msgspec

from schemas.claim import Claim
from skgeval.judgement.contradiction.pair import Pair
from skgeval.knowledge import Knowledge


class Stance(msgspec.Struct, frozen=True, kw_only=True):
    """A claim's canonical relation, whether its wording states or turns it, and whether in the end it holds."""

    relation: str
    stated: bool
    affirmed: bool


def stance(claim: Claim, knowledge: Knowledge) -> Stance:
    """Read the stance of a claim: "hates" turns "like", and "does not hate" turns it back.

    Polarity and opposition compose: "do not lack" affirms "have".
    """
    relation, stated = knowledge.canonical(claim.relation)
    return Stance(relation=relation, stated=stated, affirmed=claim.polarity == stated)


def stances(pair: Pair, knowledge: Knowledge) -> tuple[Stance, Stance]:
    """Read both stances, earlier first."""
    return stance(pair.earlier.claim, knowledge), stance(pair.later.claim, knowledge)
