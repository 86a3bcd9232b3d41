"""Embeddings as rows of int8 (EVIDENCE.md, section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

LARGEST = 127


def quantised(vectors: NDArray[np.floating[Any]]) -> NDArray[np.int8]:
    """Scale each row so that its largest component is 127 and round to int8; an all-zero row stays zero.

    Only cosines are taken of the rows, so the scale is not kept.

    >>> quantised(np.array([[0.5, -1.0, 0.0]])).tolist()
    [[64, -127, 0]]
    """
    if not len(vectors):
        return np.zeros(vectors.shape, dtype=np.int8)
    widest = np.abs(vectors).max(axis=1, keepdims=True)
    widest[widest == 0] = 1
    rows: NDArray[np.int8] = np.rint(vectors * (LARGEST / widest)).astype(np.int8)
    return rows
