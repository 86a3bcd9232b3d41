"""What a negation word reaches: the verb, a part of it ("not always"), or nothing ("not only")."""

from __future__ import annotations

import msgspec

from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.knowledge.lexicon import Lexicon

_CARRIERS = frozenset({"neg", "advmod", "preconj", "det", "cc", "npadvmod", "dep"})

_ASIDES = frozenset({"doubt", "problem", "worries", "question", "wonder", "trouble"})
"""What "no" may stand before without denying the clause beside it."""


class Negation(msgspec.Struct, frozen=True):
    """How often a predicate is negated; `partial` is the word that limits it ("always" in "not always")."""

    count: int = 0
    partial: str = ""

    @property
    def odd(self) -> bool:
        """Say whether the negations leave a negative."""
        return self.count % 2 == 1


def negation(word: Word, sentence: ParsedSentence, lexicon: Lexicon) -> Negation:
    """Read the negations that hang on a predicate (METHOD.md, section 2: polarity has a scope)."""
    count, partial = 0, ""
    predicate = word.pos in {"VERB", "AUX"}
    for child in word.children:
        if child.dep not in _CARRIERS or (child.index > word.index and not predicate):
            continue  # "Canberra, not Sydney" does not deny Canberra
        if child.lower in lexicon.negators and not (child.lower == "no" and child.dep in {"det", "advmod"}):
            follower = _next(child, sentence)
            if follower in lexicon.focus_words or child.has(*lexicon.focus_words) or _rhetorical(child, sentence):
                continue
            if child.lower == "neither" and child.dep in {"preconj", "cc", "det"} and not word.has("nor"):
                continue
            count += 1
            if follower in lexicon.partial_words:
                partial = follower
        elif child.dep in {"advmod", "npadvmod", "neg"} and _negated_adverb(child):
            count += 1
    return Negation(count, partial)


def _negated_adverb(word: Word) -> bool:
    """Say whether an adverb holds the negation ("no longer", "hardly ever"); "no problem, …" is a turn of speech."""
    denies = any(child.lower in {"no", "hardly", "barely", "scarcely", "never"} for child in word.children)
    return denies and word.pos != "NOUN" and word.lower not in _ASIDES


def _rhetorical(word: Word, sentence: ParsedSentence) -> bool:
    """Say whether a negation denies nothing ("why not try …", "whether or not", "no wonder")."""
    before = sentence.words[word.index - 1].lower if word.index > 0 else ""
    return word.lower in {"not", "no"} and (before in {"why", "or"} or _next(word, sentence) in _ASIDES)


def _next(word: Word, sentence: ParsedSentence) -> str:
    return sentence.words[word.index + 1].lower if word.index + 1 < len(sentence.words) else ""
