"""A noun phrase or relation that stands alone, as others write it, in the words that our own claims are made of."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from spacy.language import Language

from schemas.claim import ASSISTANT, USER, EntityType, Mention, Quantity
from schemas.role import Role
from skgeval.annotation.quantities import read_quantities

_ARTICLE = re.compile(r"^(?:the|a|an|this|that|these|those)\s+(?=\S)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"^(?P<owner>my|our|your|.{1,200}?['’]s)\s+(?=\S)", re.IGNORECASE)
_FIRST = frozenset({"i", "me", "we", "us", "my", "our", "myself"})
_SECOND = frozenset({"you", "your", "yourself"})
_NAMED = {"user": USER, "the user": USER, "assistant": ASSISTANT, "the assistant": ASSISTANT}
_NEGATED = frozenset({"not", "n't", "never", "no", "cannot"})
_AUXILIARY = frozenset({"do", "does", "did", "will", "would", "has been", "have been"})
_BEING = frozenset({"am", "is", "are", "was", "were", "'s", "'re", "'m", "being", "been"})
_QUALITIES = frozenset({None, EntityType.CONCEPT, EntityType.CONDITION})
_REMEMBERED = 4_096


class Phrase(msgspec.Struct, frozen=True, kw_only=True):
    """How a noun phrase is compared: its label with the head's lemma, and what sort of word the head is."""

    label: str
    head: str
    proper: bool = False
    plural: bool = False
    quality: bool = False
    """An adjective ("open", "very cold"): a value, not a thing."""


class PhraseReader:
    """Reads phrases of a few words with the parser that reads turns; the same phrase gives the same values."""

    def __init__(self, model: Language) -> None:
        """Read with a loaded model."""
        self._model = model
        self.phrase = lru_cache(maxsize=_REMEMBERED)(self._phrase)
        self.relation = lru_cache(maxsize=_REMEMBERED)(self._relation)

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
        definite = bool(owner) or plain.lower().startswith(("the ", "this ", "that ", "these ", "those "))
        phrase = self.phrase(plain)
        return Mention(
            text=words,
            label=phrase.label,
            head=phrase.head,
            owner=owner,
            type=kind or (EntityType.NUMBER if quantity_in(plain) is not None else EntityType.CONCEPT),
            proper=phrase.proper,
            definite=definite or phrase.proper,
            plural=phrase.plural,
        )

    def is_quality(self, text: str, kind: EntityType | None) -> bool:
        """Return whether a phrase is a value such as "open", not a thing; what has the type of a thing is one."""
        return kind in _QUALITIES and self.phrase(" ".join(text.split())).quality

    def _owner(self, words: str, role: Role) -> str:
        plain = _ARTICLE.sub("", re.sub(r"['’]s$", "", words))
        return participant_of(plain, role) or self.phrase(plain).label

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
        return Phrase(
            label=_ARTICLE.sub("", text).casefold() if quantity_in(text) is not None else " ".join(words),
            head=lemma,
            proper=named,
            plural=head.tag_ in {"NNS", "NNPS"},
            quality=article is None
            and (head.pos_ in {"ADJ", "ADV"} or (head.tag_ in {"VBN", "VBG"} and len(tokens) == 1)),
        )

    def _relation(self, text: str) -> tuple[str, bool]:
        """Return the relation as lemmas, and whether it was affirmed: "does not live in" is ("live in", False)."""
        words = re.sub(r"n['’]t\b", " not", text.casefold()).replace("cannot", "can not").split()
        kept = [word for word in words if word not in _NEGATED]
        affirmed = len(kept) == len(words)
        if len(kept) > 1 and kept[0] in _AUXILIARY:
            kept = kept[1:]
        if not kept:
            return "be", affirmed
        if kept[0] in _BEING:
            return " ".join(["be", *kept[1:]]), affirmed
        doc = self._model(f"They {' '.join(kept)}")
        return " ".join([doc[1].lemma_.casefold(), *kept[1:]]), affirmed


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
