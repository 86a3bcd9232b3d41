"""What an extractor is to the rest of the system: a turn and its prepared text in, what it says out."""

from __future__ import annotations

from typing import Protocol

import msgspec

from schemas.annotation import Cue, Question, Reference, Sentence
from schemas.claim import Claim
from schemas.turn import Turn
from skgeval.annotation.text import Document
from skgeval.policy import AnnotationPolicy

ANY_LANGUAGE = frozenset({"*"})
"""The languages of an extractor that reads all of them."""


class Extraction(msgspec.Struct, frozen=True, kw_only=True):
    """What one turn says; indices inside it (`Claim.sentence`, `Mention.reference`, …) point into these tuples."""

    sentences: tuple[Sentence, ...] = ()
    claims: tuple[Claim, ...] = ()
    references: tuple[Reference, ...] = ()
    questions: tuple[Question, ...] = ()
    cues: tuple[Cue, ...] = ()
    flags: tuple[str, ...] = ()
    served: bool = True
    """False where this turn could only be read by an extractor that has not learnt its language."""
    read_by: str = ""
    """Digest of the extractor that has read this turn, where it was not the one that was asked."""


class Extractor(Protocol):
    """Reads the claims of one turn without looking at any other (METHOD.md, section 2)."""

    name: str
    languages: frozenset[str]
    """ISO 639-1 codes of what it reads, "und" for texts too short to tell; `ANY_LANGUAGE` is all."""

    def digest(self) -> str:
        """Return what names this extractor with its model, rules and words."""
        ...

    def extract(self, turn: Turn, document: Document, policy: AnnotationPolicy) -> Extraction:
        """Read `document`, the prepared text of `turn`.

        Raises:
            ExtractionError: the text could not be read; an empty result means that it says nothing.
        """
        ...
