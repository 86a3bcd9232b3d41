"""How a clause is tied to the one above it; decides what it inherits."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from skgeval.annotation.extraction.words import Word

if TYPE_CHECKING:
    from skgeval.annotation.extraction.clause import Clause

_NOMINATIVE = frozenset({"i", "he", "she", "we", "they", "you", "it", "my", "that", "this", "there"})
_OF_THE_EVENT = frozenset(
    {"include", "accord", "depend", "regard", "follow", "make", "allow", "leave", "cause", "result", "use", "enable"}
)
"""Participles whose subject is the event before them, or that are prepositions by now."""
_COMPLEMENTS = frozenset({"dobj", "attr", "acomp", "oprd", "ccomp", "xcomp", "dative"})


class Link(StrEnum):
    """The tie of a clause to its governor."""

    MAIN = "main"
    JOINED = "joined"
    RUN_ON = "run_on"
    COMPLEMENT = "complement"
    CONTROLLED = "controlled"
    ADVERBIAL = "adverbial"
    RELATIVE = "relative"
    REDUCED = "reduced"


_TIES = {
    "conj": Link.JOINED,
    "ccomp": Link.COMPLEMENT,
    "xcomp": Link.CONTROLLED,
    "relcl": Link.RELATIVE,
    "acl": Link.REDUCED,
    "advcl": Link.ADVERBIAL,
    "pcomp": Link.ADVERBIAL,
}
_TAKEN_FOR_RUN_ONS = frozenset(
    {"relcl", "ccomp", "advcl", "acl", "parataxis", "dep", "appos", "npadvmod", "nsubj", "attr", "dobj", "pobj"}
)


def link_of(word: Word, governor: Clause | None) -> Link:
    """Return the tie; chat runs clauses together without a full stop, and the parser then sees relatives in them."""
    tie = _TIES.get(word.dep)
    if governor is None or word.head is None:
        of_noun = word.head is not None and word.head.noun and word.dep in {"relcl", "acl"}
        return tie if of_noun and tie is not None else Link.MAIN
    if word.dep in _TAKEN_FOR_RUN_ONS and _run_on(word, governor):
        return Link.RUN_ON
    if word.dep == "advcl" and _carries_on(word, governor):
        return Link.CONTROLLED
    if tie is not None:
        return tie
    return Link.RUN_ON if word.child("nsubj") is not None else Link.REDUCED


def _carries_on(word: Word, governor: Clause) -> bool:
    """Say whether an infinitive goes on with the event ("went on to earn") and is no purpose."""
    return word.tag == "VB" and governor.lemma == "go on" and word.head is governor.verb


def accompanying(word: Word) -> bool:
    """Say whether a phrase is a clause in all but form ("…, with the team winning its first title")."""
    return (
        word.dep == "pcomp"
        and word.head is not None
        and word.head.lower == "with"
        and word.child("nsubj", "nsubjpass") is not None
    )


def trailing(word: Word, governor: Clause) -> bool:
    """Say whether a participle behind its clause tells what the subject did next ("…, becoming an officer")."""
    if word.tag != "VBG" or word.dep != "advcl" or word.lemma in _OF_THE_EVENT or word.child("mark") is not None:
        return False
    before = governor.sentence.words[word.left - 1] if word.left > 0 else None
    return word.index > governor.verb.index and before is not None and before.text == ","


def inverted(word: Word) -> bool:
    """Say whether a clause has the order of a question: auxiliary or question word before the subject."""
    subject = word.child("nsubj", "nsubjpass", "expl")
    if any(child.tag in {"WP", "WRB", "WDT", "WP$"} and child.index < word.index for child in word.children):
        return True
    if subject is None:
        return False
    if word.pos == "AUX" and word.index < subject.index:
        return True
    return any(child.dep in {"aux", "auxpass"} and child.index < subject.index for child in word.children)


def _run_on(word: Word, governor: Clause) -> bool:
    """Say whether a finite clause stands alone: a subject of its own, nothing that ties it, nothing missing inside."""
    subject = word.child("nsubj", "nsubjpass")
    if subject is None or subject.tag in {"WP", "WDT"} or (word.tag in {"VB", "VBG"} and not word.all("aux")):
        return False
    if word.child("mark") is not None or any(child.tag in {"WRB", "WP", "WDT"} for child in word.children):
        return False
    if word.dep == "relcl":
        filled = word.child(*_COMPLEMENTS) is not None or _full_prepositions(word)
        return subject.lower in _NOMINATIVE and filled
    if word.dep == "ccomp":
        head = word.head
        speech = governor.lemma in {"say", "tell", "think", "ask", "know", "believe", "guess", "hope", "suppose"}
        completed = head is not None and any(c.dep == "ccomp" and c.index > head.index for c in head.children)
        return head is not None and word.right < head.index and (completed or not speech)
    return word.dep != "advcl" or (subject.lower in _NOMINATIVE and word.left == subject.left)


def _full_prepositions(word: Word) -> bool:
    prepositions = word.all("prep")
    return bool(prepositions) and all(prep.child("pobj", "pcomp") is not None for prep in prepositions)
