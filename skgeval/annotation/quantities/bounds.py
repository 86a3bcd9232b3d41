"""What stands around a number and bounds it: "at least", "or so", "10-15", "between three and five"."""

from __future__ import annotations

import msgspec

from schemas.claim import Comparator, Quantity
from skgeval.annotation.quantities.clock import clock_of_hour
from skgeval.annotation.quantities.measures import of_unit
from skgeval.annotation.quantities.numerals import Numeral
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens

_DASHES = frozenset({"-", "–", "—", "to", "through", "till", "until"})  # noqa: RUF001
_LONGEST_PHRASE = 4
_AFTER = frozenset({"after", "since", "from"})
_BEFORE = frozenset({"before", "until", "till", "by"})
_DAY_END = 1440.0
_DISCRETE = frozenset({"count", "ordinal"})


def joins(tokens: Tokens, first: Reading) -> int:
    """Return the token where the other end of a range would begin, 0 where `first` is no end of one."""
    joint = tokens.lower(first.end)
    if joint in _DASHES:
        return 0 if _is_change(tokens, first) else first.end + 1
    if joint == "and" and "between" in {tokens.lower(first.start - 1), tokens.lower(first.start - 2)}:
        return first.end + 1
    if joint == "or" and first.bare:
        return first.end + 1
    return 0


def _is_change(tokens: Tokens, first: Reading) -> bool:
    """Tell whether "from A to B" says that something went from A to B rather than that it lies between."""
    before = tokens.lower(first.start - 1)
    near = {tokens.lower(place) for place in range(max(0, first.start - 6), first.start)}
    return before == "from" and bool(near & tokens.words.changes)


def ranged(tokens: Tokens, first: Reading, last: Reading) -> Reading | None:
    """Return the range from `first` to `last`, or None where they do not measure the same."""
    if first.dimension != last.dimension:
        if not first.bare:
            if not last.bare or first.measure is None:
                return None
            last = _lend(last, first)
        elif last.measure is not None:
            first = _lend(first, last)
        elif last.dimension == "clock" and 1 <= first.value <= 12:  # noqa: PLR2004
            first = clock_of_hour(first.start, first.end, first.value, last)
        elif last.dimension == "ratio" and last.unit == "percent":
            first = msgspec.structs.replace(first, low=first.low / 100, high=first.high / 100)
        elif last.dimension.startswith("count/"):
            return None
        else:
            return None
    if last.dimension in {"identifier", "ordinal"} or first.dimension == "identifier":
        return None
    if first.bare and last.bare and last.value < first.value <= 12 and tokens.lower(first.end) in {"to", "-"}:  # noqa: PLR2004
        first, last = _working_hours(first, last)
    low, high = min(first.low, last.low), max(first.high, last.high)
    if last.dimension in {"clock", "weekday"}:
        low, high = first.low, last.high
        if high < low:
            high += _DAY_END if last.dimension == "clock" else 7.0
    return msgspec.structs.replace(
        last,
        start=first.start,
        value=first.value,
        low=low,
        high=high,
        ranged=True,
        counted=last.counted or first.counted,
    )


def _working_hours(first: Reading, last: Reading) -> tuple[Reading, Reading]:
    """Read "9 to 5", a range of bare numbers that goes down, as the hours from morning to afternoon."""
    closing = clock_of_hour(last.start, last.end, last.value + 12, first)
    return clock_of_hour(first.start, first.end, first.value, closing), closing


def _lend(bare: Reading, like: Reading) -> Reading:
    """Give a bare number the unit of the other end of its range."""
    if like.measure is None:
        return bare
    numeral = Numeral(end=bare.end, value=bare.value, half=bare.half)
    return of_unit(numeral, like.measure, bare.start, bare.end)


def finished(tokens: Tokens, reading: Reading, floor: int) -> tuple[int, int, Quantity]:
    """Return (start, end, quantity) in the text, with the comparator that stands before or after the number.

    Tokens before `floor` belong to an earlier quantity.
    """
    name, start = _before(tokens, reading, floor)
    after, end = _after(tokens, reading)
    name = name or after
    comparator, low, high = _bounded(reading, name)
    first, last = tokens.items[start].start, tokens.items[end - 1].end
    quantity = Quantity(
        value=reading.value,
        unit=reading.unit,
        dimension=reading.dimension,
        comparator=comparator,
        role=reading.role,
        low=low,
        high=high,
        counted=reading.counted,
        text=" ".join(tokens.text[first:last].lower().split()),
    )
    return first, last, quantity


def _before(tokens: Tokens, reading: Reading, floor: int) -> tuple[str, int]:
    moment = reading.dimension in {"clock", "date"}
    start = reading.start
    if reading.ranged:
        return "", start
    if moment and start > floor:
        if tokens.lower(start - 1) in _AFTER:
            return "at_least", start - 1
        if tokens.lower(start - 1) in _BEFORE:
            return "at_most", start - 1
    for width in range(min(_LONGEST_PHRASE, start - floor), 0, -1):
        phrase = tokens.phrase(start - width, start)
        name = tokens.words.comparators.get(phrase)
        if name is not None and not (moment and name in {"more_than", "less_than"}):
            return name, start - width
    return "", start


def _after(tokens: Tokens, reading: Reading) -> tuple[str, int]:
    end = reading.end
    if tokens.lower(end) == "+" and (tokens.glued(end)):
        return "at_least", end + 1
    for width in (3, 2, 1):
        name = tokens.words.trailing.get(tokens.phrase(end, end + width)) if end + width <= len(tokens) else None
        if name is not None and not (tokens.lower(end) == "plus" and tokens.is_number(end + 1)):
            return name.removeprefix("after_"), end + width
    return "", end


def _bounded(reading: Reading, name: str) -> tuple[Comparator, float | None, float | None]:
    step = 1.0 if reading.dimension in _DISCRETE and float(reading.value).is_integer() else 0.0
    if name == "about" or (reading.about and not name):
        return Comparator.ABOUT, reading.low, reading.high
    last = _DAY_END if reading.dimension == "clock" else None
    if name in {"at_least", "more_than"}:
        return Comparator.AT_LEAST, reading.low + (step if name == "more_than" else 0.0), last
    first = 0.0 if reading.dimension == "clock" else None
    if name in {"at_most", "less_than"}:
        return Comparator.AT_MOST, first, reading.high - (step if name == "less_than" else 0.0)
    return Comparator.RANGE if reading.ranged else Comparator.EXACT, reading.low, reading.high
