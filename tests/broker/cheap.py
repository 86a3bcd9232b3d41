"""An engine without models whose verdicts depend on every earlier turn, so that a lost or moved turn shows at once.

Each record holds a link of a chain of digests; each fifth turn of a conversation is certified under an id made from it.
Annotations and records carry about 3 KB that do not compress, as much as the vectors of a reply of 80 words.
"""

from collections.abc import Sequence
from hashlib import shake_256

from schemas.annotation import Annotation, Digests, Vectors
from schemas.claim import Span
from schemas.digest import digest
from schemas.finding import Certificate, Detector, Evidence, Finding, FindingKind, Severity
from schemas.record import Scores, TurnRecord
from schemas.turn import Turn
from skgeval.judgement.session import Session
from stream.engine import Identity

CERTIFIED = 5
"""Each such turn of a conversation is certified."""
FALLING = "falling"
"""A conversation is shown as degrading while its newest turn says so."""
_DIMENSIONS = 384
_SENTENCES = 8
_FIRST_LINK = "first"


class ChainSession(Session):
    """A session that remembers the newest link of its chain, and nothing that grows."""

    def __init__(self, conversation: str, tenant: str, epoch: int) -> None:
        super().__init__(conversation, tenant, epoch)
        self.link = _FIRST_LINK

    def apply(self, record: TurnRecord) -> None:
        self.link = record.prompt
        self.next_slot = record.slot + 1
        self.newest_position = max(self.newest_position, record.position)


class ChainEngine:
    """Reads nothing, and judges each turn by all that came before it."""

    def identity(self, turn: Turn) -> Identity:
        return Identity(turn_id=turn.turn_id, text_digest=digest("text", turn.text))

    def annotate(self, turns: Sequence[Turn]) -> list[Annotation]:
        return [self.unread(turn, "") for turn in turns]

    def unread(self, turn: Turn, failure: str) -> Annotation:
        identity = self.identity(turn)
        rows = shake_256(f"{turn.conversation} {turn.turn_id}".encode()).digest(_SENTENCES * _DIMENSIONS)
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
            vectors=Vectors(dimensions=_DIMENSIONS, sentences=rows),
            failure=failure,
        )

    def digests(self) -> Digests:
        return Digests(policy="p", knowledge="k", encoder="e")

    def session(self, conversation: str, tenant: str, epoch: int) -> ChainSession:
        return ChainSession(conversation, tenant, epoch)

    def judge(self, session: ChainSession, annotation: Annotation) -> TurnRecord:
        slot = session.next_slot
        link = digest("link", session.link, annotation.turn_id, str(slot))
        certified = (slot + 1) % CERTIFIED == 0
        quality = int(link[:4], 16) % 1_000 / 1_000
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
            prompt=link,
            vectors=annotation.vectors,
            scores=Scores(quality=quality, session_score=quality, degrading=FALLING in annotation.text),
            findings=(_finding(link, slot),) if certified else (),
            certificates=(_certificate(annotation, link, slot),) if certified else (),
            failure=annotation.failure,
        )


def _finding(link: str, slot: int) -> Finding:
    return Finding(
        kind=FindingKind.CONTRADICTION,
        detector=Detector.SLOT,
        severity=Severity.PAGE,
        strength=0.9,
        confidence=0.5,
        earlier_turn=0,
        later_turn=slot,
        certificate_id=digest("certificate", link),
    )


def _certificate(annotation: Annotation, link: str, slot: int) -> Certificate:
    side = Evidence(
        turn=slot,
        turn_id=annotation.turn_id,
        speaker=annotation.role,
        sentence=annotation.text,
        span=Span(start=0, end=len(annotation.text)),
    )
    return Certificate(
        certificate_id=digest("certificate", link),
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
