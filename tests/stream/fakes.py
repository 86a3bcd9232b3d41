"""Stand-ins for the ports of the runner: an engine without models, sinks and an archive that remember or fail."""

from collections.abc import Sequence
from datetime import UTC, datetime

from alerts.errors import ArchiveError
from schemas.annotation import Annotation, Digests
from schemas.claim import Span
from schemas.digest import digest
from schemas.finding import Certificate, Detector, Evidence, Finding, FindingKind, Severity
from schemas.record import Label, Regime, Scores, TurnRecord
from schemas.session import SessionSummary
from schemas.turn import Role, Turn
from skgeval.judgement.session import Session
from stream.engine import Identity

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)


def said(conversation: str, role: str, text: str, **fields) -> Turn:
    return Turn(conversation=conversation, role=Role(role), text=text, **fields)


class WordEngine:
    """Certifies each assistant turn that says "wrong"; crashes where it is told to."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def identity(self, turn: Turn) -> Identity:
        turn_id = turn.turn_id or (f"index:{turn.index}" if turn.index is not None else digest("turn", turn))
        return Identity(turn_id=turn_id, text_digest=digest("text", turn.text))

    def annotate(self, turns: Sequence[Turn]) -> list[Annotation]:
        self.batches.append(len(turns))
        if any("crash the reader" in turn.text for turn in turns):
            raise RuntimeError("secret words of the conversation")
        return [self.unread(turn, "") for turn in turns]

    def unread(self, turn: Turn, failure: str) -> Annotation:
        identity = self.identity(turn)
        return Annotation(
            conversation=turn.conversation,
            tenant=turn.tenant,
            role=turn.role,
            turn_id=identity.turn_id,
            text=turn.text,
            text_digest=identity.text_digest,
            at=turn.at,
            assistant=turn.assistant,
            assistant_version=turn.assistant_version,
            index=turn.index,
            words=len(turn.text.split()),
            failure=failure,
        )

    def digests(self) -> Digests:
        return Digests(policy="p", knowledge="k", encoder="e")

    def session(self, conversation: str, tenant: str, epoch: int) -> Session:
        return Session(conversation, tenant, epoch)

    def judge(self, session: Session, annotation: Annotation) -> TurnRecord:
        if "crash the judge" in annotation.text and not annotation.failure:
            raise RuntimeError("secret words of the conversation")
        if "crash everything" in annotation.text:
            raise RuntimeError("secret words of the conversation")
        slot = session.next_slot
        wrong = annotation.role is Role.ASSISTANT and "wrong" in annotation.text
        quality = 0.2 if wrong else 0.9
        return TurnRecord(
            conversation=session.conversation,
            tenant=session.tenant,
            epoch=session.epoch,
            slot=slot,
            position=slot if annotation.index is None else annotation.index,
            turn_id=annotation.turn_id,
            role=annotation.role,
            text_digest=annotation.text_digest,
            at=annotation.at,
            assistant=annotation.assistant,
            assistant_version=annotation.assistant_version,
            words=annotation.words,
            scores=scores(quality) if annotation.role is Role.ASSISTANT else None,
            findings=(finding(slot),) if wrong else (),
            certificates=(certificate(annotation, slot),) if wrong else (),
            failure=annotation.failure,
        )


def scores(quality: float) -> Scores:
    return Scores(
        relevance=quality,
        consistency=quality,
        quality=quality,
        passed=quality >= 0.6,
        regime=Regime.SHORT,
        reasons=("language_not_served",),
        session_score=quality,
        level=quality,
        slope=0.0,
        label=Label.STABLE,
        degrading=quality < 0.5,
    )


def finding(turn: int) -> Finding:
    return Finding(
        kind=FindingKind.CONTRADICTION,
        detector=Detector.SLOT,
        severity=Severity.PAGE,
        strength=0.9,
        confidence=0.5,
        earlier_turn=0,
        later_turn=turn,
    )


def certificate(annotation: Annotation, turn: int) -> Certificate:
    side = Evidence(
        turn=turn,
        turn_id=annotation.turn_id,
        speaker=annotation.role,
        sentence=annotation.text,
        span=Span(start=0, end=len(annotation.text)),
    )
    return Certificate(
        certificate_id=digest("certificate", annotation.conversation, annotation.turn_id),
        kind=FindingKind.CONTRADICTION,
        detector=Detector.SLOT,
        severity=Severity.PAGE,
        strength=0.9,
        confidence=0.5,
        assistant=annotation.assistant,
        assistant_version="",
        conversation=annotation.conversation,
        earlier=side,
        later=side,
        explanation="It is wrong.",
        occurred_at=annotation.at,
    )


class Remembering:
    """A sink that keeps what it was shown."""

    def __init__(self) -> None:
        self.records: list[TurnRecord] = []
        self.summaries: list[SessionSummary] = []

    def record(self, record: TurnRecord) -> None:
        self.records.append(record)

    def summary(self, summary: SessionSummary) -> None:
        self.summaries.append(summary)

    def certificate_ids(self) -> list[str]:
        return [made.certificate_id for record in self.records for made in record.certificates]


class FakeArchive:
    """An archive in memory that can be switched off."""

    def __init__(self) -> None:
        self.reachable = True
        self.turns: dict[tuple[str, int, int], TurnRecord] = {}
        self.summaries: list[SessionSummary] = []

    def store(self, *records: TurnRecord) -> None:
        self._reach()
        for record in records:
            self.turns[record.conversation, record.epoch, record.slot] = record

    def store_summary(self, summary: SessionSummary) -> None:
        self._reach()
        self.summaries.append(summary)

    def _reach(self) -> None:
        if not self.reachable:
            raise ArchiveError(url="fake", problem="switched off")
