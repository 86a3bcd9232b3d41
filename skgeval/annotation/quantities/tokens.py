"""A text as numbers, words and signs, each with its place."""

from __future__ import annotations

import re

import msgspec

from skgeval.annotation.quantities.vocabulary import Vocabulary, vocabulary

_TOKEN = re.compile(
    r"(?P<number>\d{1,3}(?:,\d{3}){1,6}(?:\.\d+)?(?![\d,])|\d+(?:\.\d+)?)"
    r"|(?P<word>(?:US|CA?|AU?)\$|[^\W\d_]+(?:['’][^\W\d_]+)?)"
    r"|(?P<sign>>=|<=|\S)"
)
_LONGEST_NUMBER = 18
"""Digits beyond which a number is a code of some sort, not a quantity."""


class Token(msgspec.Struct, frozen=True, gc=False):
    """A number, word or sign; `lower` is its text in lower case."""

    is_number: bool
    text: str
    lower: str
    start: int
    end: int


class Tokens:
    """The tokens of a text, with safe access beyond both ends."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: Vocabulary = vocabulary()
        self.items = [
            Token(match.lastgroup == "number", match[0], match[0].lower(), match.start(), match.end())
            for match in _TOKEN.finditer(text)
        ]

    def __len__(self) -> int:
        return len(self.items)

    def lower(self, at: int) -> str:
        """Return the token at `at` in lower case, "" beyond the ends."""
        return self.items[at].lower if 0 <= at < len(self.items) else ""

    def written(self, at: int) -> str:
        """Return the token at `at` as written, "" beyond the ends."""
        return self.items[at].text if 0 <= at < len(self.items) else ""

    def is_number(self, at: int) -> bool:
        """Tell whether the token is written in digits, and few enough of them."""
        return 0 <= at < len(self.items) and self.items[at].is_number and len(self.items[at].text) <= _LONGEST_NUMBER

    def is_word(self, at: int) -> bool:
        """Tell whether the token is a word."""
        return self.lower(at)[:1].isalpha()

    def glued(self, at: int) -> bool:
        """Tell whether nothing stands between the token at `at` and the one before it."""
        return 0 < at < len(self.items) and self.items[at].start == self.items[at - 1].end

    def phrase(self, start: int, end: int) -> str:
        """Return the tokens from `start` to `end` in lower case, joined by spaces."""
        return " ".join(token.lower for token in self.items[start:end])

    def after(self, position: int, at: int) -> int:
        """Return the first token from `at` on that starts at or behind the text's `position`."""
        while at < len(self.items) and self.items[at].start < position:
            at += 1
        return at
