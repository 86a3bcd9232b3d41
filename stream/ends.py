"""The end of a conversation: its records become a summary and a marker, then leave the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from schemas.record import RESENT, TurnRecord
from schemas.session import SessionSummary
from schemas.turn import Role


def summarise(records: Sequence[TurnRecord]) -> SessionSummary:
    """Return what remains of a conversation with at least one record; the figures are those of its last scored turn."""
    first, last = records[0], records[-1]
    answers = [record for record in records if record.role is Role.ASSISTANT]
    scored = [record for record in answers if record.scores is not None and record.scores.quality is not None]
    speaker = (scored or answers or [last])[-1]
    scores = scored[-1].scores if scored else None
    times = [record.at for record in records if record.at is not None]
    found = Counter(finding.kind.value for record in records for finding in record.findings if not finding.repeat_of)
    return SessionSummary(
        tenant=first.tenant,
        conversation=first.conversation,
        epoch=first.epoch,
        turns=len(records),
        assistant_turns=len(answers),
        scored_turns=len(scored),
        resent_turns=sum(RESENT in record.flags for record in records),
        assistant=speaker.assistant,
        assistant_version=speaker.assistant_version,
        score=scores.session_score if scores else None,
        level=scores.level if scores else None,
        slope=scores.slope if scores else None,
        label=scores.label if scores else None,
        findings=dict(sorted(found.items())),
        first_at=min(times, default=None),
        last_at=max(times, default=None),
    )
