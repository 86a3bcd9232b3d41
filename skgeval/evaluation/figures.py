"""The arithmetic of figures: rates, rank correlation, area under the curve; None where nothing can be said."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """How well a flag finds positives; `balanced_precision` is the precision if half of all were positive."""

    positives: int
    negatives: int
    hits: int
    false_alarms: int
    precision: float | None
    recall: float | None
    f1: float | None
    balanced_precision: float | None


def rates(*, positives: int, negatives: int, hits: int, false_alarms: int) -> Rates:
    """Return precision, recall and F1 of `hits` among `positives` and `false_alarms` among `negatives`.

    >>> rates(positives=4, negatives=4, hits=2, false_alarms=1).recall
    0.5
    """
    recall = share(hits, positives)
    false_rate = share(false_alarms, negatives)
    balanced = None if recall is None or false_rate is None else share(recall, recall + false_rate)
    return Rates(
        positives=positives,
        negatives=negatives,
        hits=hits,
        false_alarms=false_alarms,
        precision=share(hits, hits + false_alarms),
        recall=recall,
        f1=share(2 * hits, hits + false_alarms + positives),
        balanced_precision=balanced,
    )


def share(part: float, whole: float) -> float | None:
    """Return part / whole, None when there is no whole."""
    return part / whole if whole > 0 else None


def mean(values: Sequence[float]) -> float | None:
    """Return the mean, None of nothing."""
    return float(np.mean(values)) if len(values) else None


def spearman(left: Sequence[float], right: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation, ties sharing their mean rank; None below three pairs or without spread.

    >>> spearman([1, 2, 3, 4], [10, 20, 40, 30])
    0.8
    """
    if len(left) != len(right) or len(left) < 3:  # noqa: PLR2004 -- two points always lie on a line
        return None
    ranks_left, ranks_right = ranks(left), ranks(right)
    deviation_left, deviation_right = ranks_left - ranks_left.mean(), ranks_right - ranks_right.mean()
    scale = float(np.sqrt((deviation_left**2).sum() * (deviation_right**2).sum()))
    return round(float((deviation_left * deviation_right).sum()) / scale, 12) if scale > 0 else None


def area_under_curve(scores: Sequence[float], labels: Sequence[bool]) -> float | None:
    """Return the chance that a positive scores above a negative, ties counting half; None without both kinds.

    >>> area_under_curve([0.9, 0.8, 0.3], [True, False, False])
    1.0
    """
    positives = sum(labels)
    negatives = len(labels) - positives
    if not positives or not negatives:
        return None
    above = float(ranks(scores)[np.asarray(labels, dtype=bool)].sum()) - positives * (positives + 1) / 2
    return above / (positives * negatives)


def ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Return 1-based ranks, equal values sharing their mean rank."""
    _, inverse, counts = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse.ravel()], dtype=np.float64)
