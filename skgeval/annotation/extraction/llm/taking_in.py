"""From the model's answer to an extraction: only what stands in the text, in the words of our own claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from schemas.annotation import Cue, Reference, ReferenceKind, Sentence
from schemas.claim import Claim, Modality, QuantityRole, Span
from schemas.turn import Turn
from skgeval.annotation.extraction.budget import CLAIMS_CUT, most_important
from skgeval.annotation.extraction.framing import Frame
from skgeval.annotation.extraction.llm.answer import Answer, Points, SaidClaim, SaidThing
from skgeval.annotation.extraction.llm.quoting import Source
from skgeval.annotation.extraction.phrases import PhraseReader, quantity_in
from skgeval.annotation.extraction.port import Extraction
from skgeval.annotation.extraction.stated import Statement, claim_of
from skgeval.annotation.text import Document
from skgeval.annotation.text.repair import repaired
from skgeval.policy import AnnotationPolicy

NOT_IN_TEXT = "not_in_text"
NO_SENTENCE = "no_sentence"
NAMELESS = "nameless"
LONGEST_LABEL = 500
_KINDS = {
    Points.PRONOUN: ReferenceKind.PRONOUN,
    Points.DEMONSTRATIVE: ReferenceKind.DEMONSTRATIVE,
    Points.ORDINAL: ReferenceKind.ORDINAL,
    Points.FRAGMENT: ReferenceKind.FRAGMENT,
}
_GENDERS = {"he": "m", "him": "m", "his": "m", "she": "f", "her": "f", "it": "n", "its": "n"}
_PLURALS = frozenset({"they", "them", "their", "these", "those"})
_LAST = -1
_MIDDLING = 0.5


class TakenIn(msgspec.Struct, frozen=True, kw_only=True):
    """The extraction, and how many claims were dropped for which reason."""

    extraction: Extraction
    dropped: Counter[str]


class _Place(msgspec.Struct, frozen=True, kw_only=True):
    sentence: int
    span: Span


class _Placed(msgspec.Struct, frozen=True, kw_only=True):
    said: SaidClaim
    place: _Place


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The turn that was asked about, its text, and what we read of it ourselves."""

    turn: Turn
    document: Document
    frame: Frame


def take_in(answer: Answer, reading: Reading, phrases: PhraseReader, policy: AnnotationPolicy) -> TakenIn:
    """Add what the model says of a turn to what we read of it; what is not in the text is dropped and counted."""
    around = reading.frame.around
    taking = _Taking(reading.document, around, policy)
    claims: dict[tuple[object, ...], Claim] = {}
    placed = taking.placed(answer.claims, parsed=reading.frame.parsed)
    # Before each claim's words are read, which takes time: an answer may hold thousands.
    kept, shortened = most_important([_importance(one.said) for one in placed], policy.max_claims)
    for index in kept:
        claim = claim_of(taking.statement(placed[index]), reading.turn.role, around.sentences, phrases)
        claims.setdefault(_identity(claim), claim)
    filled = reading.frame.filled(tuple(claims.values()), policy)
    extraction = msgspec.structs.replace(
        filled,
        references=tuple(taking.references),
        cues=filled.cues if reading.frame.parsed else taking.cues(answer),
        flags=(*filled.flags, *(CLAIMS_CUT,) * shortened),
    )
    return TakenIn(extraction=extraction, dropped=taking.dropped)


