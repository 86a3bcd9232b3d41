"""Claims hidden in noun phrases: "my dog" says that I have one, "a length of 300 words" what the length is."""

from __future__ import annotations

import msgspec

from schemas.claim import Claim, Form, Mention, Modality, RelationType, TimeScope
from skgeval.annotation.extraction.claims import make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.noun_phrases import mention, of_quantity
from skgeval.annotation.extraction.objects import number_mention
from skgeval.annotation.extraction.scene import Scene, participant
from skgeval.annotation.extraction.words import Word

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
    """ "My favorite colour", "my line of work" name a property rather than a thing I have."""
    return noun.child("amod") is not None or any(prep.lower == "of" for prep in noun.all("prep"))


def amount_claims(claim: Claim, word: Word, clause: Clause, scene: Scene) -> list[Claim]:
    """ "Has a population of 370,000": the population of the subject is 370,000."""
    quantity = of_quantity(word, clause.sentence, scene)
    if quantity is None or claim.relation != "have":
        return []
    amount = Mention(
        text=claim.object.text,
        label=claim.object.label,
        head=claim.object.head,
        owner="" if claim.subject.reference is not None else claim.subject.label,
        owner_reference=claim.subject.reference,
        definite=True,
    )
    return [make_claim(clause, scene, amount, "be", number_mention(quantity), form=Form.NUMBER, quantity=quantity)]


def _owned(clause: Clause, scene: Scene, word: Word, named: Mention) -> Claim:
    thing = Mention(text=named.text, label=named.label, head=named.head, type=named.type, plural=named.plural)
    owner = participant(scene.speaker, word.text)
    stated = make_claim(clause, scene, owner, "have", thing, form=Form.POSSESSION)
    # What the sentence denies of the dog does not deny that there is one.
    return msgspec.structs.replace(
        stated,
        polarity=True,
        modality=Modality.ASSERTED,
        relation_type=RelationType.ELABORATION,
        importance=0.3,
        time=TimeScope(tense=stated.time.tense),
    )
