"""Verbs and adjectives that lend their subject to an inner verb, and what they say about it ("failed to", "used to")."""

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
_HELPING = frozenset({"help", "serve", "work", "act"})


class Controlled(msgspec.Struct, frozen=True, kw_only=True):
    """How an inner verb is meant: its mood (with a flip for "fail to") and, where it differs, its tense."""

    mood: Mood = ASSERTED
    tense: Tense | None = None


_FLIPPED = Controlled(mood=Mood(flips=1))
_HEDGED = Controlled(mood=Mood(hedged=True))


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
    verb = outer.lemma
    infinitive = word.tag == "VB" or word.infinitive
    habitual = outer.lower == "used" or outer.has("did", "didn't")
    if verb == "use" and infinitive and habitual and outer.child("dobj", "nsubjpass", "auxpass") is None:
        return Controlled(tense=Tense.USED_TO)
    if verb == "go" and infinitive and outer.tag == "VBG":
        return Controlled(tense=Tense.FUTURE)
    if verb == "go" and infinitive and outer.has("on"):
        return Controlled()
    if verb in lexicon.negative_implicatives:
        return _FLIPPED
    if verb in lexicon.appearance_verbs:
        return _HEDGED
    if outer.tag == "VBN" and outer.child("auxpass") is not None:
        if verb in lexicon.regard_verbs:
            return Controlled() if verb in {"know", "find"} else _HEDGED
        if verb in {"suppose", "require", "oblige", "advise", "recommend", "force"}:
            return Controlled(mood=Mood(modality=Modality.ADVISED))
    if verb in _DECIDED and infinitive:
        return Controlled(tense=Tense.FUTURE)
    if verb in _PLANNED and infinitive:
        return Controlled(mood=Mood(hedged=True), tense=Tense.FUTURE)
    if verb in lexicon.positive_implicatives or (verb in _HELPING and outer.child("dobj") is None):
        return Controlled()
    return None


def _after_adjective(adjective: str, governor: Clause, lexicon: Lexicon) -> Controlled | None:
    if adjective in {"able", "capable"}:
        return Controlled()
    if adjective == "unable":
        return _FLIPPED
    if adjective in {"likely", "unlikely"}:
        return Controlled(mood=Mood(modality=Modality.POSSIBLE, hedged=True, flips=int(adjective == "unlikely")))
    if governor.expletive and adjective in lexicon.advice_adjectives:
        return Controlled(mood=Mood(modality=Modality.ADVISED))
    if governor.expletive and adjective in lexicon.possibility_adjectives:
        return Controlled(mood=Mood(modality=Modality.POSSIBLE, hedged=True, flips=int(adjective == "impossible")))
    if adjective in lexicon.ensure_phrases and governor.mood.modality is Modality.IMPERATIVE:
        return Controlled()
    return None
