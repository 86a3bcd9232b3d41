"""What stands around a number and bounds it: "at least", "or so", "10-15", "between three and five"."""

from __future__ import annotations

import msgspec

from schemas.claim import Comparator, Quantity
from skgeval.annotation.quantities.clock import clock_of_hour
from skgeval.annotation.quantities.measures import of_unit
from skgeval.annotation.quantities.nouns import counted_noun
from skgeval.annotation.quantities.numerals import Numeral
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens
from skgeval.quantities import CLOCK_DAY, FIRST_DATED, WEEK, YEAR_CYCLE

_JOINTS = frozenset({"-", "\u2013", "—", "to", "through", "till", "until"})
_LONGEST_PHRASE = 4
_AFTER = frozenset({"after", "since", "from"})
_BEFORE = frozenset({"before", "until", "till", "by"})
_HOURS = 12
_DISCRETE = frozenset({"count", "ordinal"})


def joins(tokens: Tokens, first: Reading) -> int:
    """Return the token where the other end of a range would begin, 0 where `first` is no end of one."""
    joint = tokens.lower(first.end)
    if joint in _JOINTS:
        return first.end + 1
    if joint == "and" and "between" in {tokens.lower(first.start - 1), tokens.lower(first.start - 2)}:
        return first.end + 1
    if joint == "or" and first.bare:
        return first.end + 1
    return 0


def is_change(tokens: Tokens, first: Reading) -> bool:
    """Tell whether "from A to B" says that something went from A to B rather than that it lies between."""
    before = tokens.lower(first.start - 1)
    near = {tokens.lower(place) for place in range(max(0, first.start - 6), first.start)}
    return before == "from" and bool(near & tokens.words.changes)


def ranged(tokens: Tokens, first: Reading, last: Reading) -> Reading | None:
    """Return the range from `first` to `last`, or None where they do not measure the same."""
    downward = first.bare and last.bare and tokens.lower(first.end) in {"to", "-"} and last.value < first.value
    if downward and first.value <= _HOURS:
        first, last = _working_hours(first, last)
    first, last = lent(first, last), lent(last, first)
    if first.dimension != last.dimension or first.dimension in {"identifier", "ordinal"}:
        return None
    low, high = min(first.low, last.low), max(first.high, last.high)
    cycle = _cycle(last)
    if cycle:
        low, high = first.low, last.high + (cycle if last.high < first.low else 0.0)
    counted = last.counted or first.counted
    return msgspec.structs.replace(
        last, start=first.start, value=first.value, low=low, high=high, ranged=True, counted=counted
    )


def _cycle(reading: Reading) -> float:
    """Return after how much the values of the dimension come round again, 0 where they do not."""
    if reading.dimension == "date":
        return float(YEAR_CYCLE) if reading.high < FIRST_DATED else 0.0
    return {"clock": float(CLOCK_DAY), "weekday": float(WEEK)}.get(reading.dimension, 0.0)


def lent(bare: Reading, like: Reading) -> Reading:
    """Give a bare number the unit of the other end: "10" in "10-15 km", "9" in "9-11 am"; others stay as they are."""
    if not bare.bare or bare.dimension == like.dimension:
        return bare
    if like.measure is not None:
        numeral = Numeral(end=bare.end, value=bare.value, half=bare.half or 0.0)
        return of_unit(numeral, like.measure, bare.start, bare.end)
    if like.dimension == "clock" and 1 <= bare.value <= _HOURS and bare.start < like.start:
        return clock_of_hour(bare.start, bare.end, bare.value, like)
    if like.dimension.startswith("count/") and like.value and bare.start < like.start:
        scale = like.low / like.value
        return msgspec.structs.replace(
            bare, low=bare.low * scale, high=bare.high * scale, dimension=like.dimension, unit=like.unit
        )
    if like.unit == "percent":
        return msgspec.structs.replace(
            bare, low=bare.low / 100, high=bare.high / 100, dimension=like.dimension, role=like.role, unit=like.unit
        )
    return bare


def _working_hours(first: Reading, last: Reading) -> tuple[Reading, Reading]:
    """Read "9 to 5", a range of bare numbers that goes down, as the hours from morning to afternoon."""
    closing = clock_of_hour(last.start, last.end, last.value + _HOURS, first)
    return clock_of_hour(first.start, first.end, first.value, closing), closing


def finished(tokens: Tokens, reading: Reading, floor: int) -> tuple[int, int, Quantity]:
    """Return (start, end, quantity) in the text, with the comparator that stands before or after the number.

    Tokens before `floor` belong to an earlier quantity.
    """
    name, start = _before(tokens, reading, floor)
    after, end = _after(tokens, reading)
    name = name or after
    comparator, low, high = _bounded(reading, name)
    first, last = tokens.items[start].start, tokens.items[end - 1].end
    quantity = Quantity(  # floats, also of dates: a value that was stored must be the same bytes as a fresh one
        value=float(reading.value),
        unit=reading.unit,
        dimension=reading.dimension,
        comparator=comparator,
        role=reading.role,
        low=None if low is None else float(low),
        high=None if high is None else float(high),
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
    """Return the comparator behind the number, or behind the thing it counts ("300 dogs or so")."""
    end = reading.end
    if tokens.lower(end) == "+" and tokens.glued(end):
        return "at_least", end + 1
    name, after = _trailing(tokens, end)
    if name or not reading.counted:
        return name, after
    _, noun_end = counted_noun(tokens, end, plural=reading.value != 1)
    return _trailing(tokens, noun_end)[0], end


def _trailing(tokens: Tokens, end: int) -> tuple[str, int]:
    for width in (3, 2, 1):
        name = tokens.words.trailing.get(tokens.phrase(end, end + width)) if end + width <= len(tokens) else None
        if name is not None and not (tokens.lower(end) == "plus" and tokens.is_number(end + 1)):
            return name.removeprefix("after_"), end + width
    return "", end


def _bounded(reading: Reading, name: str) -> tuple[Comparator, float | None, float | None]:
    step = 1.0 if reading.dimension in _DISCRETE and float(reading.value).is_integer() else 0.0
    if name == "about" or (reading.about and not name):
        return Comparator.ABOUT, reading.low, reading.high
    last = float(CLOCK_DAY) if reading.dimension == "clock" else None
    if name in {"at_least", "more_than"}:
        return Comparator.AT_LEAST, reading.low + (step if name == "more_than" else 0.0), last
    first = 0.0 if reading.dimension == "clock" else None
    if name in {"at_most", "less_than"}:
        return Comparator.AT_MOST, first, reading.high - (step if name == "less_than" else 0.0)
    return Comparator.RANGE if reading.ranged else Comparator.EXACT, reading.low, reading.high
