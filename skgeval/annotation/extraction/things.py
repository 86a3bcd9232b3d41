"""What stands on the far side of a claim: a thing, or a number with the words that it was stated in."""

from __future__ import annotations

import re

import msgspec

from schemas.claim import Comparator, EntityType, Mention, Quantity, QuantityRole
from skgeval.annotation.extraction.labels import base
from skgeval.annotation.extraction.noun_phrases import mention, of_quantity, quantity_of
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.subjects import activity
from skgeval.annotation.extraction.words import ParsedSentence, Word

_LED_BY = re.compile(r"^(?:[a-z]+s )?(?:since|until|till|from|by|at|up to|before|after|in|on|of|to) (?=\S)")
"""Words that belong to the comparison a quantity makes, not to its name ("since 2010")."""
_POINTS = frozenset({QuantityRole.DATE, QuantityRole.CLOCK, QuantityRole.YEAR})
_NO_AMOUNT = frozenset({QuantityRole.YEAR, QuantityRole.DATE, QuantityRole.ORDINAL})
_NUMERIC_ENTITIES = frozenset({"DATE", "TIME", "MONEY", "PERCENT", "QUANTITY"})


class Thing(msgspec.Struct, frozen=True):
    """A mention with the quantity it states, if any."""

    mention: Mention
    quantity: Quantity | None = None


NOTHING = Thing(Mention(text="", label=""))
"""The object of a claim that has none ("demand is rising")."""


def thing_at(word: Word, sentence: ParsedSentence, scene: Scene) -> Thing | None:
    """Return the thing at `word` and the quantity it states.

    A measure, price, date or clock time is named by its own words ("24 months"); counted things keep their name
    ("moon" with a count of two), so that the thing stays one entity whatever its number.
    """
    if word.pos == "VERB" and word.tag == "VBG" and not word.children:
        return Thing(activity(word, sentence, scene))
    quantity = quantity_of(word, sentence, scene)
    named = mention(word, sentence, scene)
    if quantity is not None and not (named is not None and named.label and _keeps_name(word, quantity)):
        substance = _substance(word, sentence, scene)
        return number(quantity) if substance is None else Thing(substance, quantity)
    if named is None:
        return None
    if quantity is None:
        amount = of_quantity(word, sentence, scene)
        return Thing(named, None if amount is None or amount.counted else amount)  # "at the age of 83"
    # "A 2021 film" is not a number, and "the second plan" no amount.
    return Thing(named, None if quantity.role in _NO_AMOUNT else quantity)


def _substance(word: Word, sentence: ParsedSentence, scene: Scene) -> Mention | None:
    """Return what is measured in "200 grams of flour": it, not the number, is the thing."""
    of = [prep for prep in word.all("prep") if prep.lower == "of"]
    inner = of[0].child("pobj") if of else None
    named = mention(inner, sentence, scene) if inner is not None and inner.noun else None
    return named if named is not None and named.type not in {EntityType.TIME, EntityType.NUMBER} else None


def number(quantity: Quantity) -> Thing:
    """Return a bare quantity as a thing, named by the words it was stated in."""
    label = _LED_BY.sub("", " ".join(quantity.text.lower().split())).rstrip(" .,")
    kind = EntityType.TIME if quantity.role in _POINTS else EntityType.NUMBER
    return Thing(Mention(text=quantity.text, label=label, head=quantity.unit or label, type=kind), quantity)


def quality(word: Word, scene: Scene) -> Thing:
    """Return a quality as the object of "be": its lemma, with what grades it as modifiers."""
    negators = scene.lexicon.negators
    graded = tuple(child.lower for child in word.all("advmod") if child.lower not in negators)
    label = word.lower if word.tag in {"VBN", "VBG", "VBD"} else base(word)
    hyphenated = [
        child.lower for child in (word.head.children if word.head is not None else []) if child.dep == word.dep
    ]
    if "-" in hyphenated and hyphenated[:1] == [word.lower]:
        label = "".join(hyphenated)  # "multi-ethnic", which the parser takes for three qualities
    narrowed = [child for child in word.all("npadvmod", "compound") if _joins(child, word)]
    if narrowed:
        label = f"{narrowed[0].lower}-{label}"  # "grain free" is not free
    return Thing(Mention(text=word.text, label=label, head=label, modifiers=graded))


def _joins(noun: Word, quality_word: Word) -> bool:
    """Say whether a noun right before a quality makes one word with it ("sugar free", with or without a hyphen)."""
    hyphen = int(quality_word.child("punct") is not None and quality_word.has("-"))
    beside = noun.index == quality_word.index - 1 - hyphen
    return beside and noun.pos == "NOUN" and not noun.children and noun.entity not in _NUMERIC_ENTITIES


def reached(noun: Word, verb: Word, sentence: ParsedSentence, scene: Scene) -> Thing | None:
    """Return the amount that something went up or down to; "up to 800" is a bound elsewhere, but not there."""
    found = scene.quantity(sentence.words[noun.left].start, noun.end)
    if found is None or not any(member.lower == "to" for member in sentence.between(verb.index, noun.index)):
        return None
    quantity = found[2]
    if quantity.comparator is Comparator.RANGE:
        return None  # "three to five days" is what it takes, not where it gets to
    if quantity.comparator is Comparator.AT_MOST:
        quantity = msgspec.structs.replace(quantity, comparator=Comparator.EXACT, low=quantity.high)
    return number(quantity)


def _keeps_name(word: Word, quantity: Quantity) -> bool:
    """Say whether the noun keeps its name: it is counted, or measured by a modifier ("a 12-month warranty")."""
    if word.pos == "NUM" or word.text.isdigit() or not word.noun:
        return False
    if quantity.role is QuantityRole.COUNT:
        return quantity.dimension == "count"
    stated = quantity.text.lower().replace("-", " ").split()
    unit = word.lower in stated or base(word) in stated[-1:] or base(word).startswith(quantity.unit or "\0")
    return not unit and word.entity not in _NUMERIC_ENTITIES
