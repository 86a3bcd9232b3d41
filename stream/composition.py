"""Models, policies and knowledge put together, once per process; the slow part of every start."""

from __future__ import annotations

from collections.abc import Sequence

from schemas.annotation import Annotation, Digests
from schemas.digest import digest
from schemas.record import TurnRecord
from schemas.turn import Turn
from skgeval.annotation.annotate import Annotator, annotate_many, turn_identity
from skgeval.annotation.encoding import load_encoder
from skgeval.annotation.extraction.local import LocalExtractor
from skgeval.annotation.text.repair import repaired
from skgeval.front_door import Judge
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from stream.engine import Identity
from stream.policies import Policies, load_policies
from stream.settings import Settings


class ModelEngine:
    """The engine that reads with models and judges with policies and knowledge."""

    def __init__(self, judge: Judge, policies: Policies) -> None:
        """Read and judge with what `judge` has loaded, each assistant under its own policy."""
        self._annotator = judge.annotator
        self._policies = policies
        self._knowledge = judge.knowledge
        self._severities = judge.severities

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

    def session(self, conversation: str, tenant: str, epoch: int) -> Session:
        """Return the empty session of a conversation."""
        return Session(conversation, tenant, epoch, policy=self._policies.default)

    def judge(self, session: Session, annotation: Annotation) -> TurnRecord:
        """Return the record of a turn under its assistant's policy, the session unchanged."""
        policy = self._policies.of(annotation.assistant)
        return observe(session, annotation, policy, self._knowledge, self._severities)

    def digests(self) -> Digests:
        """Return what names everything that verdicts depend on, for an assistant with the default policy."""
        read = self._annotator.digests()
        return Digests(
            annotation_policy=read.annotation_policy,
            extractor=read.extractor,
            encoder=read.encoder,
            policy=self._policies.default.digest(),
            knowledge=self._knowledge.digest(),
            severity=self._severities.digest(),
        )


def load_engine(settings: Settings, policies: Policies) -> ModelEngine:
    """Load models and lexicons; takes seconds. Raises what the encoder named raises when it is not there."""
    encoder = load_encoder(settings.encoder, languages=settings.encoder_languages)
    return ModelEngine(Judge(encoder=encoder, policy=policies.default, limits=policies.annotation), policies)


def load_annotator(settings: Settings) -> Annotator:
    """Load only what turns are read with."""
    encoder = load_encoder(settings.encoder, languages=settings.encoder_languages)
    limits = load_policies(settings.policy_file).annotation
    return Annotator(extractor=LocalExtractor(), encoder=encoder, policy=limits)
