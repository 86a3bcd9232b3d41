"""What surrounds claims that come from elsewhere: sentences, questions, cues and references, read here."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from schemas.annotation import Question, ReferenceKind, Sentence
from schemas.claim import Claim, Modality, Span
from schemas.turn import Turn
from skgeval.annotation.extraction.budget import chosen_claims
from skgeval.annotation.extraction.local import LocalExtractor
from skgeval.annotation.extraction.port import Extraction
from skgeval.annotation.language import detect_language
from skgeval.annotation.text import Document
from skgeval.annotation.text.kinds import sentence_bounds
from skgeval.policy import AnnotationPolicy

_INCOMPLETE = frozenset({ReferenceKind.FRAGMENT, ReferenceKind.ELLIPSIS})


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """What surrounds the claims, and whether it was parsed: otherwise it is sentences alone.

    The claims in `around` are those that are asked; `fragments` need a question to be whole ("24.").
    """

    around: Extraction
    fragments: tuple[Claim, ...] = ()
    parsed: bool

    def filled(self, stated: Sequence[Claim], policy: AnnotationPolicy) -> Extraction:
        """Return the extraction with the claims that a turn states, the most important ones where there are many.

        A fragment stays where nobody states a claim of the same words.
        """
        around = self.around
        fragments = [one for one in self.fragments if not any(_overlap(one.span, other.span) for other in stated)]
        kept, shortened = chosen_claims([*fragments, *stated], max(0, policy.max_claims - len(around.claims)))
        both = (*fragments, *stated)
        return msgspec.structs.replace(
            around,
            claims=(*around.claims, *(both[index] for index in kept)),
            flags=(*around.flags, *("claims_cut",) * shortened),
        )


def frame(turn: Turn, document: Document, local: LocalExtractor, policy: AnnotationPolicy) -> Frame:
    """Return what a turn holds apart from its statements.

    In a language that `local` reads, what is asked and what answers in fragments is read by it: nobody else sends that.
    Elsewhere there are sentences alone.
    """
    if detect_language(document.text or document.source) not in local.languages:
        return Frame(around=Extraction(sentences=sentences_of(document, policy.max_sentences)), parsed=False)
    read = local.extract(turn, document, policy)
    kept = [index for index, claim in enumerate(read.claims) if claim.modality is Modality.ASKED]
    places = {index: place for place, index in enumerate(kept)}
    around = msgspec.structs.replace(
        read,
        claims=tuple(read.claims[index] for index in kept),
        questions=tuple(_moved(question, places) for question in read.questions),
        flags=tuple(flag for flag in read.flags if flag != "claims_cut"),
    )
    fragments = tuple(claim for claim in read.claims if _is_fragment(claim, read))
    return Frame(around=around, fragments=fragments, parsed=True)


def sentences_of(document: Document, most: int) -> tuple[Sentence, ...]:
    """Return the sentences of a text in any language, by their full stops and as they were written.

    The document's clean text has English spelling mended ("im" is "I'm" there).
    """
    found: list[Sentence] = []
    for block in document.blocks:
        text = document.text[block.start : block.end]
        for start, end in sentence_bounds(text):
            span = document.span(block.start + start, block.start + end)
            words = " ".join(document.source[span.start : span.end].split())
            if words and len(found) < most:
                found.append(Sentence(text=words, span=span, kind=block.kind, question=words.endswith(("?", "？"))))
    return tuple(found)


def _overlap(span: Span, other: Span) -> bool:
    return span.start < other.end and other.start < span.end


def _is_fragment(claim: Claim, read: Extraction) -> bool:
    if claim.modality is Modality.ASKED:
        return False
    pointed = (claim.subject.reference, claim.object.reference)
    return any(at is not None and read.references[at].kind in _INCOMPLETE for at in pointed)


def _moved(question: Question, places: dict[int, int]) -> Question:
    return msgspec.structs.replace(
        question, claims=tuple(places[index] for index in question.claims if index in places)
    )
