"""The normalised name of a noun phrase: which words tell one thing from another, and which only praise it."""

from __future__ import annotations

from schemas.claim import EntityType
from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.knowledge.lexicon import Lexicon

_ENTITY_TYPES = {
    "PERSON": EntityType.PERSON,
    "ORG": EntityType.ORGANIZATION,
    "NORP": EntityType.ORGANIZATION,
    "GPE": EntityType.PLACE,
    "LOC": EntityType.PLACE,
    "FAC": EntityType.PLACE,
    "EVENT": EntityType.EVENT,
    "PRODUCT": EntityType.OBJECT,
    "WORK_OF_ART": EntityType.OBJECT,
    "LAW": EntityType.OBJECT,
    "LANGUAGE": EntityType.CONCEPT,
    "DATE": EntityType.TIME,
    "TIME": EntityType.TIME,
    "MONEY": EntityType.NUMBER,
    "PERCENT": EntityType.NUMBER,
    "QUANTITY": EntityType.NUMBER,
    "CARDINAL": EntityType.NUMBER,
    "ORDINAL": EntityType.NUMBER,
}
NAMES = frozenset({"PERSON", "ORG", "GPE", "LOC", "FAC", "EVENT", "PRODUCT", "WORK_OF_ART", "LAW"})
_SPELLING = {"favourite": "favorite", "colour": "color", "centre": "center", "grey": "gray"}
_LONGEST_NAME = 8
_SHORTEST_TRADE = 6
"""Letters from which an ending like "-man" names a person ("fireman", not "human")."""


def base(word: Word) -> str:
    """Return the form under which a word is compared: names as written, other words as lemmas, in lower case."""
    form = word.lower if word.pos == "PROPN" and word.tag != "NNPS" else word.lemma
    form = form.strip("\"'“”‘’`*_.") or word.lower
    return _SPELLING.get(form, form)


def name_words(word: Word, sentence: ParsedSentence) -> list[Word]:
    """Return the words of the proper name that `word` heads ("University of Oxford"), else nothing."""
    if word.entity not in NAMES or word.pos != "PROPN":
        return []
    left = right = word.index
    while left > 0 and sentence.words[left - 1].entity == word.entity and _of_name(sentence.words[left - 1], word):
        left -= 1
    while right < word.right and sentence.words[right + 1].entity == word.entity:
        right += 1
    words = [
        member
        for member in sentence.between(left, right)
        if member.dep not in {"det", "case", "punct", "appos", "cc"} or member.index == word.index
    ]
    if any(member.dep in {"conj", "appos", "relcl"} and member is not word for member in words):
        return []
    return words[:_LONGEST_NAME] if len(words) <= _LONGEST_NAME else []


def _of_name(before: Word, head: Word) -> bool:
    """Say whether a word is part of the name; an unknown first name may hang elsewhere in the tree."""
    return before.index >= head.left or before.text.istitle()


def compound_words(word: Word) -> list[Word]:
    """Return what is compounded into `word`, in text order, without the word itself."""
    found: list[Word] = []
    for child in word.children:
        if child.dep == "compound" or (child.dep == "nsubj" and child.index == word.index - 1):
            # A noun right before the head is part of its name, even where the parser saw a subject.
            joined = [other for other in child.children if other.dep == "conj" and other.index < word.index]
            qualities = [inner for inner in child.children if inner.dep == "amod" and inner.index < child.index]
            found += [*qualities, *compound_words(child), child, *joined]
    return found


def entity_type(word: Word, label: str, lexicon: Lexicon) -> EntityType:
    """Return what sort of thing a noun names: the recogniser's word for names, the lexicon's for common nouns."""
    return noun_type(word.pos, word.entity, base(word), label, lexicon)


def noun_type(pos: str, entity: str, head: str, label: str, lexicon: Lexicon) -> EntityType:
    """Return the same of a noun by its part of speech, what the recogniser says of it, its lemma and its phrase."""
    known = _ENTITY_TYPES.get(entity)
    if pos == "PROPN" and known is not None:
        return known
    for nouns, kind in (
        (lexicon.male_nouns, EntityType.PERSON),
        (lexicon.female_nouns, EntityType.PERSON),
        (lexicon.person_nouns, EntityType.PERSON),
        (lexicon.place_nouns, EntityType.PLACE),
        (lexicon.event_nouns, EntityType.EVENT),
        (lexicon.organization_nouns, EntityType.ORGANIZATION),
        (lexicon.condition_nouns, EntityType.CONDITION),
        (lexicon.object_nouns, EntityType.OBJECT),
        (lexicon.animal_nouns, EntityType.OBJECT),
        (lexicon.time_nouns, EntityType.TIME),
    ):
        if head in nouns or label in nouns:
            return kind
    if pos == "NOUN" and _person(head):
        return EntityType.PERSON
    return known or EntityType.CONCEPT


def _person(head: str) -> bool:
    return len(head) >= _SHORTEST_TRADE and head.endswith(("man", "woman", "person", "ician", "ologist"))


def gender(word: Word, kind: EntityType, lexicon: Lexicon) -> str:
    """Return "m", "f", "p" for a person of either gender, "n" for a thing, "" for a name of who knows what."""
    head = base(word)
    if head in lexicon.male_nouns:
        return "m"
    if head in lexicon.female_nouns:
        return "f"
    if kind is EntityType.PERSON or head in lexicon.animal_nouns:
        return "p"
    return "" if word.pos == "PROPN" and kind is EntityType.CONCEPT else "n"
