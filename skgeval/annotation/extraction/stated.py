"""From a claim in other people's words to one of ours: the same for claims that are given and those of a model."""

from __future__ import annotations

import msgspec

from schemas.annotation import Sentence, SentenceKind
from schemas.claim import Attribute, Claim, Form, Mention, Quantity, RelationType, Span, TimeScope
from schemas.given import GivenClaim
from schemas.role import Role
from skgeval.annotation.extraction.phrases import PhraseReader, quantity_in

_UNCHECKED = frozenset({SentenceKind.COMPOSED, SentenceKind.CODE, SentenceKind.CALCULATION, SentenceKind.QUOTE})
"""Kinds of sentences whose claims are kept and never compared."""


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A claim as stated, and what its maker knows beyond it: owners, open references, place, circumstances."""

    said: GivenClaim
    sentence: int
    span: Span
    subject_owner: str = ""
    object_owner: str = ""
    subject_reference: int | None = None
    object_reference: int | None = None
    conditions: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()


def claim_of(statement: Statement, speaker: Role, sentences: tuple[Sentence, ...], phrases: PhraseReader) -> Claim:
    """Return the claim that a statement makes; its words are compared as those of our own extractor are."""
    said = statement.said
    subject_type, object_type = said.types or (said.subject_type, said.object_type)
    relation, affirmed = phrases.relation(said.relation)
    polarity = affirmed and said.polarity
    quantity = quantity_in(said.object) if statement.object_reference is None else None
    subject = phrases.mention(said.subject, speaker, subject_type, owner=statement.subject_owner)
    thing = phrases.mention(said.object, speaker, object_type, owner=statement.object_owner)
    kind = sentences[statement.sentence].kind if statement.sentence < len(sentences) else SentenceKind.PROSE
    default = RelationType.ASSERTION if polarity else RelationType.NEGATION_ASSERTION
    return Claim(
        subject=_pointing(subject, statement.subject_reference),
        relation=relation,
        object=_pointing(thing, statement.object_reference),
        speaker=speaker,
        sentence=statement.sentence,
        span=statement.span,
        polarity=polarity,
        modality=said.modality,
        form=_form(relation, quantity, quality=phrases.is_quality(said.object, object_type))
        if said.object.strip() or statement.object_reference is not None
        else Form.INTRANSITIVE,
        hedged=said.hedged,
        checked=kind not in _UNCHECKED,
        quantity=quantity,
        time=TimeScope(tense=said.tense, expressions=statement.moments),
        qualifiers=statement.conditions,
        attribute=said.attribute or _attribute(quantity, polarity=polarity),
        property_type=said.property_type,
        relation_type=said.relation_type or said.rel_type or default,
        importance=said.importance,
    )


def _pointing(mention: Mention, reference: int | None) -> Mention:
    return mention if reference is None else msgspec.structs.replace(mention, reference=reference)


def _form(relation: str, quantity: Quantity | None, *, quality: bool) -> Form:
    if relation != "be":
        return Form.VERB
    if quantity is not None:
        return Form.NUMBER
    return Form.ADJECTIVE if quality else Form.NOUN


def _attribute(quantity: Quantity | None, *, polarity: bool) -> Attribute:
    if not polarity:
        return Attribute.NEGATION
    return Attribute.PROPERTY if quantity is None else Attribute.QUANTITY
