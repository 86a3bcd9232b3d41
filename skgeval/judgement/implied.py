"""What a claim says in other words, so that it meets claims that say it so (METHOD.md, section 3).

All of it follows from the words alone, whatever was said before: who holds a party in the park says where it is,
"Marlowe wrote Hamlet" that Hamlet was written by Marlowe, "a hot liquid" that it is hot.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from schemas.claim import Claim, EntityType, Form, Mention, Modality
from skgeval.judgement.names import PARTICIPANTS
from skgeval.judgement.properties import stated_of_the_property
from skgeval.knowledge import Knowledge

HOLDING = frozenset({"hold", "have", "put", "keep", "leave", "place", "store", "host", "throw", "park", "move", "set"})
"""Verbs whose object, not their subject, is where the preposition says."""
PLACING = frozenset({"in", "on", "at"})
SETTING = frozenset({"keep", "bring", "heat", "hold", "set", "preheat", "maintain", "leave"})
"""Verbs by which an instruction only says how much something shall measure."""
INSTRUCTING = frozenset({Modality.IMPERATIVE, Modality.ADVISED})
ENDURING = frozenset({"stand", "bear", "abide", "stomach"})
"""Verbs that say dislike when they are denied."""


def reworded(claim: Claim, said: tuple[Claim, ...], knowledge: Knowledge) -> Claim:
    """Return a claim in the words that state it plainly; `said` are all claims of its turn."""
    if claim.form is Form.PROPERTY:
        return stated_of_the_property(claim, knowledge)
    if claim.relation in ENDURING and not claim.polarity and claim.object.label:
        return msgspec.structs.replace(claim, relation="hate", polarity=True)
    return _placed(claim, said)


def implied(claim: Claim, said: tuple[Claim, ...], knowledge: Knowledge) -> Iterator[Claim]:
    """Go through what a claim states besides; `said` are all claims of its turn."""
    if claim.quantity is not None:
        yield from _told_of_the_thing(claim, said)
    elif claim.form is Form.NOUN and claim.relation == "be" and claim.subject.type is not EntityType.PERSON:
        yield from _qualities(claim, knowledge)


def passive(claim: Claim, knowledge: Knowledge) -> Claim | None:
    """Return a deed said of what it was done to, where only one can have done it."""
    if claim.form is not Form.VERB or not claim.object.label or claim.quantity is not None or not claim.polarity:
        return None
    if claim.modality is not Modality.ASSERTED or claim.subject.label in PARTICIPANTS:
        return None
    relation = f"{claim.relation} by"
    if knowledge.functional.relations.isdisjoint({relation, knowledge.canonical(relation)[0]}):
        return None
    return msgspec.structs.replace(
        claim, subject=claim.object, relation=relation, object=claim.subject, form=Form.PASSIVE
    )


def told_apart(claim: Claim) -> bool:
    """Whether both things that a claim joins are named or definite ones."""
    return all(mention.definite or mention.proper for mention in (claim.subject, claim.object))


def _told_of_the_thing(claim: Claim, said: tuple[Claim, ...]) -> Iterator[Claim]:
    """Read the number of an instruction as one of the thing it is about ("bake the cake at 180 °C")."""
    if claim.modality not in INSTRUCTING or claim.subject.label not in PARTICIPANTS:
        return
    verb = claim.relation.split()[0] if claim.relation else ""
    things = (
        one.object for one in said if one.sentence == claim.sentence and one.relation == verb and not one.quantity
    )
    thing = next((one for one in things if one.definite or one.reference is not None), None)
    if thing is not None:
        relation = "be" if verb in SETTING else claim.relation
        yield msgspec.structs.replace(claim, subject=thing, relation=relation, form=Form.NUMBER)


def _placed(claim: Claim, said: tuple[Claim, ...]) -> Claim:
    """Read "we hold the party in the park" as telling where the party is: who acts on a thing is not placed by it."""
    if claim.form is not Form.PREPOSITION or claim.subject.label not in PARTICIPANTS:
        return claim
    verb, _, preposition = claim.relation.partition(" ")
    if preposition not in PLACING or verb not in HOLDING:
        return claim
    held = (one for one in said if (one.sentence, one.relation, one.form) == (claim.sentence, verb, Form.VERB))
    thing = next((one.object for one in held if one.object.label or one.object.reference is not None), None)
    return claim if thing is None else msgspec.structs.replace(claim, subject=thing, relation=f"be {preposition}")


def _qualities(claim: Claim, knowledge: Knowledge) -> Iterator[Claim]:
    """Read "a hot liquid" as hot, where the quality has an opposite that another turn may state."""
    if claim.modality is not Modality.ASSERTED or not claim.polarity:
        return
    for word in claim.object.modifiers:
        if word in knowledge.antonyms.adjectives:
            quality = Mention(text=word, label=word, head=word, type=EntityType.CONDITION)
            yield msgspec.structs.replace(claim, object=quality, form=Form.ADJECTIVE)
