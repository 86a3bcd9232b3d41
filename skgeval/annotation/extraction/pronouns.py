"""Pronouns: the participants, the open references, and the antecedents found inside the same turn."""

from __future__ import annotations

import msgspec

from schemas.annotation import ReferenceKind
from schemas.claim import EntityType, Mention
from skgeval.annotation.extraction.scene import Candidate, Hint, Scene, participant
from skgeval.annotation.extraction.words import ParsedSentence, Word

_FIRST = frozenset(["i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves"])
_SECOND = frozenset(["you", "your", "yours", "yourself", "yourselves", "ya", "u", "ur"])
_POSSESSED = frozenset({"mine", "ours", "yours"})
_THIRD = {
    **dict.fromkeys(("he", "him", "his", "himself"), "m"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "f"),
    **dict.fromkeys(("it", "its", "itself"), "n"),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), "they"),
}
_GENDERS = {"m": "m", "f": "f", "n": "n", "they": "n"}
_SPOKEN_FOR = {"m": "he", "f": "she", "n": "it", "they": "they"}
_POINTING = {"this": False, "that": False, "these": True, "those": True}
_ORDINALS = {
    word: place
    for place, word in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], start=1
    )
} | {"last": -1, "latter": -1, "former": 1}
_LEFT_OPEN = frozenset(["one", "ones", "any", "none", "some", "many", "much", "another", "both", "neither"])
_FADING = 1.5
"""Salience that a noun loses per sentence: a subject outlasts the next sentence's prepositional phrases."""
_LOOK_BACK = 3
"""Sentences that a pronoun may look back inside its turn."""


def is_pronoun(word: Word) -> bool:
    """Say whether a word stands for a noun named elsewhere."""
    if word.lower in _POSSESSED and not word.all("det", "poss", "amod"):
        return True
    if word.child("prep") is not None and word.lower in _LEFT_OPEN and word.has("of"):
        return False  # "some of the films" are films
    if word.noun and word.lower not in {"mine", "i"}:
        return word.lower in {"one", "ones"} and bool(word.all("det", "amod"))
    return (
        word.tag in {"PRP", "PRP$", "WP", "WP$", "WDT", "EX"}
        or (word.pos in {"PRON", "DET"} and word.dep != "det")
        or (word.lower in _LEFT_OPEN and word.child("prep") is None)
        or (word.lower in _ORDINALS and word.pos in {"ADJ", "ADV"} and word.dep in _NOMINAL)
    )


_NOMINAL = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr", "ROOT", "conj"})


def pronoun_mention(word: Word, sentence: ParsedSentence, scene: Scene) -> Mention | None:
    """Return the mention of a pronoun: a participant, a quantifier over things, or an open reference."""
    lower = word.lower
    if word.has("how") or _joins(word):
        return None
    if lower in _POSSESSED:
        return _possessed(word, sentence, scene)
    if lower in _FIRST or lower in _SECOND:
        return participant(scene.speaker if lower in _FIRST else scene.addressee, word.text)
    if lower in _THIRD:
        return _third(word, _THIRD[lower], sentence, scene)
    return _indefinite(word, scene) or _open(word, sentence, scene)


def _open(word: Word, sentence: ParsedSentence, scene: Scene) -> Mention | None:
    """Read words that only earlier turns can fill: "that", "the second one", "any"."""
    lower = word.lower
    if lower in _POINTING:
        plural = _POINTING[lower]
        index = scene.refer(ReferenceKind.DEMONSTRATIVE, sentence, (word,), Hint(gender="n", plural=plural))
        return Mention(text=word.text, label=lower, head=lower, plural=plural, definite=True, reference=index)
    if lower in _ORDINALS or (lower in {"one", "ones"} and word.all("amod", "det")):
        return _ordinal(word, sentence, scene)
    if lower not in _LEFT_OPEN:
        return None
    index = scene.refer(ReferenceKind.ELLIPSIS, sentence, (word,), Hint(plural=lower in {"many", "some", "ones"}))
    quantifier = "no" if lower in {"none", "neither"} else lower
    return Mention(text=word.text, label=lower, head=lower, quantifier=quantifier, reference=index)


def _possessed(word: Word, sentence: ParsedSentence, scene: Scene) -> Mention:
    """Read "mine" as the speaker's own of what the other's was just called ("your favorite colour")."""
    owner = scene.speaker if word.lower in _FIRST else scene.addressee
    for candidate in reversed(scene.candidates):
        other = candidate.mention
        if sentence.index - candidate.sentence <= 1 and other.owner and other.owner != owner:
            return msgspec.structs.replace(other, text=word.text, owner=owner, reference=None)
    index = scene.refer(ReferenceKind.ELLIPSIS, sentence, (word,))
    return Mention(text=word.text, label="", owner=owner, definite=True, reference=index)


def _joins(word: Word) -> bool:
    """Say whether "that" merely joins a dependent clause and points at nothing."""
    head = word.head
    return word.lower == "that" and head is not None and head.dep in {"relcl", "ccomp"} and word.index == head.left


