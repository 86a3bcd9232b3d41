"""Annotate and judge: the two functions that both runners are built around, and what contains their crashes."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Protocol

import msgspec
import structlog

from schemas.annotation import Annotation, Digests
from schemas.record import TurnRecord
from schemas.turn import Turn
from skgeval.annotation.errors import ReadingStoppedError
from skgeval.judgement.session import Session

_log = structlog.get_logger(__name__)


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """What tells a turn from one seen before: its id and the digest of its text."""

    turn_id: str
    text_digest: str


class Reader(Protocol):
    """Annotation: what depends on one turn alone, and where models are called."""

    def identity(self, turn: Turn) -> Identity:
        """Return what the annotation of a turn will be known by."""
        ...

    def annotate(self, turns: Sequence[Turn]) -> list[Annotation]:
        """Return what each turn says."""
        ...

    def unread(self, turn: Turn, failure: str) -> Annotation:
        """Return the annotation of a turn that could not be read, and why."""
        ...


class Judging(Protocol):
    """Judgement: what needs the conversation; policies and knowledge, no model."""

    def session(self, conversation: str, tenant: str, epoch: int) -> Session:
        """Return the empty session of a conversation."""
        ...

    def judge(self, session: Session, annotation: Annotation) -> TurnRecord:
        """Return the record of a turn, the session unchanged."""
        ...


class Engine(Reader, Judging, Protocol):
    """Both, with the models and policies of one composition."""

    def digests(self) -> Digests:
        """Return what names everything that verdicts depend on."""
        ...


def read_all(reader: Reader, turns: Sequence[Turn]) -> list[Annotation]:
    """Annotate together; when that crashes, one by one, so that only the culprit goes without claims.

    Raises ReadingStoppedError when the process is to end and the turns shall come again.
    """
    if not turns:
        return []
    try:
        return reader.annotate(turns)
    except ReadingStoppedError:
        raise
    except Exception as error:  # noqa: BLE001 - no exception leaves the agent (DESIGN.md, section 5, promise 3)
        if len(turns) > 1:
            return [annotation for turn in turns for annotation in read_all(reader, [turn])]
        _log.warning("annotation_crashed", **place_of(error))
        return [reader.unread(turns[0], "crashed")]


def judge_safely(judging: Judging, session: Session, annotation: Annotation) -> TurnRecord | None:
    """Judge; a turn that crashes the judge takes its slot without claims. None where not even that works."""
    for attempt in (annotation, without_content(annotation, "judgement_crashed")):
        try:
            return judging.judge(session, attempt)
        except Exception as error:  # noqa: BLE001 - as above
            _log.warning("judgement_crashed", **place_of(error))
    return None


def without_content(annotation: Annotation, failure: str) -> Annotation:
    """Return an annotation with nothing in it but whose turn it is of, and why there is no more."""
    return Annotation(
        conversation=annotation.conversation,
        role=annotation.role,
        turn_id=annotation.turn_id,
        text=annotation.text,
        text_digest=annotation.text_digest,
        at=annotation.at,
        assistant=annotation.assistant,
        assistant_version=annotation.assistant_version,
        tenant=annotation.tenant,
        index=annotation.index,
        words=annotation.words,
        served=False,
        failure=failure,
        digests=annotation.digests,
    )


def place_of(error: Exception) -> dict[str, str]:
    """Return where an error arose and its type; its message may quote the conversation and is never logged.

    What the operating system says quotes nothing, and tells a full disk from one that is not ours.
    """
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    told = {"error": type(error).__name__, "where": where}
    return told | {"problem": error.strerror} if isinstance(error, OSError) and error.strerror else told
