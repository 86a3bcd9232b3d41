"""Quantities per something: "$10 a month", "3 cups a day", "5 euros per kilo", "20 dollars per person"."""

from __future__ import annotations

import msgspec

from schemas.claim import QuantityRole
from skgeval.annotation.quantities.measures import unit_at
from skgeval.annotation.quantities.nouns import counted_noun
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens
from skgeval.annotation.quantities.vocabulary import Unit

_STROKES = frozenset({"per", "/"})
_ARTICLES = frozenset({"a", "an", "each", "every"})


def rated(tokens: Tokens, reading: Reading) -> Reading:
    """Return `reading` divided by the unit named behind it, or as it is where it is no rate."""
    place = reading.end
    if reading.counted and tokens.lower(place) not in _STROKES:
        _, place = counted_noun(tokens, reading.end, plural=reading.value != 1)
    by = tokens.lower(place)
    if by not in _STROKES and by not in _ARTICLES:
        return reading
    found = unit_at(tokens, place + 1)
    if found is not None and (by in _STROKES or _can_be_divided(reading, found[0])):
        return _divided(reading, *found)
    if found is None and by == "per" and tokens.is_word(place + 1) and reading.role is QuantityRole.PRICE:
        return msgspec.structs.replace(reading, end=place + 2, counted=tokens.lower(place + 1))
    return reading


def _can_be_divided(reading: Reading, unit: Unit) -> bool:
    """Tell whether "a/each UNIT" behind the reading makes a rate of it: "5 days a week", not "5 days a mile"."""
    if unit.dimension != "time":
        return reading.role is QuantityRole.PRICE
    smaller = reading.measure is not None and unit.factor > reading.measure.factor
    return reading.dimension != "time" or smaller


def _divided(reading: Reading, unit: Unit, end: int) -> Reading:
    return msgspec.structs.replace(
        reading,
        end=end,
        low=reading.low / unit.factor,
        high=reading.high / unit.factor,
        dimension=f"{reading.dimension}/{unit.dimension}",
        unit=f"{reading.unit}/{unit.name}".lstrip("/"),
        measure=None,
        bare=False,
    )
