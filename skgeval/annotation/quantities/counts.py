"""Bare counts with the thing they count, and shares ("half", "3 out of 5")."""

from __future__ import annotations

from schemas.claim import QuantityRole
from skgeval.annotation.quantities.measures import PRECISION, SCALED_PRECISION, unit_at
from skgeval.annotation.quantities.nouns import counted_noun
from skgeval.annotation.quantities.numerals import Numeral, read_numeral
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens

_NEVER_ONE = frozenset(
    {"this", "that", "the", "which", "each", "every", "no", "any", "some", "another", "other", "only", "such"}
    | {"first", "last", "next", "second", "good", "right", "wrong", "big", "new", "-", "'"}
)
_WHOLE_TEXT = 2
"""Tokens of a text that "one" answers alone, with its full stop."""
_ONE_IN, _IN_MANY = 10, 1_000
"""Bounds of a chance: "1 in 4" is one, "3 in 2019" is not."""


def counted(tokens: Tokens, numeral: Numeral, start: int) -> Reading | None:
    """Return a number without a unit as a share or a count of what follows."""
    end = numeral.end
    if numeral.article or (numeral.value == 1 and not numeral.digits and not _one_counts(tokens, start, end)):
        return None
    if numeral.fraction and abs(numeral.value) <= 1:
        compound = tokens.lower(end) == "-" and tokens.glued(end)
        return None if compound else _share(start, end, numeral.value)
    return _out_of(tokens, numeral, start) or _count(tokens, numeral, start)


def _count(tokens: Tokens, numeral: Numeral, start: int) -> Reading:
    """Count exactly; only a scale ("2 million") or decimals leave something open."""
    noun, place = counted_noun(tokens, numeral.end, plural=numeral.value != 1)
    half = 0.0
    if numeral.scaled:
        half = min(numeral.half, abs(numeral.value) * SCALED_PRECISION)
    elif not float(numeral.value).is_integer():
        half = min(numeral.half, abs(numeral.value) * PRECISION)
    return Reading(
        start=start,
        end=numeral.end,
        value=numeral.value,
        low=numeral.value - half,
        high=numeral.value + half,
        counted=noun,
        half=half,
        bare=place == numeral.end,
        about=numeral.about,
    )


def _share(start: int, end: int, value: float) -> Reading:
    return Reading(
        start=start,
        end=end,
        value=value,
        low=value,
        high=value,
        dimension="ratio",
        role=QuantityRole.MEASURE,
        unit="fraction",
    )


def _one_counts(tokens: Tokens, start: int, end: int) -> bool:
    """Tell whether "one" is a number and not a pronoun ("this one", "one of them", "one can")."""
    before, after = tokens.lower(start - 1), tokens.lower(end)
    if before in _NEVER_ONE:
        return False
    if not tokens.is_word(end):
        return start == 0 and len(tokens) <= _WHOLE_TEXT
    return after not in tokens.words.stops and after != "another"


def _out_of(tokens: Tokens, numeral: Numeral, start: int) -> Reading | None:
    """Return "3 out of 5" and "1 in 4" as shares."""
    end = numeral.end
    if tokens.phrase(end, end + 2) == "out of":
        whole = read_numeral(tokens, end + 2)
    elif tokens.lower(end) == "in" and numeral.value < _ONE_IN and numeral.value.is_integer():
        whole = read_numeral(tokens, end + 1)
        if whole is not None and (whole.value > _IN_MANY or unit_at(tokens, whole.end)):
            return None
    else:
        return None
    if whole is None or whole.article or not 0 < numeral.value < whole.value:
        return None
    return _share(start, whole.end, numeral.value / whole.value)
