"""The vectors of one turn: its sentences, the turn as a whole, its reference, its labels (DESIGN.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from schemas.annotation import Vectors
from skgeval.annotation.encoding.encoder import Encoder
from skgeval.annotation.encoding.quantised import quantised


def vectors_of(sentences: Sequence[str], labels: Iterable[str], reference: str, encoder: Encoder) -> Vectors:
    """Return the rows of a turn; labels come back sorted, without doubles and blanks.

    All strings go to the encoder in one call, so that those of equal length share a model run.
    """
    names = sorted({label for label in labels if label.strip()})
    texts = [*sentences, *([reference] if reference.strip() else []), *names]
    rows = encoder.encode(texts)
    first_label = len(texts) - len(names)
    return Vectors(
        dimensions=encoder.dimensions,
        sentences=rows[: len(sentences)].tobytes(),
        turn=_sum(rows[: len(sentences)]).tobytes() if sentences else b"",
        reference=rows[len(sentences) : first_label].tobytes(),
        labels=tuple(names),
        label_rows=rows[first_label:].tobytes(),
    )


def _sum(rows: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the sum of the normalised rows, itself a row of int8; every sentence counts alike whatever its scale."""
    vectors = rows.astype(np.float64)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    norms[norms == 0] = 1
    return quantised((vectors / norms).sum(axis=0, keepdims=True))
