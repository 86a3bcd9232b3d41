"""Which entity a mention names: the rules of identity, in their order (METHOD.md, section 3)."""

from __future__ import annotations

import re

from schemas.claim import ASSISTANT, USER, EntityType, Mention
from skgeval.judgement.draft import Draft
from skgeval.judgement.names import PARTICIPANTS, entity_key, initials, is_acronym, name_parts, owner_of, plain_label
from skgeval.knowledge import Knowledge

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
UNSPECIFIC = frozenset(
    {"a", "an", "some", "any", "no", "many", "few", "several", "every", "each", "all", "most", "other"}
)
"""Quantifiers that introduce or range over things; a mention with one names no thing spoken of before."""
ORDER = ("first", "second", "third", "fourth", "fifth", "last", "next", "previous", "other", "another")


def find(mention: Mention, label: str, owner: str, draft: Draft) -> str | None:
    """Return the key of the earlier entity that a mention names, by its words alone; None when there is none.

    `label` is the mention's plain label.
    """
    if label in PARTICIPANTS:
        return label
    return (
        draft.exact(entity_key(label, owner))
        or _participants_own(mention, label, owner, draft)
        or _short_form(mention, label, owner, draft)
        or _acronym(mention, label, owner, draft)
        or _name(mention, label, owner, draft)
        or _synonym(label, owner, draft)
    )


def may_be_one(mention: Mention, owner: str, key: str, draft: Draft) -> bool:
    """Whether nothing but their labels' distance speaks against a mention and an entity being one."""
    other = draft.mention(key)
    if other is None or other.type is not mention.type or (other.proper and mention.proper):
        return False
    if not key.startswith(f"{owner}'s ") if owner else "'s " in key:
        return False
    ours, theirs = plain_label(mention), plain_label(other)
    if sorted(_NUMBER.findall(ours)) != sorted(_NUMBER.findall(theirs)):
        return False
    return not opposed(set(ours.split()), set(theirs.split()), draft.knowledge)


def opposed(words: set[str], others: set[str], knowledge: Knowledge) -> bool:
    """Whether the labels differ by opposed or ordering words ("left" and "right", "first" and "second")."""
    mine, yours = words - others, others - words
    if any(word in ORDER for word in mine | yours):
        return True
    return any(knowledge.exclude(word, other) for word in sorted(mine) for other in sorted(yours))


def is_bare(mention: Mention) -> bool:
    """Whether a mention is a definite or bare noun, which may name a thing spoken of before."""
    if mention.quantifier.casefold() in UNSPECIFIC:
        return False
    return mention.definite or not mention.plural


def _participants_own(mention: Mention, label: str, owner: str, draft: Draft) -> str | None:
    """Read "the warranty" and "your warranty" as one: an attribute of a participant needs no owner to be named."""
    owned_by_one = owner in PARTICIPANTS
    if mention.proper or not (owned_by_one or (mention.definite and not owner)) or not is_bare(mention):
        return None
    if owned_by_one:
        other = draft.exact(label)
        earlier = draft.mention(label) if other == label else None
        return other if earlier is not None and is_bare(earlier) and not earlier.plural else None
    owned = [key for key in (entity_key(label, USER), entity_key(label, ASSISTANT)) if draft.exact(key) == key]
    return owned[0] if len(owned) == 1 else None


def _short_form(mention: Mention, label: str, owner: str, draft: Draft) -> str | None:
    """Read "the rower" as "the magnetic rower" when no other rower was spoken of."""
    if mention.proper or not mention.definite or mention.modifiers or not mention.head:
        return None
    if label != mention.head.casefold():
        return None
    owners = {owner} if owner else {"", USER, ASSISTANT}
    candidates = [key for key in draft.headed(mention.head) if owner_of(key) in owners]
    if len(candidates) != 1:
        return None
    earlier = draft.mention(candidates[0])
    return candidates[0] if earlier is not None and earlier.plural == mention.plural else None


def _acronym(mention: Mention, label: str, owner: str, draft: Draft) -> str | None:
    if owner:
        return None
    if is_acronym(mention):
        return draft.by_initials(label.replace(".", ""))
    short = initials(label)
    key = draft.by_initials(short) if short else None
    written = draft.mention(key) if key else None
    return key if written is not None and is_acronym(written) else None


def _name(mention: Mention, label: str, owner: str, draft: Draft) -> str | None:
    """Read a surname, a first name or a fuller name as the one person or place so called."""
    if not mention.proper or owner:
        return None
    parts = name_parts(label)
    if not parts:
        return None
    candidates = [key for key in draft.called(parts[-1]) if _is_part(parts, key)]
    candidates = candidates or [key for key in draft.called(parts[0]) if _is_part(parts, key)]
    return candidates[0] if len(candidates) == 1 and _same_sort(mention, candidates[0], draft) else None


def _is_part(parts: tuple[str, ...], key: str) -> bool:
    """Whether one name is a beginning or an end of the other."""
    other = name_parts(key)
    short, long = sorted((parts, other), key=len)
    return bool(short) and (long[: len(short)] == short or long[-len(short) :] == short)


def _same_sort(mention: Mention, key: str, draft: Draft) -> bool:
    """Whether two names that share words can be of one thing; only names of people are shortened freely."""
    sorts = {mention.type, draft.type_of(key)}
    return EntityType.PERSON in sorts or len(sorts) == 1


def _synonym(label: str, owner: str, draft: Draft) -> str | None:
    for synonym in draft.knowledge.synonyms_of(label):
        key = draft.exact(entity_key(synonym, owner))
        if key is not None:
            return key
    return None
