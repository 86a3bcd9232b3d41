""" "There is X in Y" says that Y has X; "X exists in Y" says the same (contract of `Form.EXISTENCE`)."""

from __future__ import annotations

from schemas.claim import Claim, Form, Mention
from skgeval.annotation.extraction.claims import make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.objects import target_of
from skgeval.annotation.extraction.prepositions import placed
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.words import Word, conjuncts

_CONTAINING = frozenset({"in", "on", "at", "for", "with", "inside", "within", "to", "under", "near", "around"})
_EVERYWHERE = Mention(text="", label="world", head="world", definite=True)


def existence_claims(clause: Clause, scene: Scene) -> list[Claim]:
    """Return (place, have, thing) for each thing that is said to be there."""
    verb = clause.verb
    things = [
        word for child in verb.all("attr", "nsubj", "dobj") if child.lower != "there" for word in conjuncts(child)
    ]
    found: list[Claim] = []
    for word in things:
        target = target_of(word, clause.sentence, scene)
        if target is None:
            continue
        places, _ = placed(scene, [verb, word])
        holder = _holder(places, clause, scene)
        found.append(make_claim(clause, scene, holder, "have", target[0], form=Form.EXISTENCE, quantity=target[1]))
    return found


def exists_claims(clause: Clause, scene: Scene, subject: Mention) -> list[Claim]:
    """Return the same for "X exists (in Y)"."""
    places, _ = placed(scene, [clause.verb])
    holder = _holder(places, clause, scene)
    return [make_claim(clause, scene, holder, "have", subject, form=Form.EXISTENCE)]


def _holder(places: list[Word], clause: Clause, scene: Scene) -> Mention:
    for prep in places:
        inner = prep.child("pobj")
        if prep.lower in _CONTAINING and inner is not None:
            named = mention(inner, clause.sentence, scene)
            if named is not None:
                return named
    return _EVERYWHERE
