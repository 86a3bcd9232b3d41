"""Numbers that name rather than measure: versions, room and phone numbers, model names, ordinals."""

from __future__ import annotations

import re

from schemas.claim import QuantityRole
from skgeval.annotation.quantities.measures import unit_at
from skgeval.annotation.quantities.nouns import counted_noun, singular
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens

_SHAPES = (
    (
        "phone",
        re.compile(
            r"(\+\d{1,3}(?:[\s.-]?\(?\d{1,4}\)?){2,5}|\(\d{2,4}\)\s?\d{3,4}[\s.-]?\d{3,4}|\d{3}[\s.-]\d{3}[\s.-]\d{4}\b"
            r"|\d{3}-\d{4}\b(?!-)|0\d{2,5}(?:[\s-]\d{3,6}){1,3}\b)"
        ),
    ),
    ("version", re.compile(r"(?!\d{1,2}\.\d{1,2}\.\d{4}\b)(\d+(?:\.\d+){2,6})\b(?!\.?\d)")),
    (
        "address",
        re.compile(
            r"(\d{1,5})\s(?:[A-Z0-9][\w'.]{0,20}\s){1,3}"
            r"(?:Street|St|Avenue|Ave|Road|Rd|Way|Drive|Dr|Lane|Ln|Boulevard|Blvd|Court|Ct|Place|Pl|Parkway|Highway)\b"
        ),
    ),
    ("code", re.compile(r"\b([A-Z]{1,6}\d{1,8}[A-Z\d]{0,10}|\d{1,8}[A-Z]{1,6}\d[A-Z\d]{0,10})\b")),
)
"""What a number's own shape says it is; the group is the code itself."""
_SUFFIX = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
_CONTRACTED = re.compile(r"['’](?:m|s|re|ve|ll|d|t)$")
"""Endings of "I'm", "It's": such a word names nothing, whatever its capital."""
_LONG = 7
"""Digits without separators from which a number is a code."""
_DETERMINERS = frozenset({"every", "each", "a", "an", "per", "this", "next", "last", "the", "any", "one", "another"})
_OPENERS = frozenset({".", "!", "?", ":", '"', "-", "*"})
"""Signs after which a capital says nothing."""
_ORDINAL_STOPS = frozenset({",", ":", "", "of", "i", "you", "we", "they", "he", "she", "it"})


def read_code(tokens: Tokens, at: int) -> Reading | None:
    """Return the phone number, dotted version, street number or code of letters and digits that starts at `at`."""
    position = tokens.items[at].start
    if not (tokens.items[at].is_number or tokens.lower(at) in {"+", "("} or tokens.written(at).isupper()):
        return None
    for kind, shape in _SHAPES:
        written = shape.match(tokens.text, position)
        if written:
            return _identifier(at, tokens.after(written.end(1), at), written[1], kind)
    return None


def read_label(tokens: Tokens, at: int) -> Reading | None:
    """Return the identifier or ordinal that starts at token `at`."""
    if tokens.items[at].is_number:
        return _ordinal_digits(tokens, at) or _named_number(tokens, at)
    if tokens.lower(at) in tokens.words.ordinals:
        return _ordinal_word(tokens, at)
    return None


def _identifier(start: int, end: int, written: str, kind: str) -> Reading:
    digits = (
        re.sub(r"[^\d.]", "", written) if "." in written and written.count(".") == 1 else re.sub(r"\D", "", written)
    )
    value = float(digits[:15] or 0)
    return Reading(
        start=start,
        end=end,
        value=value,
        low=value,
        high=value,
        dimension="identifier",
        role=QuantityRole.IDENTIFIER,
        unit=re.sub(r"[^\w.]", "", written).lower(),
        counted=kind,
    )


def _named_number(tokens: Tokens, at: int) -> Reading | None:
    """Read a number as a name by the word before it ("version 2.1", "Boeing 747", "#5") or by its own shape."""
    written = tokens.written(at)
    before = tokens.lower(at - 1)
    if written.isdigit() and (len(written) >= _LONG or (written.startswith("0") and len(written) > 1)):
        return _identifier(at, at + 1, written, "")
    if before in {"#", "№"}:
        return _identifier(at, at + 1, written, "")
    if before == "." and tokens.lower(at - 2) in {"no", "nr", "fig", "p", "pp", "vol"}:
        return _identifier(at, at + 1, written, tokens.lower(at - 2))
    if not tokens.is_word(at - 1) or not _names(tokens, at):
        return None
    return _identifier(at, at + 1, written, singular(before))


def _names(tokens: Tokens, at: int) -> bool:
    """Tell whether the word before the number makes it a name and nothing after it makes it a quantity."""
    before, word = tokens.lower(at - 1), tokens.written(at - 1)
    after = tokens.lower(at + 1)
    if unit_at(tokens, at + 1) or after in {"%", "percent", ":"} or (after == "-" and unit_at(tokens, at + 2)):
        return False
    glued = tokens.glued(at)
    if before in tokens.words.identifiers:
        counted, _ = counted_noun(tokens, at + 1, plural=True)
        plural = bool(counted) and singular(tokens.lower(at + 1)) != tokens.lower(at + 1)
        return not plural and tokens.lower(at - 2) not in _DETERMINERS
    capital = word[0].isupper() and at > 1 and tokens.lower(at - 2) not in _OPENERS
    spoken = before in tokens.words.stops or _CONTRACTED.search(before) is not None
    proper = capital and not spoken and before not in tokens.words.months
    return glued or (proper and before not in tokens.words.weekdays and before not in tokens.words.comparators)


def _ordinal_digits(tokens: Tokens, at: int) -> Reading | None:
    suffix = _SUFFIX.match(tokens.text, tokens.items[at].end)
    if suffix is None or not tokens.written(at).isdigit():
        return None
    return _ordinal(tokens, at, at + 2, float(tokens.written(at)))


def _ordinal_word(tokens: Tokens, at: int) -> Reading | None:
    """Read "third" as an ordinal where a noun follows; "first," and "a second" are something else."""
    if tokens.lower(at + 1) in _ORDINAL_STOPS or not tokens.is_word(at + 1):
        return None
    if tokens.lower(at) == "second" and tokens.lower(at - 1) in {"a", "per", "every", "each"}:
        return None
    if tokens.lower(at) == "first" and tokens.lower(at - 1) not in {
        "the",
        "my",
        "your",
        "his",
        "her",
        "our",
        "their",
        "its",
    }:
        return None
    return _ordinal(tokens, at, at + 1, tokens.words.ordinals[tokens.lower(at)])


def _ordinal(tokens: Tokens, start: int, end: int, value: float) -> Reading:
    counted, _ = counted_noun(tokens, end, plural=False)
    return Reading(
        start=start,
        end=end,
        value=value,
        low=value,
        high=value,
        dimension="ordinal",
        role=QuantityRole.ORDINAL,
        counted=counted,
    )
