"""A parsed sentence as plain typed words, read from spaCy once so that no rule asks it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from spacy.attrs import DEP, ENT_TYPE, HEAD, LEMMA, POS, TAG
from spacy.tokens import Doc

from schemas.annotation import SentenceKind

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass"})
_BE = frozenset({"'m", "'re", "am", "is", "are", "was", "were", "be", "been", "being", "’m", "’re", "m", "re"})

_LEMMAS = {"taxes": "tax", "overfitting": "overfitting"}
"""Lemmas that the model's rules get wrong."""


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


def read_words(doc: Doc, offset: int) -> list[list[Word]]:
    """Return the sentences of `doc` as words; `offset` is added to character positions."""
    strings = doc.vocab.strings
    names: dict[int, str] = {}

    def name(key: int) -> str:
        known = names.get(key)
        if known is None:
            known = names[key] = strings[key]
        return known

    rows = doc.to_array([LEMMA, TAG, POS, DEP, ENT_TYPE, HEAD]).tolist()
    sentences: list[list[Word]] = []
    for span in doc.sents:
        words: list[Word] = []
        for token in span:
            text = token.text
            if text.isspace():
                words.append(_space(len(words), text, token.idx + offset))
                continue
            row = rows[token.i]
            lower = text.lower()
            words.append(
                Word(
                    index=len(words),
                    text=text,
                    lower=lower,
                    lemma="be" if lower in _BE else _LEMMAS.get(lower) or name(row[0]).lower() or lower,
                    tag=name(row[1]),
                    pos=name(row[2]),
                    dep=name(row[3]),
                    entity=name(row[4]) if row[4] else "",
                    start=token.idx + offset,
                    end=token.idx + len(text) + offset,
                )
            )
        _tie(words, [_head(rows[token.i][5], index) for index, token in enumerate(span)])
        sentences.append(words)
    return sentences


def _head(relative: int, index: int) -> int:
    return index + (relative - 2**64 if relative >= 2**63 else relative)


def _space(index: int, text: str, start: int) -> Word:
    return Word(
        index=index,
        text=text,
        lower=text,
        lemma=text,
        tag="_SP",
        pos="SPACE",
        dep="dep",
        entity="",
        start=start,
        end=start + len(text),
    )


def _tie(words: Sequence[Word], heads: Sequence[int]) -> None:
    """Link each word to its head and children, and widen every head to the edges of its subtree."""
    for word in words:
        word.children = []
        word.left = word.right = word.index
    for word, head in zip(words, heads, strict=True):
        if head != word.index and 0 <= head < len(words):
            word.head = words[head]
            words[head].children.append(word)
    _lift_from_auxiliaries(words)
    _find_subject(words)
    _join_stranded(words)
    for word in words:
        ancestor = word.head
        while ancestor is not None and (word.left < ancestor.left or word.right > ancestor.right):
            ancestor.left = min(ancestor.left, word.left)
            ancestor.right = max(ancestor.right, word.right)
            ancestor = ancestor.head


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


def _alike(first: Word, other: Word) -> bool:
    """Nouns are joined to nouns; a verb with a subject of its own is a clause, not another object."""
    return not (first.pos not in {"VERB", "AUX"} and other.pos in {"VERB", "AUX"} and other.child("nsubj") is not None)
