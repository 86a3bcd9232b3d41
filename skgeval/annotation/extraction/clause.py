"""One clause as the rules see it, and what is known of it before its mood."""

from __future__ import annotations

import msgspec

from schemas.claim import Mention, TimeScope
from skgeval.annotation.extraction.control import Controlled
from skgeval.annotation.extraction.links import Link
from skgeval.annotation.extraction.modality import Mood
from skgeval.annotation.extraction.negation import Negation
from skgeval.annotation.extraction.words import ParsedSentence, Word


class Clause(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A predicate with all that its claims share.

    `denied` is the clause's own negation, `negated` includes those raised from outside ("I don't think it is").
    `outer` is the mood that the clause stands in, `mood` that and its own. `delegates` says that an inner verb carries
    the meaning ("failed to finish", "used to live").
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
    mood: Mood
    auxiliaries: tuple[Word, ...]
    time: TimeScope
    qualifiers: tuple[str, ...]
    delegates: bool
    outer: Mood = Mood()


class Draft(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A predicate, its tie to its governor, and its subjects: all that its mood and time are read from.

    `shares` says that it has auxiliary and negation of the clause it is joined to.
    """

    sentence: ParsedSentence
    verb: Word
    link: Link
    governor: Clause | None
    control: Controlled | None
    auxiliaries: tuple[Word, ...]
    shares: bool
    denial: Negation
    subjects: tuple[Mention, ...] = ()
    subject_words: tuple[Word, ...] = ()
    passive: bool = False
    implied: bool = False
    expletive: bool = False
