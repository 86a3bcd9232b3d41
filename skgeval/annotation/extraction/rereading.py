"""A second look at sentences whose verb was taken for a plural noun ("The flight leaves on Monday").

The small model does so with verbs that are rare as verbs. Such a sentence is parsed once more with a verb in that
place that cannot be a noun, and keeps its own words.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from spacy.language import Language
from spacy.pipeline import Lemmatizer
from spacy.tokens import Doc

from skgeval.annotation.extraction.trees import read_words
from skgeval.annotation.extraction.words import Word

_FOLLOWED_BY_PHRASE = frozenset({"IN", "TO", "RB", "RP", ".", ",", "WRB", "RBR"})
_OPENERS = frozenset({"DT", "PRP$", "NN", "NNP", "PRP", "JJ", "NNS", "NNPS", "CD", "VBG"})
_OBJECT_OPENERS = frozenset({"DT", "PRP$", "PRP", "CD"})
_NOUNS = frozenset({"NN", "NNP", "NNS", "NNPS", "VBG", "PRP"})
_SHORTEST = 4
"""Words that a sentence with subject, verb and full stop has at least, counting what follows the verb."""
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})


def verb_lemmas(model: Language) -> frozenset[str]:
    """Return the verbs that the model's lemmatizer knows."""
    lemmatizer = model.get_pipe("lemmatizer")
    if not isinstance(lemmatizer, Lemmatizer):
        return frozenset()
    return frozenset(lemmatizer.lookups.get_table("lemma_index")["verb"])


def misread_verb(words: list[Word], verbs: frozenset[str]) -> int | None:
    """Return the index of a word that must be the verb of a sentence left without one, None where all is well."""
    if len(words) < _SHORTEST:
        return None
    if words[-1].text == "?":
        return _asked_verb(words, verbs)
    opener = words[2] if words[1].text == "," and words[0].pos == "ADV" else words[0]
    complete = any(_has_subject(word) or (word.tag in _FINITE and not _third_person(word)) for word in words)
    if complete or opener.tag not in _OPENERS or words[-1].text not in {".", "!"}:
        return None
    return _stated_verb(words, verbs)


def _stated_verb(words: list[Word], verbs: frozenset[str]) -> int | None:
    """Return the verb of "Multiply the area by two." or "The flight leaves on Monday."."""
    if words[0].pos in {"NOUN", "PROPN", "ADJ"} and words[0].lower in verbs and words[1].tag in _OBJECT_OPENERS:
        return 0
    for before, word in pairwise(words[:-1]):
        unknown = before.index == 0 and before.tag == "JJ"  # "Dropout prevents …"
        if _third_person(word) and (before.tag in _NOUNS or unknown) and base_of(word.lower, verbs) is not None:
            return word.index
    return None


def _asked_verb(words: list[Word], verbs: frozenset[str]) -> int | None:
    """Return the verb of "How much does the ticket cost?", which the parser may take for a second noun."""
    doing = next((word for word in words if word.lower in {"do", "does", "did"} and word.index < len(words) - 2), None)
    if doing is None or any(word.tag == "VB" for word in words[doing.index + 1 :]):
        return None
    last = words[-2]
    named = last.tag in {"NN", "NNP"} and last.lower in verbs
    return last.index if named and words[last.index - 1].tag in _NOUNS else None


def reread(sentences: list[list[Word]], model: Language, verbs: frozenset[str]) -> list[list[Word]]:
    """Return the sentences with their misread verbs put right, the others as they are."""
    places = {at: found for at, words in enumerate(sentences) if (found := misread_verb(words, verbs)) is not None}
    docs = model.pipe([_with_verb(sentences[at], place, model) for at, place in places.items()], batch_size=64)
    for (at, place), doc in zip(list(places.items()), docs, strict=True):
        again = _restored(doc, sentences[at], place, verbs)
        if again is not None:
            sentences[at] = again
    return sentences


def base_of(form: str, verbs: Iterable[str]) -> str | None:
    """Return the verb that `form` is the third person of ("leaves": "leave").

    >>> base_of("treats", {"treat"})
    'treat'
    """
    known = verbs if isinstance(verbs, (frozenset, set)) else frozenset(verbs)
    candidates = [form[:-1]]
    if form.endswith("ies"):
        candidates.append(form[:-3] + "y")
    if form.endswith("es"):
        candidates.append(form[:-2])
    return next((candidate for candidate in candidates if candidate in known), None)


def _has_subject(word: Word) -> bool:
    if word.child("nsubj", "nsubjpass", "expl") is None:
        return False
    return word.tag != "VBG" or any(child.pos == "AUX" and child.tag != "NNS" for child in word.children)


def _third_person(word: Word) -> bool:
    return word.tag in {"NNS", "VBZ"} and word.lower.endswith("s") and word.lemma not in {"be", "have", "do"}


def _with_verb(words: list[Word], place: int, model: Language) -> Doc:
    following = words[place + 1]
    stand_in = "goes" if following.tag in _FOLLOWED_BY_PHRASE else "contains"
    if place == 0:
        stand_in = "Take"
    elif words[-1].text == "?":
        stand_in = "have"
    texts = [stand_in if word.index == place else word.text for word in words]
    spaces = [word.index + 1 < len(words) and words[word.index + 1].start > word.end for word in words]
    return Doc(model.vocab, words=texts, spaces=spaces)


def _restored(doc: Doc, words: list[Word], place: int, verbs: frozenset[str]) -> list[Word] | None:
    sentences = read_words(doc, 0)
    if len(sentences) != 1 or len(sentences[0]) != len(words):
        return None
    again = sentences[0]
    verb = again[place]
    if verb.pos != "VERB" or verb.head is not None or (verb.child("nsubj") is None) == (place > 0):
        return None
    for word, original in zip(again, words, strict=True):
        word.start, word.end = original.start, original.end
        word.text, word.lower = original.text, original.lower
    verb.lemma = verb.lower if verb.lower in verbs else base_of(verb.lower, verbs) or verb.lower
    return again
