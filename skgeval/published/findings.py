"""What the published method found, in the words of our findings, so that both can be read and counted alike."""

from __future__ import annotations

from schemas.finding import Detector, Finding, FindingKind, Severity
from schemas.record import BoundClaim
from skgeval.published.whiteboard import Contradiction, Criterion, Exchange

_DETECTORS = {
    Criterion.NEGATION_FLIP: Detector.NEGATION_FLIP,
    Criterion.ANTONYM: Detector.ANTONYM,
    Criterion.NUMERIC_MISMATCH: Detector.NUMERIC_MISMATCH,
    Criterion.EXCLUSIVE_OBJECT: Detector.EXCLUSIVE_OBJECT,
    Criterion.SAME_TYPE: Detector.EXCLUSIVE_OBJECT,
    Criterion.SEMANTIC_DRIFT: Detector.TOPIC_DRIFT,
    Criterion.MODERATE_DRIFT: Detector.TOPIC_DRIFT,
}
"""The nearest of our detectors; a drift is a contradiction to the paper, and so is its kind."""


def findings(exchange: Exchange) -> tuple[Finding, ...]:
    """Return the contradictions of an exchange as findings of its response.

    The method has no tiers and no confidence in our sense: all are loud, since any of them caps the turn's quality, and
    both numbers are what it takes off S_log.
    """
    return tuple(
        Finding(
            kind=FindingKind.CONTRADICTION,
            detector=_DETECTORS[found.criterion],
            severity=Severity.PAGE,
            strength=found.confidence,
            confidence=found.confidence,
            earlier_turn=found.earlier.turn,
            later_turn=exchange.turn,
            explanation=explained(found),
        )
        for found in exchange.contradictions
    )


def explained(found: Contradiction) -> str:
    """Say which edges are at odds, by which test and at which cosines."""
    cosines = f"relations {found.relation_cosine:.2f}, objects {found.object_cosine:.2f}"
    test = found.criterion.value.replace("_", " ")
    return f"{_edge(found.later)}, but {_edge(found.earlier)} ({test}; {cosines})."


def _edge(bound: BoundClaim) -> str:
    """Quote an edge; turns are counted from 1, as in our explanations."""
    return f"turn {bound.turn + 1} ({bound.claim.speaker.value}) has [{bound.subject}] {bound.family} [{bound.object}]"
