"""Amounts of any sort: the number first, then what it is an amount of."""

from __future__ import annotations

import re

import msgspec

from skgeval.annotation.quantities.counts import counted
from skgeval.annotation.quantities.measures import measured, of_unit, priced
from skgeval.annotation.quantities.numerals import Numeral, read_numeral
from skgeval.annotation.quantities.rates import rated
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens

_FEET = re.compile(r"(\d{1,2})'\s?(\d{1,2})(?:\"|''|\b)")
_MINUS = frozenset({"-", "\u2212", "minus", "negative"})
_INCHES = 12


def read_value(tokens: Tokens, at: int) -> Reading | None:
    """Return the measure, price, percentage, share or count that starts at token `at`."""
    feet = _FEET.match(tokens.text, tokens.items[at].start) if tokens.is_number(at) else None
    if feet:
        end = tokens.after(feet.end(), at)
        numeral = Numeral(end=end, value=int(feet[1]) * _INCHES + int(feet[2]), half=0.5, digits=True)
        return of_unit(numeral, tokens.words.units["inch"], at, end)
    symbol = tokens.words.symbols.get(tokens.written(at).upper())
    if symbol is not None:
        price = priced(tokens, at, symbol)
        return rated(tokens, price) if price is not None else None
    if tokens.lower(at) in _MINUS:
        return _negative(tokens, at)
    plain = read_numeral(tokens, at)
    return _value(tokens, plain, at) if plain is not None else None


def _negative(tokens: Tokens, at: int) -> Reading | None:
    """Read "-5" and "minus 5", but not the hyphen of a range, of a compound or of a list."""
    is_sign = len(tokens.lower(at)) == 1
    if tokens.is_number(at - 1) or tokens.glued(at) or (is_sign and not tokens.glued(at + 1)):
        return None
    numeral = read_numeral(tokens, at + 1)
    if numeral is None or numeral.article:
        return None
    return _value(tokens, msgspec.structs.replace(numeral, value=-numeral.value), at)


def _value(tokens: Tokens, numeral: Numeral, start: int) -> Reading | None:
    reading = measured(tokens, numeral, start) or counted(tokens, numeral, start)
    return rated(tokens, reading) if reading is not None else None
