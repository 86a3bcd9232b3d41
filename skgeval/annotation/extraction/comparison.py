"""Claims that compare: "smaller than the second", "as tall as", "more expensive than"."""

from __future__ import annotations

from schemas.claim import Claim, Form
from skgeval.annotation.extraction.claims import About, make_claim
from skgeval.annotation.extraction.things import thing_at
from skgeval.annotation.extraction.words import Word

_DEGREES = frozenset({"more", "less", "as"})


def comparison_claims(about: About, word: Word, *, flip: bool) -> list[Claim]:
    """Return (subject, "be small than", other): the quality as lemma, so that antonyms can be looked up."""
    name = _name(word)
    other = _compared(word, "as" if name.startswith("be as ") else "than") if name else None
    thing = thing_at(other, about.sentence, about.scene) if other is not None else None
    return [make_claim(about, name, thing, Form.COMPARISON, flip=flip)] if thing is not None else []


def _name(word: Word) -> str:
    """Return "be small than", "be less durable than", "be as old as", or nothing where no comparison is made."""
    grade = next((child.lower for child in word.all("advmod") if child.lower in _DEGREES), "")
    if word.lower in {"more", "less"}:
        return ""  # "more than a friend" compares nothing
    if grade == "as":
        return f"be as {word.lemma} as"
    if grade == "less":
        return f"be less {word.lemma} than"
    return f"be {word.lemma} than" if grade == "more" or word.tag in {"JJR", "RBR"} else ""


def _compared(word: Word, marker: str) -> Word | None:
    for prep in word.all("prep"):
        if prep.lower == marker:
            return prep.child("pobj")
    return None
