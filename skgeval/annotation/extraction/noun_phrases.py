"""From a noun and what hangs on it to a `Mention`: name, modifiers, owner, type, quantifier (METHOD.md, section 2)."""

from __future__ import annotations

import re

import msgspec

from schemas.annotation import ReferenceKind
from schemas.claim import EntityType, Mention, Quantity, QuantityRole
from skgeval.annotation.extraction.labels import NAMES, base, compound_words, entity_type, gender, name_words
from skgeval.annotation.extraction.pronouns import is_pronoun, pronoun_mention
from skgeval.annotation.extraction.scene import Hint, Scene
from skgeval.annotation.extraction.words import ParsedSentence, Word

_DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_POINTING = frozenset({"this", "that", "these", "those"})
_MEASURED = frozenset({"nummod", "quantmod", "compound", "amod", "advmod", "det", "nmod", "npadvmod"})
_LEFT_OUT = frozenset({"own", "same", "such", "certain", "various", "several", "many", "few", "much", "more", "most"})
_NOMINAL = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr", "conj", "ROOT", "appos", "dative"})
_DEPTH = 4
_INSIDE_NAME = re.compile(r"(?:[^\W\d_]|[^\W_][-/]|\.)$")
"""What stands right before a number that is part of a name ("order R-2207", "room G.04")."""


def mention(word: Word, sentence: ParsedSentence, scene: Scene, depth: int = 0) -> Mention | None:
    """Return the thing that `word` names, or None for question words and fillers; built once per word."""
    key = (sentence.index, word.index)
    if key not in scene.mentions:
        scene.mentions[key] = (
            pronoun_mention(word, sentence, scene) if is_pronoun(word) else _noun(word, sentence, scene, depth)
        )
    return scene.mentions[key]


def introduce(sentence: ParsedSentence, scene: Scene) -> None:
    """Name the sentence's nouns in text order, so that a pronoun finds whatever stands before it."""
    for word in sentence.words:
        if (
            not word.noun
            or word.dep not in _NOMINAL
            or _predicated(word)
            or is_pronoun(word)
            or _turn_of_speech(word, scene)
        ):
            continue
        named = mention(word, sentence, scene)
        if named is None or named.quantifier == "no" or named.type in {EntityType.TIME, EntityType.NUMBER}:
            continue
        scene.remember(named, gender(word, named.type, scene.lexicon), sentence.index, word)


def _predicated(word: Word) -> bool:
    """Say whether a noun is what something is said to be: no second thing that a pronoun could mean."""
    return word.dep == "attr" and word.head is not None and word.head.child("nsubj") is not None


def _turn_of_speech(word: Word, scene: Scene) -> bool:
    return (
        word.dep == "pobj"
        and word.head is not None
        and f"{word.head.lower} {word.lemma}" in scene.lexicon.discourse_phrases
    )


def quantity_of(word: Word, sentence: ParsedSentence, scene: Scene) -> Quantity | None:
    """Return the quantity stated by a noun phrase ("four moons", "12 months", "a 12-month warranty")."""
    if word.pos == "PROPN" and word.entity in NAMES:
        return None  # "the Graz 99ers" count nothing
    left = min((child.left for child in word.children if child.dep in _MEASURED), default=word.index)
    first = sentence.words[min(left, word.index)]
    found = scene.quantity(first.start, word.end)
    if found is None or not _at_word(found[0], scene):
        return None
    return found[2]


def _at_word(start: int, scene: Scene) -> bool:
    """Say whether a number stands for itself; one inside a name ("room G.04") states no quantity."""
    return _INSIDE_NAME.search(scene.document.text, max(0, start - 2), start) is None


def of_quantity(word: Word, sentence: ParsedSentence, scene: Scene) -> Quantity | None:
    """Return the quantity that a noun is said to amount to ("a population of 370,000")."""
    for prep in word.children:
        if prep.dep == "prep" and prep.lower == "of":
            for inner in prep.children:
                quantity = quantity_of(inner, sentence, scene) if inner.dep == "pobj" else None
                counted = quantity is not None and quantity.role is QuantityRole.COUNT
                if quantity is not None and not (counted and base(word) in scene.lexicon.person_nouns):
                    return quantity
    return None


