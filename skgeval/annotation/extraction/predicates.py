"""Which construction a clause is, and so which rule reads it."""

from __future__ import annotations

import msgspec

from schemas.claim import Claim, Form, Mention
from skgeval.annotation.extraction.claims import make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.copula import copula_claims
from skgeval.annotation.extraction.existence import existence_claims, exists_claims
from skgeval.annotation.extraction.noun_phrases import quantity_of
from skgeval.annotation.extraction.objects import adjective_mention
from skgeval.annotation.extraction.possession import amount_claims
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.subjects import activity
from skgeval.annotation.extraction.verbs import passive_claims, verb_claims
from skgeval.annotation.extraction.words import Word

_EXISTING = frozenset({"exist", "occur"})


def predicate_claims(clause: Clause, scene: Scene) -> list[Claim]:
    """Return the claims of one clause for all of its subjects."""
    verb = clause.verb
    if verb.child("expl") is not None:
        return existence_claims(clause, scene) if clause.lemma in {"be", "exist", "remain"} else []
    if clause.expletive:
        return _judged_activity(clause, scene)
    if clause.delegates:
        return []
    found: list[Claim] = []
    words: list[Word | None] = [*clause.subject_words, *[None] * len(clause.subjects)]
    for subject, word in zip(clause.subjects, words, strict=False):
        said = _claims(clause, scene, subject)
        found += said if word is None else [_counted(claim, word, clause, scene) for claim in said]
    return found


def _counted(claim: Claim, word: Word, clause: Clause, scene: Scene) -> Claim:
    """ "250 people came" states how many."""
    if claim.quantity is not None or claim.object.label or not word.noun:
        return claim
    return msgspec.structs.replace(claim, quantity=quantity_of(word, clause.sentence, scene))


def _claims(clause: Clause, scene: Scene, subject: Mention) -> list[Claim]:
    verb = clause.verb
    complement = verb.child("acomp", "attr", "oprd")
    if clause.lemma in _EXISTING and not clause.passive:
        return exists_claims(clause, scene, subject)
    if clause.lemma == "be" or (clause.lemma in scene.lexicon.linking_verbs and complement is not None):
        return copula_claims(clause, scene, subject)
    if clause.passive and clause.lemma in scene.lexicon.regard_verbs and complement is not None:
        regarded = msgspec.structs.replace(clause, mood=msgspec.structs.replace(clause.mood, hedged=True), lemma="be")
        return copula_claims(regarded, scene, subject)
    if clause.passive:
        return passive_claims(clause, scene, subject)
    found = verb_claims(clause, scene, subject)
    held = verb.child("dobj")
    if held is not None and found:
        found += amount_claims(found[0], held, clause, scene)
    return found


def _judged_activity(clause: Clause, scene: Scene) -> list[Claim]:
    """ "It is easy to learn Python" says of learning Python that it is easy."""
    complement = clause.verb.child("acomp", "attr")
    inner: Word | None = clause.verb.child("xcomp", "advcl", "csubj")
    if complement is not None and inner is None:
        inner = complement.child("xcomp", "advcl")
    if complement is None or inner is None or complement.pos != "ADJ" or inner.child("nsubj") is not None:
        return []
    words = scene.lexicon
    if complement.lemma in words.advice_adjectives | words.possibility_adjectives:
        return []
    if inner.lemma in words.small_talk_activities:
        return []  # "nice to meet you"
    doing = activity(inner, clause.sentence, scene)
    return [make_claim(clause, scene, doing, "be", adjective_mention(complement, scene), form=Form.ADJECTIVE)]
