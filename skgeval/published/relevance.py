"""Does the response speak to the prompt? (METHOD.md, part 2, and section 4)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from schemas.annotation import Annotation
from skgeval.published.constants import SHARED
from skgeval.vectors import Row, cosine_matrix, rows


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Consecutive user turns, read as one; `row` is the normalised sum of their sentences, empty without vectors."""

    text: str
    words: int
    row: Row


def prompt_of(turns: Sequence[Annotation]) -> Prompt:
    """Return user turns as one prompt."""
    said = [unit_rows(turn.vectors.sentences, turn.vectors.dimensions) for turn in turns if turn.vectors.sentences]
    return Prompt(
        text="\n".join(turn.text for turn in turns),
        words=sum(turn.words for turn in turns),
        row=np.vstack(said).sum(axis=0, keepdims=True) if said else np.zeros((0, 0)),
    )


def relevance(prompt: Prompt, response: Annotation) -> float | None:
    """Return 0..1; None without a prompt or without vectors.

    A short response is compared together with its prompt: one text of both, the normalised sum of both vectors here.
    """
    vectors = response.vectors
    if not prompt.row.size or not vectors.sentences or prompt.row.shape[1] != vectors.dimensions:
        return None
    compared = unit_rows(vectors.sentences, vectors.dimensions)
    if response.words < SHARED.short_words:
        compared = _unit(prompt.row) + unit_rows(vectors.turn, vectors.dimensions)
    speaks = float(cosine_matrix(prompt.row, compared).max())
    if vectors.reference and prompt.words >= SHARED.reference_words:
        agrees = float(cosine_matrix(rows(vectors.reference, vectors.dimensions), compared).max())
        speaks = SHARED.prompt_weight * speaks + (1.0 - SHARED.prompt_weight) * agrees
    return min(1.0, max(0.0, speaks))


def unit_rows(data: bytes, dimensions: int) -> Row:
    """Return int8 rows as unit vectors, shape (n, dimensions)."""
    return _unit(rows(data, dimensions).astype(np.float64))


def _unit(matrix: Row) -> Row:
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    norms[norms == 0] = 1.0
    unit: Row = matrix / norms
    return unit