def _noun(word: Word, sentence: ParsedSentence, scene: Scene, depth: int) -> Mention | None:
    through = _transparent(word, sentence, scene, depth) or _said_name(word, sentence, scene, depth)
    if through is not None:
        return through
    named = name_words(word, sentence)
    owner, owner_reference = _owner(word, sentence, scene, depth, inside={member.index for member in named})
    praise = scene.lexicon.evaluative_adjectives
    modifiers = _modifiers(word, sentence)
    if named:
        parts = [base(member) for member in named]
    else:
        left = sorted([*compound_words(word), *_adjectives(word)], key=lambda member: member.index)
        left = [member for member in left if not _inside_amount(member, word, scene)]
        parts = [base_modifier(member) for member in left if member.lower not in praise]
        parts += [base(word), *_identifiers(word)]
        if word.dep in {"nsubj", "nsubjpass"} and word.pos == "NOUN":
            parts += [modifier for modifier in modifiers if " " in modifier]
    label = " ".join(part for part in parts if part)
    quantifier, reference = _determiner(word, sentence, scene)
    return Mention(
        text=_shown(word, sentence, scene),
        label=label or word.lower,
        head=base(word),
        modifiers=tuple(modifiers),
        owner=owner,
        type=entity_type(word, label, scene.lexicon),
        proper=word.pos == "PROPN",
        definite=word.pos == "PROPN" or bool(owner) or word.has(*_DEFINITE),
        plural=word.tag in {"NNS", "NNPS"},
        quantifier=quantifier,
        reference=reference,
        owner_reference=owner_reference,
    )


def _inside_amount(member: Word, word: Word, scene: Scene) -> bool:
    """Say whether a modifier is the unit of an amount before the noun: a 24-month warranty is no "month warranty"."""
    amount = scene.quantity(member.start, member.end)
    return amount is not None and amount[0] < member.start and amount[1] <= word.start


def base_modifier(word: Word) -> str:
    """Return a modifier as compared: nouns by lemma ("return fee"), adjectives as written ("largest")."""
    head = word.head
    opens = head is not None and word.index == head.left and head.dep in {"nsubj", "nsubjpass"}
    if word.tag == "VBG" and opens and head is not None and not [c for c in head.all("compound") if c is not word]:
        return word.lemma  # "Skipping breakfast" is read as a modified noun, and means "to skip breakfast"
    return base(word) if word.noun or word.tag == "JJ" else word.lower


def _adjectives(word: Word) -> list[Word]:
    """Return the qualities before a noun, both halves of a double one ("British-American") included."""
    found: list[Word] = []
    for child in word.children:
        if child.dep not in {"amod", "nmod"} or child.index > word.index or child.lower in _LEFT_OUT:
            continue
        if child.pos in {"ADJ", "NOUN", "PROPN", "VERB", "ADV"} and any(letter.isalpha() for letter in child.text):
            found += [*child.all("amod"), child]
    return found


def _identifiers(word: Word) -> list[str]:
    """Numbers and letters that stand after the head tell things apart: "ticket 4100", "library B"."""
    return [child.lower for child in word.children if child.index > word.index and child.dep == "nummod"]


def _modifiers(word: Word, sentence: ParsedSentence) -> list[str]:
    """Everything that restricts a noun, phrases included ("from billing", "who smoke")."""
    found: list[str] = []
    for child in word.children:
        if child.dep in {"amod", "nmod"} and child.pos in {"ADJ", "NOUN", "PROPN", "VERB", "ADV"}:
            found.append(base_modifier(child))
        elif child.dep == "compound":
            found += [*(base_modifier(member) for member in compound_words(child)), base(child)]
        elif child.dep == "prep" and child.lower != "of" and child.index > word.index:
            inner = child.child("pobj")
            if inner is not None and inner.entity not in {"DATE", "TIME"}:
                found.append(" ".join([child.lower, *(base(part) for part in compound_words(inner)), base(inner)]))
        elif child.dep in {"relcl", "acl"} and sentence.words[child.left - 1].text != ",":
            inner = child.child("dobj", "pobj", "attr", "acomp")
            opening = "to" if child.infinitive else "that"
            found.append(" ".join([opening, child.lemma, *([base(inner)] if inner is not None else [])]))
    return found


