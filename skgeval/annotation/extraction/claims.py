"""Making one claim: what every construction's rule fills in the same way."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from schemas.annotation import SentenceKind
from schemas.claim import (
    ASSISTANT,
    USER,
    Attribute,
    Claim,
    EntityType,
    Form,
    Mention,
    Modality,
    PropertyType,
    Quantity,
    RelationType,
)
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.links import Link
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.things import Thing
from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.knowledge.lexicon import Lexicon

_STATED = frozenset({Modality.ASSERTED, Modality.PROMISED})
_UNCHECKED = frozenset({SentenceKind.QUOTE, SentenceKind.COMPOSED, SentenceKind.CODE, SentenceKind.CALCULATION})


class About(msgspec.Struct, frozen=True, eq=False):
    """Where a claim is read and of whom: a clause, one of its subjects, and the turn's scene."""

    clause: Clause
    scene: Scene
    subject: Mention

    @property
    def verb(self) -> Word:
        """The word that heads the clause."""
        return self.clause.verb

    @property
    def sentence(self) -> ParsedSentence:
        """The sentence that the clause stands in."""
        return self.clause.sentence


def make_claim(about: About, relation: str, thing: Thing, form: Form, *, flip: bool = False) -> Claim:
    """Return the claim (subject, relation, thing) of a clause, negated as often as its parts say no."""
    clause, scene, subject, target = about.clause, about.scene, about.subject, thing.mention
    denials = int(clause.negated) + int(flip) + int(subject.quantifier == "no") + int(target.quantifier == "no")
    polarity = denials % 2 == 0
    sentence = clause.sentence
    first, last = sentence.words[clause.verb.left], sentence.words[clause.verb.right]
    return Claim(
        subject=plain(subject),
        relation=relation,
        object=plain(target),
        speaker=scene.role,
        sentence=sentence.index,
        span=scene.span(first.start, last.end),
        polarity=polarity,
        modality=clause.mood.modality,
        form=form,
        hedged=clause.mood.hedged,
        checked=checked(sentence.kind, scene, first.start),
        attribution=clause.mood.attribution,
        quantity=thing.quantity,
        time=clause.time,
        qualifiers=clause.qualifiers,
        attribute=_attribute(relation, form, thing.quantity, scene.lexicon, polarity=polarity),
        property_type=_property_type(subject, relation, form, scene.lexicon),
        relation_type=_relation_type(clause, relation, scene.lexicon, polarity=polarity),
        importance=importance(subject, target, thing.quantity, clause),
    )


def qualified(claim: Claim, phrases: Iterable[str]) -> Claim:
    """Return the claim with further restrictions ("in the evening", "to learn")."""
    return msgspec.structs.replace(claim, qualifiers=tuple(sorted({*claim.qualifiers, *phrases})))


def denied(claim: Claim) -> Claim:
    """Return the claim with the opposite polarity."""
    return msgspec.structs.replace(claim, polarity=not claim.polarity)


def plain(named: Mention) -> Mention:
    """Return a mention without the "no" that has already been counted as a negation."""
    return msgspec.structs.replace(named, quantifier="") if named.quantifier == "no" else named


def checked(kind: SentenceKind, scene: Scene, start: int) -> bool:
    """Say whether a claim may be compared: quotations and composed text never are."""
    return kind not in _UNCHECKED and not any(left <= start < right for left, right in scene.document.quotes)


def _attribute(relation: str, form: Form, quantity: Quantity | None, lexicon: Lexicon, *, polarity: bool) -> Attribute:
    if quantity is not None:
        return Attribute.QUANTITY
    if not polarity:
        return Attribute.NEGATION
    if form is Form.COMPARISON:
        return Attribute.COMPARISON
    verb = relation.split(" ", 1)[0]
    if verb in lexicon.effect_verbs:
        return Attribute.EFFECT
    if verb in lexicon.requirement_verbs and verb != "have":
        return Attribute.REQUIREMENT
    return Attribute.DEFINITION if form is Form.NOUN and relation == "be" else Attribute.PROPERTY


def _property_type(subject: Mention, relation: str, form: Form, lexicon: Lexicon) -> PropertyType:
    """Say whether a subject has one value at a time: of functional attributes and relations, measures, names."""
    if relation == "be":
        attributed = bool(subject.owner or subject.owner_reference is not None or subject.definite)
        functional = attributed and (
            subject.head in lexicon.functional_attributes or subject.label in lexicon.functional_attributes
        )
        return PropertyType.EXCLUSIVE if functional or form in {Form.NUMBER, Form.NAME} else PropertyType.ADDITIVE
    return PropertyType.EXCLUSIVE if relation in lexicon.functional_relations else PropertyType.ADDITIVE


def importance(subject: Mention, target: Mention, quantity: Quantity | None, clause: Clause | None = None) -> float:
    """Return how much a claim matters, 0..1: participants, names, numbers and main clauses count more."""
    score = 0.4
    for named in (subject, target):
        if named.label in {USER, ASSISTANT} or named.owner in {USER, ASSISTANT}:
            score += 0.15
        elif named.proper:
            score += 0.1
        elif named.reference is not None or named.type is EntityType.TIME:
            score -= 0.05
    score += 0.1 if quantity is not None else 0.0
    if clause is not None:
        score += 0.1 if clause.link in {Link.MAIN, Link.JOINED, Link.RUN_ON} else 0.0
        score += 0.1 if clause.mood.modality in _STATED else -0.1
    return round(min(1.0, max(0.05, score)), 2)


def _relation_type(clause: Clause, relation: str, lexicon: Lexicon, *, polarity: bool) -> RelationType:
    if not polarity:
        return RelationType.NEGATION_ASSERTION
    if clause.mood.modality in {Modality.IMPERATIVE, Modality.ADVISED}:
        return RelationType.SOLUTION
    if clause.link is Link.ADVERBIAL and clause.verb.has("because", "since"):
        return RelationType.DIAGNOSIS
    if clause.link in {Link.RELATIVE, Link.REDUCED, Link.ADVERBIAL}:
        return RelationType.ELABORATION
    return RelationType.SOLUTION if relation in lexicon.solution_verbs else RelationType.ASSERTION
