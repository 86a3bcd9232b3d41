"""Plain numbers in digits and words: "1,234.5", "1.5k", "3/4", "twenty-four", "two and a half", "half a dozen"."""

from __future__ import annotations

import unicodedata

import msgspec

from skgeval.annotation.quantities.tokens import Tokens

_DENOMINATORS = frozenset({2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 50, 100})
_IMPROPER = frozenset({2, 3, 4, 8})
_TEN, _HUNDRED = 10, 100
_TEENS = range(11, 21)
_TWO_DIGITS = range(10, 100)


class Numeral(msgspec.Struct, frozen=True, kw_only=True):
    """A number that ends before token `end`; `half` is half of its last stated digit, 0 where it is exact.

    `about` marks "a couple", `fraction` a number stated as one ("half", "3/4"), `year` one read in pairs ("nineteen
    ninety"), `article` one said with a bare article ("a", "an"), which needs a unit to be a number at all.
    """

    end: int
    value: float
    half: float = 0.0
    scaled: bool = False
    about: bool = False
    fraction: bool = False
    year: bool = False
    article: bool = False
    digits: bool = False


def read_numeral(tokens: Tokens, at: int) -> Numeral | None:
    """Return the number that starts at token `at`."""
    if tokens.is_number(at):
        return _digits(tokens, at)
    word = tokens.lower(at)
    if len(word) == 1 and not word.isascii() and (value := _fraction_sign(word)):
        return Numeral(end=at + 1, value=value, fraction=True)
    if word in {"a", "an", "half", "halves"} or word in tokens.words.numbers:
        return _fraction_words(tokens, at) or _words(tokens, at)
    return None


def _digits(tokens: Tokens, at: int) -> Numeral:
    written = tokens.written(at).replace(",", "")
    value = float(written)
    decimals = len(written.partition(".")[2])
    half = 0.5 * 10**-decimals
    end = at + 1
    if tokens.lower(end) == "/" and tokens.glued(end) and tokens.is_number(end + 1) and tokens.glued(end + 1):
        return _slash(tokens, at, value)
    sign = tokens.lower(end)
    if len(sign) == 1 and not sign.isascii() and (extra := _fraction_sign(sign)):
        return Numeral(end=end + 1, value=value + extra)
    if value.is_integer() and tokens.is_number(end) and tokens.lower(end + 1) == "/" and tokens.is_number(end + 2):
        part = _slash(tokens, end, float(tokens.written(end).replace(",", "")))
        if part.fraction and part.value < 1:
            return Numeral(end=part.end, value=value + part.value)
    value, half, end, scaled = _scaled(tokens, end, value, half)
    return _and_a_half(tokens, Numeral(end=end, value=value, half=half, scaled=scaled, digits=True))


def _slash(tokens: Tokens, at: int, value: float) -> Numeral:
    """Return "3/4" as a fraction, or only the number before the stroke where it is something else."""
    below = float(tokens.written(at + 2).replace(",", ""))
    proper = value < below and below in _DENOMINATORS and tokens.lower(at + 3) != "/"
    if proper or (below in _IMPROPER and value > below and tokens.lower(at + 3) != "/"):
        return Numeral(end=at + 3, value=value / below, fraction=True)
    return Numeral(end=at + 1, value=value, half=0.5, digits=True)


def _fraction_sign(sign: str) -> float:
    value = unicodedata.numeric(sign, 0.0)
    return value if 0 < value < 1 else 0.0


def _scaled(tokens: Tokens, end: int, value: float, half: float) -> tuple[float, float, int, bool]:
    scaled = False
    if tokens.written(end) == "k" and tokens.glued(end):
        return value * 1e3, half * 1e3, end + 1, True
    while (scale := tokens.words.scales.get(tokens.lower(end))) is not None:
        value, half, end = value * scale, half * scale, end + 1
        scaled = scaled or scale > _HUNDRED
    return value, half, end, scaled


