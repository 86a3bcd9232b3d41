"""A noun phrase or relation that stands alone, as others write it, in the words that our own claims are made of."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from spacy.language import Language

from schemas.claim import ASSISTANT, USER, EntityType, Mention, Quantity
from schemas.digest import digest
from schemas.role import Role
from skgeval.annotation.extraction.labels import noun_type
from skgeval.annotation.quantities import read_quantities
from skgeval.knowledge.attributes import Attributes, property_named
from skgeval.knowledge.lexicon import Lexicon

_ARTICLE = re.compile(r"^(?:the|a|an|this|that|these|those)\s+(?=\S)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"^(?P<owner>.{1,200}?['’]s|my|our|your)\s+(?=\S)", re.IGNORECASE)
_BELONGING = re.compile(r"^(?:the\s+)?(?P<name>\S.{0,100}?)\s+of\s+(?P<owner>\S.*)$", re.IGNORECASE)
"""A property and whose it is ("the capital of Australia")."""
_MINE = re.compile(r"^(?:my|our|your)\s+(?=\S)", re.IGNORECASE)
_FIRST = frozenset({"i", "me", "we", "us", "my", "our", "myself"})
_SECOND = frozenset({"you", "your", "yourself"})
_NAMED = {"user": USER, "the user": USER, "assistant": ASSISTANT, "the assistant": ASSISTANT}
_NEGATED = frozenset({"not", "n't", "never", "no", "cannot"})
_AUXILIARY = frozenset({"do", "does", "did", "will", "would", "has been", "have been"})
_BEING = frozenset({"am", "is", "are", "was", "were", "'s", "'re", "'m", "being", "been"})
_QUALITIES = frozenset({None, EntityType.CONCEPT, EntityType.CONDITION})
_UNRECOGNISED = ""
"""Names are not typed: without a sentence the recogniser takes one city for a place and the next for a firm."""
_REMEMBERED = 4_096
_JOINED = re.compile(r"[_\-]+")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Places between the words of names such as "hasCapital"; with `_JOINED` those of programs, "has_capital" too."""


class Phrase(msgspec.Struct, frozen=True, kw_only=True):
    """How a noun phrase is compared: its label with the head's lemma, and what sort of word the head is."""

    label: str
    head: str
    proper: bool = False
    plural: bool = False
    quality: bool = False
    """An adjective ("open", "very cold"): a value, not a thing."""
    type: EntityType = EntityType.CONCEPT


class Relation(msgspec.Struct, frozen=True, kw_only=True):
    """A relation as lemmas, and how it was put.

    "Does not live in" is "live in", not affirmed; "was written by" is "write by", passive; "has capital", "capital of"
    and "birthplace" name a property.
    """

    words: str
    affirmed: bool
    passive: bool = False
    property: bool = False


