"""A parsed sentence as plain typed words, read from spaCy once so that no rule asks it again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from schemas.annotation import SentenceKind

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass"})


class Word(msgspec.Struct, eq=False):
    """One token with its place in the tree. `left`..`right` are the first and last word of its subtree.

    Tied to its neighbours when the sentence is built and only read afterwards: the one mutable struct of this package.
    """

    index: int
    text: str
    lower: str
    lemma: str
    tag: str
    pos: str
    dep: str
    entity: str
    start: int
    end: int
    head: Word | None = None
    children: list[Word] = []
    left: int = 0
    right: int = 0

    def child(self, *deps: str) -> Word | None:
        """Return the first child with one of these dependency labels."""
        for child in self.children:
            if child.dep in deps:
                return child
        return None

    def all(self, *deps: str) -> list[Word]:
        """Return the children with one of these dependency labels, in text order."""
        return [child for child in self.children if child.dep in deps]

    def has(self, *lowers: str) -> bool:
        """Say whether a child is one of these words."""
        return any(child.lower in lowers for child in self.children)

    @property
    def infinitive(self) -> bool:
        """Say whether the verb stands with "to"."""
        return any(child.lower == "to" and child.dep == "aux" for child in self.children)

    @property
    def noun(self) -> bool:
        """Say whether the word can head a name of something."""
        return self.pos in {"NOUN", "PROPN"}

    @property
    def predicate(self) -> bool:
        """Say whether the word can head a clause."""
        if self.pos in {"VERB", "AUX"}:
            if self.tag == "MD":
                return False  # "You will." leaves its verb out
            return self.dep not in {"nsubj", "nsubjpass"} or self.child("nsubj") is None
        return self.dep in {"ROOT", "conj", "ccomp", "advcl", "relcl"} and self.child("nsubj", "nsubjpass") is not None


class ParsedSentence(msgspec.Struct, eq=False):
    """The words of one sentence with its place in the document: offsets are those of `Document.text`."""

    index: int
    words: list[Word]
    root: Word
    text: str
    start: int
    end: int
    kind: SentenceKind
    heading: str = ""
    question: bool = False

    def between(self, left: int, right: int) -> Iterator[Word]:
        """Yield the words from index `left` to `right`, both included."""
        return iter(self.words[left : right + 1])


def conjuncts(word: Word, limit: int = 24) -> list[Word]:
    """Return `word` and what is joined to it ("hiking, swimming and cooking"), in text order, at most `limit`."""
    found = [word]
    for member in found:
        if len(found) >= limit:
            break
        found += [child for child in member.children if child.dep == "conj" and _alike(word, child)]
    return sorted(found[:limit], key=lambda member: member.index)


def joined(word: Word, limit: int = 24) -> list[tuple[Word, bool]]:
    """Return what is said in one breath with `word`, and whether it is denied ("a cat, no dogs", "not tea")."""
    members = conjuncts(word, limit)
    contrasted = [child for child in word.children if child.dep == "appos" and _denied(child)]
    return [(member, member is not word and _denied(member)) for member in [*members, *contrasted]]


def _denied(word: Word) -> bool:
    """Say whether "not" stands right before a phrase; the parser hangs it on either of two contrasted ones."""
    if word.has("not", "never"):
        return True
    head = word.head
    if head is None:
        return False
    first = min([word.index, *(child.index for child in word.children)])
    before = [child for child in head.children if child.index < first]
    return word.dep == "appos" and (word.has("no") or bool(before and before[-1].lower in {"not", "never"}))


def _alike(first: Word, other: Word) -> bool:
    """Nouns are joined to nouns; a verb with a subject of its own is a clause, not another object."""
    return not (first.pos not in {"VERB", "AUX"} and other.pos in {"VERB", "AUX"} and other.child("nsubj") is not None)
