"""Relations in free words that name a property of their subject or object: "has capital", "capital of", "birthplace".

Triples are often written so, where a sentence says "the capital of Australia is Canberra". Both the annotator, which
knows whose words they are, and the judge, which states them plainly, read them here.
"""

from __future__ import annotations

import msgspec

from skgeval.knowledge.reading import read_tables, words

_HAVING = "have"
_BEING = frozenset({"be", "is", "are", "was", "were"})
_OF = frozenset({"of", "at"})
_OWN = frozenset({"the", "its", "his", "her", "their", "my", "your", "our"})
"""Determiners of a thing of which there is one."""
_ARTICLES = frozenset({"a", "an", *_OWN})
_CALLED = frozenset({"be call", "be name", "be title", "be entitle"})


class Property(msgspec.Struct, frozen=True, kw_only=True):
    """The property that a relation names.

    `of_object` says that it is the object's ("capital of"), `definite` that its words tell of the one there is ("is the
    capital of", "capital is"), `bare` that the name stands alone ("capital").
    """

    name: str
    of_object: bool = False
    definite: bool = False
    bare: bool = False


def property_named(relation: str) -> Property | None:
    """Return the property that a relation in lemmas may name; whether there is such a property is not asked here.

    >>> property_named("have a population of").name, property_named("be the capital of").of_object
    ('population', True)
    >>> property_named("be a capital of") is None, property_named("be in") is None
    (True, True)
    """
    if relation in _CALLED:
        return Property(name="name", definite=True)
    said = relation.split()
    if not said:
        return None
    if said[0] == _HAVING:
        return _held(said[1:])
    turned = len(said) > 1 and said[-1] == "of"
    stated = len(said) > 1 and said[-1] in _BEING
    inner = said[:-1] if turned or stated else said
    opened = inner[0] in _BEING
    inner = inner[1:] if opened else inner
    if not inner or (opened and not turned and not stated):
        return None
    if inner[0] in _ARTICLES and inner[0] not in _OWN:
        return None
    definite = stated or inner[0] in _OWN
    name = " ".join(inner[1:] if inner[0] in _OWN else inner)
    bare = not (turned or stated or opened)
    return Property(name=name, of_object=turned, definite=definite, bare=bare) if name else None


def _held(said: list[str]) -> Property | None:
    """Read what is had: "capital", "the capital", "a population of"."""
    inner = said[:-1] if len(said) > 1 and said[-1] in _OF else said
    definite = bool(inner) and inner[0] in _OWN
    name = " ".join(inner[1:] if inner and inner[0] in _ARTICLES else inner)
    return Property(name=name, definite=definite) if name else None


class Attributes(msgspec.Struct, frozen=True, kw_only=True):
    """Names of properties that have one value at a time, and relations that are verbs though they look like one."""

    names: frozenset[str]
    relations: frozenset[str]


def load_attributes() -> Attributes:
    """Read the names from the package's data; called once, where an extractor is composed."""
    table = read_tables()["functional"]
    return Attributes(
        names=frozenset((*words(table["attributes"]), *words(table["single"]))),
        relations=frozenset(words(table["relations"])),
    )
