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

Target = tuple[Mention, Quantity | None]


def target_of(word: Word, sentence: ParsedSentence, scene: Scene) -> Target | None:
    """Return the thing at `word` and the quantity it states.

    A measure, price, date or clock time is named by its own words ("24 months"); counted things keep their name
    ("moon" with a count of two), so that the thing stays one entity whatever its number.
    """
    quantity = quantity_of(word, sentence, scene)
    if word.pos == "VERB" and word.tag == "VBG" and not word.children:
        return activity(word, sentence, scene), None
    named = mention(word, sentence, scene)
    if quantity is None:
        if named is None:
            return None
        amount = of_quantity(word, sentence, scene)
        return named, amount if amount is not None and amount.role is not QuantityRole.COUNT else None
    if named is not None and named.label and _counts(word, quantity):
        # "A 2021 film" is not a number, and "the second plan" no amount.
        stated = quantity.role not in {QuantityRole.YEAR, QuantityRole.DATE, QuantityRole.ORDINAL}
        return named, quantity if stated else None
    return number_mention(quantity), quantity


def number_mention(quantity: Quantity) -> Mention:
    """Return the mention that a bare quantity is."""
    label = _LED_BY.sub("", " ".join(quantity.text.lower().split())).rstrip(" .,")
    kind = (
        EntityType.TIME
        if quantity.role in {QuantityRole.DATE, QuantityRole.CLOCK, QuantityRole.YEAR}
        else EntityType.NUMBER
    )
    return Mention(text=quantity.text, label=label, head=quantity.unit or label, type=kind)


def reached(noun: Word, verb: Word, sentence: ParsedSentence, scene: Scene) -> Quantity | None:
    """Return the amount that something went up or down to; "up to 800" is a bound elsewhere, but not there."""
    found = scene.quantity(sentence.words[noun.left].start, noun.end)
    if found is None or not any(member.lower == "to" for member in sentence.between(verb.index, noun.index)):
        return None
    quantity = found[2]
    if quantity.comparator is not Comparator.AT_MOST:
        return quantity
    return msgspec.structs.replace(quantity, comparator=Comparator.EXACT, low=quantity.high)


def adjective_mention(word: Word, scene: Scene) -> Mention:
    """Return a quality as the object of "be": its lemma, with what grades it as modifiers."""
    graded = tuple(
        child.lower for child in word.children if child.dep == "advmod" and child.lower not in scene.lexicon.negators
    )
    label = word.lower if word.tag in {"VBN", "VBG", "VBD"} else base(word)
    return Mention(text=word.text, label=label, head=label, modifiers=graded)


def _counts(word: Word, quantity: Quantity) -> bool:
    """A count belongs to the noun it stands before; so does a measure used as a modifier ("a 12-month warranty")."""
    if word.pos == "NUM" or word.text.isdigit():
        return False
    if quantity.role is QuantityRole.COUNT:
        return quantity.dimension == "count" and word.noun
    head = base(word)
    words = quantity.text.lower().replace("-", " ").split()
    stated = bool(words) and (
        words[-1] in {head, word.lower} or word.lower in words or head.startswith(quantity.unit or "\0")
    )
    return not stated and word.noun and word.entity not in {"DATE", "TIME", "MONEY", "PERCENT", "QUANTITY"}
