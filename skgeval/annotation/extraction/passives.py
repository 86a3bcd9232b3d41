"""Claims from passives: what happens to the subject, by whom, and the agent's side of it."""

from __future__ import annotations

import msgspec

from schemas.claim import Claim, Form, Mention
from skgeval.annotation.extraction.claims import About, make_claim, qualified
from skgeval.annotation.extraction.links import Link
from skgeval.annotation.extraction.prepositions import dated_claims, phrase, placed, prepositional_claims
from skgeval.annotation.extraction.things import NOTHING, quality, thing_at

_STANDING = frozenset({"include", "cover", "guarantee"})
"""Verbs whose participle says how things stand: what is "included in the price" is included, as a denial may say.

What is allowed or supported somewhere may well be forbidden elsewhere, and a bare denial often answers for there.
"""
_STATE_FORMS = frozenset({"is", "are", "'s", "'re", "am", "'m", "be"})


def passive_claims(about: About) -> list[Claim]:
    """Return what a passive says of its subject, and of the agent where one is named."""
    clause = about.clause
    naming = about.verb.child("oprd")
    if naming is not None and clause.lemma in about.scene.lexicon.naming_verbs:
        thing = thing_at(naming, about.sentence, about.scene)
        name = About(clause, about.scene, name_of(about.subject))
        return [make_claim(name, "be", thing, Form.NAME)] if thing is not None else []
    places, times = placed(about.scene, [about.verb])
    found = prepositional_claims(about, clause.lemma, places, Form.PASSIVE)
    found += dated_claims(about, clause.lemma, times, Form.PASSIVE)
    found += [_active(claim, clause.lemma) for claim in found if claim.relation == f"{clause.lemma} by"]
    held = [thing_at(child, about.sentence, about.scene) for child in about.verb.all("dobj", "oprd", "attr")]
    found += [make_claim(about, clause.lemma, thing, Form.PASSIVE) for thing in held if thing is not None]
    if not found and clause.link is not Link.REDUCED:
        found.append(_state(about))
    elif places and clause.lemma in _STANDING and not clause.negated:
        found.append(qualified(_state(about), [phrase(prep, about) for prep in places if prep.lower != "by"]))
    return found


def name_of(subject: Mention) -> Mention:
    """Return the mention of a thing's name, owned by the thing: "is called Max" says that its name is Max."""
    return Mention(
        text=subject.text,
        label="name",
        head="name",
        owner=subject.label if subject.reference is None else "",
        owner_reference=subject.reference,
        definite=True,
    )


def _state(about: About) -> Claim:
    """Tell the state of "the shop is closed", which is one like "is open", from the event of "was built"."""
    clause, verb = about.clause, about.verb
    being = any(helper.lower in _STATE_FORMS for helper in clause.auxiliaries if helper.lemma == "be")
    goes_on = any(child.index > verb.index for child in verb.all("xcomp", "ccomp", "advcl"))
    if being and not goes_on:
        return make_claim(about, "be", quality(verb, about.scene), Form.ADJECTIVE)
    return make_claim(about, clause.lemma, NOTHING, Form.PASSIVE)


def _active(claim: Claim, lemma: str) -> Claim:
    return msgspec.structs.replace(claim, subject=claim.object, relation=lemma, object=claim.subject, form=Form.VERB)
