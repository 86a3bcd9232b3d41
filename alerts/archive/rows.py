"""From boundary values to rows, and back for the readers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from schemas.finding import Certificate
from schemas.record import BoundClaim, TurnRecord
from schemas.session import SessionSummary

Row = dict[str, Any]
GAPS = ("gap", "late", "split")
"""Flags of a record that the archive keeps as rows of their own."""


class ClaimRow(msgspec.Struct, frozen=True, kw_only=True):
    """One archived claim, as the whiteboard draws it."""

    claim: str
    turn: int
    speaker: str
    subject: str
    relation: str
    object: str
    object_label: str
    polarity: bool
    modality: str
    sentence: str
    status: str
    changed_by: str


class EntityRow(msgspec.Struct, frozen=True, kw_only=True):
    """One archived entity and the earlier one that it is linked to."""

    entity: str
    label: str
    type: str
    slot: int
    linked_to: str


def conversation_key(value: TurnRecord | SessionSummary) -> Row:
    """Return the columns that name a conversation's epoch."""
    return {"tenant": value.tenant, "conversation": value.conversation, "epoch": value.epoch}


def turn_row(record: TurnRecord, stored_at: datetime) -> Row:
    """Return the row of a judged turn; scores are null where not assessed."""
    scores = record.scores
    return conversation_key(record) | {
        "slot": record.slot,
        "position": record.position,
        "turn_id": record.turn_id,
        "role": record.role.value,
        "at": record.at,
        "assistant": record.assistant,
        "assistant_version": record.assistant_version,
        "relevance": scores.relevance if scores else None,
        "consistency": scores.consistency if scores else None,
        "coherence": scores.coherence if scores else None,
        "quality": scores.quality if scores else None,
        "drift": scores.drift if scores else False,
        "session_score": scores.session_score if scores else None,
        "level": scores.level if scores else None,
        "slope": scores.slope if scores else None,
        "label": scores.label.value if scores and scores.label else None,
        "degrading": scores.degrading if scores else False,
        "language": record.language,
        "failure": record.failure,
        "stored_at": stored_at,
    }


def conversation_rows(records: Iterable[TurnRecord], stored_at: datetime) -> list[Row]:
    """Return one row per epoch among records, in order of their keys: its last turn and its last scored one."""
    last: dict[tuple[str, str, int], TurnRecord] = {}
    scored: dict[tuple[str, str, int], TurnRecord] = {}
    for record in sorted(records, key=lambda record: (record.tenant, record.conversation, record.epoch, record.slot)):
        epoch = (record.tenant, record.conversation, record.epoch)
        last[epoch] = record
        if record.scores is not None and record.scores.session_score is not None:
            scored[epoch] = record
    return [_conversation_row(record, scored.get(epoch), stored_at) for epoch, record in last.items()]


def _conversation_row(last: TurnRecord, scored: TurnRecord | None, stored_at: datetime) -> Row:
    speaker = last if scored is None else scored
    scores = None if scored is None else scored.scores
    return conversation_key(last) | {
        "last_slot": last.slot,
        "last_at": last.at or stored_at,
        "stored_at": stored_at,
        "scored_slot": None if scored is None else scored.slot,
        "assistant": speaker.assistant,
        "assistant_version": speaker.assistant_version,
        "score": scores.session_score if scores else None,
        "level": scores.level if scores else None,
        "slope": scores.slope if scores else None,
        "label": scores.label.value if scores and scores.label else None,
        "degrading": scores.degrading if scores else False,
    }


def summarised_row(summary: SessionSummary, stored_at: datetime) -> Row:
    """Return the row of `conversations` for an epoch of which there may be no turn here, only its summary.

    A summary does not tell the recent trend, so such a conversation is not degrading.
    """
    last_slot = summary.turns - 1
    return conversation_key(summary) | {
        "last_slot": last_slot,
        "last_at": summary.last_at or stored_at,
        "stored_at": stored_at,
        "scored_slot": None if summary.score is None else last_slot,
        "assistant": summary.assistant,
        "assistant_version": summary.assistant_version,
        "score": summary.score,
        "level": summary.level,
        "slope": summary.slope,
        "label": summary.label.value if summary.label else None,
        "degrading": False,
    }


