"""One clause as the rules see it."""

from __future__ import annotations

import msgspec

from schemas.claim import Mention, TimeScope
from skgeval.annotation.extraction.links import Link
from skgeval.annotation.extraction.modality import Mood
from skgeval.annotation.extraction.words import ParsedSentence, Word


class Clause(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A predicate with all that its claims share.

    `denied` is the clause's own negation, `negated` includes those raised from outside ("I don't think it is").
    `delegates` says that an inner verb carries the meaning ("failed to finish", "used to live").
    """

    sentence: ParsedSentence
    verb: Word
    lemma: str
    link: Link
    subjects: tuple[Mention, ...]
    subject_words: tuple[Word, ...]
    passive: bool
    expletive: bool
    implied: bool
    denied: bool
    negated: bool
    partial: str
    mood: Mood
    auxiliaries: tuple[Word, ...]
    time: TimeScope
    qualifiers: tuple[str, ...]
    delegates: bool
    outer: Mood = Mood()
