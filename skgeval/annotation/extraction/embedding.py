"""What a governing clause makes of the clause inside it: a belief, a report, a wish, advice, a condition, a fact."""

from __future__ import annotations

import msgspec

from schemas.claim import ASSISTANT, USER, Modality
from skgeval.annotation.extraction.modality import ASSERTED, HYPOTHETICAL, Mood
from skgeval.annotation.extraction.words import Word
from skgeval.knowledge.lexicon import Lexicon

_WHETHER = frozenset({"if", "whether", "unless"})
_REMINDERS = frozenset({"remember", "note", "notice", "know", "keep", "bear", "see", "rest", "understand", "realize"})
_LEARNING = frozenset({"know", "see", "find", "confirm"})
"""Verbs whose negation leaves open what they govern ("I don't know that it is")."""
_ENABLERS = frozenset({"let", "allow", "enable", "want", "need", "like", "prefer", "ask", "tell", "expect"})


class Governor(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What an inner clause must know of the outer one."""

    verb: Word
    mood: Mood
    negated: bool
    past: bool
    subject: str
    adjective: str = ""
    expletive: bool = False


def complement_mood(word: Word, governor: Governor, lexicon: Lexicon) -> Mood:
    """Return the mood of a clause that is what someone thinks, says, hopes, ensures, or finds true."""
    mark = word.child("mark")
    outer = _outer(governor, mark)
    if (mark is not None and mark.lower in _WHETHER) or outer.modality is Modality.HYPOTHETICAL:
        return HYPOTHETICAL
    if governor.adjective:
        return _after_adjective(governor, outer, lexicon)
    return _after_verb(word, governor, outer, lexicon)


def _outer(governor: Governor, mark: Word | None) -> Mood:
    """Let a reminder ("Note that …", "Remember you are …") state what follows; other orders do not."""
    mood = governor.mood
    if mood.modality is not Modality.IMPERATIVE:
        return mood
    if governor.verb.lemma in _REMINDERS or (mark is not None and mark.lower == "that"):
        return ASSERTED
    return mood


def _after_adjective(governor: Governor, outer: Mood, lexicon: Lexicon) -> Mood:
    adjective = governor.adjective
    flips = outer.flips
    if adjective in lexicon.ensure_phrases and governor.verb.lemma in {"make", "be"}:
        if outer.modality is not Modality.ASSERTED or governor.verb.lemma == "make":
            return Mood(modality=Modality.ADVISED)
        return HYPOTHETICAL if governor.negated else ASSERTED
    if adjective in lexicon.advice_adjectives:
        return Mood(modality=Modality.ADVISED, flips=flips + int(governor.negated))
    if adjective in lexicon.possibility_adjectives:
        unlikely = int(adjective in {"unlikely", "impossible"}) + int(governor.negated)
        return Mood(modality=Modality.POSSIBLE, hedged=True, flips=flips + unlikely)
    if adjective in lexicon.truth_adjectives:
        return Mood(modality=outer.modality, flips=flips + int(governor.negated), attribution=outer.attribution)
    return HYPOTHETICAL


def _after_verb(word: Word, governor: Governor, outer: Mood, lexicon: Lexicon) -> Mood:
    verb = governor.verb.lemma
    if wished_away(word, governor.verb, governor.subject):
        return Mood(modality=outer.modality, flips=outer.flips + 1 + int(governor.negated))
    told = (
        _impersonal(governor, outer) or _of_the_mind(governor, outer, lexicon) or _of_speech(governor, outer, lexicon)
    )
    if told is not None:
        return told
    if verb in lexicon.factive_verbs or verb == "be":
        return HYPOTHETICAL if governor.negated and verb in _LEARNING else outer
    return HYPOTHETICAL if word.child("mark") is None else outer


def wished_away(word: Word, outer: Word, subject: str) -> bool:
    """Say whether a wish denies what it names: who says "I wish I had a car" has none."""
    helped = word.child("aux", "auxpass") is not None
    return outer.lemma == "wish" and subject in {USER, ASSISTANT} and word.tag == "VBD" and not helped


def _impersonal(governor: Governor, outer: Mood) -> Mood | None:
    """Read "it is of importance that …" and "it turns out that …"."""
    if not governor.expletive:
        return None
    if governor.verb.lemma == "be" and governor.verb.child("prep") is not None:
        return Mood(modality=Modality.ADVISED)
    return outer if governor.verb.lemma in {"turn", "happen", "follow"} else None


def _of_the_mind(governor: Governor, outer: Mood, lexicon: Lexicon) -> Mood | None:
    """Read what is wondered, hoped, doubted or believed; a belief's negation is the thing's ("I don't think it is")."""
    verb, negated = governor.verb.lemma, int(governor.negated)
    if verb in lexicon.question_verbs or verb in lexicon.hope_verbs or verb in _ENABLERS:
        return HYPOTHETICAL
    if verb in {"doubt", "deny"}:
        return Mood(modality=outer.modality, hedged=True, flips=outer.flips + 1 + negated)
    if verb not in lexicon.belief_verbs:
        return None
    if governor.past:
        return Mood(modality=Modality.POSSIBLE, hedged=True)
    own = governor.subject in {USER, ASSISTANT, ""}
    return Mood(
        modality=outer.modality if own or governor.expletive else Modality.REPORTED,
        hedged=True,
        attribution="" if own else governor.subject,
        flips=outer.flips + negated,
    )


def _of_speech(governor: Governor, outer: Mood, lexicon: Lexicon) -> Mood | None:
    """Read what is promised, said or to be ensured."""
    verb = governor.verb.lemma
    if verb in lexicon.promise_verbs and governor.subject in {USER, ASSISTANT}:
        return Mood(modality=Modality.PROMISED)
    if governor.mood.modality is Modality.IMPERATIVE and verb in _REMINDERS:
        return outer
    if verb in lexicon.report_verbs:
        return Mood(modality=Modality.REPORTED, attribution=governor.subject, flips=int(governor.negated))
    ordered = verb == "ensure" and outer.modality is not Modality.ASSERTED
    return Mood(modality=Modality.ADVISED) if ordered else None


def adverbial_mood(word: Word, lexicon: Lexicon, *, past: bool) -> Mood:
    """Return the mood of an adverbial clause: conditions are hypothetical, reasons and contrasts are stated."""
    marks = {child.lower for child in word.children if child.dep in {"mark", "advmod"}}
    if marks & lexicon.subordinators_condition:
        return HYPOTHETICAL
    if marks & {"because", "although", "though", "whereas", "since"}:
        return ASSERTED
    if marks & {"while", "as"}:
        return ASSERTED
    if marks & lexicon.subordinators_time:
        return ASSERTED if past else HYPOTHETICAL
    if "so" in marks:
        return HYPOTHETICAL if "that" in marks else ASSERTED
    return HYPOTHETICAL
