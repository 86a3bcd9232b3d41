"""A tiny deterministic encoder for unit tests: no model, no files, related spellings lie close."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from schemas.digest import digest
from skgeval.annotation.encoding.quantised import quantised

WORD_WEIGHT = 3
GRAM = 3


class HashEncoder:
    """Adds up hashed words and character trigrams; knows spelling, not meaning."""

    name: str = "hash"
    dimensions: int = 64

    def digest(self) -> str:
        """Return the digest of how texts are hashed."""
        return digest("encoder", self.name, self.dimensions, WORD_WEIGHT, GRAM)

    def serves(self, language: str) -> bool:  # noqa: ARG002 - the Protocol's signature; spelling has no language
        """Whether cosines mean something in this language: always, as spelling has none."""
        return True

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """Return one row per text, shape (len(texts), 64)."""
        vectors = np.zeros((len(texts), self.dimensions))
        for number, text in enumerate(texts):
            for word in text.casefold().split():
                _add(vectors[number], word, WORD_WEIGHT)
                padded = f"#{word}#"
                for start in range(len(padded) - GRAM + 1):
                    _add(vectors[number], padded[start : start + GRAM], 1)
        return quantised(vectors)


def _add(vector: NDArray[np.float64], feature: str, weight: int) -> None:
    """Spread a feature over four components, signs by hash, so that unrelated texts are nearly orthogonal."""
    for salt in range(4):
        value = crc32(feature.encode("utf-8", "replace"), salt)
        vector[(value >> 8) % len(vector)] += weight if value & 1 else -weight
