"""Claims that compare: "smaller than the second", "as tall as", "more expensive than"."""

from __future__ import annotations

from schemas.claim import Claim, Form, Mention
from skgeval.annotation.extraction.claims import make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.objects import target_of
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.words import Word


def comparison_claims(clause: Clause, scene: Scene, subject: Mention, word: Word, *, flip: bool) -> list[Claim]:
    """Return (subject, "be small than", other): the quality as lemma, "less" kept, so that antonyms can be looked up."""
    degree = word.child("advmod")
    grade = next((child.lower for child in word.children if child.dep == "advmod" and child.lower in _DEGREES), "")
    comparative = word.tag in {"JJR", "RBR"} or grade in {"more", "less"}
    equal = grade == "as"
    if not (comparative or equal) or (degree is None and word.tag not in {"JJR", "RBR"}):
        return []
    if word.lower in {"more", "less"}:
        return []  # "more than a friend" compares nothing
    marker = "as" if equal else "than"
    for prep in word.children:
        if prep.dep == "prep" and prep.lower == marker and prep.child("pobj") is not None:
            other = prep.child("pobj")
            target = target_of(other, clause.sentence, scene) if other is not None else None
            if target is None:
                return []
            less = "less " if grade == "less" else ""
            name = f"be as {word.lemma} as" if equal else f"be {less}{word.lemma} than"
            return [
                make_claim(clause, scene, subject, name, target[0], form=Form.COMPARISON, flip=flip, quantity=target[1])
            ]
    return []


_DEGREES = frozenset({"more", "less", "as"})
