"""A conversation on a line in, its scores on a line out: what `skg score` writes, and how a line becomes one.

Each conversation goes through the same runner as live turns do, on a ledger in memory, so that scores cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

import msgspec

from schemas.codec import encode_json
from schemas.conversation import Conversation, read_conversation
from schemas.errors import WireError
from schemas.finding import Detector, Finding, FindingKind, Severity
from schemas.record import Label, TurnRecord
from schemas.session import SessionSummary
from schemas.turn import Role
from skgeval.policy import Profile
from stream.composition import ModelEngine, load_engine
from stream.engine import Engine
from stream.ledger.memory import MemoryLedger
from stream.logs import configure_logs
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.policies import load_policies
from stream.receipt import Outcome
from stream.redaction import Redactor, load_redactor
from stream.runner import Limits, Runner
from stream.settings import Settings

_NO_TIME = datetime.fromtimestamp(0, UTC)
"""A file has no time of arrival; the runner needs one only to see who has fallen silent."""


class ScoredFinding(msgspec.Struct, frozen=True, kw_only=True):
    """One event; turns are 0-based positions in the input."""

    kind: FindingKind
    detector: Detector
    severity: Severity
    strength: float
    confidence: float
    earlier_turn: int | None
    later_turn: int
    explanation: str


class ScoredTurn(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of one assistant turn; null is not assessed."""

    turn: int
    relevance: float | None
    consistency: float | None
    coherence: float | None
    quality: float | None
    drift: bool


class ScoredSession(msgspec.Struct, frozen=True, kw_only=True):
    """The figures after the last scored turn; null is not assessed."""

    score: float | None = None
    level: float | None = None
    slope: float | None = None
    label: Label | None = None


class ScoredConversation(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the output."""

    id: str
    findings: tuple[ScoredFinding, ...]
    turns: tuple[ScoredTurn, ...]
    session: ScoredSession


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker process needs to score lines."""

    settings: Settings
    profile: Profile | None = None


class ScoredLine(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one input line: its output, or why there is none; `notes` are about turns passed over."""

    number: int
    output: bytes = b""
    certificates: tuple[bytes, ...] = ()
    problem: str = ""
    notes: tuple[str, ...] = ()


def score_line(number: int, data: bytes, plan: Plan) -> ScoredLine:
    """Score one line of a file; a line that is no conversation is told, not raised."""
    try:
        conversation = read_conversation(data)
    except WireError as error:
        where = f"field `{error.field}`: " if error.field else ""
        return ScoredLine(number=number, problem=f"{where}{error.problem}")
    records, notes = judge_all(_redacted(conversation, _redactor(plan.settings)), _engine(plan))
    certificates = [certificate for record in records for certificate in record.certificates]
    return ScoredLine(
        number=number,
        output=encode_json(scored(conversation.id, records)),
        certificates=tuple(encode_json(certificate) for certificate in certificates),
        notes=tuple(notes),
    )


def judge_all(conversation: Conversation, engine: Engine) -> tuple[list[TurnRecord], list[str]]:
    """Return the record of each turn in order, and a note on each turn that got none."""
    kept = _Kept()
    metrics = Metrics()
    ledger = MemoryLedger()
    runner = Runner(engine, ledger, Outbox(ledger, kept, [], metrics), metrics, Limits())
    receipts = runner.process(conversation.turns, _NO_TIME) if conversation.turns else []
    notes = [
        f"turn {index}: passed over ({receipt.outcome.value}: {receipt.turn_id})"
        for index, receipt in enumerate(receipts)
        if receipt.outcome is not Outcome.RECORDED
    ]
    records = list({record.slot: record for record in kept.records}.values())
    notes.extend(f"turn {record.position}: not read ({record.failure})" for record in records if record.failure)
    return records, notes


def scored(conversation: str, records: Sequence[TurnRecord]) -> ScoredConversation:
    """Return a conversation's line of output."""
    answers = [record for record in records if record.role is Role.ASSISTANT]
    assessed = [record.scores for record in answers if record.scores is not None and record.scores.quality is not None]
    last = assessed[-1] if assessed else None
    return ScoredConversation(
        id=conversation,
        findings=tuple(_finding(finding) for record in records for finding in record.findings),
        turns=tuple(_turn(record) for record in answers),
        session=ScoredSession(score=last.session_score, level=last.level, slope=last.slope, label=last.label)
        if last
        else ScoredSession(),
    )


class _Kept:
    """An archive that keeps records for the length of one conversation."""

    def __init__(self) -> None:
        self.records: list[TurnRecord] = []

    def store(self, *records: TurnRecord) -> None:
        self.records.extend(records)

    def store_summary(self, summary: SessionSummary) -> None:
        """Nothing: a file's conversations do not fall silent."""


def _redacted(conversation: Conversation, redactor: Redactor) -> Conversation:
    return msgspec.structs.replace(conversation, turns=tuple(map(redactor.redact, conversation.turns)))


@cache
def _redactor(settings: Settings) -> Redactor:
    return load_redactor(settings)


@cache
def _engine(plan: Plan) -> ModelEngine:
    """Load models once in each process; its logs belong on standard error, also in a worker."""
    configure_logs(plan.settings.log_level)
    return load_engine(plan.settings, load_policies(plan.settings.policy_file, profile=plan.profile))


def _finding(finding: Finding) -> ScoredFinding:
    return ScoredFinding(
        kind=finding.kind,
        detector=finding.detector,
        severity=finding.severity,
        strength=finding.strength,
        confidence=finding.confidence,
        earlier_turn=finding.earlier_turn,
        later_turn=finding.later_turn,
        explanation=finding.explanation,
    )


def _turn(record: TurnRecord) -> ScoredTurn:
    scores = record.scores
    return ScoredTurn(
        turn=record.position,
        relevance=scores.relevance if scores else None,
        consistency=scores.consistency if scores else None,
        coherence=scores.coherence if scores else None,
        quality=scores.quality if scores else None,
        drift=scores.drift if scores else False,
    )
