"""What an encoder is (DESIGN.md, section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Encoder(Protocol):
    """Texts to int8 rows of which cosines are taken.

    A text gives the same row alone and in any batch; a blank text gives a zero row.
    """

    @property
    def name(self) -> str:
        """What a setting calls it."""
        ...

    @property
    def dimensions(self) -> int:
        """Components per row."""
        ...

    def digest(self) -> str:
        """Return the digest of model, tokenizer and settings: equal digests give equal rows."""
        ...

    def serves(self, language: str) -> bool:
        """Whether cosines mean something in this language (ISO 639-1, or "und" for text too short to tell)."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """Return one row per text, shape (len(texts), dimensions)."""
        ...
