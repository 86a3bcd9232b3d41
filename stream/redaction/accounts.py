"""Numbers of payment cards and of bank accounts: told from other numbers by their check digits."""

from __future__ import annotations

import re
from collections.abc import Callable

from stream.redaction.pseudonyms import Kind, Pseudonyms
from stream.redaction.words import MANY_DIGITS, Words

_CARD = re.compile(
    r"(?<![\w.,+#/-])"
    r"(?:[3-6]\d{12,18}|2[2-7]\d{14}|3\d{3}([ \u00a0-])\d{6}\1\d{4,5}"
    r"|[2-6]\d{3}([ \u00a0-])\d{4}\2\d{4}\2\d{1,4}(?:\2\d{1,3})?)"
    r"(?![\w/-]|[.,]\d)"
)
_CARD_BEGINNING = re.compile(r"3(?:0[0-5]|[4-9])|4|5[0-8]|6|22[2-9]|2[3-6]|27[01]|2720")
"""The issuers' own: a number that begins otherwise belongs to no card, whatever its last digit."""
_IBAN_START = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ \u00a0-]?[A-Za-z0-9])")
_MODULUS = 97
_DOUBLED_OVER = 9


def card_numbers(names: Pseudonyms, _words: Words) -> Callable[[str], str]:
    """Replace numbers that begin like a card's and have its check digit."""

    def named(found: re.Match[str]) -> str:
        digits = re.sub(r"\D", "", found[0])
        if not _CARD_BEGINNING.match(digits) or not passes_luhn(digits):
            return found[0]
        return names.of(Kind.CARD, digits)

    return lambda text: _CARD.sub(named, text) if MANY_DIGITS.search(text) else text


def ibans(names: Pseudonyms, words: Words) -> Callable[[str], str]:
    """Replace what has an IBAN's country, length and check digits, however it is grouped."""
    lengths = {
        country: int(length) for length, countries in words.iban_lengths.items() for country in countries.split()
    }
    forms = {
        length: re.compile(rf"(?:[A-Za-z0-9][ \u00a0-]?){{{length - 1}}}[A-Za-z0-9](?![A-Za-z0-9])")
        for length in lengths.values()
    }

    def replaced(text: str) -> str:
        if not MANY_DIGITS.search(text):
            return text
        parts, end = [], 0
        for start in _IBAN_START.finditer(text):
            length = lengths.get(start[0][:2].upper())
            found = forms[length].match(text, start.start()) if length is not None and start.start() >= end else None
            if found is None or not _passes_mod_97(found[0]):
                continue
            parts += [text[end : found.start()], names.of(Kind.IBAN, found[0])]
            end = found.end()
        return "".join([*parts, text[end:]])

    return replaced


def passes_luhn(digits: str) -> bool:
    """Tell whether the last digit is the check digit of the others.

    >>> passes_luhn("4111111111111111"), passes_luhn("4111111111111112")
    (True, False)
    """
    doubled = [2 * int(digit) if position % 2 else int(digit) for position, digit in enumerate(reversed(digits))]
    return sum(value - _DOUBLED_OVER if value > _DOUBLED_OVER else value for value in doubled) % 10 == 0


def _passes_mod_97(written: str) -> bool:
    letters = re.sub(r"[^A-Za-z0-9]", "", written).upper()
    number = "".join(str(int(letter, 36)) for letter in letters[4:] + letters[:4])
    return int(number) % _MODULUS == 1
