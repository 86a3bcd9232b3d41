"""From a proven fault to its certificate (DESIGN.md, section 6).

A certificate holds what `skgeval.verification` needs to reach the same verdict again: both claims as they were bound,
the vectors that were compared, the policy values, and for a forgotten rule the measured text.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from schemas.annotation import Annotation, Digests, Vectors
from schemas.claim import Mention, Span
from schemas.digest import digest
from schemas.finding import Certificate, Detector, Evidence, FindingKind, Measured, Severity
from schemas.record import BoundClaim, Commitment
from schemas.turn import Role
from skgeval.judgement.contradiction.pair import Comparison, Conflict, Pair
from skgeval.judgement.explain import explain
from skgeval.policy import Policy

VERDICT_VERSION = 1
"""Rises only when the same turns may be judged otherwise; part of every certificate id."""

NO_REVISION_BETWEEN = "nothing said between the two turns revises the earlier claim"
_QUOTED = 400
"""Characters quoted of a fault that stands outside of sentences."""
RULE_IN_FORCE = "nothing said between the two turns lifts or narrows the rule"


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A conflict that the cascade found and no revision explains.

    `also` are further earlier claims in conflict with the same later one, `revision_checked` says what was looked for.
    """

    pair: Pair
    comparison: Comparison
    conflict: Conflict
    also: tuple[BoundClaim, ...] = ()
    repeat_of: str = ""
    acknowledged: bool = False
    revision_checked: tuple[str, ...] = ()


class BrokenRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in force that the reply does not keep, and the text that its checker measured."""

    commitment: Commitment
    detector: Detector
    strength: float
    reply: Evidence
    measured: Measured
    measurements: dict[str, float] = {}


class Grade(msgspec.Struct, frozen=True, kw_only=True):
    """How loud a finding is and how likely right, from the severity table (METHOD.md, section 11)."""

    severity: Severity
    confidence: float


class Provenance(msgspec.Struct, frozen=True, kw_only=True):
    """Whose conversation a certificate is about, and what judged it."""

    tenant: str
    conversation: str
    assistant: str
    assistant_version: str
    occurred_at: datetime | None
    digests: Digests
    policy: Policy


def certificate_id(certificate: Certificate) -> str:
    """Return the id that a certificate must carry; calibration (severity, confidence, wording) does not move it."""
    return digest(
        "certificate",
        certificate.tenant,
        certificate.conversation,
        certificate.earlier.turn_id,
        certificate.later.turn_id,
        certificate.kind.value,
        certificate.detector.value,
        certificate.earlier.claim_key,
        certificate.later.claim_key,
        certificate.digests.policy,
        certificate.digests.verdict_version,
    )


def certify(case: Case, provenance: Provenance, grade: Grade, vectors: Vectors) -> Certificate:
    """Return the certificate of a contradiction.

    `vectors` holds the two sentence rows, earlier first, and the label rows of the compared relations and objects.
    """
    pair = case.pair
    sides = (
        evidence_of(pair.earlier, pair.earlier_speaker, pair.earlier_set),
        evidence_of(pair.later, pair.later_speaker, pair.later_set),
    )
    draft = _draft(FindingKind.CONTRADICTION, case.conflict.detector, sides, provenance, grade)
    draft = msgspec.structs.replace(
        draft,
        strength=case.conflict.strength,
        also=tuple(evidence_of(claim, pair.earlier_speaker) for claim in case.also),
        superseded=evidence_of(pair.superseded, pair.superseded.claim.speaker) if pair.superseded else None,
        repeat_of=case.repeat_of,
        acknowledged=case.acknowledged,
        measurements=dict(sorted(_measurements(pair, case.conflict).items())),
        gates=case.comparison.gates,
        revision_checked=case.revision_checked,
        bindings=pair.earlier.bindings + pair.later.bindings,
        vectors=vectors,
        policy=_values(provenance.policy),
        knowledge=case.conflict.knowledge,
        path=(_edge(pair.earlier), _edge(pair.later)),
        taken_as_given=(NO_REVISION_BETWEEN,),
    )
    return _sealed(draft)


def certify_breach(broken: BrokenRule, provenance: Provenance, grade: Grade) -> Certificate:
    """Return the certificate of a forgotten rule: the rule's parameters, and the text that its checker measured."""
    commitment = broken.commitment
    earlier = Evidence(
        turn=commitment.set_in,
        turn_id=commitment.set_in_id,
        speaker=commitment.owner,
        sentence=commitment.rule.text,
        span=commitment.rule.span,
        claim_key=commitment.key,
    )
    draft = _draft(FindingKind.FORGOTTEN, broken.detector, (earlier, broken.reply), provenance, grade)
    draft = msgspec.structs.replace(
        draft,
        strength=broken.strength,
        measured=broken.measured,
        measurements=dict(sorted(broken.measurements.items())),
        policy=_values(provenance.policy),
        taken_as_given=(RULE_IN_FORCE,),
    )
    return _sealed(draft)


