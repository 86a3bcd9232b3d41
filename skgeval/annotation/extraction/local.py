"""The default extractor: spaCy's English parse and the rules of this package; deterministic, offline, on the CPU."""

from __future__ import annotations

from importlib.metadata import version

import msgspec

from schemas.annotation import Cue, Question, Sentence
from schemas.claim import Claim, Modality
from schemas.digest import digest
from schemas.turn import Turn
from skgeval.annotation.errors import ExtractionError
from skgeval.annotation.extraction.apposition import apposition_claims
from skgeval.annotation.extraction.budget import chosen_blocks, chosen_claims
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.clauses import clauses_of
from skgeval.annotation.extraction.cues import CueReader
from skgeval.annotation.extraction.fragments import fragment_claims
from skgeval.annotation.extraction.noun_phrases import introduce
from skgeval.annotation.extraction.parsing import MODEL, load_model, parse
from skgeval.annotation.extraction.phrases import PhraseReader
from skgeval.annotation.extraction.port import Extraction
from skgeval.annotation.extraction.possession import possession_claims
from skgeval.annotation.extraction.predicates import predicate_claims
from skgeval.annotation.extraction.questions import question_of
from skgeval.annotation.extraction.references import answer_references
from skgeval.annotation.extraction.rereading import verb_lemmas
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.tables import table_claims
from skgeval.annotation.extraction.words import ParsedSentence
from skgeval.annotation.quantities import read_quantities
from skgeval.annotation.text import Document
from skgeval.knowledge.attributes import load_attributes
from skgeval.knowledge.lexicon import load_cue_phrases, load_lexicon
from skgeval.policy import AnnotationPolicy

ENGLISH = frozenset({"en", "und"})
"""Languages that these rules read; "und" is text too short to tell."""
RULES_VERSION = 1
"""Rises when the rules of this package may read a sentence differently."""


class LocalExtractor:
    """Reads English turns; see `Extractor`."""

    name = "local"
    languages = ENGLISH

    def __init__(self) -> None:
        self.model = load_model()
        self._verbs = verb_lemmas(self.model)
        self._lexicon = load_lexicon()
        phrases = load_cue_phrases()
        self._cues = CueReader(phrases)
        self._digest = digest(
            "extractor",
            self.name,
            RULES_VERSION,
            MODEL,
            str(self.model.meta.get("version", "")),
            version("spacy"),
            self._lexicon.digest(),
            phrases.digest(),
        )

    def phrases(self) -> PhraseReader:
        """Return a reader of phrases that stand alone, with the same model and words."""
        return PhraseReader(self.model, self._lexicon, self._verbs, load_attributes())

    def digest(self) -> str:
        """Return what names rules, words, model and parser."""
        return self._digest

    def extract(self, turn: Turn, document: Document, policy: AnnotationPolicy) -> Extraction:
        """Read `document`, the prepared text of `turn` (METHOD.md, section 2).

        Raises:
            ExtractionError: the parser or a rule failed on this text.
        """
        try:
            return self._read(turn, document, policy)
        except Exception as problem:
            # One turn that a rule stumbles over must not stop a stream, and must not pass for a turn without claims.
            raise ExtractionError(extractor=self.name, problem=f"{type(problem).__name__}: {problem}") from problem

    def _read(self, turn: Turn, document: Document, policy: AnnotationPolicy) -> Extraction:
        blocks, cut = chosen_blocks(document.blocks, document.text, policy.max_sentences)
        parsed = parse(msgspec.structs.replace(document, blocks=blocks), self.model, self._verbs, self._lexicon, policy)
        cut = cut or len(parsed) > policy.max_sentences
        scene = Scene(turn.role, document, self._lexicon, policy, read_quantities(document.text))
        claims: list[Claim] = []
        questions: list[Question] = []
        cues: list[Cue] = []
        sentences: list[Sentence] = []
        for sentence in parsed[: policy.max_sentences]:
            clauses, said = self._sentence(sentence, scene)
            question = question_of(sentence, clauses, len(claims), said, scene)
            questions += [question] if question is not None else []
            cues += self._cues.read(sentence, clauses, scene)
            claims += said
            sentences.append(
                Sentence(
                    text=sentence.text,
                    span=scene.span(sentence.start, sentence.end),
                    kind=sentence.kind,
                    question=sentence.question,
                )
            )
        for table in document.tables:
            rows, cells = table_claims(table, scene, len(sentences))
            sentences += rows
            claims += cells
        kept, shortened = chosen_claims(claims, policy.max_claims)
        return Extraction(
            sentences=tuple(sentences),
            claims=tuple(claims[index] for index in kept),
            references=tuple(scene.references),
            questions=tuple(_renumbered(question, kept) for question in questions),
            cues=tuple(cues),
            flags=("sentences_cut",) * cut + ("claims_cut",) * shortened,
        )

    @staticmethod
    def _sentence(sentence: ParsedSentence, scene: Scene) -> tuple[list[Clause], list[Claim]]:
        answer_references(sentence, scene, first=sentence.index == 0)
        introduce(sentence, scene)
        clauses = clauses_of(sentence, scene)
        said: list[Claim] = []
        for clause in sorted(clauses, key=lambda clause: clause.verb.index):
            said += predicate_claims(clause, scene)
        if not said and not any(clause.mood.modality is Modality.IMPERATIVE for clause in clauses):
            said = fragment_claims(sentence, scene)
        said += possession_claims(clauses, scene)
        said += apposition_claims(clauses, scene)
        return clauses, _unique(said)


def _unique(claims: list[Claim]) -> list[Claim]:
    """Drop what two rules read alike."""
    seen: dict[tuple[str, str, str, str, bool, str], None] = {}
    kept: list[Claim] = []
    for claim in claims:
        key = (
            claim.subject.owner + "|" + claim.subject.label + str(claim.subject.reference),
            claim.relation,
            claim.object.owner + "|" + claim.object.label + str(claim.object.reference),
            claim.modality,
            claim.polarity,
            claim.form,
        )
        if key not in seen:
            seen[key] = None
            kept.append(claim)
    return kept


def _renumbered(question: Question, kept: list[int]) -> Question:
    if not question.claims:
        return question
    places = {index: place for place, index in enumerate(kept)}
    return msgspec.structs.replace(
        question, claims=tuple(places[index] for index in question.claims if index in places)
    )
