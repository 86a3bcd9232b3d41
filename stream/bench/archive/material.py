"""Turns for the archive, as judges report them: many conversations at a time, one turn of each in every batch."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from schemas.claim import Claim, EntityType, Mention, Span
from schemas.finding import Certificate, Detector, Evidence, Finding, FindingKind, Severity
from schemas.record import BoundClaim, NewEntity, Scores, TurnRecord
from schemas.turn import Role

BATCH = 500
"""What the archive role stores in one transaction at most; here as many conversations go on side by side."""
TURNS = 10
ASSISTANTS, VERSIONS = 50, 3
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
PERIOD = timedelta(minutes=1)
"""Between two batches, by the clock of the archive."""
_GUILTY = 20
"""Of so many conversations one contradicts itself in its last turn."""
_DETECTORS = (Detector.NUMERIC_MISMATCH, Detector.SLOT, Detector.ANTONYM, Detector.NEGATION_FLIP)
_SENTENCE = "The warranty of your coffee machine lasts 24 months from the day of purchase."


def batches(turns: int) -> Iterator[tuple[TurnRecord, ...]]:
    """Yield batches until there are so many turns, each conversation's in order."""
    for number in range(turns // BATCH):
        wave, slot = divmod(number, TURNS)
        at = BEGIN + number * PERIOD
        yield tuple(_record(wave * BATCH + place, slot, at) for place in range(BATCH))


def owner(talk: int) -> tuple[str, str]:
    """Return assistant and version of a conversation."""
    return f"assistant {talk % ASSISTANTS}", f"v{talk // ASSISTANTS % VERSIONS}"


def _record(talk: int, slot: int, at: datetime) -> TurnRecord:
    assistant, version = owner(talk)
    answers = slot % 2 == 1
    quality = 0.5 + (talk * 7919 + slot * 104_729) % 5_003 / 10_006
    claims = tuple(_claim(slot, number) for number in range(2 if answers else 1))
    guilty = slot == TURNS - 1 and talk % _GUILTY == 0
    proof = _certificate(talk, claims[0], at) if guilty else None
    return TurnRecord(
        conversation=f"conversation-{talk}",
        slot=slot,
        position=slot,
        turn_id=f"turn-{talk}-{slot}",
        role=Role.ASSISTANT if answers else Role.USER,
        text_digest=f"{talk:032x}",
        at=at,
        assistant=assistant,
        assistant_version=version,
        claims=claims,
        entities=(_entity(slot),) if answers else (),
        scores=_scores(quality) if answers else None,
        findings=(_finding(proof),) if proof else (),
        certificates=(proof,) if proof else (),
        language="en",
    )


def _scores(quality: float) -> Scores:
    return Scores(
        relevance=quality,
        consistency=quality,
        coherence=1.0,
        quality=quality,
        session_score=quality,
        level=quality,
        slope=0.0,
    )


def _claim(slot: int, number: int) -> BoundClaim:
    claim = Claim(
        subject=Mention(text="The warranty", label="warranty", head="warranty"),
        relation="last",
        object=Mention(text="24 months", label="24 months"),
        speaker=Role.ASSISTANT,
        sentence=number,
        span=Span(start=0, end=len(_SENTENCE)),
    )
    return BoundClaim(
        key=f"{slot}.{number}",
        turn=slot,
        turn_id=f"turn-{slot}",
        claim=claim,
        subject=f"warranty-{slot}",
        family="measure:time",
        text=_SENTENCE,
    )


def _entity(slot: int) -> NewEntity:
    mention = Mention(text="The warranty", label="warranty", head="warranty")
    return NewEntity(key=f"warranty-{slot}", label="warranty", type=EntityType.CONCEPT, mention=mention)


def _certificate(talk: int, claim: BoundClaim, at: datetime) -> Certificate:
    assistant, version = owner(talk)
    side = Evidence(
        turn=claim.turn,
        turn_id=claim.turn_id,
        speaker=Role.ASSISTANT,
        sentence=claim.text,
        span=claim.claim.span,
        claim_key=claim.key,
        claim=claim.claim,
        subject=claim.subject,
    )
    return Certificate(
        certificate_id=f"{talk * 2_654_435_761 % 2**64:016x}",
        kind=FindingKind.CONTRADICTION,
        detector=_DETECTORS[talk // _GUILTY % len(_DETECTORS)],
        severity=Severity.PAGE,
        strength=0.92,
        confidence=0.9,
        assistant=assistant,
        assistant_version=version,
        conversation=f"conversation-{talk}",
        earlier=side,
        later=side,
        explanation="In turn 10 the assistant said 12 months; in turn 2 it had said 24 months.",
        occurred_at=at,
    )


def _finding(proof: Certificate) -> Finding:
    return Finding(
        kind=proof.kind,
        detector=proof.detector,
        severity=proof.severity,
        strength=proof.strength,
        confidence=proof.confidence,
        earlier_turn=1,
        later_turn=TURNS - 1,
        explanation=proof.explanation,
        certificate_id=proof.certificate_id,
    )