def evidence_of(claim: BoundClaim, speaker: Role, others: tuple[Mention, ...] = ()) -> Evidence:
    """Return one side of a finding, quoted from the claim's own sentence."""
    return Evidence(
        turn=claim.turn,
        turn_id=claim.turn_id,
        speaker=speaker,
        sentence=claim.text,
        span=claim.claim.span,
        claim_key=claim.key,
        claim=claim.claim,
        subject=claim.subject,
        object=claim.object,
        others=others,
    )


def reply_evidence(annotation: Annotation, position: int, fault: Span) -> Evidence:
    """Return the reply that broke a rule, quoted where it did."""
    text, span = _quoted(annotation, fault)
    return Evidence(turn=position, turn_id=annotation.turn_id, speaker=annotation.role, sentence=text, span=span)


def _quoted(annotation: Annotation, fault: Span) -> tuple[str, Span]:
    """Return the sentence at fault; code and emoji, which no sentence holds, are quoted with the one before them."""
    text, sentences = annotation.text, annotation.sentences
    if fault.start == 0 and fault.end >= len(text) and sentences:
        return sentences[0].text, sentences[0].span  # the whole reply is at fault
    before = [sentence for sentence in sentences if sentence.span.start <= fault.start]
    if before and fault.start < before[-1].span.end and text[fault.start : fault.end] in before[-1].text:
        return before[-1].text, before[-1].span
    start = before[-1].span.start if before else fault.start
    following = (sentence.span.start for sentence in sentences if sentence.span.start > fault.start)
    end = min(max(next(following, len(text)), fault.end), start + _QUOTED)
    return text[start:end].rstrip(), Span(start=start, end=end)


def _draft(
    kind: FindingKind,
    detector: Detector,
    sides: tuple[Evidence, Evidence],
    provenance: Provenance,
    grade: Grade,
) -> Certificate:
    """Return a certificate without id and strength."""
    earlier, later = sides
    return Certificate(
        certificate_id="",
        kind=kind,
        detector=detector,
        severity=grade.severity,
        strength=0.0,
        confidence=grade.confidence,
        assistant=provenance.assistant,
        assistant_version=provenance.assistant_version,
        conversation=provenance.conversation,
        tenant=provenance.tenant,
        earlier=earlier,
        later=later,
        explanation="",
        digests=provenance.digests,
        occurred_at=provenance.occurred_at,
    )


def _sealed(draft: Certificate) -> Certificate:
    return msgspec.structs.replace(draft, certificate_id=certificate_id(draft), explanation=explain(draft))


def _measurements(pair: Pair, conflict: Conflict) -> dict[str, float]:
    cosines = {
        "relation_cosine": pair.relation_cosine,
        "object_cosine": pair.object_cosine,
        "sentence_cosine": pair.sentence_cosine,
    }
    measured = {name: value for name, value in cosines.items() if value is not None}
    return measured | ({"new_scope": 1.0} if pair.new_scope else {}) | conflict.measurements


def _values(policy: Policy) -> dict[str, int | float | str]:
    """Return what gates and detectors may compare; the fusion weights, which they do not, are tuples and stay out."""
    values: dict[str, object] = msgspec.to_builtins(policy)
    return {name: value for name, value in values.items() if isinstance(value, int | float | str)}


def _edge(claim: BoundClaim) -> str:
    sign = "" if claim.claim.polarity else "not "
    return f"{claim.subject} --{sign}{claim.claim.relation}--> {claim.object or claim.claim.object.label} [{claim.key}]"
