"""Numbers with a unit, a price, a percentage, a rate; and bare counts with the thing they count."""

from __future__ import annotations

import re

import msgspec

from schemas.claim import QuantityRole
from skgeval.annotation.quantities.nouns import counted_noun
from skgeval.annotation.quantities.numerals import Numeral, read_numeral
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens
from skgeval.annotation.quantities.vocabulary import Unit

PRECISION = 0.02
"""Largest share of a value that its last stated digit leaves open: "3 years" is not 2.5 to 3.5."""
SCALED_PRECISION = 0.05
"""The same of a number with a scale ("2 million"), which is rounded by its nature."""
_FEET = re.compile(r"(\d{1,2})['′]\s?(\d{1,2})(?:\"|''|″|\b)")
_MONEY_SCALES = {"k": 1e3, "m": 1e6, "mn": 1e6, "mil": 1e6, "b": 1e9, "bn": 1e9, "t": 1e12}
_UPPER_UNITS = frozenset("CFWVL")
_LOWER_UNITS = frozenset("mghls")
_NEVER_ONE = frozenset(
    "this that the which each every no any some another other only such first last next second good right wrong big new".split()
)
_RATE_ARTICLES = frozenset({"a", "an", "each", "every"})
_LOOK_BACK = 5


def read_measure(tokens: Tokens, at: int) -> Reading | None:
    """Return the measure, price, percentage or count that starts at token `at`."""
    feet = _FEET.match(tokens.text, tokens.items[at].start)
    if feet and tokens.is_number(at):
        inch = tokens.words.units["inch"]
        value = int(feet[1]) * 12 + int(feet[2])
        end = tokens.after(feet.end(), at)
        return of_unit(Numeral(end=end, value=value, half=0.5, digits=True), inch, at, end)
    symbol = tokens.words.symbols.get(tokens.written(at).upper())
    if symbol is not None:
        return _money(tokens, at, symbol)
    sign = 1
    start = at
    if tokens.lower(at) in {"-", "−", "minus", "negative"}:  # noqa: RUF001
        if tokens.is_number(at - 1) or tokens.glued(at) or (tokens.written(at) in "-−" and not tokens.glued(at + 1)):  # noqa: RUF001
            return None
        sign, at = -1, at + 1
    numeral = read_numeral(tokens, at)
    if numeral is None:
        return None
    if sign < 0:
        numeral = msgspec.structs.replace(numeral, value=-numeral.value)
    reading = _with_unit(tokens, numeral, start) or _count(tokens, numeral, start)
    return _rated(tokens, reading) if reading is not None else None


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


def _with_unit(tokens: Tokens, numeral: Numeral, start: int) -> Reading | None:
    end = numeral.end
    if tokens.lower(end) == "%" or tokens.lower(end) in {"percent", "pct"} or tokens.phrase(end, end + 2) == "per cent":
        end += 2 if tokens.lower(end) == "per" else 1
        return _share(numeral, start, end + (tokens.lower(end) in {"point", "points"}))
    symbol = tokens.words.symbols.get(tokens.lower(end))
    if symbol is not None and tokens.glued(end) and not numeral.article:
        return of_unit(numeral, symbol, start, end + 1)
    hyphen = tokens.lower(end) in {"-", "‑"} and tokens.glued(end) and tokens.glued(end + 1)  # noqa: RUF001
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
    return _compound(tokens, reading)


def _past_article(tokens: Tokens, place: int) -> int:
    """Step over "of an" in "half (of) an hour"."""
    after = place + 1 if tokens.lower(place) == "of" else place
    return after + 1 if tokens.lower(after) in {"a", "an"} else place


def _article_measures(tokens: Tokens, start: int, end: int) -> bool:
    """Tell whether "a/an" with a unit states one of it: not a rate, not "a second one", not "an hour" in a frequency."""
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


def _money(tokens: Tokens, at: int, symbol: Unit) -> Reading | None:
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
    return _rated(tokens, of_unit(numeral, symbol, at, end))


def _compound(tokens: Tokens, reading: Reading) -> Reading:
    """Add smaller units ("2 hours and 30 minutes", "6 ft 2") and "and a half" behind the unit."""
    unit = reading.measure
    joined = reading.end + 1 if tokens.lower(reading.end) in {"and", ","} else reading.end
    if unit is None:
        return reading
    if tokens.phrase(reading.end, reading.end + 3) in {"and a half", "and a quarter"}:
        extra = 0.5 if tokens.lower(reading.end + 2) == "half" else 0.25
        whole = Numeral(end=reading.end + 3, value=reading.value + extra)
        return of_unit(whole, unit, reading.start, reading.end + 3)
    numeral = read_numeral(tokens, joined)
    found = unit_at(tokens, numeral.end) if numeral is not None and not numeral.article else None
    if numeral is None or found is None:
        return reading
    smaller, end = found
    if smaller.dimension != unit.dimension or smaller.factor >= unit.factor:
        return reading
    added = of_unit(numeral, smaller, joined, end)
    whole = Reading(
        start=reading.start,
        end=end,
        value=reading.value + numeral.value * smaller.factor / unit.factor,
        low=reading.value * unit.factor - unit.below + added.low,
        high=reading.value * unit.factor + unit.above + added.high,
        dimension=reading.dimension,
        role=reading.role,
        unit=reading.unit,
        measure=unit,
        half=reading.half,
    )
    return whole


