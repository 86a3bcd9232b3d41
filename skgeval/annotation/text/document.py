"""A turn's text made ready for parsing, with the way back to what was written (METHOD.md, section 2)."""

from __future__ import annotations

from bisect import bisect_right

import msgspec

from schemas.annotation import SentenceKind
from schemas.claim import Span


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A run of clean text of one kind: a paragraph, an item, a heading; offsets into `Document.text`.

    `heading` is the nearest title it stands under: the item's own label ("Battery: lasts a day"), else the short line
    with a colon above a list, else the heading of its `section`. `lead` is where that own label starts (`start` where
    there is none), so the label's words can be had without being parsed as part of the sentence. `ordinal` is the
    1-based position of an item in its list, 0 elsewhere.
    """

    kind: SentenceKind
    start: int
    end: int
    heading: str = ""
    section: str = ""
    lead: int
    ordinal: int = 0


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Cells of a table, cleaned; `start` and `end` are offsets into the source, `caption` the title above it."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    start: int
    end: int
    caption: str = ""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A stretch of clean text from `clean` on and the source characters it came from.

    Where both are equally long, they correspond letter by letter; otherwise the words were respelt as a whole.
    """

    clean: int
    start: int
    end: int


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """What `prepare` makes of a text.

    `source` is the text with broken characters replaced; `text` the words to parse, one line per block, without markup,
    code, addresses and formulas. `quotes` are the stretches of `text` that stand in quotation marks as direct speech.
    `code_share` is the share of source characters that are code or formulas, 0..1. `flags` may hold "repaired_text" and
    "truncated".
    """

    source: str
    text: str
    blocks: tuple[Block, ...] = ()
    tables: tuple[Table, ...] = ()
    quotes: tuple[tuple[int, int], ...] = ()
    code_share: float = 0.0
    flags: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()

    def span(self, start: int, end: int) -> Span:
        """Return where in `source` the clean text from `start` to `end` was written.

        Words that were respelt answer with all of the word they came from.
        """
        if not self.pieces:
            return Span(start=0, end=0)
        first, last = self._piece(start), self._piece(max(start, end - 1))
        return Span(start=self._start(first, start), end=max(self._start(first, start), self._end(last, end)))

    def _piece(self, position: int) -> int:
        return max(0, bisect_right(self.pieces, position, key=lambda piece: piece.clean) - 1)

    def _clean_end(self, index: int) -> int:
        return self.pieces[index + 1].clean if index + 1 < len(self.pieces) else len(self.text)

    def _start(self, index: int, position: int) -> int:
        piece = self.pieces[index]
        if self._clean_end(index) - piece.clean == piece.end - piece.start:
            return min(piece.end, piece.start + max(0, position - piece.clean))
        return piece.start

    def _end(self, index: int, position: int) -> int:
        piece = self.pieces[index]
        if self._clean_end(index) - piece.clean == piece.end - piece.start:
            return min(piece.end, piece.start + max(0, position - piece.clean))
        return piece.end
