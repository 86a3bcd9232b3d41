"""A quantity while it is being read: what is known of it between the first digit and the finished value."""

from __future__ import annotations

import msgspec

from schemas.claim import QuantityRole
from skgeval.annotation.quantities.vocabulary import Unit


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What stands between tokens `start` and `end`: the value as stated and its interval in base units.

    `unit` is None for bare counts and for moments. `bare` says that nothing but the number was written, so that the
    other end of a range may lend its unit. `about` is the vagueness the words themselves hold ("a couple").
    """

    start: int
    end: int
    value: float
    low: float
    high: float
    dimension: str = "count"
    role: QuantityRole = QuantityRole.COUNT
    unit: str = ""
    measure: Unit | None = None
    half: float = 0.0
    counted: str = ""
    bare: bool = False
    about: bool = False
    ranged: bool = False