def _count(tokens: Tokens, numeral: Numeral, start: int) -> Reading | None:
    """Return a number without a unit as a share or a count of what follows."""
    end = numeral.end
    if numeral.article or (numeral.value == 1 and not numeral.digits and not _one_counts(tokens, start, end)):
        return None
    if numeral.fraction and abs(numeral.value) <= 1:
        if tokens.lower(end) == "-" and tokens.glued(end):
            return None
        return Reading(
            start=start,
            end=end,
            value=numeral.value,
            low=numeral.value,
            high=numeral.value,
            dimension="ratio",
            role=QuantityRole.MEASURE,
            unit="fraction",
        )
    ratio = _out_of(tokens, numeral, start)
    if ratio is not None:
        return ratio
    counted, place = counted_noun(tokens, end, plural=numeral.value != 1)
    half = min(numeral.half, abs(numeral.value) * SCALED_PRECISION) if numeral.scaled else 0.0
    exact = numeral.scaled is False and float(numeral.value).is_integer()
    if not exact and not numeral.scaled:
        half = min(numeral.half, abs(numeral.value) * PRECISION)
    return Reading(
        start=start,
        end=end,
        value=numeral.value,
        low=numeral.value - half,
        high=numeral.value + half,
        counted=counted,
        half=half,
        bare=place == end,
        about=numeral.about,
    )


def _one_counts(tokens: Tokens, start: int, end: int) -> bool:
    """Tell whether "one" is a number and not a pronoun ("this one", "one of them", "one can")."""
    before, after = tokens.lower(start - 1), tokens.lower(end)
    if before in _NEVER_ONE or tokens.lower(start - 1) in {"-", "'"}:
        return False
    if not tokens.is_word(end):
        return start == 0 and len(tokens) <= 2  # noqa: PLR2004
    return after not in tokens.words.stops and after != "another"


def _out_of(tokens: Tokens, numeral: Numeral, start: int) -> Reading | None:
    """Return "3 out of 5" and "1 in 4" as shares."""
    end = numeral.end
    if tokens.phrase(end, end + 2) == "out of":
        whole = read_numeral(tokens, end + 2)
    elif tokens.lower(end) == "in" and numeral.value < 10:  # noqa: PLR2004
        whole = read_numeral(tokens, end + 1)
    else:
        return None
    if (
        whole is None
        or whole.article
        or not 0 < numeral.value < whole.value
        or whole.value > 1000
        and tokens.lower(end) == "in"
    ):
        return None
    if tokens.lower(end) == "in" and (unit_at(tokens, whole.end) or not numeral.value.is_integer()):
        return None
    share = numeral.value / whole.value
    return Reading(
        start=start,
        end=whole.end,
        value=share,
        low=share,
        high=share,
        dimension="ratio",
        role=QuantityRole.MEASURE,
        unit="fraction",
    )


def _rated(tokens: Tokens, reading: Reading) -> Reading:
    """Divide by what follows "per", "a", "/": "$10 a month", "3 cups a day", "5 euros per kilo"."""
    place = reading.end
    if reading.counted and tokens.lower(place) not in {"per", "/"}:
        _, place = counted_noun(tokens, reading.end, plural=reading.value != 1)
    by = tokens.lower(place)
    if by not in _RATE_ARTICLES and by not in {"per", "/"}:
        return reading
    found = unit_at(tokens, place + 1)
    divided = found[0] if found else None
    if divided is None or (
        by in _RATE_ARTICLES and divided.dimension != "time" and reading.role is not QuantityRole.PRICE
    ):
        if by == "per" and tokens.is_word(place + 1) and reading.role is QuantityRole.PRICE:
            noun = tokens.lower(place + 1)
            return msgspec.structs.replace(reading, end=place + 2, counted=noun)
        return reading
    if found is None or (
        by in _RATE_ARTICLES
        and reading.dimension == "time"
        and divided.factor <= (reading.measure.factor if reading.measure else 0)
    ):
        return reading
    return msgspec.structs.replace(
        reading,
        end=found[1],
        low=reading.low / divided.factor,
        high=reading.high / divided.factor,
        dimension=f"{reading.dimension}/{divided.dimension}",
        unit=f"{reading.unit}/{divided.name}".lstrip("/"),
        measure=None,
        bare=False,
    )
