"""Numbers with a unit: measures, prices and percentages, with what their last digit leaves open."""

from __future__ import annotations

import msgspec

from schemas.claim import QuantityRole
from skgeval.annotation.quantities.numerals import Numeral, read_numeral
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens
from skgeval.annotation.quantities.vocabulary import Unit

PRECISION = 0.02
"""Largest share of a value that its last stated digit leaves open: "3 years" is not 2.5 to 3.5."""
SCALED_PRECISION = 0.05
"""The same of a number with a scale ("2 million"), which is rounded by its nature."""
_MONEY_SCALES = {"k": 1e3, "m": 1e6, "mn": 1e6, "mil": 1e6, "b": 1e9, "bn": 1e9, "t": 1e12}
_UPPER_UNITS = frozenset("CFWVL")
_LOWER_UNITS = frozenset("mghls")
_PARTS = {"and a half": 0.5, "and a quarter": 0.25}
_LOOK_BACK = 5


def of_unit(numeral: Numeral, unit: Unit, start: int, end: int) -> Reading:
    """Return `numeral` in `unit` with the interval that its last digit and the calendar leave open."""
    half = min(numeral.half, abs(numeral.value) * (SCALED_PRECISION if numeral.scaled else PRECISION))
    middle = numeral.value * unit.factor + unit.offset
    is_price = unit.dimension.startswith("currency")
    return Reading(
        start=start,
        end=end,
        value=numeral.value,
        low=middle - half * unit.factor - unit.below,
        high=middle + half * unit.factor + unit.above,
        dimension=unit.dimension,
        role=QuantityRole.PRICE if is_price else QuantityRole.MEASURE,
        unit=unit.name,
        measure=unit,
        half=half,
        about=numeral.about,
    )


def unit_at(tokens: Tokens, at: int) -> tuple[Unit, int] | None:
    """Return the unit named at token `at` and the token after it; the longest name wins."""
    for width in (3, 2, 1):
        if at + width > len(tokens):
            continue
        name = tokens.phrase(at, at + width)
        unit = tokens.words.units.get(name)
        if unit is None and width > 1 and all(tokens.glued(inner) for inner in range(at + 1, at + width)):
            unit = tokens.words.units.get(name.replace(" ", ""))
        if unit is not None and (width > 1 or _is_unit(tokens, at)):
            return unit, at + width
    return None


def _is_unit(tokens: Tokens, at: int) -> bool:
    """Tell whether a one-letter name is meant as a unit; longer ones always are."""
    written = tokens.written(at)
    if len(written) > 1 or not written.isalpha():
        return True
    return written in _LOWER_UNITS or written in _UPPER_UNITS or (written == "l" and tokens.glued(at))


def measured(tokens: Tokens, numeral: Numeral, start: int) -> Reading | None:
    """Return `numeral` with the percentage sign, currency or unit behind it; None where there is none."""
    end = numeral.end
    if tokens.lower(end) == "%" or tokens.lower(end) in {"percent", "pct"} or tokens.phrase(end, end + 2) == "per cent":
        end += 2 if tokens.lower(end) == "per" else 1
        return _share(numeral, start, end + (tokens.lower(end) in {"point", "points"}))
    symbol = tokens.words.symbols.get(tokens.lower(end))
    if symbol is not None and tokens.glued(end) and not numeral.article:
        return of_unit(numeral, symbol, start, end + 1)
    hyphen = tokens.lower(end) in {"-", "\u2011"} and tokens.glued(end) and tokens.glued(end + 1)
    place = end + 1 if hyphen else end
    if numeral.fraction:
        place = _past_article(tokens, place)
    found = unit_at(tokens, place)
    if found is None or (numeral.article and not _article_measures(tokens, start, found[1])):
        return None
    unit, end = _in_context(tokens, start, found[0]), found[1]
    reading = of_unit(numeral, unit, start, end)
    if tokens.lower(end) == "-" and tokens.lower(end + 1) == "old":
        return msgspec.structs.replace(reading, end=end + 2)
    return _compound(tokens, reading, unit)


def _past_article(tokens: Tokens, place: int) -> int:
    """Step over "of an" in "half (of) an hour"."""
    after = place + 1 if tokens.lower(place) == "of" else place
    return after + 1 if tokens.lower(after) in {"a", "an"} else place


def _article_measures(tokens: Tokens, start: int, end: int) -> bool:
    """Tell whether "a/an" with a unit states one of it: not a rate, not "a second one"."""
    before = tokens.lower(start - 1)
    if before in tokens.words.numbers or before in {"times", "time", "once", "twice", "such", "what"}:
        return False
    return tokens.lower(end - 1) != "second" and not tokens.is_number(start - 1)


def _in_context(tokens: Tokens, start: int, unit: Unit) -> Unit:
    """Read "pounds" as money where the words before it speak of a price."""
    if unit.name != "pound":
        return unit
    near = {tokens.lower(before) for before in range(max(0, start - _LOOK_BACK), start)}
    return tokens.words.units["quid"] if near & tokens.words.prices else unit


def _share(numeral: Numeral, start: int, end: int) -> Reading:
    half = min(numeral.half, abs(numeral.value) * PRECISION) / 100
    share = numeral.value / 100
    return Reading(
        start=start,
        end=end,
        value=numeral.value,
        low=share - half,
        high=share + half,
        dimension="ratio",
        role=QuantityRole.MEASURE,
        unit="percent",
        half=half,
    )


def priced(tokens: Tokens, at: int, symbol: Unit) -> Reading | None:
    """Return the price whose currency sign stands at token `at`, "$1.5m" and "$20k" included."""
    numeral = read_numeral(tokens, at + 1)
    if numeral is None or not numeral.digits:
        return None
    scale = _MONEY_SCALES.get(tokens.lower(numeral.end)) if tokens.glued(numeral.end) else None
    if scale is not None:
        numeral = msgspec.structs.replace(
            numeral, end=numeral.end + 1, value=numeral.value * scale, half=numeral.half * scale, scaled=True
        )
    end = numeral.end
    named = tokens.words.units.get(tokens.lower(end))
    if named is not None and named.name == symbol.name:
        end += 1
    return of_unit(numeral, symbol, at, end)


def _compound(tokens: Tokens, reading: Reading, unit: Unit) -> Reading:
    """Add smaller units ("2 hours and 30 minutes", "6 ft 2") and "and a half" behind the unit."""
    part = _PARTS.get(tokens.phrase(reading.end, reading.end + 3))
    if part is not None:
        numeral = Numeral(end=reading.end + 3, value=reading.value + part)
        return of_unit(numeral, unit, reading.start, reading.end + 3)
    joined = reading.end + 1 if tokens.lower(reading.end) in {"and", ","} else reading.end
    extra = read_numeral(tokens, joined)
    found = unit_at(tokens, extra.end) if extra is not None and not extra.article else None
    if extra is None or found is None or found[0].dimension != unit.dimension or found[0].factor >= unit.factor:
        return reading
    added = of_unit(extra, found[0], joined, found[1])
    return msgspec.structs.replace(
        reading,
        end=found[1],
        value=reading.value + extra.value * found[0].factor / unit.factor,
        low=reading.value * unit.factor - unit.below + added.low,
        high=reading.value * unit.factor + unit.above + added.high,
    )
