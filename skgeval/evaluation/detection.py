"""How well contradictions are found where people labelled them: by detector, severity and category."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from schemas.finding import Detector, Finding, FindingKind, Severity
from skgeval.evaluation.figures import Rates, rates, share
from skgeval.evaluation.judged import Judged, is_loud
from skgeval.evaluation.labelled import Example, Kind

Scored = tuple[Example, Judged]


class Detection(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of one labelled set; only `by_detector_any_severity` and `by_severity` count info findings.

    `evidence_accuracy` is the share of hits whose earlier turn is a labelled evidence turn; `elsewhere` counts loud
    contradictions outside the labelled place, which no label calls right or wrong.
    """

    overall: Rates
    by_detector: dict[str, Rates]
    by_severity: dict[str, Rates]
    by_detector_any_severity: dict[str, Rates]
    by_category: dict[str, Rates]
    evidence_accuracy: float | None
    elsewhere: int


def detection(scored: Sequence[Scored]) -> Detection | None:
    """Measure a set; None when it has no example labelled as a contradiction."""
    labelled = [(example, verdict) for example, verdict in scored if example.labels.contradiction is not None]
    if not any(example.labels.contradiction for example, _ in labelled):
        return None
    categories = sorted({example.labels.category for example, _ in labelled if example.labels.category})
    return Detection(
        overall=_rates(labelled, is_loud),
        by_detector={
            detector: figures
            for detector in Detector
            if (figures := _rates(labelled, _by(detector, loud=is_loud))).hits + figures.false_alarms
        },
        by_severity={severity: _rates(labelled, _of(severity)) for severity in Severity},
        by_detector_any_severity={
            detector: figures
            for detector in Detector
            if (figures := _rates(labelled, _by(detector, loud=_any))).hits + figures.false_alarms
        },
        by_category={
            category: _rates([pair for pair in labelled if pair[0].labels.category == category], is_loud)
            for category in categories
        },
        evidence_accuracy=_evidence_accuracy(labelled),
        elsewhere=sum(
            finding.kind is FindingKind.CONTRADICTION and is_loud(finding) and not at_label(finding, example)
            for example, verdict in labelled
            for finding in verdict.findings
        ),
    )


def flagged(example: Example, verdict: Judged, counts: Callable[[Finding], bool] = is_loud) -> tuple[Finding, ...]:
    """Return the contradictions that were found at the labelled place."""
    return tuple(
        finding
        for finding in verdict.findings
        if finding.kind is FindingKind.CONTRADICTION and counts(finding) and at_label(finding, example)
    )


def at_label(finding: Finding, example: Example) -> bool:
    """Say whether a finding is at the place that the label speaks of.

    In a pair that is the last two turns; in a dialogue the labelled turn, the last one where there is no contradiction.
    """
    last = len(example.turns) - 1
    if example.kind is Kind.PAIR:
        return (finding.earlier_turn, finding.later_turn) == (last - 1, last)
    labelled = example.labels.contradiction_turn
    return finding.later_turn == (last if labelled is None else labelled)


def _rates(labelled: Sequence[Scored], counts: Callable[[Finding], bool]) -> Rates:
    positives = [pair for pair in labelled if pair[0].labels.contradiction]
    negatives = [pair for pair in labelled if not pair[0].labels.contradiction]
    return rates(
        positives=len(positives),
        negatives=len(negatives),
        hits=sum(bool(flagged(*pair, counts)) for pair in positives),
        false_alarms=sum(bool(flagged(*pair, counts)) for pair in negatives),
    )


def _evidence_accuracy(labelled: Sequence[Scored]) -> float | None:
    right = wrong = 0
    for example, verdict in labelled:
        if not example.labels.contradiction or not example.labels.evidence_turns:
            continue
        found = flagged(example, verdict)
        if not found:
            continue
        if any(finding.earlier_turn in example.labels.evidence_turns for finding in found):
            right += 1
        else:
            wrong += 1
    return share(right, right + wrong)


def _any(_finding: Finding) -> bool:
    return True


def _by(detector: Detector, *, loud: Callable[[Finding], bool]) -> Callable[[Finding], bool]:
    return lambda finding: finding.detector is detector and loud(finding)


def _of(severity: Severity) -> Callable[[Finding], bool]:
    return lambda finding: finding.severity is severity
