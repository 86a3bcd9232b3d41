"""Verbs and adjectives that lend their subject to an inner verb: "failed to", "used to", "is able to"."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from schemas.claim import Modality, Tense
from skgeval.annotation.extraction.modality import ASSERTED, Mood
from skgeval.annotation.extraction.words import Word
from skgeval.knowledge.lexicon import Lexicon

if TYPE_CHECKING:
    from skgeval.annotation.extraction.clause import Clause

_DECIDED = frozenset({"decide", "choose", "agree", "opt", "elect"})
_PLANNED = frozenset({"plan", "intend", "prepare", "aim"})
_OBLIGING = frozenset({"suppose", "require", "oblige", "advise", "recommend", "force"})
_HELPING = frozenset({"help", "serve", "work", "act"})


class Controlled(msgspec.Struct, frozen=True, kw_only=True):
    """How an inner verb is meant: its mood (with a flip for "fail to") and, where it differs, its tense."""

    mood: Mood = ASSERTED
    tense: Tense | None = None


_FLIPPED = Controlled(mood=Mood(flips=1))
_HEDGED = Controlled(mood=Mood(hedged=True))
_ADVISED = Controlled(mood=Mood(modality=Modality.ADVISED))
_LENDING = {
    "able": Controlled(),
    "capable": Controlled(),
    "unable": _FLIPPED,
    "likely": Controlled(mood=Mood(modality=Modality.POSSIBLE, hedged=True)),
    "unlikely": Controlled(mood=Mood(modality=Modality.POSSIBLE, hedged=True, flips=1)),
}


def controlled(word: Word, governor: Clause, lexicon: Lexicon) -> Controlled | None:
    """Return how the clause at `word` is meant, None where the outer verb keeps it as its object ("like to swim")."""
    outer = word.head
    if outer is None:
        return None
    if outer.dep in {"acomp", "attr", "oprd"} or outer.pos == "ADJ":
        return _after_adjective(outer.lemma, governor, lexicon)
    if governor.expletive:
        complement = governor.verb.child("acomp", "attr")
        return _after_adjective(complement.lemma, governor, lexicon) if complement is not None else None
    return _after_verb(word, outer, lexicon)


def has_controlled(word: Word, lexicon: Lexicon) -> bool:
    """Say whether an inner clause speaks in place of the one at `word`."""
    return any(
        child.dep in {"xcomp", "advcl"}
        and (child.dep == "xcomp" or word.lemma == "go")
        and child.pos in {"VERB", "AUX"}
        and _after_verb(child, word, lexicon) is not None
        for child in word.children
    )


def _after_verb(word: Word, outer: Word, lexicon: Lexicon) -> Controlled | None:
    infinitive = word.tag == "VB" or word.infinitive
    passive = outer.tag == "VBN" and outer.child("auxpass") is not None
    told = _periphrastic(outer) or _intended(outer) if infinitive else None
    return told or _implied(outer, lexicon) or (_regarded(outer, lexicon) if passive else None)


def _periphrastic(outer: Word) -> Controlled | None:
    """Read verbs that only tell the tense: "used to live", "going to move", "went on to study"."""
    habitual = outer.lower == "used" or outer.has("did", "didn't")
    if outer.lemma == "use" and habitual and outer.dep != "acl" and outer.child("dobj", "nsubjpass", "auxpass") is None:
        return Controlled(tense=Tense.USED_TO)
    if outer.lemma == "go" and outer.tag == "VBG":
        return Controlled(tense=Tense.FUTURE)
    return Controlled() if outer.lemma == "go" and outer.has("on") else None


def _intended(outer: Word) -> Controlled | None:
    if outer.lemma in _DECIDED:
        return Controlled(tense=Tense.FUTURE)
    return Controlled(mood=Mood(hedged=True), tense=Tense.FUTURE) if outer.lemma in _PLANNED else None


def _implied(outer: Word, lexicon: Lexicon) -> Controlled | None:
    """Read verbs that say whether the inner thing happens: "failed to", "managed to", "helps to", "seems to"."""
    verb = outer.lemma
    if verb in lexicon.negative_implicatives:
        return _FLIPPED
    if verb in lexicon.appearance_verbs:
        return _HEDGED
    helps = verb in _HELPING and outer.child("dobj") is None
    return Controlled() if helps or verb in lexicon.positive_implicatives else None


def _regarded(outer: Word, lexicon: Lexicon) -> Controlled | None:
    """Read "is known to", "is said to", "is supposed to"."""
    if outer.lemma in _OBLIGING:
        return _ADVISED
    if outer.lemma in lexicon.regard_verbs:
        return Controlled() if outer.lemma in {"know", "find"} else _HEDGED
    return None


def _after_adjective(adjective: str, governor: Clause, lexicon: Lexicon) -> Controlled | None:
    if adjective in _LENDING:
        return _LENDING[adjective]
    if governor.expletive and adjective in lexicon.advice_adjectives:
        return _ADVISED
    if governor.expletive and adjective in lexicon.possibility_adjectives:
        return Controlled(mood=Mood(modality=Modality.POSSIBLE, hedged=True, flips=int(adjective == "impossible")))
    ordered = governor.mood.modality is Modality.IMPERATIVE
    return Controlled() if ordered and adjective in lexicon.ensure_phrases else None
