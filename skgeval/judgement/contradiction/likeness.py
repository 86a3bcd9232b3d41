"""How two mentions relate: the same thing, a kind or refinement of it, or another (METHOD.md, section 3)."""

from __future__ import annotations

from enum import Enum, auto

from schemas.claim import Mention
from skgeval.judgement.contradiction.pair import Pair
from skgeval.knowledge import Knowledge


class Likeness(Enum):
    """The first of two mentions, seen from the second."""

    SAME = auto()
    NARROWER = auto()
    BROADER = auto()
    DIFFERENT = auto()


def likeness(first: Mention, second: Mention, knowledge: Knowledge) -> Likeness:
    """Compare two mentions by name, curated synonyms, kinds, places and modifiers; vectors have no say here."""
    if first.owner and second.owner and not knowledge.same_word(first.owner, second.owner):
        return Likeness.DIFFERENT
    one, other = essential_words(first, knowledge), essential_words(second, knowledge)
    if one == other or knowledge.same_word(first.label, second.label):
        return Likeness.SAME
    if first.proper and second.proper:
        return _names(first, second, set(one), set(other), knowledge)
    return _things(first, second, one, other, knowledge)


def _things(
    first: Mention, second: Mention, one: tuple[str, ...], other: tuple[str, ...], knowledge: Knowledge
) -> Likeness:
    """Compare common nouns by their modifiers and kinds."""
    if _opposed(first.label.split(), second.label.split(), knowledge):
        return Likeness.DIFFERENT
    if _within(one, other, first, second, knowledge):
        return Likeness.NARROWER
    if _within(other, one, second, first, knowledge):
        return Likeness.BROADER
    heads = bool(one and other) and knowledge.same_word(one[-1], other[-1])
    return Likeness.SAME if heads and set(one[:-1]) == set(other[:-1]) else Likeness.DIFFERENT


def objects(pair: Pair, knowledge: Knowledge) -> Likeness:
    """Compare the objects of a pair: the later one, seen from the earlier one."""
    if pair.later.object and pair.later.object == pair.earlier.object:
        return Likeness.SAME
    return likeness(pair.later.claim.object, pair.earlier.claim.object, knowledge)


def sets_meet(pair: Pair, knowledge: Knowledge) -> bool:
    """Tell whether what both sentences named together has a member in common ("by A and B", "by A")."""
    earlier = (pair.earlier.claim.object, *pair.earlier_set)
    later = (pair.later.claim.object, *pair.later_set)
    return any(likeness(one, other, knowledge) is not Likeness.DIFFERENT for one in later for other in earlier)


def turned(likeness: Likeness) -> Likeness:
    """Return the same relation seen from the other side."""
    if likeness is Likeness.NARROWER:
        return Likeness.BROADER
    return Likeness.NARROWER if likeness is Likeness.BROADER else likeness


def essential_words(mention: Mention, knowledge: Knowledge) -> tuple[str, ...]:
    """Return the words of a label in order, singular, without those that restrict nothing ("a real cat": cat)."""
    labelled = mention.label.replace("'s", "").split()
    if len(labelled) == 1:
        return (mention.head or _singular(labelled[0]),)
    kept = [word for word in labelled if word not in knowledge.guards.loose_modifiers]
    kept = kept[:-1] if len(kept) > 1 and kept[-1] in _PLACEHOLDERS else kept or labelled
    found = [_singular(word) for word in kept]
    if mention.head and kept[-1] != mention.head and kept[-1][:2] == mention.head[:2]:
        found[-1] = mention.head
    return tuple(found)


def _singular(word: str) -> str:
    plural = len(word) > _SHORTEST_PLURAL and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if plural else word


_PLACEHOLDERS = frozenset({"one", "ones"})
"""Heads that stand for a noun said before ("the fourth one")."""
_SHORTEST_PLURAL = 3
"""Letters that a plural must exceed ("gas", "his" are none)."""


def _within(
    one: tuple[str, ...], other: tuple[str, ...], first: Mention, second: Mention, knowledge: Knowledge
) -> bool:
    """Tell whether the first thing is a kind, a part of the place, or a more closely described case of the second."""
    if not one or not other:
        return False
    if set(other) < set(one) and (other[-1] == one[-1] or other[-1] == second.head):
        return True
    if knowledge.is_a(first.label, second.label) or knowledge.lies_in(first.label, second.label):
        return True
    if len(other) == 1 and knowledge.is_a(" ".join(one), other[0]):
        return True
    return knowledge.is_a(one[-1], other[-1]) and set(other[:-1]) <= set(one[:-1])


def _opposed(one: list[str], other: list[str], knowledge: Knowledge) -> bool:
    """Tell whether modifiers keep two things apart ("left knee", "right knee"; "real", "fictional mountain")."""
    only_one, only_other = set(one) - set(other), set(other) - set(one)
    return any(knowledge.exclude(word, against) for word in only_one for against in only_other)


def _names(first: Mention, second: Mention, one: set[str], other: set[str], knowledge: Knowledge) -> Likeness:
    """Compare proper names: a short form is the same thing, a place within a place a refinement."""
    if one <= other or other <= one:
        return Likeness.SAME
    if knowledge.place(first.label) == knowledge.place(second.label):
        return Likeness.SAME
    if knowledge.lies_in(first.label, second.label):
        return Likeness.NARROWER
    if knowledge.lies_in(second.label, first.label):
        return Likeness.BROADER
    return Likeness.SAME if _initials(first.label, second.label) else Likeness.DIFFERENT


def _initials(one: str, other: str) -> bool:
    """Tell whether one name is made of the initials of the other."""
    short, long = (one, other) if len(one) < len(other) else (other, one)
    short, words = short.replace(".", ""), long.split()
    return len(words) > 1 and short == "".join(word[0] for word in words)
