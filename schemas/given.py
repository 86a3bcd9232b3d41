"""A claim that a turn brings along, as whoever extracted it wrote it (METHOD.md, section 2)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from schemas.claim import Attribute, EntityType, Modality, PropertyType, RelationType, Tense

MAX_GIVEN = 1_000
"""Claims that one turn may bring; of these, `AnnotationPolicy.max_claims` are kept."""
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"\S")]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_NAMED_OTHERWISE = {
    "sub": "subject",
    "rel": "relation",
    "obj": "object",
    "rel_type": "relation_type",
    "type_sub": "subject_type",
    "type_obj": "object_type",
}
"""The published program's names of fields, and ours."""
NEEDED = (("subject", "sub"), ("relation", "rel"), ("object", "obj"))
"""Fields that a claim must have, each under one of its names."""


class GivenClaim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One statement in English: at least subject, relation and object ("the warranty", "lasts", "24 months").

    A subject or object that opens with "my", "your" or "X's" belongs to that owner; "I" and "you" are the participants.
    A negated relation ("is not") and `polarity` false say the same. `sentence` quotes the turn; without it the claim
    belongs to the whole turn. The names of the published method are taken too: `rel_type` for `relation_type`, `types`
    for subject type and object type; and those of its program: `sub`, `rel`, `obj`, `type_sub`, `type_obj`. A field
    that is not known is refused: a misspelt `polarity` would turn a claim round.
    """

    subject: Words = ""
    relation: Words = ""
    object: Words = ""
    polarity: bool = True
    modality: Modality = Modality.ASSERTED
    hedged: bool = False
    tense: Tense = Tense.PRESENT
    attribute: Attribute | None = None
    property_type: PropertyType = PropertyType.ADDITIVE
    relation_type: RelationType | None = None
    subject_type: EntityType | None = None
    object_type: EntityType | None = None
    importance: Share = 0.5
    sentence: str = ""
    sub: Words = ""
    rel: Words = ""
    obj: Words = ""
    rel_type: RelationType | None = None
    types: tuple[EntityType, EntityType] | None = None
    type_sub: EntityType | None = None
    type_obj: EntityType | None = None

    def __post_init__(self) -> None:
        """Put every value under our own name for it; raise ValueError where one is missing or said in two ways."""
        for theirs, ours in _NAMED_OTHERWISE.items():
            self._rename(theirs, ours, getattr(self, theirs))
            msgspec.structs.force_setattr(self, theirs, _DEFAULTS[theirs])
        for ours, value in zip(("subject_type", "object_type"), self.types or (), strict=False):
            self._rename("types", ours, value)
        msgspec.structs.force_setattr(self, "types", None)
        for field, _ in NEEDED:
            if not getattr(self, field):
                # In the words of msgspec, from which the codec reads which field it is.
                raise ValueError(f"Object missing required field `{field}`")

    def _rename(self, theirs: str, ours: str, value: str | None) -> None:
        said = getattr(self, ours)
        if value and said and value != said:
            raise ValueError(f"`{theirs}` and `{ours}` are one field: send one of them")
        if value:
            msgspec.structs.force_setattr(self, ours, value)


FIELDS: tuple[str, ...] = GivenClaim.__struct_fields__
"""Every field that a claim may have."""
_DEFAULTS = dict(zip(FIELDS, GivenClaim.__struct_defaults__, strict=True))