class PhraseReader:
    """Reads phrases of a few words with the parser that reads turns; the same phrase gives the same values."""

    def __init__(self, model: Language, lexicon: Lexicon, verbs: frozenset[str], attributes: Attributes) -> None:
        """Read with a loaded model, and with the nouns, verbs and properties that are known."""
        self._model = model
        self._lexicon = lexicon
        self._verbs = verbs
        self._attributes = attributes
        self.phrase = lru_cache(maxsize=_REMEMBERED)(self._phrase)
        self._read_relation = lru_cache(maxsize=_REMEMBERED)(self._relation)

    def digest(self) -> str:
        """Return the digest of the properties; model and other words are named by who lends them."""
        return digest("phrases", sorted(self._attributes.names), sorted(self._attributes.relations))

    def relation(self, text: str, *, exclusive: bool) -> Relation:
        """Return a relation as it is compared; `exclusive` says that its subject has one such value at a time."""
        return self._read_relation(text, exclusive)

    def mention(self, text: str, role: Role, kind: EntityType | None, *, owner: str = "") -> Mention:
        """Return what `text` names when `role` says it; `owner` is given where it is known already."""
        words = " ".join(text.split())
        participant = participant_of(words, role)
        if participant:
            return Mention(
                text=words, label=participant, head=participant, type=EntityType.PERSON, proper=True, definite=True
            )
        plain = words
        possessive = None if owner else _POSSESSIVE.match(words)
        if possessive is not None:
            plain = words[possessive.end() :]
            owner = self._owner(possessive["owner"], role)
        of = None if owner else _BELONGING.match(plain)
        if of is not None and of["name"].casefold() in self._attributes.names:
            plain, owner = of["name"], self._owner(of["owner"], role)
        definite = bool(owner) or plain.lower().startswith(("the ", "this ", "that ", "these ", "those "))
        phrase = self.phrase(plain)
        return Mention(
            text=words,
            label=phrase.label,
            head=phrase.head,
            owner=owner,
            type=kind or (EntityType.NUMBER if quantity_in(plain) is not None else phrase.type),
            proper=phrase.proper,
            definite=definite or phrase.proper,
            plural=phrase.plural,
        )

    def is_quality(self, text: str, kind: EntityType | None) -> bool:
        """Return whether a phrase is a value such as "open", not a thing; what has the type of a thing is one."""
        return kind in _QUALITIES and self.phrase(" ".join(text.split())).quality

    def _owner(self, words: str, role: Role) -> str:
        plain = _ARTICLE.sub("", re.sub(r"['’]s$", "", words))
        return participant_of(plain, role) or self.phrase(_MINE.sub("", plain)).label

    def _phrase(self, text: str) -> Phrase:
        doc = self._model(f"It is {text}.")
        article = _ARTICLE.match(text)
        first = len("It is ") + (article.end() if article else 0)
        tokens = [token for token in doc[2:] if token.idx >= first and not token.is_punct and not token.is_space]
        if not tokens:
            return Phrase(label=text.casefold(), head=text.casefold())
        inner = set(tokens)
        head = next((token for token in tokens if token.head not in inner), tokens[-1])
        named = head.pos_ == "PROPN"
        lemma = head.text.casefold() if named else head.lemma_.casefold()
        words = [lemma if token is head else token.text.casefold() for token in tokens]
        label = " ".join(words)
        return Phrase(
            label=_ARTICLE.sub("", text).casefold() if quantity_in(text) is not None else label,
            head=lemma,
            type=noun_type(head.pos_, _UNRECOGNISED, lemma, label, self._lexicon),
            proper=named,
            plural=head.tag_ in {"NNS", "NNPS"},
            quality=article is None
            and (head.pos_ in {"ADJ", "ADV"} or (head.tag_ in {"VBN", "VBG"} and len(tokens) == 1)),
        )

    def _relation(self, text: str, exclusive: bool) -> Relation:  # noqa: FBT001 - a cache knows values alone
        spaced = _JOINED.sub(" ", _HUMPS.sub(" ", text)) if " " not in text.strip() else text
        words = re.sub(r"n['’]t\b", " not", spaced.casefold()).replace("cannot", "can not").split()
        kept = [word for word in words if word not in _NEGATED]
        affirmed = len(kept) == len(words)
        if len(kept) > 1 and kept[0] in _AUXILIARY:
            kept = kept[1:]
        if not kept:
            return Relation(words="be", affirmed=affirmed)
        if kept[0] in _BEING:
            lemmas, passive = self._after_being(kept[1:])
        else:
            lemmas, passive = self._lemmas(kept), False
        return Relation(
            words=lemmas, affirmed=affirmed, passive=passive, property=self._is_property(lemmas, exclusive=exclusive)
        )

    def _after_being(self, rest: list[str]) -> tuple[str, bool]:
        """Return what follows "be": with a preposition a participle is a passive, as in "was written by"."""
        if not rest:
            return "be", False
        first = self._model(f"They are {' '.join(rest)}")[2]
        if first.tag_ != "VBN" or len(rest) == 1 or rest[-1] in _BEING:
            lemma = first.lemma_.casefold() if first.tag_ == "VBN" and len(rest) == 1 else rest[0]
            return " ".join(["be", lemma, *rest[1:]]), False
        return " ".join([first.lemma_.casefold(), *rest[1:]]), True

    def _lemmas(self, words: list[str]) -> str:
        phrase = " ".join(words)
        named = property_named(phrase)
        if named is not None and named.name in self._attributes.names - self._attributes.relations:
            return phrase
        first = self._model(f"They {' '.join(words)}")[1]
        return " ".join([first.lemma_.casefold(), *words[1:]])

    def _is_property(self, lemmas: str, *, exclusive: bool) -> bool:
        """Say whether a relation names a property; a word that is a verb too ("plan") does where it has one value."""
        named = property_named(lemmas)
        if named is None or named.name not in self._attributes.names:
            return False
        if not named.bare:
            return True
        return named.name not in self._attributes.relations and (exclusive or named.name not in self._verbs)


def participant_of(words: str, role: Role) -> str:
    """Return which participant `words` mean when `role` says them, or "".

    >>> participant_of("I", Role.USER), participant_of("you", Role.ASSISTANT), participant_of("the tea", Role.USER)
    ('USER', 'USER', '')
    """
    low = words.casefold()
    if words in {USER, ASSISTANT}:
        return words
    if low in _NAMED:
        return _NAMED[low]
    if low in _FIRST:
        return USER if role is Role.USER else ASSISTANT
    if low in _SECOND:
        return ASSISTANT if role is Role.USER else USER
    return ""


def quantity_in(text: str) -> Quantity | None:
    """Return the quantity that a phrase states, None where it states none or several."""
    found = read_quantities(text)
    return found[0][2] if len(found) == 1 else None
