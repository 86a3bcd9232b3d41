"""What the severity table is made from: precision and clean-turn alarms of each detector (METHOD.md, section 11).

Counted at any severity, since a detector that is at info today may deserve a ticket tomorrow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from schemas.finding import Detector, Severity
from skgeval.evaluation.alarms import alarm_rate
from skgeval.evaluation.detection import Scored, detection
from skgeval.evaluation.figures import Rates, rates, share
from skgeval.evaluation.judged import FAULTS

_TIERS = ((Severity.PAGE, 0.95, 2.0), (Severity.TICKET, 0.85, 6.0))
"""Least precision at a 50 % base rate and most alarms per 1,000 clean turns of each tier."""


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """One detector over all sets; `earns` is the tier that its figures allow, None without a labelled hit."""

    detector: Detector
    labelled: Rates
    clean_alarms: int
    per_thousand: float | None
    earns: Severity | None


def calibrate(sets: Sequence[Sequence[Scored]]) -> tuple[Calibration, ...]:
    """Return the figures of every detector that answered anywhere in these sets."""
    labelled = [found for scored in sets if (found := detection(scored)) is not None]
    clean = [scored for scored in sets if _is_clean(scored)]
    turns = sum(example.assistant_turns for scored in clean for example, _ in scored)
    alarms = Counter(
        finding.detector
        for scored in clean
        for _, verdict in scored
        for finding in verdict.findings
        if finding.kind in FAULTS and not finding.repeat_of
    )
    positives = sum(found.overall.positives for found in labelled)
    negatives = sum(found.overall.negatives for found in labelled)
    table = []
    for detector in Detector:
        each = [found.by_detector_any_severity.get(detector) for found in labelled]
        figures = rates(
            positives=positives,
            negatives=negatives,
            hits=sum(found.hits for found in each if found),
            false_alarms=sum(found.false_alarms for found in each if found),
        )
        if figures.hits + figures.false_alarms + alarms[detector]:
            rate = share(1000 * alarms[detector], turns)
            earned = earns(figures.balanced_precision, rate)
            table.append(
                Calibration(
                    detector=detector,
                    labelled=figures,
                    clean_alarms=alarms[detector],
                    per_thousand=rate,
                    earns=earned,
                )
            )
    return tuple(table)


def earns(balanced_precision: float | None, per_thousand: float | None) -> Severity | None:
    """Return the tier that a detector's precision and its alarms on clean turns allow; None where either is unknown.

    >>> earns(0.96, 2.1)
    <Severity.TICKET: 'ticket'>
    """
    if balanced_precision is None or per_thousand is None:
        return None
    for severity, precision, most in _TIERS:
        if balanced_precision >= precision and most >= per_thousand:
            return severity
    return Severity.INFO


def _is_clean(scored: Sequence[Scored]) -> bool:
    """Say whether a set consists of real dialogues that are taken to be free of faults."""
    about_something_else = any(
        example.labels.topic_shift_turns is not None or example.labels.human_score is not None for example, _ in scored
    )
    return alarm_rate(scored) is not None and not about_something_else
