"""spaCy's parse as plain words, each sentence a tree of its own."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.attrs import DEP, ENT_TYPE, HEAD, LEMMA, POS, TAG
from spacy.tokens import Doc

from skgeval.annotation.extraction.repairs import repair
from skgeval.annotation.extraction.words import Word

_BE = frozenset({"'m", "'re", "am", "is", "are", "was", "were", "be", "been", "being", "’m", "’re", "m", "re"})
_LEMMAS = {"taxes": "tax", "data": "data", "media": "media", "overfitting": "overfitting"}
"""Lemmas that the model's rules get wrong."""


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
    repair(words)
    for word in words:
        ancestor = word.head
        while ancestor is not None and (word.left < ancestor.left or word.right > ancestor.right):
            ancestor.left = min(ancestor.left, word.left)
            ancestor.right = max(ancestor.right, word.right)
            ancestor = ancestor.head
