"""Claims whose relation names a property ("has capital", "capital of"), in the words of a sentence that says so.

Those who send triples write the same property in several ways, and rarely as sentences do. "Australia, has capital,
Canberra" and "Canberra, is the capital of, Australia" both become what "the capital of Australia is Canberra" says, so
that they meet each other and what is read from text (METHOD.md, section 3).
"""

from __future__ import annotations

import msgspec

from schemas.claim import Claim, Form, Mention, PropertyType
from skgeval.knowledge import Knowledge
from skgeval.knowledge.attributes import Property, property_named


def stated_of_the_property(claim: Claim, knowledge: Knowledge) -> Claim:
    """Return the claim as one about the property, where that has one value; else as it is.

    It has one if it always does ("capital"), or if the words or whoever made the claim say so ("is the author of",
    `property_type` EXCLUSIVE); something "has author" may have several.
    """
    named = property_named(claim.relation)
    if named is None or not claim.object.label or not _holds_one(claim, named, knowledge):
        return claim
    if named.of_object and claim.quantity is not None:
        return claim
    owner, value = (claim.object, claim.subject) if named.of_object else (claim.subject, claim.object)
    return msgspec.structs.replace(
        claim,
        subject=_property_of(owner, named),
        relation="be",
        object=value,
        form=Form.NOUN if claim.quantity is None else Form.NUMBER,
    )


def _holds_one(claim: Claim, named: Property, knowledge: Knowledge) -> bool:
    table = knowledge.functional
    if named.name in table.single:
        return True
    marked = claim.property_type is PropertyType.EXCLUSIVE and not named.of_object
    return named.name in table.attributes and (named.definite or marked)


def _property_of(owner: Mention, named: Property) -> Mention:
    open_owner = owner.reference is not None
    return Mention(
        text=f"{named.name} of {owner.text}",
        label=named.name,
        head=named.name.rpartition(" ")[2],
        owner="" if open_owner else owner.label,
        owner_reference=owner.reference,
        definite=True,
    )