def _transparent(word: Word, sentence: ParsedSentence, scene: Scene, depth: int) -> Mention | None:
    """See through "a kind of", "two cups of", "one of the" to the thing itself."""
    if base(word) not in scene.lexicon.transparent_heads or depth >= _DEPTH:
        return None
    for prep in word.children:
        if prep.dep == "prep" and prep.lower == "of":
            inner = prep.child("pobj")
            within = mention(inner, sentence, scene, depth + 1) if inner is not None else None
            if within is not None:
                negated = word.has("no", "not") or word.lower == "none"
                return msgspec.structs.replace(
                    within, text=_shown(word, sentence, scene), quantifier="no" if negated else base(word)
                )
    return None


def _said_name(word: Word, sentence: ParsedSentence, scene: Scene, depth: int) -> Mention | None:
    """See through "the name Smith" to Smith."""
    said = word.child("appos")
    if base(word) not in scene.lexicon.naming_nouns or depth >= _DEPTH or not word.has("the"):
        return None
    if said is None and word.index + 1 < len(sentence.words):
        said = sentence.words[word.index + 1]
    if said is None or said.pos != "PROPN":
        return None
    return mention(said, sentence, scene, depth + 1)


def _owner(word: Word, sentence: ParsedSentence, scene: Scene, depth: int, inside: set[int]) -> tuple[str, int | None]:
    """Return whose it is: "X's", "my", or what follows "of"."""
    holder = _holder(word, inside) if depth < _DEPTH else None
    if holder is None:
        return "", None
    if holder.pos == "NUM" or (holder.dep == "pobj" and quantity_of(holder, sentence, scene) is not None):
        # "The author of 1984" has a title for owner, "a total of 50" has none.
        titled = holder.pos == "NUM" and base(word) in scene.lexicon.person_nouns
        return (holder.lower if titled else ""), None
    owner = mention(holder, sentence, scene, depth + 1)
    if owner is None:
        return "", None
    if owner.reference is not None and is_pronoun(holder):
        return "", owner.reference
    return owner.label, None


def _holder(word: Word, inside: set[int]) -> Word | None:
    possessive = word.child("poss")
    if possessive is not None:
        return possessive
    of = [prep for prep in word.all("prep") if prep.lower == "of" and prep.index not in inside]
    return of[0].child("pobj") if of else None


def _determiner(word: Word, sentence: ParsedSentence, scene: Scene) -> tuple[str, int | None]:
    quantifier, reference = ("no" if _shared_denial(word) else ""), None
    for child in word.children:
        if child.dep in {"det", "predet", "amod", "neg", "preconj", "nummod"}:
            if child.lower in {"no", "neither", "zero"}:
                quantifier = "no"
            elif child.lower in scene.lexicon.quantifiers and child.dep != "nummod":
                quantifier = _limited(child, sentence) or quantifier or child.lower
            elif child.dep == "det" and child.lower in _POINTING and word.pos == "NOUN":
                kind = gender(word, EntityType.CONCEPT, scene.lexicon)
                hint = Hint(gender=kind, plural=word.tag == "NNS", head=base(word))
                reference = scene.refer(ReferenceKind.DEMONSTRATIVE, sentence, (child, word), hint)
    return quantifier, reference


def _limited(quantifier: Word, sentence: ParsedSentence) -> str:
    """Read "not all" as a quantifier of its own, and "not (too) many" as few."""
    start = max(0, min(quantifier.left, quantifier.index - 1))
    if not any(word.lower == "not" for word in sentence.between(start, quantifier.index)):
        return ""
    return "few" if quantifier.lower in {"many", "much"} else "not all"


def _shared_denial(word: Word) -> bool:
    """Say whether a denial before it covers the noun too ("neither Tom nor Anna", "no eggs or milk")."""
    head = word.head
    while head is not None and word.dep == "conj":
        if head.has("or", "nor") and head.has("no", "neither"):
            return True
        word, head = head, head.head
    return False


def _shown(word: Word, sentence: ParsedSentence, scene: Scene) -> str:
    """Return the phrase as written, without what follows a long way after."""
    left = min((child.left for child in word.children if child.index < word.index), default=word.index)
    return scene.document.text[sentence.words[left].start : word.end]
