"""One turn read: text, language, claims, rules, vectors; the only place that runs models (DESIGN.md, section 3).

A pure function of the turn and the annotator: nothing is kept between turns, so that a turn gives the same bytes alone,
in a batch of 64, and on every worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from schemas.annotation import Annotation, Digests, Sentence, Vectors
from schemas.claim import ASSISTANT, USER, Claim, Form, Mention, Modality
from schemas.digest import digest
from schemas.turn import Turn
from skgeval.annotation.encoding import Encoder, vectors_of
from skgeval.annotation.errors import ExtractionError, WithheldError
from skgeval.annotation.extraction import ANY_LANGUAGE, ENGLISH, GIVEN, Extraction, Extractor
from skgeval.annotation.language import detect_language
from skgeval.annotation.rules import read_rules, rules_digest
from skgeval.annotation.text import Document, prepare
from skgeval.annotation.text.identity import turn_identity
from skgeval.policy import AnnotationPolicy

CLAIMS_UNUSED = "claims_unused"
"""Flag of a turn that brings claims while another extractor than `given` is in force."""
_STATED = frozenset({Modality.ASSERTED, Modality.PROMISED})
_UNNAMED = frozenset({"", USER, ASSISTANT, "world"})
WITHHELD = "withheld"
"""Flag of a turn that its extractor did not read, and that is to be put aside where there is a place for that."""


class Annotator(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that reading a turn depends on, composed once per process."""

    extractor: Extractor
    encoder: Encoder
    policy: AnnotationPolicy = AnnotationPolicy()
    detect: Callable[[str], str] = detect_language
    rules: str = msgspec.field(default_factory=rules_digest)
    """Digest of the words that rules are read with; taken once, at composition."""
    ahead: Callable[[Sequence[Turn]], None] | None = None
    """Called with turns before they are read one by one, by extractors that can ask for several at once."""

    def reads(self, language: str) -> bool:
        """Return whether the extractor reads a language."""
        return bool(self.extractor.languages & {language, *ANY_LANGUAGE})

    def digests(self, read_by: str = "") -> Digests:
        """Return what names policy, extractor and encoder; `read_by` is another extractor that has read the turn."""
        return Digests(
            annotation_policy=self.policy.digest(),
            extractor=digest("reading", read_by or self.extractor.digest(), self.rules),
            encoder=self.encoder.digest(),
        )


def annotate(turn: Turn, annotator: Annotator) -> Annotation:
    """Return everything that depends on `turn` alone (METHOD.md, section 2).

    A language that the extractor does not read gives an annotation without claims and with `served` False; a failed
    extraction one whose `failure` says why.
    """
    document = prepare(turn.text, annotator.policy)
    language = annotator.detect(document.text or document.source)
    read = annotator.reads(language)
    extraction, failure = (
        _extraction(turn, document, annotator)
        if read
        else (_sentences_only(document, annotator.policy.max_sentences), "")
    )
    encoded = annotator.encoder.serves(language)
    read = read and extraction.served
    unused = turn.claims is not None and annotator.extractor.name != GIVEN
    return Annotation(
        conversation=turn.conversation,
        role=turn.role,
        turn_id=turn_identity(turn),
        text=document.source,
        text_digest=digest("text", document.source),
        at=turn.at,
        assistant=turn.assistant,
        assistant_version=turn.assistant_version,
        tenant=turn.tenant,
        index=turn.index,
        words=len(document.source.split()),
        sentences=extraction.sentences,
        claims=extraction.claims,
        references=extraction.references,
        questions=extraction.questions,
        cues=extraction.cues,
        rules=read_rules(extraction.sentences, turn.role) if read and language in ENGLISH else (),
        language=language,
        served=read and encoded,
        claims_served=read and not encoded,
        vectors=_vectors(turn, extraction, annotator, sentences=encoded) if encoded or read else Vectors(),
        failure=failure,
        flags=tuple(sorted({*document.flags, *extraction.flags, *(CLAIMS_UNUSED,) * unused})),
        digests=annotator.digests(extraction.read_by),
    )


def annotate_many(turns: Iterable[Turn], annotator: Annotator) -> list[Annotation]:
    """Return the annotations of `turns`, in order; each is what `annotate` gives for it alone."""
    wanted = tuple(turns)
    if annotator.ahead is not None:
        annotator.ahead(wanted)
    return [annotate(turn, annotator) for turn in wanted]


def chosen_labels(claims: tuple[Claim, ...], most: int) -> tuple[str, ...]:
    """Return the entity labels and relations worth a vector, by the importance of their claims, sorted.

    Numbers are compared by value and participants by name, so neither needs one.
    """
    chosen: dict[str, None] = {}
    order = sorted(range(len(claims)), key=lambda at: (-claims[at].importance, at))
    for index in order:
        claim = claims[index]
        if claim.modality not in _STATED:
            continue
        for label in (*_named(claim.subject), *_named_object(claim), claim.relation):
            if label and len(chosen) < most:
                chosen[label] = None
    return tuple(sorted(chosen))


def _extraction(turn: Turn, document: Document, annotator: Annotator) -> tuple[Extraction, str]:
    try:
        return annotator.extractor.extract(turn, document, annotator.policy), ""
    except ExtractionError as failed:
        nothing = _sentences_only(document, annotator.policy.max_sentences)
        flags = (*nothing.flags, *(WITHHELD,) * isinstance(failed, WithheldError))
        return msgspec.structs.replace(nothing, flags=flags), str(failed)


def _sentences_only(document: Document, most: int) -> Extraction:
    """Blocks as sentences, for languages and failures that leave no parse: relevance needs nothing more."""
    sentences = tuple(
        Sentence(
            text=document.text[block.start : block.end], span=document.span(block.start, block.end), kind=block.kind
        )
        for block in document.blocks
        if document.text[block.start : block.end].strip()
    )
    return Extraction(sentences=sentences[:most], flags=("sentences_cut",) if len(sentences) > most else ())


def _vectors(turn: Turn, extraction: Extraction, annotator: Annotator, *, sentences: bool) -> Vectors:
    """Return the rows of a turn; labels are English in any language, sentences are left out where they are not."""
    labels = chosen_labels(extraction.claims, annotator.policy.max_label_vectors)
    if not sentences:
        return vectors_of((), labels, "", annotator.encoder) if labels else Vectors()
    texts = [sentence.text for sentence in extraction.sentences]
    return vectors_of(texts, labels, turn.reference, annotator.encoder)


def _named(mention: Mention) -> tuple[str, ...]:
    return (mention.label,) if mention.reference is None and mention.label not in _UNNAMED else ()


def _named_object(claim: Claim) -> tuple[str, ...]:
    if claim.quantity is not None and claim.form is not Form.VERB:
        return ()
    return _named(claim.object)
