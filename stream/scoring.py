"""A conversation on a line in, its scores on a line out: what `skg score` writes, and how a line becomes one.

Each conversation goes through the same runner as live turns do, on a ledger in memory, so that scores cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

import msgspec

from schemas.annotation import Annotation
from schemas.codec import encode_json
from schemas.conversation import Conversation, read_conversation
from schemas.errors import WireError
from schemas.finding import Detector, Finding, FindingKind, Severity
from schemas.record import Label, Scores, TurnRecord
from schemas.session import SessionSummary
from schemas.turn import Role
from skgeval.policy import Profile
from skgeval.published.findings import explained
from skgeval.published.judge import Baseline, load_baseline
from skgeval.published.judge import judge_all as judge_by_the_paper
from skgeval.published.whiteboard import Contradiction, Criterion
from stream.composition import ModelEngine, load_engine
from stream.engine import Engine, read_all
from stream.ledger.memory import MemoryLedger
from stream.logs import configure_logs
from stream.method import Method
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.overheard import Overheard
from stream.policies import load_policies
from stream.receipt import Outcome
from stream.redaction import Redactor, load_redactor
from stream.runner import Limits, Runner
from stream.settings import Settings

_NO_TIME = datetime.fromtimestamp(0, UTC)
"""A file has no time of arrival; the runner needs one only to see who has fallen silent."""


class ScoredFinding(msgspec.Struct, frozen=True, kw_only=True):
    """One event; turns are 0-based positions in the input.

    The published method has no severity and no confidence in our sense (null); its `detector` is the test that
    answered, its `strength` what the paper calls confidence.
    """

    kind: FindingKind
    detector: Detector | Criterion
    severity: Severity | None
    strength: float
    confidence: float | None
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


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """What one method says about a conversation."""

    findings: tuple[ScoredFinding, ...]
    turns: tuple[ScoredTurn, ...]
    session: ScoredSession


class ScoredConversation(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the output; `published` is there where both methods were asked for."""

    id: str
    findings: tuple[ScoredFinding, ...]
    turns: tuple[ScoredTurn, ...]
    session: ScoredSession
    published: Scored | msgspec.UnsetType = msgspec.UNSET


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker process needs to score lines."""

    settings: Settings
    profile: Profile | None = None
    method: Method = Method.OURS


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
    said = _redacted(conversation, _redactor(plan.settings))
    if plan.method is Method.PUBLISHED:
        return _as_published(number, said, plan)
    engine = Overheard(_engine(plan))
    records, notes = judge_all(said, engine)
    line = scored(conversation.id, records)
    if plan.method is Method.BOTH:
        line = msgspec.structs.replace(line, published=by_the_paper(engine.annotations, _baseline(plan)))
    certificates = [certificate for record in records for certificate in record.certificates]
    return ScoredLine(
        number=number,
        output=encode_json(line),
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
    return ScoredConversation(
        id=conversation,
        findings=tuple(_finding(finding) for record in records for finding in record.findings),
        turns=tuple(_scored_turn(record.position, record.scores) for record in answers),
        session=_session([record.scores for record in answers]),
    )


def by_the_paper(annotations: Sequence[Annotation], baseline: Baseline) -> Scored:
    """Return what the published method says about the annotations of one conversation."""
    exchanges = tuple(judge_by_the_paper(annotations, baseline))
    return Scored(
        findings=tuple(
            _contradiction(found, exchange.turn) for exchange in exchanges for found in exchange.contradictions
        ),
        turns=tuple(_scored_turn(exchange.turn, exchange.scores) for exchange in exchanges),
        session=_session([exchange.scores for exchange in exchanges]),
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


def _as_published(number: int, conversation: Conversation, plan: Plan) -> ScoredLine:
    annotations = read_all(_engine(plan), conversation.turns)
    said = by_the_paper(annotations, _baseline(plan))
    return ScoredLine(
        number=number,
        output=encode_json(
            ScoredConversation(id=conversation.id, findings=said.findings, turns=said.turns, session=said.session)
        ),
        notes=tuple(
            f"turn {index}: not read ({annotation.failure})"
            for index, annotation in enumerate(annotations)
            if annotation.failure
        ),
    )


@cache
def _baseline(plan: Plan) -> Baseline:
    return load_baseline(_engine(plan).encoder)


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


def _contradiction(found: Contradiction, turn: int) -> ScoredFinding:
    return ScoredFinding(
        kind=FindingKind.CONTRADICTION,
        detector=found.criterion,
        severity=None,
        strength=found.confidence,
        confidence=None,
        earlier_turn=found.earlier.turn,
        later_turn=turn,
        explanation=explained(found),
    )


def _session(scores: Sequence[Scores | None]) -> ScoredSession:
    assessed = [each for each in scores if each is not None and each.quality is not None]
    if not assessed:
        return ScoredSession()
    last = assessed[-1]
    return ScoredSession(score=last.session_score, level=last.level, slope=last.slope, label=last.label)


def _scored_turn(turn: int, scores: Scores | None) -> ScoredTurn:
    return ScoredTurn(
        turn=turn,
        relevance=scores.relevance if scores else None,
        consistency=scores.consistency if scores else None,
        coherence=scores.coherence if scores else None,
        quality=scores.quality if scores else None,
        drift=scores.drift if scores else False,
    )
