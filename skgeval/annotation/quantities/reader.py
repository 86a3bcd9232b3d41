"""The scan over a text, left to right."""

from __future__ import annotations

import re

from schemas.claim import Quantity

_NUMBER = re.compile(r"\d{1,12}(?:\.\d{1,6})?")


def read_quantities(text: str) -> tuple[tuple[int, int, Quantity], ...]:
    """Return (start, end, quantity) for every quantity in `text`, in order and without overlap."""
    found = []
    for match in _NUMBER.finditer(text):
        value = float(match[0])
        found.append((match.start(), match.end(), Quantity(value=value, low=value, high=value, text=match[0])))
    return tuple(found)
