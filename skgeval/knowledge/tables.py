"""The lexicons that are more than lists of words: state rules, typed slots, antonyms, guards."""

from __future__ import annotations

import msgspec

ANYTHING = "*"
"""In a state rule: any object at all."""


class Side(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of a state rule: relation families, objects or classes of objects, and the polarity they must have."""

    relations: frozenset[str]
    objects: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    polarity: bool = True
    participant: bool = False
    nonzero: bool = False
    except_for: dict[str, frozenset[str]] = {}


class StateRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two states that one subject cannot be in at once."""

    name: str
    strength: float
    first: Side
    second: Side
    same_object: bool = False


class TypedSlot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A property of an owner that holds one value at a time, and the wordings that fill it."""

    name: str
    strength: float
    attributes: frozenset[str] = frozenset()
    relations: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    values: dict[str, str] = {}
    participants: bool = False


class Guards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Word lists that make a pair weak evidence; what each means stands in data/guards.toml."""

    generic_subjects: frozenset[str]
    numbered_subjects: frozenset[str]
    dynamic_adjectives: frozenset[str]
    vague_objects: frozenset[str]
    occasion_verbs: frozenset[str]
    partial_quantifiers: frozenset[str]
    weakened_negations: frozenset[str]
    replacement_cues: frozenset[str]
    loose_modifiers: frozenset[str]
    result_verbs: frozenset[str]
    historic_cues: frozenset[str]
    recurring_times: frozenset[str]
    partial_nouns: frozenset[str]
    plain_modifiers: frozenset[str]
    universal_quantifiers: frozenset[str]
    queried_subjects: frozenset[str]
    loose_qualifiers: frozenset[str]
    single_parts: frozenset[str]


class Attitudes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Adjectives and verbs that tell what a speaker likes without saying so."""

    liked: frozenset[str]
    disliked: frozenset[str]
    pleasing: frozenset[str]
    displeasing: frozenset[str]
    activities: frozenset[str]


class Functional(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What holds one value, or one set of values, at a time."""

    attributes: frozenset[str]
    single: frozenset[str]
    superlatives: frozenset[str]
    relations: frozenset[str]
    active: frozenset[str]
    shared: frozenset[str]
    roles: dict[str, str]


class Antonyms(msgspec.Struct, frozen=True, kw_only=True):
    """Words that exclude each other, by word class; `complementary` ones leave no room between them."""

    adjectives: dict[str, frozenset[str]]
    complementary: dict[str, frozenset[str]]
    comparatives: dict[str, frozenset[str]]
    verbs: dict[str, frozenset[str]]
    nouns: dict[str, frozenset[str]]
    adverbs: dict[str, frozenset[str]]
    often: frozenset[str]
    seldom: frozenset[str]
    prefixes: tuple[str, ...]
    prefix_exceptions: frozenset[str]
