"""What the monitor said about one conversation, cut down to what figures need."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from schemas.finding import Finding, FindingKind, Severity
from schemas.record import Scores, TurnRecord

FAULTS = (FindingKind.CONTRADICTION, FindingKind.FORGOTTEN)
"""Kinds that are the assistant's fault; all other kinds punish nobody."""


class TurnScores(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of one assistant turn."""

    turn: int
    scores: Scores


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """The findings and scores of one conversation.

    `failures` counts turns without an extraction; `crash` names the error that stopped the judge, if any.
    """

    id: str
    findings: tuple[Finding, ...] = ()
    turns: tuple[TurnScores, ...] = ()
    failures: int = 0
    crash: str = ""

    @property
    def session_score(self) -> float | None:
        """The session score after the last scored turn."""
        scores = [turn.scores.session_score for turn in self.turns if turn.scores.session_score is not None]
        return scores[-1] if scores else None


def judged(name: str, records: Iterable[TurnRecord]) -> Judged:
    """Collect the findings and scores of one conversation's records."""
    kept = tuple(records)
    return Judged(
        id=name,
        findings=tuple(finding for record in kept for finding in record.findings),
        turns=tuple(
            TurnScores(turn=record.position, scores=record.scores) for record in kept if record.scores is not None
        ),
        failures=sum(bool(record.failure) for record in kept),
    )


def is_loud(finding: Finding) -> bool:
    """Say whether a finding counts: page and ticket do, info does not."""
    return finding.severity is not Severity.INFO


def faults(verdict: Judged) -> tuple[Finding, ...]:
    """Return the loud findings that are the assistant's fault."""
    return tuple(finding for finding in verdict.findings if finding.kind in FAULTS and is_loud(finding))


def alarms(verdict: Judged) -> tuple[Finding, ...]:
    """Return the faults that are new: a conflict said again is not another alarm."""
    return tuple(finding for finding in faults(verdict) if not finding.repeat_of)
