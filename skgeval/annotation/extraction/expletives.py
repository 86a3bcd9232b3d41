"""The "it" that means nothing: "it is important to …", "it seems that …", "it rains"."""

from __future__ import annotations

from skgeval.annotation.extraction.words import Word

_WEATHER = frozenset({"rain", "snow", "hail", "drizzle"})
_RAISING = frozenset({"seem", "appear", "happen", "turn", "follow"})
_IMPERSONAL = frozenset({"recommend", "advise", "suggest", "consider", "require", "estimate", "forbid", "allow"})
_JUDGING = frozenset({"be", "seem", "become"})


def expletive(word: Word) -> bool:
    """Say whether the subject of the clause at `word` refers to nothing ("there" included)."""
    if word.child("expl") is not None:
        return True
    subject = word.child("nsubj", "nsubjpass")
    if subject is None or subject.lower != "it":
        return False
    if word.lemma in _WEATHER:
        return True
    inner = _completing(word, "ccomp", "xcomp", "advcl", "csubj")
    if word.lemma in _RAISING or subject.dep == "nsubjpass":
        impersonal = subject.dep != "nsubjpass" or word.lemma in _IMPERSONAL
        return inner is not None and (inner.dep == "ccomp" or (inner.dep != "advcl" and impersonal))
    return word.lemma in _JUDGING and _judges(word, inner)


def _judges(word: Word, inner: Word | None) -> bool:
    """Say whether "it is …" judges what follows: "important to …", "of great importance that …"."""
    complement = word.child("acomp", "attr")
    if complement is not None:
        return inner is not None or _completing(complement, "xcomp", "ccomp", "advcl") is not None
    valued = any(prep.lower == "of" for prep in word.all("prep"))
    return valued and inner is not None and inner.dep == "ccomp"


def _completing(word: Word, *deps: str) -> Word | None:
    """Return a verb that completes `word`, not one that stands before it or tells when."""
    for child in word.all(*deps):
        placed = any(inner.tag == "WRB" for inner in child.children)  # "it is rare where I live"
        if child.index > word.index and child.pos in {"VERB", "AUX"} and not placed and not _tells_when(child):
            return child
    return None


def _tells_when(word: Word) -> bool:
    return word.dep == "advcl" and any(c.dep in {"mark", "advmod"} and c.index < word.index for c in word.children)
