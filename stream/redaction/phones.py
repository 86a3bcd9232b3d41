"""Phone numbers: told from other numbers by their form, or by the words before them.

Three forms tell by themselves: international with a plus or 00, North American 3-3-4, and national ones that begin with
a 0 and are grouped. Other runs of digits are numbers of phones only after a word such as "call".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from stream.redaction.pseudonyms import Kind, Pseudonyms
from stream.redaction.words import MANY_DIGITS, NEAR, Words, any_of

_BETWEEN = r"[ \u00a0\u202f./\u2010\u2011\u2013-]"
_START = r"(?<![\w.,+#-])(?<!\d[ \u00a0\u202f:])(?<!\d\()"
_START_OF_PLUS = r"(?<![\w+])"
_END = r"(?!\w|[.,:-]\d|[ \u00a0\u202f]\d)"
_APART = rf"(?:{_BETWEEN}?\(\d{{1,4}}\){_BETWEEN}?|{_BETWEEN})"
_ABROAD = rf"[1-9]\d{{0,14}}(?:{_APART}\d{{1,14}}){{0,7}}"
_NORTH_AMERICAN = rf"(?:1{_BETWEEN})?(?:\(\d{{3}}\){_BETWEEN}?|\d{{3}}{_BETWEEN})\d{{3}}{_BETWEEN}\d{{4}}"
_GROUPED = (
    rf"(?:\(0\d{{1,5}}\){_BETWEEN}?\d{{3,8}}|0\d{{2,4}}[ \u00a0\u202f/-]\d{{3,8}})(?:[ \u00a0\u202f-]\d{{2,4}}){{0,3}}"
    r"|0[1-9](?:([ .-])\d{2})(?:\1\d{2}){3}"
)
_ANY = rf"\+?\(?\d(?:[()]?{_BETWEEN}?[()]?\d){{5,14}}"
_THOUSANDS = re.compile(r"\+\d{1,3}(?:[ \u00a0\u202f.]\d{3})+")
_ONE_POINT = re.compile(r"\+\d+\.\d+")
_NORTH_AMERICAN_DIGITS = 10
_FEWEST_BY_FORM = 9
_FEWEST_AFTER_WORD = 6
_MOST = 15
"""Digits of a phone number anywhere (ITU-T E.164)."""


def phone_numbers(names: Pseudonyms, words: Words) -> Callable[[str], str]:
    """Replace phone numbers."""
    glue = rf"(?:[\s:#=*,(]+(?:{any_of(words.glue_words)})\b)*[\s:#=*.]*\Z"
    other = re.compile(rf"\b(?:{any_of(words.other_number_words)}){glue}", re.IGNORECASE)
    phone = re.compile(rf"\b(?:{any_of(words.phone_words)}){glue}", re.IGNORECASE)
    counted = re.compile(rf"\s?(?:{any_of(words.units)})(?!\w)", re.IGNORECASE)
    plain = re.compile(
        rf"(?:{_START_OF_PLUS}\+{_ABROAD}|{_START}(?:00[ ]?{_ABROAD}|{_NORTH_AMERICAN}|{_GROUPED})){_END}"
    )
    after_word = re.compile(rf"{_START}{_ANY}{_END}")

    def named(found: re.Match[str], fewest: int, unless: re.Pattern[str] | None) -> str:
        written = found[0]
        digits = _normalised(written)
        if not fewest <= len(digits.lstrip("+")) <= _MOST or counted.match(found.string, found.end()):
            return written
        if unless is not None and unless.search(_before(found)):
            return written
        return names.of_exactly(Kind.PHONE, digits)

    def named_by_form(found: re.Match[str]) -> str:
        written = found[0]
        if (_THOUSANDS.fullmatch(written) and written.endswith("000")) or _ONE_POINT.fullmatch(written):
            return written
        return named(found, _FEWEST_BY_FORM, other)

    def named_by_word(found: re.Match[str]) -> str:
        return named(found, _FEWEST_AFTER_WORD, None) if phone.search(_before(found)) else found[0]

    def replaced(text: str) -> str:
        return after_word.sub(named_by_word, plain.sub(named_by_form, text)) if MANY_DIGITS.search(text) else text

    return replaced


def _before(found: re.Match[str]) -> str:
    return found.string[max(0, found.start() - NEAR) : found.start()]


def _normalised(written: str) -> str:
    """Return digits after a + and the country, or as they are where the country is not told.

    Left out is a (0) that is not dialled from abroad; ten digits that begin with neither 0 nor 1 are taken for North
    American, so that "555-123-4567" and "+1 (555) 123-4567" are one number.
    """
    national = re.sub(r"^00", "+", written.strip())
    abroad = national.startswith("+")
    digits = "".join(str(int(digit)) for digit in national.replace("(0)", "" if abroad else "0") if digit.isdecimal())
    if abroad:
        return f"+{digits}"
    if len(digits) == _NORTH_AMERICAN_DIGITS and digits[0] not in "01":
        return f"+1{digits}"
    return f"+{digits}" if len(digits) == _NORTH_AMERICAN_DIGITS + 1 and digits[0] == "1" else digits
