"""Claims from a noun set beside another: "Tom, the manager", "my dog Max"."""

from __future__ import annotations

import msgspec

from schemas.claim import Claim, Form, Modality, RelationType, TimeScope
from skgeval.annotation.extraction.claims import About, make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.passives import name_of
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.things import Thing
from skgeval.annotation.extraction.words import Word


def apposition_claims(clauses: list[Clause], scene: Scene) -> list[Claim]:
    """Return what appositions say; only between a name and a description is the reading safe."""
    found: list[Claim] = []
    if not clauses or clauses[0].mood.modality is Modality.ASKED:
        return found
    clause = clauses[0]
    for word in clause.sentence.words:
        head = word.head
        if word.dep != "appos" or head is None or not word.noun or not head.noun:
            continue
        claim = _apposition(head, word, clause, scene)
        if claim is not None:
            found.append(
                msgspec.structs.replace(
                    claim,
                    polarity=True,
                    modality=Modality.ASSERTED,
                    relation_type=RelationType.ELABORATION,
                    importance=0.4,
                    time=TimeScope(),
                )
            )
    return found


def _apposition(head: Word, word: Word, clause: Clause, scene: Scene) -> Claim | None:
    first, second = mention(head, clause.sentence, scene), mention(word, clause.sentence, scene)
    if first is None or second is None:
        return None
    if word.entity == "PERSON" and head.pos == "NOUN" and first.owner:
        return make_claim(About(clause, scene, name_of(first)), "be", Thing(second), Form.NAME)
    described = head.pos == "PROPN" and word.pos == "NOUN" and word.child("det", "poss") is not None
    if described:
        return make_claim(About(clause, scene, first), "be", Thing(second), Form.NOUN)
    return None