def gap_rows(record: TurnRecord, stored_at: datetime) -> list[Row]:
    """Return one row per flag of the turn that says that turns are missing, late or on two partitions."""
    return [
        conversation_key(record)
        | {
            "slot": record.slot,
            "kind": flag,
            "position": record.position,
            "assistant": record.assistant,
            "assistant_version": record.assistant_version,
            "occurred_at": record.at or stored_at,
        }
        for flag in record.flags
        if flag in GAPS
    ]


def finding_rows(record: TurnRecord, stored_at: datetime) -> list[Row]:
    """Return one row per finding of the turn, numbered in their order."""
    return [
        conversation_key(record)
        | {
            "slot": record.slot,
            "number": number,
            "kind": finding.kind.value,
            "detector": finding.detector.value,
            "severity": finding.severity.value,
            "strength": finding.strength,
            "confidence": finding.confidence,
            "earlier_turn": finding.earlier_turn,
            "later_turn": finding.later_turn,
            "explanation": finding.explanation,
            "certificate_id": finding.certificate_id,
            "assistant": record.assistant,
            "assistant_version": record.assistant_version,
            "occurred_at": record.at or stored_at,
        }
        for number, finding in enumerate(record.findings)
    ]


def certificate_row(
    certificate: Certificate, stored_at: datetime, epoch: int | None = None, slot: int | None = None
) -> Row:
    """Return the row of a certificate, the whole value under `body`; alone it does not know its epoch and slot."""
    return {
        "certificate_id": certificate.certificate_id,
        "tenant": certificate.tenant,
        "conversation": certificate.conversation,
        "epoch": epoch,
        "slot": slot,
        "kind": certificate.kind.value,
        "detector": certificate.detector.value,
        "severity": certificate.severity.value,
        "assistant": certificate.assistant,
        "assistant_version": certificate.assistant_version,
        "earlier_claim": certificate.earlier.claim_key,
        "later_claim": certificate.later.claim_key,
        "occurred_at": certificate.occurred_at or stored_at,
        "explanation": certificate.explanation,
        "body": msgspec.to_builtins(certificate, order="deterministic"),
        "stored_at": stored_at,
    }


def certificate_rows(record: TurnRecord, stored_at: datetime) -> list[Row]:
    """Return one row per certificate of the turn."""
    return [certificate_row(certificate, stored_at, record.epoch, record.slot) for certificate in record.certificates]


def status_rows(record: TurnRecord) -> list[Row]:
    """Return one row per claim whose status the turn changed, as it left it."""
    last = {change.claim: change for change in record.status_changes}
    return [
        conversation_key(record)
        | {"claim": claim, "slot": record.slot, "status": change.status.value, "changed_by": change.by}
        for claim, change in last.items()
    ]


def claim_row(record: TurnRecord, bound: BoundClaim) -> Row:
    """Return the row of a bound claim as it stands when first archived."""
    claim = bound.claim
    return conversation_key(record) | {
        "claim": bound.key,
        "slot": record.slot,
        "turn": bound.turn,
        "speaker": claim.speaker.value,
        "subject": bound.subject,
        "relation": claim.relation,
        "object": bound.object,
        "object_label": claim.quantity.text if claim.quantity and claim.quantity.text else claim.object.label,
        "polarity": claim.polarity,
        "modality": claim.modality.value,
        "sentence": bound.text,
        "status": bound.status.value,
        "status_slot": record.slot,
        "changed_by": "",
    }


def entity_rows(record: TurnRecord) -> list[Row]:
    """Return one row per entity that the turn brought, with its best semantic link."""
    links = {link.entity: link for link in record.links}
    return [
        conversation_key(record)
        | {
            "entity": entity.key,
            "label": entity.label,
            "type": entity.type.value,
            "slot": record.slot,
            "linked_to": links[entity.key].earlier if entity.key in links else "",
            "link_cosine": links[entity.key].cosine if entity.key in links else None,
        }
        for entity in record.entities
    ]


def summary_row(summary: SessionSummary) -> Row:
    """Return the row of an ended conversation."""
    return conversation_key(summary) | {
        "turns": summary.turns,
        "assistant": summary.assistant,
        "assistant_version": summary.assistant_version,
        "score": summary.score,
        "level": summary.level,
        "slope": summary.slope,
        "label": summary.label.value if summary.label else None,
        "last_at": summary.last_at,
        "body": msgspec.to_builtins(summary, order="deterministic"),
    }
