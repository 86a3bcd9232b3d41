"""Trees put right where the small model errs in a way that its own output gives away."""

from __future__ import annotations

from collections.abc import Sequence

from skgeval.annotation.errors import TreeError
from skgeval.annotation.extraction.words import Word

_OF_NOUNS = frozenset({"det", "amod", "compound", "nummod", "poss", "prep", "relcl", "acl", "appos", "conj", "cc"})


def repair(words: Sequence[Word]) -> None:
    """Mend the links of one sentence's words, before the edges of subtrees are taken."""
    _lift_from_auxiliaries(words)
    _turn_copulas(words)
    _find_subject(words)
    _join_stranded(words)
    if not is_tree(words):
        raise TreeError(words=len(words))


def is_tree(words: Sequence[Word]) -> bool:
    """Say whether every word is reached exactly once from the words without a head."""
    waiting = [word for word in words if word.head is None]
    reached = 0
    while waiting and reached <= len(words):
        word = waiting.pop()
        reached += 1
        waiting.extend(word.children)
    return reached == len(words) and not waiting


def _turn_copulas(words: Sequence[Word]) -> None:
    """Put right "My dish is shawarma", where an unknown noun was taken for a verb with "is" as its auxiliary."""
    for word in words:
        being = word.child("aux")
        if word.pos != "VERB" or being is None or being.lemma != "be" or not _unlikely(word):
            continue
        if len(word.all("aux")) > 1 or word.child("nsubj") is None or word.child("dobj", "prt") is not None:
            continue
        own = [child for child in word.children if child.dep in _OF_NOUNS]
        being.head, being.dep, being.pos = word.head, word.dep, "AUX"
        if word.head is not None:
            word.head.children[word.head.children.index(word)] = being
        being.children = [
            *(c for c in word.children if c.dep not in _OF_NOUNS and c is not being),
            *being.children,
            word,
        ]
        being.children.sort(key=lambda child: child.index)
        for child in being.children:
            child.head = being
        word.children, word.dep, word.pos, word.tag, word.lemma = own, "attr", "NOUN", "NN", word.lower


def _unlikely(verb: Word) -> bool:
    """Say whether a word cannot follow "is" as a verb."""
    return verb.tag in {"VB", "VBP", "VBZ"} or (verb.tag == "VBG" and not verb.lower.endswith(("ing", "in", "in'")))


def _lift_from_auxiliaries(words: Sequence[Word]) -> None:
    """Give the main verb what the parser hung on its auxiliary ("The words *are* related")."""
    for word in words:
        verb = word.head
        if word.dep not in {"aux", "auxpass"} or not word.children or verb is None:
            continue
        for child in word.children:
            child.head = verb
            if child.dep == "nsubj" and word.dep == "auxpass":
                child.dep = "nsubjpass"
        verb.children = sorted([*verb.children, *word.children], key=lambda child: child.index)
        word.children = []


def _find_subject(words: Sequence[Word]) -> None:
    """Take a name set right before a lone bare verb for its subject ("Tom and Eva play chess")."""
    for verb in words:
        if verb.pos != "VERB" or verb.head is not None or verb.tag not in {"VB", "VBP"}:
            continue
        if verb.child("nsubj", "nsubjpass", "expl", "aux") is not None:
            continue
        before = [child for child in verb.children if child.dep in {"npadvmod", "dep"} and child.index < verb.index]
        if (
            before
            and before[-1].noun
            and before[-1].entity not in {"DATE", "TIME"}
            and _adjacent(before[-1], verb, words)
        ):
            before[-1].dep, verb.tag = "nsubj", "VBP"


def _adjacent(noun: Word, verb: Word, words: Sequence[Word]) -> bool:
    last = max([noun, *noun.children], key=lambda word: word.index)
    while last.children and last.children[-1].index > last.index:
        last = last.children[-1]
    return all(word.pos == "ADV" for word in words[last.index + 1 : verb.index])


def _join_stranded(words: Sequence[Word]) -> None:
    """Give a preposition that the parser left without its noun ("at 100 degrees Celsius") the noun that follows."""
    for word in words:
        holder = word.head
        if word.dep != "prep" or word.children or holder is None:
            continue
        for noun in holder.children:
            if (
                noun.index > word.index
                and noun.dep in {"dobj", "npadvmod", "attr"}
                and _leftmost(noun) == word.index + 1
            ):
                holder.children.remove(noun)
                noun.head, noun.dep = word, "pobj"
                word.children.append(noun)
                break


def _leftmost(word: Word) -> int:
    while word.children and word.children[0].index < word.index:
        word = word.children[0]
    return word.index
