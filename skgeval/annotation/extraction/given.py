"""The extractor for turns that bring their claims: these are typed and placed, never judged or added to."""

from __future__ import annotations

import msgspec

from schemas.annotation import Sentence
from schemas.claim import Span
from schemas.digest import digest
from schemas.given import GivenClaim
from schemas.turn import Turn
from skgeval.annotation.errors import ExtractionError
from skgeval.annotation.extraction.budget import CLAIMS_CUT, most_important
from skgeval.annotation.extraction.framing import frame
from skgeval.annotation.extraction.local import LocalExtractor
from skgeval.annotation.extraction.port import ANY_LANGUAGE, Extraction
from skgeval.annotation.extraction.stated import Statement, claim_of
from skgeval.annotation.text import Document
from skgeval.policy import AnnotationPolicy

GIVEN = "given"
"""Name of this extractor."""
GIVEN_VERSION = 2
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
        self._phrases = local.phrases()
        self._digest = digest("extractor", self.name, GIVEN_VERSION, local.digest(), self._phrases.digest())

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
        kept, shortened = most_important([given.importance for given in turn.claims], policy.max_claims)
        statements = [_placed(turn.claims[index], document, sentences) for index in kept]
        claims = [claim_of(one, turn.role, sentences, self._phrases) for one in statements]
        filled = framed.filled(claims, policy)
        unplaced = any(given.sentence and given.sentence not in document.source for given in turn.claims)
        return msgspec.structs.replace(
            filled, flags=(*filled.flags, *(CLAIMS_CUT,) * shortened, *(UNPLACED,) * unplaced)
        )


def _placed(given: GivenClaim, document: Document, sentences: tuple[Sentence, ...]) -> Statement:
    """Return a claim with the place of the words that it quotes; without any it belongs to the whole turn."""
    start = document.source.find(given.sentence) if given.sentence else -1
    if start < 0:
        return _stated(given, 0, Span(start=0, end=len(document.source)))
    at = next((index for index, one in enumerate(sentences) if one.span.start <= start < one.span.end), 0)
    return _stated(given, at, Span(start=start, end=start + len(given.sentence)))


def _stated(given: GivenClaim, sentence: int, span: Span) -> Statement:
    return Statement(
        subject=given.subject,
        relation=given.relation,
        object=given.object,
        sentence=sentence,
        span=span,
        polarity=given.polarity,
        modality=given.modality,
        hedged=given.hedged,
        tense=given.tense,
        attribute=given.attribute,
        property_type=given.property_type,
        relation_type=given.relation_type,
        subject_type=given.subject_type,
        object_type=given.object_type,
        importance=given.importance,
    )
