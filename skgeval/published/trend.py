"""Where a session is heading, as the paper computes it (METHOD.md, part 2)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from schemas.record import Label
from skgeval.published.constants import Constants


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """The session's score 0..1, its level, its slope per turn, its label."""

    score: float | None = None
    level: float | None = None
    slope: float | None = None
    label: Label | None = None


def heading(qualities: Sequence[float], constants: Constants) -> Heading:
    """Return the session's figures after these turns; a single turn has a level and no slope.

    The fit multiplies residuals by the weights before squaring them, so that it weighs turns by the squared weights;
    the slope's share of the score grows with the number of turns.
    """
    if not qualities:
        return Heading()
    count = len(qualities)
    turns, quality = np.arange(count, dtype=np.float64), np.asarray(qualities, dtype=np.float64)
    weights = np.exp(constants.recency * (turns - (count - 1)))
    level = float(weights @ quality / weights.sum())
    if count == 1:
        return Heading(score=level, level=level, slope=0.0, label=Label.STABLE)
    slope = _slope(turns, quality, weights**2)
    score = level + constants.trend_weight * (count / constants.trend_turns) * slope
    return Heading(score=min(1.0, max(0.0, score)), level=level, slope=slope, label=_label(slope, constants))


def _slope(x: NDArray[np.float64], y: NDArray[np.float64], w: NDArray[np.float64]) -> float:
    total = w.sum()
    from_centre = x - w @ x / total
    return float((w * from_centre) @ (y - w @ y / total) / ((w * from_centre) @ from_centre))


def _label(slope: float, constants: Constants) -> Label:
    if slope > constants.slope_label:
        return Label.IMPROVING
    if slope < -constants.slope_label:
        return Label.DEGRADING
    return Label.STABLE
