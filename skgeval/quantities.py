"""When two stated numbers can be compared, and when both can be true at once (METHOD.md, section 6).

Intervals are those of `schemas.claim.Quantity`: in the base unit of the dimension, stated precision included, None
where a comparator leaves them open. Base units: s, m, m2, m3, kg, m/s, °C, byte, J, W, Hz, Pa, V, A; a ratio is a share
of 1. A clock time is minutes after midnight, a date or year the number yyyymmdd (mmdd where no year is said), a weekday
1 (Monday) to 7.
"""

from __future__ import annotations

from math import inf

from schemas.claim import Comparator, Quantity, QuantityRole
from skgeval.policy import Policy

CLOCK_DAY = 1440
"""Minutes after which a clock time comes round again."""
CLOCK_HALF = 720
"""The same for a time without am or pm, whose `unit` is AMBIGUOUS_CLOCK."""
AMBIGUOUS_CLOCK = "12h"
"""Unit of a clock time that may be in the morning or in the afternoon."""
WEEK = 7
"""Weekdays after which a weekday comes round again."""
FIRST_DATED = 10_000
"""Dates below it carry no year."""
YEAR_CYCLE = 1200
"""Step from one month and day (mmdd) to the same of the next year."""
_EXACT_DIMENSIONS = frozenset({"count", "ordinal", "identifier", "date", "weekday", "clock"})
_UNIT_STEP = 0.6
"""Half a unit, and what the calendar adds to it."""
_EXACTLY_CONVERTED = frozenset({"count", "ratio", "time", "data"})
_DATES = frozenset({QuantityRole.DATE, QuantityRole.YEAR})


def comparable(earlier: Quantity, later: Quantity) -> bool:
    """Tell whether two quantities measure the same sort of thing: role, dimension and the thing counted agree.

    A thing that only one of them names does not keep them apart. Source: METHOD.md, section 6 (`numeric_mismatch`).
    """
    if earlier.dimension != later.dimension or _family(earlier) != _family(later):
        return False
    return not earlier.counted or not later.counted or earlier.counted == later.counted


def overlaps(earlier: Quantity, later: Quantity, policy: Policy) -> bool:
    """Tell whether two comparable quantities can both be true at stated precision.

    Symmetric, and true of a quantity with itself. Source: METHOD.md, section 6.
    """
    if earlier.dimension == "identifier":
        return earlier.unit == later.unit
    if earlier.dimension == "clock":
        ambiguous = AMBIGUOUS_CLOCK in {earlier.unit, later.unit}
        return _meet_in_cycle(earlier, later, policy, CLOCK_HALF if ambiguous else CLOCK_DAY)
    if earlier.dimension == "weekday":
        return _meet_in_cycle(earlier, later, policy, WEEK)
    if earlier.dimension == "date" and not (_dated(earlier) and _dated(later)):
        one, other = _without_year(earlier), _without_year(later)
        return any(_meet(one, (other[0] + turn * YEAR_CYCLE, other[1] + turn * YEAR_CYCLE)) for turn in (-1, 0, 1))
    if _counted_off(earlier, later):
        return abs(earlier.value - later.value) <= policy.quantity_tolerance * max(abs(earlier.value), abs(later.value))
    return _meet(_bounds(earlier, later, policy), _bounds(later, earlier, policy))


def _counted_off(earlier: Quantity, later: Quantity) -> bool:
    """Tell whether both are whole numbers of one unit, which differ as such: 30 months are not 31 months."""
    return (
        earlier.unit == later.unit and earlier.dimension not in _EXACT_DIMENSIONS and _whole(earlier) and _whole(later)
    )


def _whole(quantity: Quantity) -> bool:
    """Tell whether the quantity is exact and stated to the unit, not to the thousand ("2 million")."""
    if quantity.comparator is not Comparator.EXACT or quantity.low is None or quantity.high is None:
        return False
    middle = (quantity.low + quantity.high) / 2
    half = (quantity.high - quantity.low) / 2
    return quantity.value.is_integer() and half * abs(quantity.value) <= _UNIT_STEP * abs(middle)


def _family(quantity: Quantity) -> QuantityRole:
    if quantity.role in _DATES:
        return QuantityRole.DATE
    return QuantityRole.MEASURE if quantity.role is QuantityRole.PRICE else quantity.role


def _bounds(quantity: Quantity, other: Quantity, policy: Policy) -> tuple[float, float]:
    """Return the interval of `quantity` with the slack that it and its comparison with `other` allow."""
    low = -inf if quantity.low is None else quantity.low
    high = inf if quantity.high is None else quantity.high
    slack = 0.0
    if quantity.dimension not in _EXACT_DIMENSIONS:
        slack = policy.quantity_tolerance
        if quantity.unit != other.unit and quantity.dimension not in _EXACTLY_CONVERTED:
            slack = policy.conversion_tolerance
    if quantity.comparator is Comparator.ABOUT:
        slack = policy.about_tolerance
        if quantity.dimension == "clock":
            return low - policy.about_minutes, high + policy.about_minutes
        if quantity.dimension in {"date", "weekday", "ordinal", "identifier"}:
            slack = 0.0
    return low - slack * _size(low), high + slack * _size(high)


def _size(bound: float) -> float:
    return 0.0 if bound in {inf, -inf} else abs(bound)


def _meet(earlier: tuple[float, float], later: tuple[float, float]) -> bool:
    return max(earlier[0], later[0]) <= min(earlier[1], later[1])


def _meet_in_cycle(earlier: Quantity, later: Quantity, policy: Policy, cycle: int) -> bool:
    one, other = _bounds(earlier, later, policy), _bounds(later, earlier, policy)
    return any(_meet(one, (other[0] + turn * cycle, other[1] + turn * cycle)) for turn in (-2, -1, 0, 1, 2))


def _dated(quantity: Quantity) -> bool:
    return any(bound is not None and abs(bound) >= FIRST_DATED for bound in (quantity.low, quantity.high))


def _without_year(quantity: Quantity) -> tuple[float, float]:
    """Return month and day alone; an interval that spans years holds every day."""
    low = -inf if quantity.low is None else quantity.low
    high = inf if quantity.high is None else quantity.high
    if not _dated(quantity):
        return low, high
    if inf in {-low, high} or low // FIRST_DATED != high // FIRST_DATED:
        return -inf, inf
    return low % FIRST_DATED, high % FIRST_DATED
