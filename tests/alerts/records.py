"""Small judged turns for the archive's tests, made by hand."""

from datetime import UTC, datetime

from schemas.claim import Claim, EntityType, Mention, Span
from schemas.finding import Certificate, Detector, Evidence, Finding, FindingKind, Severity
from schemas.record import BoundClaim, ClaimStatus, NewEntity, Scores, StatusChange, TurnRecord
from schemas.turn import Role

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)


def bound(key: str, turn: int, months: str, status: ClaimStatus = ClaimStatus.CURRENT) -> BoundClaim:
    text = f"The warranty lasts {months}."
    claim = Claim(
        subject=Mention(text="The warranty", label="warranty", head="warranty"),
        relation="last",
        object=Mention(text=months, label=months),
        speaker=Role.ASSISTANT,
        sentence=0,
        span=Span(start=0, end=len(text)),
    )
    return BoundClaim(
        key=key,
        turn=turn,
        turn_id=f"t{turn}",
        claim=claim,
        subject="warranty",
        family="measure:time",
        text=text,
        status=status,
    )


def evidence(claim: BoundClaim) -> Evidence:
    return Evidence(
        turn=claim.turn,
        turn_id=claim.turn_id,
        speaker=Role.ASSISTANT,
        sentence=claim.text,
        span=claim.claim.span,
        claim_key=claim.key,
        claim=claim.claim,
        subject=claim.subject,
    )


def certificate(earlier: BoundClaim, later: BoundClaim) -> Certificate:
    return Certificate(
        certificate_id=f"c-{earlier.key}-{later.key}",
        kind=FindingKind.CONTRADICTION,
        detector=Detector.NUMERIC_MISMATCH,
        severity=Severity.PAGE,
        strength=0.92,
        confidence=0.4,
        assistant="shop",
        assistant_version="1",
        conversation="talk",
        earlier=evidence(earlier),
        later=evidence(later),
        explanation="In turn 4 the assistant said 12 months; in turn 2 it had said 24 months.",
        occurred_at=NOON,
    )


def first_record() -> TurnRecord:
    return TurnRecord(
        conversation="talk",
        slot=1,
        position=1,
        turn_id="t1",
        role=Role.ASSISTANT,
        text_digest="d1",
        at=NOON,
        assistant="shop",
        assistant_version="1",
        claims=(bound("1.0", 1, "24 months"),),
        entities=(
            NewEntity(
                key="warranty",
                label="warranty",
                type=EntityType.CONCEPT,
                mention=Mention(text="warranty", label="warranty"),
            ),
        ),
        scores=Scores(relevance=0.9, quality=0.9, session_score=0.9, level=0.9, slope=0.0),
    )


def second_record() -> TurnRecord:
    earlier, later = bound("1.0", 1, "24 months"), bound("3.0", 3, "12 months", ClaimStatus.DISPUTED)
    proof = certificate(earlier, later)
    return TurnRecord(
        conversation="talk",
        slot=3,
        position=3,
        turn_id="t3",
        role=Role.ASSISTANT,
        text_digest="d3",
        at=NOON,
        assistant="shop",
        assistant_version="1",
        claims=(later,),
        scores=Scores(relevance=0.9, coherence=0.08, quality=0.4, session_score=0.5, level=0.6, slope=-0.4),
        findings=(
            Finding(
                kind=FindingKind.CONTRADICTION,
                detector=Detector.NUMERIC_MISMATCH,
                severity=Severity.PAGE,
                strength=0.92,
                confidence=0.4,
                earlier_turn=1,
                later_turn=3,
                certificate_id=proof.certificate_id,
            ),
        ),
        certificates=(proof,),
    )


def superseding_record() -> TurnRecord:
    return TurnRecord(
        conversation="talk",
        slot=5,
        position=5,
        turn_id="t5",
        role=Role.USER,
        text_digest="d5",
        claims=(bound("5.0", 5, "36 months"),),
        status_changes=(StatusChange(claim="1.0", status=ClaimStatus.SUPERSEDED, by="5.0"),),
    )