class _Taking:
    """One answer on its way into an extraction."""

    def __init__(self, document: Document, around: Extraction, policy: AnnotationPolicy) -> None:
        self.references: list[Reference] = list(around.references)
        self.dropped: Counter[str] = Counter()
        self._source = Source(document.source)
        self._sentences = around.sentences
        self._most = policy.max_references

    def placed(self, claims: Sequence[SaidClaim], *, parsed: bool) -> list[_Placed]:
        """Return the claims that are in the text, each with its place.

        Questions and, in a language that was parsed, fragments are read from the parse.
        """
        found: list[_Placed] = []
        for said in claims:
            fragment = said.subject.points is Points.FRAGMENT
            if said.modality is Modality.ASKED or (fragment and parsed):
                continue
            place = _unnamed(said) or self._place(said.quote)
            if isinstance(place, str):
                self.dropped[place] += 1
            else:
                found.append(_Placed(said=said, place=place))
        return found

    def statement(self, placed: _Placed) -> Statement:
        """Return a claim with its owners, open references and circumstances."""
        said, place = placed.said, placed.place
        return Statement(
            subject=said.subject.label,
            relation=said.relation,
            object=said.object.label,
            sentence=place.sentence,
            span=place.span,
            polarity=said.positive,
            modality=said.modality,
            hedged=said.hedged,
            tense=said.tense,
            attribute=said.attribute,
            property_type=said.property_type,
            relation_type=said.relation_type,
            subject_type=said.subject.type,
            object_type=said.object.type,
            importance=_importance(said),
            subject_owner=said.subject.owner,
            object_owner=said.object.owner,
            subject_reference=self._reference(said.subject, said.quote, place),
            object_reference=self._reference(said.object, said.quote, place),
            conditions=said.conditions,
            moments=said.when,
        )

    def cues(self, answer: Answer) -> tuple[Cue, ...]:
        """Return the cues whose words stand in the text."""
        found: list[Cue] = []
        for said in answer.cues:
            place = self._place(said.quote)
            if isinstance(place, str):
                self.dropped[place] += 1
            else:
                found.append(Cue(kind=said.kind, sentence=place.sentence, span=place.span, text=said.quote))
        return tuple(found)

    def _place(self, quote: str) -> _Place | str:
        """Return where a quotation stands; else why it has no place."""
        span = self._source.find(quote)
        if span is None:
            return NOT_IN_TEXT
        at = _sentence_at(span, self._sentences)
        return NO_SENTENCE if at is None else _Place(sentence=at, span=span)

    def _reference(self, thing: SaidThing, quote: str, place: _Place) -> int | None:
        kind = _KINDS.get(thing.points)
        if kind is None or len(self.references) >= self._most:
            return None
        label = repaired(thing.label)
        words = label.casefold().split()
        self.references.append(
            Reference(
                kind=kind,
                text=label or quote,
                sentence=place.sentence,
                span=place.span,
                gender=next((_GENDERS[word] for word in words if word in _GENDERS), ""),
                plural=bool(_PLURALS & set(words)),
                position=_position(label) if kind is ReferenceKind.ORDINAL else 0,
                head=words[-1] if kind is ReferenceKind.DEMONSTRATIVE and words else "",
            )
        )
        return len(self.references) - 1


def _importance(said: SaidClaim) -> float:
    """Return a number from 0 to 1, whatever a model has made of it."""
    return said.importance if 0 <= said.importance <= 1 else _MIDDLING


def _unnamed(said: SaidClaim) -> str:
    """Return why a claim names nothing that could be compared, or ""."""
    if not said.relation.strip() or not (said.subject.label.strip() or said.subject.points is Points.FRAGMENT):
        return NAMELESS
    lengths = (said.subject.label, said.relation, said.object.label, said.subject.owner, said.object.owner)
    return NAMELESS if max(map(len, lengths)) > LONGEST_LABEL else ""


def _sentence_at(span: Span, sentences: tuple[Sentence, ...]) -> int | None:
    return next(
        (at for at, one in enumerate(sentences) if one.span.start < span.end and span.start < one.span.end), None
    )


def _position(label: str) -> int:
    """Return the place that "second one" names; the last is -1."""
    if "last" in label.casefold().split():
        return _LAST
    quantity = quantity_in(label)
    return int(quantity.value) if quantity is not None and quantity.role is QuantityRole.ORDINAL else 1


def _identity(claim: Claim) -> tuple[object, ...]:
    subject, thing = claim.subject, claim.object
    return (
        (subject.owner, subject.label, subject.reference),
        claim.relation,
        (thing.owner, thing.label, thing.reference),
        claim.polarity,
        claim.modality,
        claim.sentence,
    )
