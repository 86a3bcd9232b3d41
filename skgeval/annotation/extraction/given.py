"""The extractor for turns that bring their claims: these are typed and placed, never judged or added to."""

from __future__ import annotations

import msgspec

from schemas.annotation import Sentence
from schemas.claim import Span
from schemas.digest import digest
from schemas.given import GivenClaim
from schemas.turn import Turn
from skgeval.annotation.errors import ExtractionError
from skgeval.annotation.extraction.framing import frame
from skgeval.annotation.extraction.local import LocalExtractor
from skgeval.annotation.extraction.phrases import PhraseReader
from skgeval.annotation.extraction.port import ANY_LANGUAGE, Extraction
from skgeval.annotation.extraction.stated import Statement, claim_of
from skgeval.annotation.text import Document
from skgeval.policy import AnnotationPolicy

GIVEN = "given"
"""Name of this extractor."""
GIVEN_VERSION = 1
"""Rises when a given claim may be taken in differently."""
UNPLACED = "claims_unplaced"
"""Flag of a turn with a claim whose `sentence` is not in its text; it counts as one about the whole turn."""


class GivenExtractor:
    """Takes the claims that turns bring; see `Extractor`."""

    name = GIVEN
    languages = ANY_LANGUAGE

    def __init__(self, local: LocalExtractor) -> None:
        """Read what surrounds the claims with `local`."""
        self._local = local
        self._phrases = PhraseReader(local.model)
        self._digest = digest("extractor", self.name, GIVEN_VERSION, local.digest())

    def digest(self) -> str:
        """Return what names the reading of given claims."""
        return self._digest

    def extract(self, turn: Turn, document: Document, policy: AnnotationPolicy) -> Extraction:
        """Return the turn's own claims within its sentences.

        Raises:
            ExtractionError: the turn brings no claims, not even an empty list of them.
        """
        if turn.claims is None:
            raise ExtractionError(
                extractor=self.name, problem="the turn has no `claims`: send a list of them, [] where it says nothing"
            )
        framed = frame(turn, document, self._local, policy)
        sentences = framed.around.sentences
        statements = [_placed(given, document, sentences) for given in turn.claims]
        claims = [claim_of(one, turn.role, sentences, self._phrases) for one in statements]
        filled = framed.filled(claims, policy)
        unplaced = any(given.sentence and given.sentence not in document.source for given in turn.claims)
        return msgspec.structs.replace(filled, flags=(*filled.flags, *(UNPLACED,) * unplaced))


def _placed(given: GivenClaim, document: Document, sentences: tuple[Sentence, ...]) -> Statement:
    """Return a claim with the place of the words that it quotes; without any it belongs to the whole turn."""
    start = document.source.find(given.sentence) if given.sentence else -1
    if start < 0:
        return Statement(said=given, sentence=0, span=Span(start=0, end=len(document.source)))
    at = next((index for index, one in enumerate(sentences) if one.span.start <= start < one.span.end), 0)
    return Statement(said=given, sentence=at, span=Span(start=start, end=start + len(given.sentence)))
