"""Whether a pair is about one subject, and about one property of it."""

from __future__ import annotations

from skgeval.judgement.contradiction.pair import Pair
from skgeval.judgement.families import AGE, role_of
from skgeval.knowledge import Knowledge


def one_subject(pair: Pair) -> bool:
    """Tell whether both claims have the same entity as their subject."""
    return pair.earlier.subject == pair.later.subject


def turned_round(pair: Pair) -> bool:
    """Tell whether the later claim has the earlier one's subject as its object, and the other way round."""
    earlier, later = pair.earlier, pair.later
    return bool(earlier.object) and earlier.subject == later.object and earlier.object == later.subject


def one_property(pair: Pair, knowledge: Knowledge) -> bool:
    """Tell whether both claims state one relation of one thing, be it as a verb or as its attribute.

    "X was directed by Z" and "the director of X is Z" do.
    """
    role = role_of(pair.earlier.claim, knowledge)
    if role and role == role_of(pair.later.claim, knowledge):
        return True
    if pair.earlier.family != pair.later.family or not one_subject(pair):
        return False
    return ":" in pair.later.family or _same_relation(pair, knowledge)


def _same_relation(pair: Pair, knowledge: Knowledge) -> bool:
    """Tell relations of one family apart that only meet because they are opposite ("opens at", "closes at")."""
    one, other = pair.earlier.claim.relation, pair.later.claim.relation
    return one == other or pair.later.family == AGE or knowledge.canonical(one) == knowledge.canonical(other)
