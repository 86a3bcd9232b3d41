"""From a claim in other people's words to one of ours: the same for claims that are given and those of a model."""

from __future__ import annotations

import msgspec

from schemas.annotation import Sentence, SentenceKind
from schemas.claim import (
    Attribute,
    Claim,
    EntityType,
    Form,
    Mention,
    Modality,
    PropertyType,
    Quantity,
    RelationType,
    Span,
    Tense,
    TimeScope,
)
from schemas.role import Role
from skgeval.annotation.extraction.phrases import PhraseReader, Relation, quantity_in
from skgeval.annotation.text.repair import repaired

_UNCHECKED = frozenset({SentenceKind.COMPOSED, SentenceKind.CODE, SentenceKind.CALCULATION, SentenceKind.QUOTE})
"""Kinds of sentences whose claims are kept and never compared."""


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A claim in somebody's words, its place, and what its maker knows of it beyond that."""

    subject: str
    relation: str
    object: str
    sentence: int
    span: Span
    polarity: bool = True
    modality: Modality = Modality.ASSERTED
    hedged: bool = False
    tense: Tense = Tense.PRESENT
    attribute: Attribute | None = None
    property_type: PropertyType = PropertyType.ADDITIVE
    relation_type: RelationType | None = None
    subject_type: EntityType | None = None
    object_type: EntityType | None = None
    importance: float = 0.5
    subject_owner: str = ""
    object_owner: str = ""
    subject_reference: int | None = None
    object_reference: int | None = None
    conditions: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()


def claim_of(statement: Statement, speaker: Role, sentences: tuple[Sentence, ...], phrases: PhraseReader) -> Claim:
    """Return the claim that a statement makes; its words are compared as those of our own extractor are."""
    # Others' JSON may escape NULs and halves of characters, which no database takes.
    named = repaired(statement.object)
    relation = phrases.relation(
        repaired(statement.relation), exclusive=statement.property_type is PropertyType.EXCLUSIVE
    )
    polarity = relation.affirmed and statement.polarity
    quantity = quantity_in(named) if statement.object_reference is None else None
    subject = phrases.mention(
        repaired(statement.subject), speaker, statement.subject_type, owner=repaired(statement.subject_owner)
    )
    thing = phrases.mention(named, speaker, statement.object_type, owner=repaired(statement.object_owner))
    kind = sentences[statement.sentence].kind if statement.sentence < len(sentences) else SentenceKind.PROSE
    default = RelationType.ASSERTION if polarity else RelationType.NEGATION_ASSERTION
    return Claim(
        subject=_pointing(subject, statement.subject_reference),
        relation=relation.words,
        object=_pointing(thing, statement.object_reference),
        speaker=speaker,
        sentence=statement.sentence,
        span=statement.span,
        polarity=polarity,
        modality=statement.modality,
        form=_form(relation, quantity, quality=phrases.is_quality(named, statement.object_type))
        if named.strip() or statement.object_reference is not None
        else Form.INTRANSITIVE,
        hedged=statement.hedged,
        checked=kind not in _UNCHECKED,
        quantity=quantity,
        time=TimeScope(tense=statement.tense, expressions=tuple(map(repaired, statement.moments))),
        qualifiers=tuple(map(repaired, statement.conditions)),
        attribute=statement.attribute or _attribute(quantity, polarity=polarity),
        property_type=statement.property_type,
        relation_type=statement.relation_type or default,
        importance=statement.importance,
    )


def _pointing(mention: Mention, reference: int | None) -> Mention:
    return mention if reference is None else msgspec.structs.replace(mention, reference=reference)


def _form(relation: Relation, quantity: Quantity | None, *, quality: bool) -> Form:
    if relation.property:
        return Form.PROPERTY
    if relation.words != "be":
        return Form.PASSIVE if relation.passive else Form.VERB
    if quantity is not None:
        return Form.NUMBER
    return Form.ADJECTIVE if quality else Form.NOUN


def _attribute(quantity: Quantity | None, *, polarity: bool) -> Attribute:
    if not polarity:
        return Attribute.NEGATION
    return Attribute.PROPERTY if quantity is None else Attribute.QUANTITY
