"""The scan over a text, left to right: at each token the readers are tried in order, the first that answers wins."""

from __future__ import annotations

from collections.abc import Callable

from schemas.claim import Quantity
from skgeval.annotation.quantities.bounds import finished, is_change, joins, lent, ranged
from skgeval.annotation.quantities.clock import read_clock
from skgeval.annotation.quantities.labels import read_code, read_label
from skgeval.annotation.quantities.moments import read_date
from skgeval.annotation.quantities.reading import Reading
from skgeval.annotation.quantities.tokens import Tokens
from skgeval.annotation.quantities.values import read_value

READERS: tuple[Callable[[Tokens, int], Reading | None], ...] = (
    read_code,
    read_clock,
    read_date,
    read_label,
    read_value,
)
"""Codes before moments: the street number of an address is no year. Moments before labels before values:
"5 March 2026" is one date, "version 2.1" no number of versions."""


def read_quantities(text: str) -> tuple[tuple[int, int, Quantity], ...]:
    """Return (start, end, quantity) for every quantity in `text`, in order and without overlap.

    Vague amounts ("hundreds", "several") are no quantities. Source: METHOD.md, section 2.

    >>> [(quantity.value, quantity.unit) for _, _, quantity in read_quantities("It lasts 90 minutes and costs $5.")]
    [(90.0, 'minute'), (5.0, 'USD')]
    """
    tokens = Tokens(text)
    found: list[tuple[int, int, Quantity]] = []
    at = floor = 0
    while at < len(tokens):
        reading = _read(tokens, at) if _may_begin(tokens, at) else None
        if reading is None:
            at += 1
            continue
        start, end, quantity = finished(tokens, reading, floor)
        found.append((start, end, quantity))
        at = floor = max(at + 1, tokens.after(end, at))
    return tuple(found)


def _may_begin(tokens: Tokens, at: int) -> bool:
    """Tell whether anything at all can begin here; spares most words the readers."""
    token, words = tokens.items[at], tokens.words
    if token.is_number or not token.lower.isalpha():
        return True
    if token.text.isupper() and tokens.glued(at + 1) and tokens.items[at + 1].is_number:
        return True
    word = token.lower
    return (
        word in words.numbers
        or word in words.ordinals
        or word in words.months
        or word in words.weekdays
        or word in {"a", "an", "half", "quarter", "noon", "midday", "midnight", "minus", "negative"}
    )


def _read(tokens: Tokens, at: int) -> Reading | None:
    """Return the quantity at `at`, with the other end of its range where it has one."""
    first = _one(tokens, at)
    if first is None:
        return None
    other = joins(tokens, first)
    last = _one(tokens, other) if other and other < len(tokens) else None
    if last is None:
        return first
    if is_change(tokens, first):
        return lent(first, last)
    return ranged(tokens, first, last) or first


def _one(tokens: Tokens, at: int) -> Reading | None:
    return next((reading for reader in READERS if (reading := reader(tokens, at)) is not None), None)