def _and_a_half(tokens: Tokens, numeral: Numeral) -> Numeral:
    """Add "and a half" and its like, and a scale behind it ("two and a half million")."""
    end = numeral.end
    if tokens.lower(end) != "and" or tokens.lower(end + 1) not in {"a", "one", "three"}:
        return numeral
    below = tokens.words.fractions.get(tokens.lower(end + 2))
    if below is None:
        return numeral
    value = numeral.value + tokens.words.numbers.get(tokens.lower(end + 1), 1) / below
    value, _, end, scaled = _scaled(tokens, end + 3, value, 0.0)
    return Numeral(end=end, value=value, scaled=scaled)


def _fraction_words(tokens: Tokens, at: int) -> Numeral | None:
    """Return "half", "a third", "three quarters", "half a dozen" as numbers."""
    first = tokens.lower(at)
    if first in {"half", "halves"}:
        if tokens.lower(at - 1) in {"first", "second", "other", "better", "latter", "former"} or first == "halves":
            return None
        if tokens.lower(at + 1) == "a" and tokens.lower(at + 2) in tokens.words.scales:
            return Numeral(end=at + 3, value=0.5 * tokens.words.scales[tokens.lower(at + 2)])
        return Numeral(end=at + 1, value=0.5, fraction=True)
    above = 1.0 if first in {"a", "an"} else tokens.words.numbers.get(first, 0.0)
    part = at + 2 if tokens.lower(at + 1) == "-" else at + 1
    below = tokens.words.fractions.get(tokens.lower(part))
    if below is None or not above or above >= below:
        return None
    plural = tokens.lower(part).endswith("s")
    of = tokens.lower(part + 1) in {"of", "the"}
    unit = tokens.lower(part) == "quarter" and tokens.lower(part + 1) in tokens.words.units
    if tokens.lower(part) == "half" or of or plural or unit or not tokens.is_word(part + 1):
        return Numeral(end=part + 1, value=above / below, fraction=True)
    return None


def _words(tokens: Tokens, at: int) -> Numeral | None:
    first = tokens.lower(at)
    if first in {"half", "halves"}:
        return None
    if first in {"a", "an"}:
        if tokens.lower(at + 1) == "couple":
            end = at + 3 if tokens.lower(at + 2) == "of" else at + 2
            return Numeral(end=end, value=2, about=True)
        if tokens.lower(at + 1) in tokens.words.scales:
            value, half, end, scaled = _scaled(tokens, at + 1, 1.0, 0.0)
            return _and_a_half(tokens, Numeral(end=end, value=value, half=half, scaled=scaled))
        return Numeral(end=at + 1, value=1, article=True)
    total, current, end = 0.0, tokens.words.numbers[first], at + 1
    while True:
        skip = 1 if tokens.lower(end) == "-" or (tokens.lower(end) == "and" and current >= _HUNDRED) else 0
        word = tokens.lower(end + skip)
        if word in tokens.words.scales and not skip:
            scale = tokens.words.scales[word]
            if scale > _HUNDRED:
                total, current = total + current * scale, 0.0
            else:
                current *= scale
        elif word in tokens.words.numbers and _adds(current, tokens.words.numbers[word]):
            current += tokens.words.numbers[word]
        elif word in tokens.words.numbers and int(current) in _TEENS and tokens.words.numbers[word] in _TWO_DIGITS:
            return _year(tokens, end + skip, current)
        else:
            break
        end += skip + 1
    return _and_a_half(tokens, Numeral(end=end, value=total + current))


def _adds(current: float, word: float) -> bool:
    """Tell whether a number word goes on the number before it: twenty + four, hundred + five, thousand + any."""
    if current % _HUNDRED == 0:
        return word > 0
    return current % _TEN == 0 and current % _HUNDRED > _TEN and 0 < word < _TEN


def _year(tokens: Tokens, at: int, century: float) -> Numeral:
    value, end = century * _HUNDRED + tokens.words.numbers[tokens.lower(at)], at + 1
    last = end + 1 if tokens.lower(end) == "-" else end
    units = tokens.words.numbers.get(tokens.lower(last), 0)
    if value % _TEN == 0 and 0 < units < _TEN:
        return Numeral(end=last + 1, value=value + units, year=True)
    return Numeral(end=end, value=value, year=True)
