"""By what words the entities of a conversation can be called (METHOD.md, section 3).

Both the session and the turn that is being judged keep such an index; identity looks through both.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from schemas.claim import ASSISTANT, USER, EntityType, Mention
from schemas.record import BoundClaim, NewEntity

PARTICIPANTS = frozenset({USER, ASSISTANT})
MAX_NAMESAKES = 32
"""Entities kept per head word or name part, newest last; beyond it a short name says nothing any more."""
TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "madam", "doctor", "the"})
MIN_ACRONYM = 2
REMEMBERED = 16_384
"""Labels whose forms are kept: a turn asks for those of the same few many times."""


def entity_key(label: str, owner: str) -> str:
    """Return the key of the entity that `label` names among the things of `owner`.

    >>> entity_key("warranty", "battery")
    "battery's warranty"
    """
    return f"{owner}'s {label}" if owner else label


def owner_of(key: str) -> str:
    """Return the owner in an entity key.

    >>> owner_of("battery's warranty")
    'battery'
    """
    return key.rpartition("'s ")[0]


def plain_label(mention: Mention) -> str:
    """Return the label in lower case and with the head's lemma: plural and singular are one entity.

    >>> plain_label(Mention(text="Left knees", label="left knees", head="knee"))
    'left knee'
    """
    return _plain(mention.label, mention.head if mention.plural and not mention.proper else "")


@lru_cache(maxsize=REMEMBERED)
def _plain(label: str, singular: str) -> str:
    """Return a label in lower case, its last word in the singular where one is given; participants keep their case."""
    if label.strip() in PARTICIPANTS:
        return label.strip()
    words = label.casefold().split()
    head = singular.casefold()
    if head and words and words[-1].startswith(head[:3]):
        words[-1] = head
    return " ".join(words)


@lru_cache(maxsize=REMEMBERED)
def name_parts(label: str) -> tuple[str, ...]:
    """Return the words of a name without titles.

    >>> name_parts("ms. lindqvist")
    ('lindqvist',)
    """
    return tuple(word for word in label.casefold().replace(".", "").split() if word not in TITLES)


@lru_cache(maxsize=REMEMBERED)
def initials(label: str) -> str:
    """Return the acronym that a label of several words may be called by, or "".

    >>> initials("machine learning")
    'ml'
    """
    if " " not in label and "-" not in label:
        return ""
    words = [word for word in label.casefold().replace("-", " ").split() if word not in {"of", "the", "and", "for"}]
    return "".join(word[0] for word in words) if len(words) >= MIN_ACRONYM else ""


def is_acronym(mention: Mention) -> bool:
    """Whether a mention is written as initials."""
    if mention.text.islower():
        return False
    letters = mention.label.replace(".", "")
    text = mention.text.split()[-1].replace(".", "") if mention.text.split() else ""
    return len(letters) >= MIN_ACRONYM and text.isalpha() and text.isupper() and text.casefold() == letters.casefold()


class Names:
    """Entity keys by exact key, by learned alias, by head word, by name part and by initials."""

    __slots__ = ("_aliases", "_aliases_of", "_initials", "_parts", "heads", "types")

    def __init__(self) -> None:
        """Start empty."""
        self.types: dict[str, EntityType] = {}
        self.heads: dict[str, tuple[str, ...]] = {}
        self._aliases: dict[str, str] = {}
        self._aliases_of: dict[str, tuple[str, ...]] = {}
        self._parts: dict[str, tuple[str, ...]] = {}
        self._initials: dict[str, str] = {}

    def add(self, entity: NewEntity) -> None:
        """Index a new entity by all that it may be called."""
        mention = entity.mention
        self.types[entity.key] = entity.type
        if mention.head:
            _append(self.heads, mention.head.casefold(), entity.key)
        if mention.proper:
            for part in name_parts(entity.label):
                _append(self._parts, part, entity.key)
        acronym = entity.label.replace(".", "") if is_acronym(mention) else initials(entity.label)
        if acronym:
            self._initials.setdefault(acronym.casefold(), entity.key)

    def forget(self, key: str, label: str, mention: Mention) -> None:
        """Drop an entity that left, with its aliases."""
        self.types.pop(key, None)
        for alias in self._aliases_of.pop(key, ()):
            self._aliases.pop(alias, None)
        _drop(self.heads, mention.head.casefold(), key)
        for part in name_parts(label) if mention.proper else ():
            _drop(self._parts, part, key)
        acronym = (label.replace(".", "") if is_acronym(mention) else initials(label)).casefold()
        if self._initials.get(acronym) == key:
            del self._initials[acronym]

    def learn(self, claim: BoundClaim) -> None:
        """Remember that a claim's own words meant another key than theirs."""
        for mention, key in ((claim.claim.subject, claim.subject), (claim.claim.object, claim.object)):
            if key and not mention.owner and mention.reference is None and mention.owner_reference is None:
                self.alias(plain_label(mention), key)

    def alias(self, label: str, key: str) -> None:
        """Let an unowned label mean an entity from now on."""
        if label != key and self._aliases.get(label) != key:
            self._aliases[label] = key
            _append(self._aliases_of, key, label)

    def exact(self, key: str) -> str | None:
        """Return the entity of this key, or the one that the key is an alias of."""
        if key in self.types:
            return key
        return self._aliases.get(key)

    def headed(self, head: str) -> tuple[str, ...]:
        """Return the entities with this head word, oldest first."""
        return self.heads.get(head.casefold(), ())

    def called(self, part: str) -> tuple[str, ...]:
        """Return the named entities with this word in their name, oldest first."""
        return self._parts.get(part, ())

    def by_initials(self, acronym: str) -> str | None:
        """Return the entity with these initials."""
        return self._initials.get(acronym.casefold())


def _append(index: dict[str, tuple[str, ...]], under: str, key: str) -> None:
    index[under] = (*index.get(under, ()), key)[-MAX_NAMESAKES:]


def _drop(index: dict[str, tuple[str, ...]], under: str, key: str) -> None:
    kept = tuple(other for other in index.pop(under, ()) if other != key)
    if kept:
        index[under] = kept


def together(found: Iterable[tuple[str, ...]]) -> list[str]:
    """Return the keys of several lists, each once, in order."""
    return list(dict.fromkeys(key for keys in found for key in keys))
