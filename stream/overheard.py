"""An engine that keeps what it read, so that another method can judge the very same annotations."""

from __future__ import annotations

from collections.abc import Sequence

from schemas.annotation import Annotation, Digests
from schemas.record import TurnRecord
from schemas.turn import Turn
from skgeval.judgement.session import Session
from stream.engine import Engine, Identity


class Overheard:
    """Passes everything on to an engine; `annotations` holds what was read, in order."""

    def __init__(self, engine: Engine) -> None:
        """Listen to `engine`."""
        self._engine = engine
        self.annotations: list[Annotation] = []

    def identity(self, turn: Turn) -> Identity:
        """Return what the annotation of a turn will be known by."""
        return self._engine.identity(turn)

    def annotate(self, turns: Sequence[Turn]) -> list[Annotation]:
        """Return what each turn says, and keep it."""
        read = self._engine.annotate(turns)
        self.annotations.extend(read)
        return read

    def unread(self, turn: Turn, failure: str) -> Annotation:
        """Return the annotation of a turn that could not be read, and keep it."""
        annotation = self._engine.unread(turn, failure)
        self.annotations.append(annotation)
        return annotation

    def session(self, conversation: str, tenant: str, epoch: int) -> Session:
        """Return the empty session of a conversation."""
        return self._engine.session(conversation, tenant, epoch)

    def judge(self, session: Session, annotation: Annotation) -> TurnRecord:
        """Return the record of a turn, the session unchanged."""
        return self._engine.judge(session, annotation)

    def digests(self) -> Digests:
        """Return what names everything that verdicts depend on."""
        return self._engine.digests()
