"""What one turn says, as data: mentions, quantities, claims (METHOD.md, section 2).

These values hold only plain values and each other, never a cycle, and a live conversation keeps thousands: the garbage
collector need not walk them (gc=False).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from schemas.role import Role

USER = "USER"
ASSISTANT = "ASSISTANT"


class EntityType(StrEnum):
    """What sort of thing a mention names."""

    PERSON = "Person"
    ORGANIZATION = "Organization"
    PLACE = "Place"
    EVENT = "Event"
    OBJECT = "Object"
    CONCEPT = "Concept"
    CONDITION = "Condition"
    TIME = "Time"
    NUMBER = "Number"


class Modality(StrEnum):
    """How a claim is put forward; only asserted claims are compared as facts."""

    ASSERTED = "asserted"
    ASKED = "asked"
    HYPOTHETICAL = "hypothetical"
    ADVISED = "advised"
    POSSIBLE = "possible"
    REPORTED = "reported"
    IMPERATIVE = "imperative"
    PROMISED = "promised"


class Form(StrEnum):
    """The construction that a claim was read from; detectors treat "is tall" and "is a nurse" differently."""

    ADJECTIVE = "adjective"
    NOUN = "noun"
    NUMBER = "number"
    VERB = "verb"
    PREPOSITION = "preposition"
    INTRANSITIVE = "intransitive"
    PASSIVE = "passive"
    POSSESSION = "possession"
    EXISTENCE = "existence"
    NAME = "name"
    COMPARISON = "comparison"
    TABLE = "table"
    FRAGMENT = "fragment"
    ANSWER = "answer"
    INFERRED = "inferred"
    PROPERTY = "property"


class Attribute(StrEnum):
    """What kind of property a claim gives its subject."""

    DEFINITION = "definition"
    EFFECT = "effect"
    PROPERTY = "property"
    COMPARISON = "comparison"
    REQUIREMENT = "requirement"
    QUANTITY = "quantity"
    NEGATION = "negation"


class PropertyType(StrEnum):
    """Whether a property holds one value at a time (EXCLUSIVE) or many (ADDITIVE)."""

    EXCLUSIVE = "EXCLUSIVE"
    ADDITIVE = "ADDITIVE"


class RelationType(StrEnum):
    """The rhetorical role of a claim."""

    ASSERTION = "assertion"
    NEGATION_ASSERTION = "negation_assertion"
    DIAGNOSIS = "diagnosis"
    SOLUTION = "solution"
    ELABORATION = "elaboration"


class Comparator(StrEnum):
    """How a quantity bounds its value."""

    EXACT = "exact"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    ABOUT = "about"
    RANGE = "range"


class QuantityRole(StrEnum):
    """What a number is used for; only equal roles are compared."""

    MEASURE = "measure"
    COUNT = "count"
    PRICE = "price"
    DATE = "date"
    CLOCK = "clock"
    YEAR = "year"
    ORDINAL = "ordinal"
    IDENTIFIER = "identifier"


class Tense(StrEnum):
    """When a claim holds, as its verb says."""

    PRESENT = "present"
    PAST = "past"
    PERFECT = "perfect"
    FUTURE = "future"
    USED_TO = "used_to"


class Span(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A half-open range of characters in the turn's text."""

    start: int
    end: int


class Quantity(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A number as stated: the value in its own unit and the interval [low, high] it stands for in base units.

    `low` and `high` are in the base unit of `dimension` and already hold the stated precision ("90 min" is
    5370..5430 s) and the comparator (None is unbounded). `dimension` is "time", "length", "mass", "temperature",
    "currency:EUR", "ratio", "clock", "date", "count", …; `counted` is the lemma of the thing counted ("moon").
    """

    value: float
    unit: str = ""
    dimension: str = "count"
    comparator: Comparator = Comparator.EXACT
    role: QuantityRole = QuantityRole.COUNT
    low: float | None = None
    high: float | None = None
    counted: str = ""
    text: str = ""


class TimeScope(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """When and how often a claim holds: tense, explicit expressions ("on Mondays", "last year"), frequency word."""

    tense: Tense = Tense.PRESENT
    expressions: tuple[str, ...] = ()
    frequency: str = ""


class Mention(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A noun phrase as one turn names it, before the judge binds it to an entity.

    `label` is the normalised name without article and owner ("left knee"); `head` its lemma ("knee"); `owner` is USER,
    ASSISTANT or the owner's label ("battery" in "the battery's warranty", "france" in "the capital of France").
    `reference` / `owner_reference` index `Annotation.references` where the words point to an earlier turn or sentence.
    """

    text: str
    label: str
    head: str = ""
    modifiers: tuple[str, ...] = ()
    owner: str = ""
    type: EntityType = EntityType.CONCEPT
    proper: bool = False
    definite: bool = False
    plural: bool = False
    quantifier: str = ""
    reference: int | None = None
    owner_reference: int | None = None


class Claim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One statement of a turn: subject, relation, object and how it is meant.

    `relation` is lemmas joined by a space ("live in", "be", "write by"); `polarity` False is a negated claim;
    `qualifiers` are restrictive adjuncts and conditions ("at high altitude", "if it rains"); `attribution` names the
    source of a reported claim; `checked` False marks composed text, which is never compared; `importance` is 0..1.
    `sentence` indexes `Annotation.sentences`, `span` the turn's text.
    """

    subject: Mention
    relation: str
    object: Mention
    speaker: Role
    sentence: int
    span: Span
    polarity: bool = True
    modality: Modality = Modality.ASSERTED
    form: Form = Form.VERB
    hedged: bool = False
    checked: bool = True
    attribution: str = ""
    quantity: Quantity | None = None
    time: TimeScope = TimeScope()
    qualifiers: tuple[str, ...] = ()
    attribute: Attribute = Attribute.PROPERTY
    property_type: PropertyType = PropertyType.ADDITIVE
    relation_type: RelationType = RelationType.ASSERTION
    importance: float = 0.5
