"""What "there is X in Y" and "X exists in Y" say: that Y has X."""

from __future__ import annotations

from schemas.claim import Claim, Form, Mention
from skgeval.annotation.extraction.claims import About, make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.prepositions import placed
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.things import Thing, thing_at
from skgeval.annotation.extraction.words import Word, conjuncts

_CONTAINING = frozenset({"in", "on", "at", "for", "with", "inside", "within", "to", "under", "near", "around"})
_EVERYWHERE = Mention(text="", label="world", head="world", definite=True)


def existence_claims(clause: Clause, scene: Scene) -> list[Claim]:
    """Return (place, have, thing) for each thing that is said to be there."""
    verb = clause.verb
    named = [child for child in verb.all("attr", "nsubj", "dobj") if child.lower != "there"]
    found: list[Claim] = []
    for word in [member for child in named for member in conjuncts(child)]:
        thing = thing_at(word, clause.sentence, scene)
        if thing is not None:
            holder = About(clause, scene, _holder([verb, word], clause, scene))
            found.append(make_claim(holder, "have", thing, Form.EXISTENCE))
    return found


def exists_claims(about: About) -> list[Claim]:
    """Return the same for "X exists (in Y)"."""
    holder = _holder([about.verb], about.clause, about.scene)
    there = About(about.clause, about.scene, holder)
    return [make_claim(there, "have", Thing(about.subject), Form.EXISTENCE)]


def _holder(words: list[Word], clause: Clause, scene: Scene) -> Mention:
    places, _ = placed(scene, words)
    for prep in places:
        inner = prep.child("pobj")
        named = mention(inner, clause.sentence, scene) if inner is not None else None
        if prep.lower in _CONTAINING and named is not None:
            return named
    return _EVERYWHERE
