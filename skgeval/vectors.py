"""Exact cosines between int8 rows (DESIGN.md, section 3; EVIDENCE.md, section 8).

A row holds the components of one embedding, scaled so that the largest is 127. Held as float32, every partial sum of a
dot product is a whole number below 2^24, so BLAS gives the exact result in any order, on any CPU, and the cosine that
follows from it is one correctly rounded square root and division in float64.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from sys import intern
from typing import Any

import numpy as np
from numpy.typing import NDArray

EXACT_DIMENSIONS = 1_040
"""Widest row whose dot products stay below 2^24 (127 * 127 * 1,040); wider rows are summed in float64."""

Row = NDArray[np.floating[Any]]


def rows(data: bytes, dimensions: int) -> Row:
    """Return the int8 rows in `data` as a matrix (n, dimensions) of whole numbers.

    >>> rows(bytes([1, 255, 2, 254]), 2).tolist()
    [[1.0, -1.0], [2.0, -2.0]]
    """
    kind: type[np.floating[Any]] = np.float32 if dimensions <= EXACT_DIMENSIONS else np.float64
    if dimensions == 0:
        return np.zeros((0, 0), dtype=kind)
    return np.frombuffer(data, dtype=np.int8).reshape(-1, dimensions).astype(kind)


def cosine(row: Row, other: Row) -> float:
    """Return the cosine of two rows; 0.0 when one of them is empty or all zero."""
    left, right = row.ravel(), other.ravel()
    if not left.size or not right.size:
        return 0.0
    square = float(left @ left) * float(right @ right)
    return float(left @ right) / math.sqrt(square) if square > 0 else 0.0


def cosines(row: Row, matrix: Row) -> NDArray[np.float64]:
    """Return the cosine of `row` with each row of `matrix`, shape (n,), by one BLAS call."""
    return cosine_matrix(matrix, row)[:, 0]


def cosine_matrix(matrix: Row, others: Row) -> NDArray[np.float64]:
    """Return the cosines of every row of `matrix` with every row of `others`, shape (n, m)."""
    left, right = np.atleast_2d(matrix), np.atleast_2d(others)
    if not left.size or not right.size:
        return np.zeros((len(left) if left.size else 0, len(right) if right.size else 0))
    return _cosines(np.vstack((left, right)), len(left))


def byte_cosine(row: bytes, other: bytes) -> float | None:
    """Return the cosine of two rows as records hold them; None where either is missing or they are of two encoders."""
    if not row or len(row) != len(other):
        return None
    both = rows(row + other, len(row))
    (left, dot), (_, right) = (both @ both.T).tolist()
    square = left * right
    return dot / math.sqrt(square) if square > 0 else 0.0


def greatest_cosine(data: Sequence[bytes], others: bytes, dimensions: int) -> float | None:
    """Return the largest cosine between any row in `data` and any row in `others`; None without rows on a side."""
    joined = b"".join(data)
    if not joined or not others:
        return None
    return float(_cosines(rows(joined + others, dimensions), len(joined) // dimensions).max())


def _cosines(both: Row, first: int) -> NDArray[np.float64]:
    """Return the cosines of the `first` rows with all that follow them; one matrix for both halves the calls."""
    squares = np.vecdot(both, both).astype(np.float64)
    norms = np.sqrt(squares[:first, None] * squares[first:])
    if not norms.all():
        norms[norms == 0] = np.inf
    cosines: NDArray[np.float64] = (both[:first] @ both[first:].T) / norms
    return cosines


class LabelVectors:
    """The label rows of one conversation: by label, oldest leave first beyond `limit`.

    Rows stay bytes (384 each for MiniLM); they are widened for the window in use only. Rows of another width come from
    another encoder, with which the ones at hand cannot be compared: they start the store anew.
    """

    __slots__ = ("_limit", "_order", "_rows", "dimensions")

    def __init__(self, *, limit: int) -> None:
        self.dimensions = 0
        self._limit = limit
        self._rows: dict[str, bytes] = {}
        self._order: deque[str] = deque()

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, label: object) -> bool:
        return label in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def add(self, labels: Sequence[str], data: bytes, dimensions: int) -> None:
        """Keep the rows in `data`, one per label; a label that is known keeps the row and the place that it has."""
        if not labels:
            return
        if dimensions != self.dimensions:
            self._rows.clear()
            self._order.clear()
        self.dimensions = dimensions
        for number, label in enumerate(labels):
            if label in self._rows:
                continue
            name = intern(label)
            self._rows[name] = data[number * dimensions : (number + 1) * dimensions]
            self._order.append(name)
            if len(self._order) > self._limit:
                del self._rows[self._order.popleft()]

    def row(self, label: str) -> bytes:
        """Return the row of `label`; b"" where there is none."""
        return self._rows.get(label, b"")

    def cosine(self, label: str, other: str) -> float | None:
        """Return the cosine of two labels: 1.0 for one and the same, None where a row is missing."""
        if label == other and label in self._rows:
            return 1.0
        return byte_cosine(self.row(label), self.row(other))


class Window:
    """The `size` most recent keyed rows, compared with new ones by one BLAS call (METHOD.md, section 3)."""

    __slots__ = ("_keys", "_rows")

    def __init__(self, *, size: int) -> None:
        self._keys: deque[str] = deque(maxlen=size)
        self._rows: deque[bytes] = deque(maxlen=size)

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys in the window, oldest first."""
        return tuple(self._keys)

    def append(self, key: str, row: bytes) -> None:
        """Add a row; a missing one is left out, the oldest leaves a full window, another encoder's empties it."""
        if not row:
            return
        if self._rows and len(row) != len(self._rows[-1]):
            self._keys.clear()
            self._rows.clear()
        self._keys.append(key)
        self._rows.append(row)

    def cosines(self, data: bytes, dimensions: int) -> NDArray[np.float64]:
        """Return the cosines of each row in `data` (m of them) with the window, shape (m, len(self))."""
        if not data or not self._rows:
            return np.zeros((len(data) // dimensions if dimensions else 0, len(self._rows)))
        return _cosines(rows(b"".join((data, *self._rows)), dimensions), len(data) // dimensions)
