"""What a claim says in other words, so that it meets claims that say it so (METHOD.md, section 3).

All of it follows from the words alone, whatever was said before: who holds a party in the park says where it is,
"Marlowe wrote Hamlet" that Hamlet was written by Marlowe, "a hot liquid" that it is hot.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from schemas.claim import Claim, EntityType, Form, Mention, Modality
from skgeval.judgement.names import PARTICIPANTS
from skgeval.knowledge import Knowledge

HOLDING = frozenset({"hold", "have", "put", "keep", "leave", "place", "store", "host", "throw", "park", "move", "set"})
"""Verbs whose object, not their subject, is where the preposition says."""
PLACING = frozenset({"in", "on", "at"})
ENDURING = frozenset({"stand", "bear", "abide", "stomach"})
"""Verbs that say dislike when they are denied."""


def reworded(claim: Claim, said: tuple[Claim, ...]) -> Claim:
    """Return a claim in the words that state it plainly; `said` are all claims of its turn."""
    if claim.relation in ENDURING and not claim.polarity and claim.object.label:
        return msgspec.structs.replace(claim, relation="hate", polarity=True)
    return _placed(claim, said)


def implied(claim: Claim, knowledge: Knowledge) -> Iterator[Claim]:
    """Go through what a claim states besides."""
    if claim.modality is not Modality.ASSERTED or not claim.polarity or claim.quantity is not None:
        return
    agent = claim.subject
    named = (agent.definite or agent.proper) and agent.label not in PARTICIPANTS and bool(claim.object.label)
    if claim.form is Form.NOUN and claim.relation == "be" and agent.type is not EntityType.PERSON:
        yield from _qualities(claim, knowledge)
    passive = f"{claim.relation} by"
    if claim.form is Form.VERB and named and _holds_one(passive, knowledge):
        yield msgspec.structs.replace(
            claim, subject=claim.object, relation=passive, object=claim.subject, form=Form.PASSIVE
        )


def _placed(claim: Claim, said: tuple[Claim, ...]) -> Claim:
    """Read "we hold the party in the park" as telling where the party is: who acts on a thing is not placed by it."""
    verb, _, preposition = claim.relation.partition(" ")
    if claim.form is not Form.PREPOSITION or preposition not in PLACING or verb not in HOLDING:
        return claim
    if claim.subject.label not in PARTICIPANTS:
        return claim
    held = (one for one in said if (one.sentence, one.relation, one.form) == (claim.sentence, verb, Form.VERB))
    thing = next((one.object for one in held if one.object.label or one.object.reference is not None), None)
    return claim if thing is None else msgspec.structs.replace(claim, subject=thing, relation=f"be {preposition}")


def _qualities(claim: Claim, knowledge: Knowledge) -> Iterator[Claim]:
    """Read "a hot liquid" as hot, where the quality has an opposite that another turn may state."""
    for word in claim.object.modifiers:
        if word in knowledge.antonyms.adjectives:
            quality = Mention(text=word, label=word, head=word, type=EntityType.CONDITION)
            yield msgspec.structs.replace(claim, object=quality, form=Form.ADJECTIVE)


def _holds_one(passive: str, knowledge: Knowledge) -> bool:
    return (
        knowledge.canonical(passive)[0] in knowledge.functional.relations or passive in knowledge.functional.relations
    )
