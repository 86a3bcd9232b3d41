"""Models, policies and knowledge put together, once per process; the slow part of every start."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from schemas.annotation import Annotation, Digests
from schemas.digest import digest
from schemas.record import TurnRecord
from schemas.turn import Turn
from skgeval.annotation.annotate import Annotator, annotate_many
from skgeval.annotation.encoding import Encoder, load_encoder
from skgeval.annotation.text.identity import turn_identity
from skgeval.annotation.text.repair import repaired
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from skgeval.judgement.severity import SeverityTable, load_severities
from skgeval.knowledge import Knowledge, load_knowledge
from skgeval.policy import AnnotationPolicy
from stream.engine import Identity
from stream.policies import Policies, load_policies
from stream.reading import Watch, build_annotator
from stream.settings import Settings


class ModelReader:
    """Reads turns with models."""

    def __init__(self, annotator: Annotator) -> None:
        """Read with what `annotator` has loaded."""
        self._annotator = annotator

    def identity(self, turn: Turn) -> Identity:
        """Return what the annotation of a turn will be known by, without reading the turn."""
        return Identity(turn_id=turn_identity(turn), text_digest=digest("text", repaired(turn.text)))

    def annotate(self, turns: Sequence[Turn]) -> list[Annotation]:
        """Return what each turn says."""
        return annotate_many(turns, self._annotator)

    def unread(self, turn: Turn, failure: str) -> Annotation:
        """Return the annotation of a turn that could not be read, and why."""
        identity = self.identity(turn)
        text = repaired(turn.text)
        return Annotation(
            conversation=turn.conversation,
            role=turn.role,
            turn_id=identity.turn_id,
            text=text,
            text_digest=identity.text_digest,
            at=turn.at,
            assistant=turn.assistant,
            assistant_version=turn.assistant_version,
            tenant=turn.tenant,
            index=turn.index,
            words=len(text.split()),
            served=False,
            failure=failure,
            digests=self._annotator.digests(),
        )


class PolicyJudging:
    """Judges each assistant under its own policy; loads no model."""

    def __init__(self, policies: Policies, knowledge: Knowledge, severities: SeverityTable) -> None:
        """Judge with these numbers and words."""
        self._policies = policies
        self._knowledge = knowledge
        self._severities = severities

    def session(self, conversation: str, tenant: str, epoch: int) -> Session:
        """Return the empty session of a conversation."""
        return Session(conversation, tenant, epoch, policy=self._policies.default)

    def judge(self, session: Session, annotation: Annotation) -> TurnRecord:
        """Return the record of a turn under its assistant's policy, the session unchanged."""
        policy = self._policies.of(annotation.assistant)
        return observe(session, annotation, policy, self._knowledge, self._severities)

    def digests(self) -> Digests:
        """Return what names what verdicts depend on here; reading has digests of its own."""
        return Digests(
            policy=self._policies.default.digest(),
            knowledge=self._knowledge.digest(),
            severity=self._severities.digest(),
        )


class ModelEngine:
    """Reads and judges in one process."""

    def __init__(self, annotator: Annotator, judging: PolicyJudging) -> None:
        """Read with one, judge with the other."""
        self._annotator = annotator
        self._reader = ModelReader(annotator)
        self._judging = judging

    @property
    def encoder(self) -> Encoder:
        """What texts become rows with."""
        return self._annotator.encoder

    def identity(self, turn: Turn) -> Identity:
        """Return what the annotation of a turn will be known by, without reading the turn."""
        return self._reader.identity(turn)

    def annotate(self, turns: Sequence[Turn]) -> list[Annotation]:
        """Return what each turn says."""
        return self._reader.annotate(turns)

    def unread(self, turn: Turn, failure: str) -> Annotation:
        """Return the annotation of a turn that could not be read, and why."""
        return self._reader.unread(turn, failure)

    def session(self, conversation: str, tenant: str, epoch: int) -> Session:
        """Return the empty session of a conversation."""
        return self._judging.session(conversation, tenant, epoch)

    def judge(self, session: Session, annotation: Annotation) -> TurnRecord:
        """Return the record of a turn under its assistant's policy, the session unchanged."""
        return self._judging.judge(session, annotation)

    def digests(self) -> Digests:
        """Return what names everything that verdicts depend on, for an assistant with the default policy."""
        read, judged = self._annotator.digests(), self._judging.digests()
        return msgspec.structs.replace(read, policy=judged.policy, knowledge=judged.knowledge, severity=judged.severity)


def load_engine(settings: Settings, policies: Policies, watch: Watch | None = None) -> ModelEngine:
    """Load models and lexicons; takes seconds. Raises what the encoder named raises when it is not there."""
    return ModelEngine(_annotator(settings, policies.annotation, watch), load_judging(policies))


def load_annotator(settings: Settings, watch: Watch | None = None) -> Annotator:
    """Load only what turns are read with."""
    return _annotator(settings, load_policies(settings.policy_file).annotation, watch)


def _annotator(settings: Settings, limits: AnnotationPolicy, watch: Watch | None) -> Annotator:
    encoder = load_encoder(settings.encoder, languages=settings.encoder_languages)
    return build_annotator(settings, encoder, limits, watch or Watch())


def load_judging(policies: Policies) -> PolicyJudging:
    """Load what turns are judged with, no model among it."""
    return PolicyJudging(policies, load_knowledge(), load_severities())
