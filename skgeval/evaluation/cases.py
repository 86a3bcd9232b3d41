"""Cases: right when the outcome and both turns are right; positives, negatives and drift are counted apart.

Apart, since an engine that says nothing gets every negative right.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from schemas.finding import Finding, FindingKind
from skgeval.evaluation.detection import Scored
from skgeval.evaluation.figures import share
from skgeval.evaluation.judged import Judged, faults
from skgeval.evaluation.labelled import Example, Expectation, Outcome

_POSITIVE = (Outcome.CONTRADICTION, Outcome.FORGOTTEN)
LOW_RELEVANCE = 0.50
"""Relevance below this is low: a turn passes from here on (METHOD.md, section 8)."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How many of a group of cases are right."""

    right: int
    cases: int
    share: float | None


class Cases(msgspec.Struct, frozen=True, kw_only=True):
    """Tallies of one file of cases; `detected_elsewhere` are positives whose event was found at other turns only.

    `positives` accept nothing but contradiction or forgotten; `negatives` are all others, so that a case which accepts
    silence is a negative. `drift` rates the drift flag and low relevance where a case expects them.
    """

    positives: Tally
    negatives: Tally
    drift: Tally
    by_outcome: dict[str, Tally]
    by_detector: dict[str, Tally]
    detected_elsewhere: int


def case_figures(scored: Sequence[Scored]) -> Cases | None:
    """Tally a set of cases; None for a set without expectations."""
    cases = [(example, example.expect, verdict) for example, verdict in scored if example.expect is not None]
    if not cases:
        return None
    right = [(expect, outcome_is_right(expect, verdict)) for _, expect, verdict in cases]
    drift = [drift_is_right(expect, verdict) for _, expect, verdict in cases if has_drift_expectation(expect)]
    outcomes = sorted({str(outcome) for expect, _ in right for outcome in expect.outcomes})
    detectors = sorted({expect.detector for expect, _ in right if expect.detector})
    return Cases(
        positives=_tally([ok for expect, ok in right if is_positive(expect)]),
        negatives=_tally([ok for expect, ok in right if not is_positive(expect)]),
        drift=_tally(drift),
        by_outcome={name: _tally([ok for expect, ok in right if name in expect.outcomes]) for name in outcomes},
        by_detector={name: _tally([ok for expect, ok in right if expect.detector == name]) for name in detectors},
        detected_elsewhere=sum(
            is_positive(expect) and not outcome_is_right(expect, verdict) and bool(faults(verdict))
            for _, expect, verdict in cases
        ),
    )


def is_positive(expect: Expectation) -> bool:
    """Say whether silence would be wrong because a fault of the assistant must be reported."""
    return all(outcome in _POSITIVE for outcome in expect.outcomes)


def has_drift_expectation(expect: Expectation) -> bool:
    """Say whether a case speaks of drift or of low relevance."""
    return expect.drift is not None or expect.low_relevance is not None


def outcome_is_right(expect: Expectation, verdict: Judged) -> bool:
    """Say whether any of the accepted outcomes is what was found, at the right turns."""
    return any(_is_right(outcome, expect, verdict) for outcome in expect.outcomes)


def drift_is_right(expect: Expectation, verdict: Judged) -> bool:
    """Say whether drift flag and relevance of the last assistant turn are as expected; unexpected drift is no drift."""
    if not verdict.turns:
        return False
    last = verdict.turns[-1].scores
    if expect.drift is not None and expect.drift is not last.drift:
        return False
    if expect.low_relevance is None:
        return True
    return last.relevance is not None and (last.relevance < LOW_RELEVANCE) is expect.low_relevance


def failure_of(example: Example, verdict: Judged) -> str:
    """Return what a wrong case expected ("" for a right one)."""
    expect = example.expect
    if expect is None:
        return ""
    wanted = []
    if not outcome_is_right(expect, verdict):
        turns = "" if expect.claim_turn is None else f" at {expect.claim_turn} against {expect.evidence_turn}"
        wanted.append(" or ".join(expect.outcomes) + turns)
    if has_drift_expectation(expect) and not drift_is_right(expect, verdict):
        wanted.append(f"drift {expect.drift}, low relevance {expect.low_relevance}")
    return "; ".join(wanted)


def _is_right(outcome: Outcome, expect: Expectation, verdict: Judged) -> bool:
    loud = faults(verdict)
    contradicted = any(finding.kind is FindingKind.CONTRADICTION for finding in loud)
    if outcome is Outcome.NONE:
        return not loud
    if outcome is Outcome.ABSTAIN:
        return not contradicted
    if outcome in _POSITIVE:
        return any(_fits(finding, outcome, expect) for finding in loud)
    return not contradicted and any(_fits(finding, outcome, expect) for finding in verdict.findings)


def _fits(finding: Finding, outcome: Outcome, expect: Expectation) -> bool:
    turns = (finding.earlier_turn, finding.later_turn) == (expect.evidence_turn, expect.claim_turn)
    return turns and str(finding.kind) == str(outcome)


def _tally(results: Sequence[bool]) -> Tally:
    return Tally(right=sum(results), cases=len(results), share=share(sum(results), len(results)))
