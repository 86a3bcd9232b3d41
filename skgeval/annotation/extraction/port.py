"""What an extractor is to the rest of the system: a turn and its prepared text in, what it says out."""

from __future__ import annotations

from typing import Protocol

import msgspec

from schemas.annotation import Cue, Question, Reference, Sentence
from schemas.claim import Claim
from schemas.turn import Turn
from skgeval.annotation.text import Document
from skgeval.policy import AnnotationPolicy


class Extraction(msgspec.Struct, frozen=True, kw_only=True):
    """What one turn says; indices inside it (`Claim.sentence`, `Mention.reference`, …) point into these tuples."""

    sentences: tuple[Sentence, ...] = ()
    claims: tuple[Claim, ...] = ()
    references: tuple[Reference, ...] = ()
    questions: tuple[Question, ...] = ()
    cues: tuple[Cue, ...] = ()
    flags: tuple[str, ...] = ()


class Extractor(Protocol):
    """Reads the claims of one turn without looking at any other (METHOD.md, section 2)."""

    name: str

    def digest(self) -> str:
        """Return what names this extractor with its model, rules and words."""
        ...

    def extract(self, turn: Turn, document: Document, policy: AnnotationPolicy) -> Extraction:
        """Read `document`, the prepared text of `turn`.

        Raises:
            ExtractionError: the text could not be read; an empty result means that it says nothing.
        """
        ...
