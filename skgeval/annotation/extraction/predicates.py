"""Which construction a clause is, and so which rule reads it."""

from __future__ import annotations

import msgspec

from schemas.claim import Claim, Form
from skgeval.annotation.extraction.claims import About, make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.copula import copula_claims
from skgeval.annotation.extraction.existence import existence_claims, exists_claims
from skgeval.annotation.extraction.noun_phrases import quantity_of
from skgeval.annotation.extraction.passives import passive_claims
from skgeval.annotation.extraction.possession import amount_claims
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.subjects import activity
from skgeval.annotation.extraction.things import quality
from skgeval.annotation.extraction.verbs import verb_claims
from skgeval.annotation.extraction.words import Word

_EXISTING = frozenset({"exist", "occur"})
_THERE = frozenset({"be", "exist", "remain"})


def predicate_claims(clause: Clause, scene: Scene) -> list[Claim]:
    """Return the claims of one clause for all of its subjects."""
    if clause.verb.child("expl") is not None:
        return existence_claims(clause, scene) if clause.lemma in _THERE else []
    if clause.expletive:
        return _judged_activity(clause, scene)
    if clause.delegates:
        return []
    found: list[Claim] = []
    for at, subject in enumerate(clause.subjects):
        claims = _claims(About(clause, scene, subject))
        word = clause.subject_words[at] if at < len(clause.subject_words) else None
        found += claims if word is None else [_counted(claim, word, clause, scene) for claim in claims]
    return found


def _claims(about: About) -> list[Claim]:
    clause, words = about.clause, about.scene.lexicon
    complement = about.verb.child("acomp", "attr", "oprd")
    if clause.lemma in _EXISTING and not clause.passive:
        return exists_claims(about)
    if clause.lemma == "be" or (clause.lemma in words.linking_verbs and complement is not None):
        return copula_claims(about)
    if clause.passive and clause.lemma in words.regard_verbs and complement is not None:
        mood = msgspec.structs.replace(clause.mood, hedged=True)
        regarded = msgspec.structs.replace(clause, mood=mood, lemma="be")
        return copula_claims(About(regarded, about.scene, about.subject))
    if clause.passive:
        return passive_claims(about)
    found = verb_claims(about)
    return [*found, *(amount_claims(about, found[0]) if found else [])]


def _counted(claim: Claim, word: Word, clause: Clause, scene: Scene) -> Claim:
    """Add how many came where 250 people did."""
    if claim.quantity is not None or claim.object.label or not word.noun:
        return claim
    return msgspec.structs.replace(claim, quantity=quantity_of(word, clause.sentence, scene))


def _judged_activity(clause: Clause, scene: Scene) -> list[Claim]:
    """Read "it is easy to learn Python": learning Python is easy."""
    complement = clause.verb.child("acomp", "attr")
    inner: Word | None = clause.verb.child("xcomp", "advcl", "csubj")
    if complement is not None and inner is None:
        inner = complement.child("xcomp", "advcl")
    if complement is None or inner is None or complement.pos != "ADJ" or inner.child("nsubj") is not None:
        return []
    words = scene.lexicon
    said_by_mood = complement.lemma in words.advice_adjectives | words.possibility_adjectives
    if said_by_mood or inner.lemma in words.small_talk_activities:
        return []  # "it is important to …", "nice to meet you"
    doing = About(clause, scene, activity(inner, clause.sentence, scene))
    return [make_claim(doing, "be", quality(complement, scene), Form.ADJECTIVE)]
