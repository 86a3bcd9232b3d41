"""What the rules share while one turn is read: who speaks, its quantities, and the references found so far."""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from schemas.annotation import Reference, ReferenceKind
from schemas.claim import ASSISTANT, USER, EntityType, Mention, Quantity, Span
from schemas.turn import Role
from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.annotation.text import Document
from skgeval.knowledge.lexicon import Lexicon
from skgeval.policy import AnnotationPolicy

_RECENT = 24
"""Nouns of the turn that a pronoun may still mean; bounds the look-back of each pronoun."""


_SALIENCE = {"nsubj": 3.0, "nsubjpass": 3.0, "dobj": 2.0, "attr": 2.0, "ROOT": 2.0}
"""How much a noun is what the text is about, by its place in the sentence; others count 1."""


class Candidate:
    """A noun that a later pronoun of the turn may stand for."""

    __slots__ = ("gender", "mention", "salience", "sentence", "word")

    def __init__(self, mention: Mention, gender: str, sentence: int, word: Word) -> None:
        self.mention = mention
        self.gender = gender
        self.sentence = sentence
        self.word = word
        self.salience = _SALIENCE.get(word.dep, 1.0)


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What the words of a reference tell of what they mean; the fields are those of `Reference`."""

    gender: str = ""
    plural: bool = False
    position: int = 0
    head: str = ""
    antecedent: Mention | None = None


PLAIN = Hint()


class Scene:
    """The collector of one `extract` call; it lives no longer and is handed to no one else."""

    def __init__(
        self,
        role: Role,
        document: Document,
        lexicon: Lexicon,
        policy: AnnotationPolicy,
        quantities: tuple[tuple[int, int, Quantity], ...],
    ) -> None:
        self.role = role
        self.speaker, self.addressee = _participants(role)
        self.document = document
        self.lexicon = lexicon
        self.policy = policy
        self.references: list[Reference] = []
        self.candidates: list[Candidate] = []
        self.mentions: dict[tuple[int, int], Mention | None] = {}
        self._quantities = quantities
        self._ends = [end for _, end, _ in quantities]

    def span(self, start: int, end: int) -> Span:
        """Return clean offsets as a span of the turn's text."""
        return self.document.span(start, end)

    def refer(
        self, kind: ReferenceKind, sentence: ParsedSentence, words: tuple[Word, ...], hint: Hint = PLAIN
    ) -> int | None:
        """Record words that point outside their sentence and return their index; None once the turn's bound is met."""
        if len(self.references) >= self.policy.max_references:
            return None
        first, last = words[0], words[-1]
        self.references.append(
            Reference(
                kind=kind,
                text=self.document.text[first.start : last.end],
                sentence=sentence.index,
                span=self.span(first.start, last.end),
                gender=hint.gender,
                plural=hint.plural,
                position=hint.position,
                head=hint.head,
                antecedent=hint.antecedent,
            )
        )
        return len(self.references) - 1

    def quantity(self, start: int, end: int) -> tuple[int, int, Quantity] | None:
        """Return the first quantity that overlaps the clean offsets `start`..`end`."""
        at = bisect_left(self._ends, start + 1)
        if at < len(self._quantities) and self._quantities[at][0] < end:
            return self._quantities[at]
        return None

    def remember(self, mention: Mention, gender: str, sentence: int, word: Word) -> None:
        """Keep a noun as what a later pronoun may mean."""
        self.candidates.append(Candidate(mention, gender, sentence, word))
        del self.candidates[:-_RECENT]


def participant(label: str, text: str) -> Mention:
    """Return the mention of a participant of the conversation."""
    return Mention(text=text, label=label, head=label, type=EntityType.PERSON, proper=True, definite=True)


def _participants(role: Role) -> tuple[str, str]:
    return (USER, ASSISTANT) if role in {Role.USER, Role.SYSTEM} else (ASSISTANT, USER)
