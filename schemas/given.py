"""A claim that a turn brings along, as whoever extracted it wrote it (METHOD.md, section 2)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from schemas.claim import Attribute, EntityType, Modality, PropertyType, RelationType, Tense

MAX_GIVEN = 1_000
"""Claims that one turn may bring; of these, `AnnotationPolicy.max_claims` are kept."""
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"\S")]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class GivenClaim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One statement in English: at least subject, relation and object ("the warranty", "lasts", "24 months").

    A subject or object that opens with "my", "your" or "X's" belongs to that owner; "I" and "you" are the participants.
    A negated relation ("is not") and `polarity` false say the same. `sentence` quotes the turn; without it the claim
    belongs to the whole turn. `rel_type` and `types` are the published method's names of `relation_type` and of subject
    type and object type. A field that is not known is refused: a misspelt `polarity` would turn a claim round.
    """

    subject: Words
    relation: Words
    object: Words
    polarity: bool = True
    modality: Modality = Modality.ASSERTED
    hedged: bool = False
    tense: Tense = Tense.PRESENT
    attribute: Attribute | None = None
    property_type: PropertyType = PropertyType.ADDITIVE
    relation_type: RelationType | None = None
    rel_type: RelationType | None = None
    subject_type: EntityType | None = None
    object_type: EntityType | None = None
    types: tuple[EntityType, EntityType] | None = None
    importance: Share = 0.5
    sentence: str = ""
