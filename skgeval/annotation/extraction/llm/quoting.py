"""Where a quotation stands in a text: letter by letter, or with other blanks between its words."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

import msgspec

from schemas.claim import Span

LONGEST_QUOTE = 5_000
_WORD = re.compile(r"\S+")


class _Plain(msgspec.Struct, frozen=True, kw_only=True):
    """A text with one blank between words, and where its words begin in it and in the text as it was written."""

    text: str
    starts: tuple[int, ...]
    written: tuple[int, ...]


class Source:
    """A text that is quoted; looking a quotation up takes time in proportion to the text, however it repeats itself."""

    def __init__(self, text: str) -> None:
        """Keep the text as it was written."""
        self._text = text

    def find(self, quote: str) -> Span | None:
        """Return where a quotation stands first, None where it does not."""
        wanted = " ".join(_WORD.findall(quote))
        if not wanted or len(quote) > LONGEST_QUOTE:
            return None
        start = self._text.find(quote)
        if start >= 0:
            return Span(start=start, end=start + len(quote))
        start = self._plain.text.find(wanted)
        return None if start < 0 else Span(start=self._at(start), end=self._at(start + len(wanted) - 1) + 1)

    @cached_property
    def _plain(self) -> _Plain:
        words = list(_WORD.finditer(self._text))
        starts, next_start = [], 0
        for word in words:
            starts.append(next_start)
            next_start += len(word[0]) + 1
        return _Plain(
            text=" ".join(word[0] for word in words),
            starts=tuple(starts),
            written=tuple(word.start() for word in words),
        )

    def _at(self, place: int) -> int:
        """Return where a letter of the plain text was written."""
        word = bisect_right(self._plain.starts, place) - 1
        return self._plain.written[word] + place - self._plain.starts[word]
