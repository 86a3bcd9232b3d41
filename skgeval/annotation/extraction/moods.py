"""The mood of a clause: what the clause above makes of it, and what its own words add."""

from __future__ import annotations

import msgspec

from schemas.claim import ASSISTANT, Modality, Tense
from skgeval.annotation.extraction.clause import Clause, Draft
from skgeval.annotation.extraction.embedding import Governor, adverbial_mood, complement_mood
from skgeval.annotation.extraction.links import Link, accompanying, inverted, trailing
from skgeval.annotation.extraction.modality import ASSERTED, HYPOTHETICAL, Mood, own_mood
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.words import SUBJECTS, Word
from skgeval.knowledge.lexicon import Lexicon

_ORDERS = frozenset({Modality.IMPERATIVE, Modality.ADVISED, Modality.PROMISED})
_STATED = frozenset({Modality.ASSERTED, Modality.PROMISED, Modality.ASKED})
_INDEPENDENT = frozenset({Link.MAIN, Link.JOINED, Link.RUN_ON, Link.CONTROLLED})
_REASONS = ("because", "since", "although", "though")


def outer_mood(draft: Draft, scene: Scene) -> Mood:
    """Return what the governing clause makes of this one; nothing where it stands alone."""
    governor, word = draft.governor, draft.verb
    if governor is None or draft.link in {Link.MAIN, Link.RUN_ON}:
        return ASSERTED
    if draft.link is Link.JOINED:
        return governor.outer
    if draft.control is not None:
        return _under_control(governor, draft.control.mood)
    if draft.link is Link.COMPLEMENT:
        return _complement(word, governor, scene)
    return (
        _adverbial(word, governor, scene) if draft.link is Link.ADVERBIAL else _relative(draft, governor, scene.lexicon)
    )


def _complement(word: Word, governor: Clause, scene: Scene) -> Mood:
    passed_over = word.head is not None and word.head.pos == "VERB" and word.head is not governor.verb
    return HYPOTHETICAL if passed_over else complement_mood(word, _as_governor(governor), scene.lexicon)


def inner_mood(draft: Draft, scene: Scene) -> Mood:
    """Return what the clause's own words say of its mood."""
    word = draft.verb
    mood = own_mood(word, draft.auxiliaries, scene.lexicon, negated=draft.denial.odd)
    shared = _shared(draft)
    if shared is not None:
        return Mood(modality=shared, hedged=mood.hedged)
    if _asked(draft):
        return Mood(modality=Modality.ASKED, hedged=mood.hedged)
    first = draft.subjects[0].label if draft.subjects else ""
    if draft.implied and first == scene.addressee and mood.modality is Modality.ASSERTED:
        return Mood(modality=Modality.IMPERATIVE, hedged=mood.hedged)
    if draft.denial.partial and mood.modality is Modality.ASSERTED:
        return msgspec.structs.replace(mood, hedged=True)
    promised = any(auxiliary.lower in {"will", "'ll", "wo"} for auxiliary in draft.auxiliaries)
    if promised and first == scene.speaker == ASSISTANT and word.lemma not in {"be", "have"}:
        return Mood(modality=Modality.PROMISED, hedged=mood.hedged)
    return mood


def _asked(draft: Draft) -> bool:
    if not draft.sentence.question or draft.link not in _INDEPENDENT:
        return False
    return draft.link in {Link.MAIN, Link.CONTROLLED} or inverted(draft.verb)


def _shared(draft: Draft) -> Modality | None:
    """Return the mood that a joined verb without subject shares: "Connect the hose and fill the tank"."""
    governor = draft.governor
    if draft.link is not Link.JOINED or governor is None or draft.verb.child(*SUBJECTS) is not None:
        return None
    modality = governor.mood.modality
    bare = draft.verb.tag in {"VB", "VBP", "VBN", "VBG"}
    return modality if bare and modality in {Modality.IMPERATIVE, Modality.ASKED} else None


def _under_control(governor: Clause, mood: Mood) -> Mood:
    outer = governor.mood
    return Mood(
        modality=mood.modality if outer.modality is Modality.ASSERTED else outer.modality,
        hedged=outer.hedged or mood.hedged,
        attribution=outer.attribution,
        flips=int(governor.negated) + mood.flips,
    )


def _adverbial(word: Word, governor: Clause, scene: Scene) -> Mood:
    if governor.mood.modality in _ORDERS and word.has(*_REASONS):
        return ASSERTED
    if governor.mood.modality not in _STATED:
        return HYPOTHETICAL
    if accompanying(word) or trailing(word, governor):
        return msgspec.structs.replace(governor.mood, flips=0)
    past = word.tag == "VBD" or any(auxiliary.tag == "VBD" for auxiliary in word.all("aux"))
    return adverbial_mood(word, scene.lexicon, past=past)


def _relative(draft: Draft, governor: Clause, lexicon: Lexicon) -> Mood:
    """Tell a relative clause that states something of a known thing from one that narrows down which is meant.

    What a chance, a claim or an idea is about is not stated either ("the probability that it rains").
    """
    word = draft.verb
    noun = word.head
    if noun is not None and noun.lemma in lexicon.supposing_nouns:
        return HYPOTHETICAL
    unstated = governor.mood.modality not in _STATED and draft.link is not Link.RELATIVE
    if noun is None or unstated or governor.mood.modality is Modality.ASKED:
        return HYPOTHETICAL
    known = noun.pos == "PROPN" or noun.child("poss") is not None or noun.has("this", "that", "the", "these")
    before = [member.text for member in governor.sentence.words[max(0, word.left - 2) : word.left]]
    comma = bool(before) and (before[-1] in {",", "("} or (before[-1] in {'"', "'", "”"} and before[0] == ","))
    predicated = noun.dep in {"attr", "appos"} or (noun.dep == "dobj" and governor.lemma in {"have", "know", "meet"})
    return ASSERTED if known or comma or predicated else HYPOTHETICAL


def _as_governor(clause: Clause) -> Governor:
    complement = clause.verb.child("acomp", "attr", "oprd")
    return Governor(
        verb=clause.verb,
        mood=clause.mood,
        negated=clause.denied,
        past=clause.time.tense is Tense.PAST,
        subject="" if clause.expletive or not clause.subjects else clause.subjects[0].label,
        adjective=complement.lemma if complement is not None else "",
        expletive=clause.expletive,
    )