def _indefinite(word: Word, scene: Scene) -> Mention | None:
    """Read quantifiers over things and people: "nothing", "anyone", "everybody", and the generic "one"."""
    quantifier = _quantifier(word, scene)
    if not quantifier:
        return None
    person = word.lower in scene.lexicon.person_pronouns or word.lower == "one"
    label = "person" if person else "thing"
    kind = EntityType.PERSON if person else EntityType.CONCEPT
    modifiers = tuple(child.lower for child in word.all("amod"))
    return Mention(text=word.text, label=label, head=label, type=kind, quantifier=quantifier, modifiers=modifiers)


def _quantifier(word: Word, scene: Scene) -> str:
    lower, words = word.lower, scene.lexicon
    if lower in words.negative_pronouns and word.child("prep") is None:
        return "no"
    if lower in words.any_pronouns:
        return "any" if lower.startswith("any") else "some"
    generic = lower == "one" and word.dep == "nsubj" and word.head is not None
    if generic and word.head is not None and any(helper.tag == "MD" for helper in word.head.all("aux")):
        return "any"
    return "all" if lower in words.every_pronouns else ""


def _ordinal(word: Word, sentence: ParsedSentence, scene: Scene) -> Mention:
    """Read "the second one", "the last", "the red one": a place or a property among things named before."""
    qualities = [child for child in word.children if child.dep in {"amod", "nummod"}]
    position = _ORDINALS.get(word.lower, 0)
    for quality in qualities:
        position = position or _ORDINALS.get(quality.lower, 0)
    kind = ReferenceKind.ORDINAL if position else ReferenceKind.ELLIPSIS
    others = tuple(child.lower for child in qualities if child.lower not in _ORDINALS)
    known = _ordered_noun(word, position, sentence)
    if known is not None:
        label = f"{word.lower} {known.lemma}"
        return Mention(text=word.text, label=label, head=known.lemma, modifiers=(word.lower,), definite=True)
    first = min([word, *word.all("det", "amod")], key=lambda member: member.index)
    index = scene.refer(kind, sentence, (first, word), Hint(position=position, head=" ".join(others)))
    return Mention(
        text=scene.document.text[first.start : word.end],
        label=word.lower if not others else " ".join([*others, word.lower]),
        head=word.lower,
        modifiers=others,
        definite=word.has("the", "that", "this"),
        reference=index,
    )


def _ordered_noun(word: Word, position: int, sentence: ParsedSentence) -> Word | None:
    """Return the noun that "the second" leaves out where the sentence itself names the first ("the first value")."""
    if not position or word.lower not in _ORDINALS:
        return None
    for noun in sentence.words[: word.index]:
        if noun.noun and any(child.lower in _ORDINALS for child in noun.all("amod")):
            return noun
    return None


def _third(word: Word, gender: str, sentence: ParsedSentence, scene: Scene) -> Mention:
    antecedent = _antecedent(word, gender, sentence, scene)
    plural = gender == "they"
    hint = Hint(gender="" if plural else gender, plural=plural, antecedent=antecedent)
    index = scene.refer(ReferenceKind.PRONOUN, sentence, (word,), hint)
    kind = EntityType.PERSON if gender in {"m", "f"} else EntityType.CONCEPT
    named = Mention(
        text=word.text, label=word.lower, head=word.lower, type=kind, definite=True, plural=plural, reference=index
    )
    if word.dep in {"nsubj", "nsubjpass"}:
        # What a subject pronoun means stays what the text is about, even where that lies in an earlier turn.
        scene.remember(antecedent or named, _GENDERS[gender], sentence.index, word)
    return named


def _antecedent(word: Word, gender: str, sentence: ParsedSentence, scene: Scene) -> Mention | None:
    """Return the noun meant, if this turn names a compatible one: salient before others, near before far."""
    best: tuple[float, int] | None = None
    chosen: Mention | None = None
    for candidate in scene.candidates:
        distance = sentence.index - candidate.sentence
        if distance > _LOOK_BACK or not _compatible(gender, candidate):
            continue
        if candidate.mention.reference is not None and candidate.mention.label != _SPOKEN_FOR.get(gender):
            continue
        if distance == 0 and (candidate.word.index > word.index or _same_clause(word, candidate.word)):
            continue
        rank = (candidate.salience - _FADING * distance, -distance)
        if best is None or rank > best:
            best, chosen = rank, candidate.mention
    return chosen if chosen is not None and chosen.reference is None else None


def _compatible(gender: str, candidate: Candidate) -> bool:
    if gender == "they":
        return candidate.mention.plural or candidate.mention.type is EntityType.ORGANIZATION
    if candidate.mention.plural:
        return False
    if candidate.gender == "":
        return True
    if gender == "n":
        return candidate.gender == "n" or candidate.mention.head in {"dog", "cat", "pet", "baby"}
    return candidate.gender in {gender, "p"}


def _same_clause(word: Word, noun: Word) -> bool:
    """Say whether a noun is out of reach: an object never means the subject of its own verb ("Tom saw him")."""
    return word.dep != "poss" and word.head is not None and word.head is noun.head
