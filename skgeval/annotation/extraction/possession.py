"""Claims hidden in noun phrases: "my dog" says that I have one, "a length of 300 words" what the length is."""

from __future__ import annotations

import msgspec

from schemas.claim import Claim, EntityType, Form, Mention, Modality, QuantityRole, RelationType, TimeScope
from skgeval.annotation.extraction.claims import About, make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.noun_phrases import mention, of_quantity
from skgeval.annotation.extraction.scene import Scene, participant
from skgeval.annotation.extraction.things import Thing, number
from skgeval.annotation.extraction.words import Word

_HOLDING = frozenset({"have", "come with", "include", "offer", "contain", "provide"})
_MINE = frozenset({"my", "our"})


def possession_claims(clauses: list[Clause], scene: Scene) -> list[Claim]:
    """Return (speaker, have, thing) for "my dog" and its like.

    "Your dog" presupposes only what the other may never have said, and stays unread.
    """
    found: list[Claim] = []
    if not clauses:
        return found
    clause = clauses[0]
    if clause.mood.modality not in {Modality.ASSERTED, Modality.PROMISED}:
        return found
    for word in clause.sentence.words:
        if word.dep != "poss" or word.lower not in _MINE or word.head is None or not word.head.noun:
            continue
        if word.head.lemma in scene.lexicon.unpossessed_nouns or _described(word.head):
            continue
        named = mention(word.head, clause.sentence, scene)
        if named is not None:
            found.append(_owned(clause, scene, word, named))
    return found


def _described(noun: Word) -> bool:
    """Say whether a noun names a property rather than a thing one has ("my favorite colour", "my line of work")."""
    return noun.child("amod") is not None or any(prep.lower == "of" for prep in noun.all("prep"))


def amount_claims(about: About, claim: Claim) -> list[Claim]:
    """Read "has a population of 370,000": the population of the subject is 370,000."""
    held = about.verb.child("dobj")
    quantity = of_quantity(held, about.sentence, about.scene) if held is not None else None
    if quantity is None and claim.object.head and claim.object.type is not EntityType.NUMBER:
        # "Comes with 25 GB of data": its data are 25 GB.
        measured = claim.quantity is not None and claim.quantity.role is QuantityRole.MEASURE
        quantity = claim.quantity if measured else None
    if quantity is not None and quantity.counted:
        # What a capacity amounts to may be said with or without "people".
        quantity = msgspec.structs.replace(quantity, counted="")
    if quantity is None or claim.relation not in _HOLDING or not claim.polarity:
        return []
    amount = Mention(
        text=claim.object.text,
        label=claim.object.label,
        head=claim.object.head,
        owner="" if claim.subject.reference is not None else claim.subject.label,
        owner_reference=claim.subject.reference,
        definite=True,
    )
    return [make_claim(About(about.clause, about.scene, amount), "be", number(quantity), Form.NUMBER)]


def _owned(clause: Clause, scene: Scene, word: Word, named: Mention) -> Claim:
    thing = Mention(text=named.text, label=named.label, head=named.head, type=named.type, plural=named.plural)
    owner = About(clause, scene, participant(scene.speaker, word.text))
    stated = make_claim(owner, "have", Thing(thing), Form.POSSESSION)
    # What the sentence denies of the dog does not deny that there is one.
    return msgspec.structs.replace(
        stated,
        polarity=True,
        modality=Modality.ASSERTED,
        relation_type=RelationType.ELABORATION,
        importance=0.3,
        time=TimeScope(tense=stated.time.tense),
    )
