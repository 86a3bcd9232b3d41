"""What the model answers, and how an answer is read that is not quite what was asked for.

A field that we do not know is passed over, an entry that is malformed is dropped and counted; an answer of which
nothing can be read is a failure, never an empty one.
"""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from schemas.annotation import CueKind
from schemas.claim import Attribute, EntityType, Modality, PropertyType, RelationType, Tense
from skgeval.annotation.extraction.llm.errors import CallError, Outcome

Entry = TypeVar("Entry")


class Points(StrEnum):
    """How words point to what another turn named."""

    NAMED = ""
    PRONOUN = "pronoun"
    DEMONSTRATIVE = "demonstrative"
    ORDINAL = "ordinal"
    FRAGMENT = "fragment"


class SaidThing(msgspec.Struct, frozen=True, kw_only=True):
    """A subject or an object, in English."""

    label: str
    owner: str = ""
    type: EntityType = EntityType.CONCEPT
    points: Points = Points.NAMED


class SaidClaim(msgspec.Struct, frozen=True, kw_only=True):
    """One claim, with the words of the turn that make it."""

    quote: str
    subject: SaidThing
    relation: str
    object: SaidThing
    positive: bool = True
    modality: Modality = Modality.ASSERTED
    hedged: bool = False
    tense: Tense = Tense.PRESENT
    conditions: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    attribute: Attribute = Attribute.PROPERTY
    property_type: PropertyType = PropertyType.ADDITIVE
    relation_type: RelationType = RelationType.ASSERTION
    importance: float = 0.5


class SaidCue(msgspec.Struct, frozen=True, kw_only=True):
    """A phrase about earlier turns."""

    quote: str
    kind: CueKind


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one turn says."""

    claims: tuple[SaidClaim, ...] = ()
    cues: tuple[SaidCue, ...] = ()


class ReadAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, and how many of its entries could not be read."""

    answer: Answer
    malformed: int = 0


def read_answer(content: str) -> ReadAnswer:
    """Return what `content` says, out of a code fence or the prose around it where need be.

    Raises:
        CallError: there is no such object in it, or nothing in the object is as it should be.
    """
    fields = _object(content)
    listed = fields.get("claims")
    if not isinstance(listed, list):
        raise CallError(outcome=Outcome.MALFORMED, problem="the answer holds no list of claims")
    claims = _entries(listed, SaidClaim)
    cues = fields.get("cues")
    read_cues = _entries(cues if isinstance(cues, list) else [], SaidCue)
    if listed and not claims:
        raise CallError(outcome=Outcome.MALFORMED, problem="no claim in the answer has the fields asked for")
    malformed = len(listed) - len(claims) + (len(cues) - len(read_cues) if isinstance(cues, list) else 0)
    return ReadAnswer(answer=Answer(claims=claims, cues=read_cues), malformed=malformed)


def _object(content: str) -> dict[str, Any]:
    """Return the first JSON object with claims in a text."""
    decoder = json.JSONDecoder()
    at = content.find("{")
    tries = 0
    while at >= 0 and tries < _MOST_TRIES:
        tries += 1
        try:
            found, _ = decoder.raw_decode(content, at)
        except (ValueError, RecursionError):
            at = content.find("{", at + 1)
            continue
        if isinstance(found, dict) and "claims" in found:
            return found
        at = content.find("{", at + 1)
    raise CallError(outcome=Outcome.MALFORMED, problem="the answer is not the JSON object asked for")


_MOST_TRIES = 16
"""Opening braces tried; each costs a pass over the rest of the answer."""


def _entries(listed: list[Any], kind: type[Entry]) -> tuple[Entry, ...]:
    read: list[Entry] = []
    for fields in listed:
        try:
            read.append(msgspec.convert(fields, kind))
        except (msgspec.ValidationError, RecursionError):
            continue
    return tuple(read)
