"""When and how often a clause holds: tense, time expressions, frequency."""

from __future__ import annotations

import msgspec

from schemas.claim import Tense, TimeScope
from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.knowledge.lexicon import Lexicon

_PERFECT = frozenset({"have", "has", "'ve", "'s", "had", "’ve", "’s", "ve"})
_FUTURE = frozenset({"will", "'ll", "wo", "shall", "’ll", "ll"})
_LONGEST = 8
"""Words kept of a time expression; a longer one is a clause and says little by its words."""


def tense(word: Word, auxiliaries: tuple[Word, ...]) -> Tense:
    """Return the tense that a verb and its auxiliaries express."""
    forms = {auxiliary.lower for auxiliary in auxiliaries}
    if forms & _FUTURE:
        return Tense.FUTURE
    if any(auxiliary.lemma == "have" for auxiliary in auxiliaries) and forms & _PERFECT:
        return Tense.PAST if "had" in forms else Tense.PERFECT
    if any(auxiliary.tag == "VBD" for auxiliary in auxiliaries) or (word.tag == "VBD"):
        return Tense.PAST
    if word.tag == "VBN" and not auxiliaries:
        return Tense.PAST
    return Tense.PRESENT


def time_scope(
    words: tuple[Word, ...], when: Tense, sentence: ParsedSentence, lexicon: Lexicon, inherited: TimeScope
) -> TimeScope:
    """Return the scope of a clause from what hangs on its predicate and complements (`words`)."""
    expressions: list[str] = list(inherited.expressions)
    frequency = inherited.frequency
    for word in words:
        for child in word.children:
            if child.dep == "advmod" and child.lower in lexicon.frequencies and child.lower != "ever":
                frequency = child.lower
            elif is_time(child, lexicon):
                for part in nested_times(child, lexicon):
                    phrase = time_phrase(part, sentence)
                    frequency = _repeated(part, phrase) or frequency
                    expressions.append(phrase)
    return TimeScope(tense=when, expressions=tuple(sorted(set(expressions))), frequency=frequency)


def is_time(word: Word, lexicon: Lexicon) -> bool:
    """Say whether a dependent tells when: "now", "last year", "on Mondays", "for two years", "when it rains"."""
    if word.dep in {"npadvmod", "tmod"}:
        measured = word.child("nummod") is not None and not word.has("every", "each", "this", "last", "next")
        return _temporal_noun(word, lexicon) and not measured
    if word.dep == "advmod":
        return word.lower in lexicon.time_adverbs
    if word.dep == "prep":
        if word.lower in {"before", "after", "since", "upon", "while", "when"} and word.child("pcomp") is not None:
            return True
        if word.lower == "during":
            return True
        return word.lower in lexicon.time_prepositions and any(
            child.dep in {"pobj", "pcomp"} and _temporal_noun(child, lexicon) for child in word.children
        )
    return False


def nested_times(word: Word, lexicon: Lexicon) -> list[Word]:
    """Return a time phrase and those that the parser hung inside it ("at 3 pm" and "on Friday")."""
    found = [word]
    for part in found:
        for noun in part.all("pobj"):
            found += [prep for prep in noun.all("prep") if is_time(prep, lexicon)]
    return found


def time_phrase(word: Word, sentence: ParsedSentence) -> str:
    """Return a time expression as words in lower case, without a further time phrase inside it."""
    noun = word.child("pobj")
    inner = noun.child("prep") if noun is not None else None
    right = inner.index - 1 if inner is not None and inner.lower != "of" else word.right
    words = [member for member in sentence.between(word.left, right) if member.pos not in {"PUNCT", "SPACE"}]
    return " ".join(member.lower for member in words[:_LONGEST])


def _temporal_noun(word: Word, lexicon: Lexicon) -> bool:
    if word.entity in {"DATE", "TIME"}:
        return True
    return word.lemma in lexicon.time_nouns and word.entity not in {"PERSON", "ORG", "GPE"}


def _repeated(word: Word, phrase: str) -> str:
    if any(phrase.startswith(opening) for opening in ("every ", "each ", "once ", "twice ")):
        return phrase
    return "weekly" if word.dep == "prep" and word.lower == "on" and phrase.endswith("days") else ""


def shifted(scope: TimeScope, when: Tense) -> TimeScope:
    """Return the same scope in another tense."""
    return msgspec.structs.replace(scope, tense=when)
