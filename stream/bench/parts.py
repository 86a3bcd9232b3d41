"""The pipeline taken apart, so that its steps can be timed one by one."""

from __future__ import annotations

import msgspec
import spacy
from spacy.language import Language

from schemas.annotation import Annotation
from schemas.record import TurnRecord
from schemas.turn import Turn
from skgeval.annotation.annotate import Annotator, annotate
from skgeval.annotation.encoding import Encoder, MemoEncoder, load_encoder
from skgeval.annotation.encoding.load import MEMO_STRINGS
from skgeval.annotation.extraction import LocalExtractor
from skgeval.annotation.extraction.parsing import MODEL
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from skgeval.judgement.severity import SeverityTable, load_severities
from skgeval.knowledge import Knowledge, load_knowledge
from skgeval.policy import AnnotationPolicy, Policy


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one pipeline is made of, and what the floor is measured with.

    `encoder` never remembers; `memo` is the pipeline's own, which does.
    """

    parser: Language
    encoder: Encoder
    memo: MemoEncoder
    annotator: Annotator
    policy: Policy
    knowledge: Knowledge
    severities: SeverityTable

    def floor(self, text: str) -> None:
        """Parse a reply once and encode its sentences: what no pipeline on these models can do without."""
        sentences = [sentence.text for sentence in self.parser(text).sents]
        self.encoder.encode(sentences)

    def annotate(self, turn: Turn) -> Annotation:
        """Read one turn."""
        return annotate(turn, self.annotator)

    def judge(self, session: Session, annotation: Annotation) -> TurnRecord:
        """Judge one turn and take its record in."""
        record = observe(session, annotation, self.policy, self.knowledge, self.severities)
        session.apply(record)
        return record


def load_parts(encoder_name: str) -> Parts:
    """Load the default pipeline with the named encoder; the floor has a parser and an encoder of its own."""
    memo = MemoEncoder(load_encoder(encoder_name, memo=0), capacity=MEMO_STRINGS)
    return Parts(
        parser=spacy.load(MODEL),
        encoder=load_encoder(encoder_name, memo=0),
        memo=memo,
        annotator=Annotator(extractor=LocalExtractor(), encoder=memo, policy=AnnotationPolicy()),
        policy=Policy(),
        knowledge=load_knowledge(),
        severities=load_severities(),
    )
