"""The whole of text preparation, in reading order: repair, cut, split into blocks, clean, name titles and kinds."""

from __future__ import annotations

import re

import msgspec

from schemas.annotation import SentenceKind
from skgeval.annotation.text.composed import Written, composed_blocks
from skgeval.annotation.text.document import Block, Document, Piece, Table
from skgeval.annotation.text.inline import Writer
from skgeval.annotation.text.kinds import kinds_within, numeric, quoted_speech, sentence_bounds
from skgeval.annotation.text.repair import cut, repaired
from skgeval.annotation.text.scan import Raw, scan
from skgeval.annotation.text.titles import Titles, bare, label_end
from skgeval.policy import AnnotationPolicy

_CELL = re.compile(r"(?<!\\)\|")
_WORKED = 2
"""Calculations in a text from which its other figures count as intermediate results."""


class _Line(msgspec.Struct, kw_only=True):
    """A block already cleaned: its words, where its body begins behind its label, its way back to the source."""

    raw: Raw
    text: str = ""
    body: int = 0
    label: str = ""
    pieces: list[Piece] = []
    formulas: list[int] = []


def prepare(text: str, policy: AnnotationPolicy) -> Document:
    """Return `text` as blocks of clean prose, tables and what was left out; work is linear in its length.

    Source: METHOD.md, section 2.
    """
    source = repaired(text)
    end = cut(source, policy.max_characters)
    scanned = scan(source, end)
    left_out = scanned.left_out
    lines = []
    for raw in scanned.blocks:
        line, formulas = _cleaned(raw, source)
        left_out += formulas
        if line.text or raw.rule or raw.rows or raw.kind is SentenceKind.CODE:
            lines.append(line)
        elif raw.kind is SentenceKind.CALCULATION and lines and lines[-1].text.endswith((":", ",")):
            lines[-1].formulas.append(len(lines[-1].text))
    composed = composed_blocks([_written(line) for line in lines])
    assembly = _Assembly(source)
    for index, line in enumerate(lines):
        assembly.add(line, composed=index in composed)
    flags = [flag for flag, is_set in (("repaired_text", source != text), ("truncated", end < len(source))) if is_set]
    return assembly.document(tuple(flags), left_out / len(source) if source else 0.0)


def _cleaned(raw: Raw, source: str) -> tuple[_Line, int]:
    """Return a raw block as one clean line, and how many characters of formulas it lost."""
    if not raw.parts or raw.rows:
        return _Line(raw=raw), 0
    writer = Writer(source)
    start, end = raw.parts[0]
    split = start if raw.kind is SentenceKind.HEADING else label_end(source, start, end, raw.kind)
    writer.clean(start, split)
    label = bare(writer.text())
    if split > start:
        writer.space(split - 1, split)
    body = writer.length
    writer.clean(split, end)
    for start, end in raw.parts[1:]:
        writer.space(start, start)
        writer.clean(start, end)
    text = writer.text().rstrip()
    writer.trim(len(text))
    line = _Line(raw=raw, text=text, body=body, label=label, pieces=writer.pieces, formulas=writer.formulas)
    if body >= len(text):
        line.body, line.label = 0, ""
    return line, writer.left_out


def _written(line: _Line) -> Written:
    return Written(kind=line.raw.kind, text=line.text or "|", gap=line.raw.gap, rule=line.raw.rule, label=line.label)


class _Assembly:
    """The document as it grows."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.parts: list[str] = []
        self.length = 0
        self.pieces: list[Piece] = []
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self.quotes: list[tuple[int, int]] = []
        self.titles = Titles()

    def add(self, line: _Line, *, composed: bool) -> None:
        """Append a line: a division, a table, or text with its kinds and titles."""
        if line.raw.rule:
            self.titles.divide()
        elif line.raw.kind is SentenceKind.CODE:
            return
        elif line.raw.rows:
            self._table(line.raw)
        else:
            self._text(line, composed=composed)

    def document(self, flags: tuple[str, ...], code_share: float) -> Document:
        """Return what has been put together."""
        return Document(
            source=self.source,
            text="".join(self.parts),
            blocks=tuple(_without_worked_figures(self.blocks, "".join(self.parts))),
            tables=tuple(self.tables),
            quotes=tuple(self.quotes),
            code_share=code_share,
            flags=flags,
            pieces=tuple(self.pieces),
        )

    def _text(self, line: _Line, *, composed: bool) -> None:
        if self.parts:
            last = self.pieces[-1].end
            self.pieces.append(Piece(self.length, last, last))
            self.parts.append("\n")
            self.length += 1
        start = self.length
        self.pieces.extend(Piece(piece.clean + start, piece.start, piece.end) for piece in line.pieces)
        self.parts.append(line.text)
        self.length += len(line.text)
        heading = self._heading(line)
        kind = line.raw.kind
        if composed and kind is not SentenceKind.HEADING:
            runs = [(0, len(line.text), SentenceKind.COMPOSED)]
        elif kind is SentenceKind.HEADING:
            runs = [(0, len(line.text), kind)]
        else:
            formulas = [max(0, at - line.body) for at in line.formulas]
            runs = kinds_within(line.text[line.body :], kind, formulas)
            runs = [(begin + line.body, end + line.body, found) for begin, end, found in runs]
        if '"' in line.text:
            self.quotes.extend((start + begin, start + end) for begin, end in quoted_speech(line.text))
        for number, (begin, end, found) in enumerate(runs):
            self.blocks.append(
                Block(
                    kind=found,
                    start=start + begin,
                    end=start + end,
                    heading=line.label or heading,
                    section=heading if line.label else self.titles.section,
                    lead=start if number == 0 else start + begin,
                    ordinal=line.raw.ordinal,
                )
            )

    def _heading(self, line: _Line) -> str:
        kind = line.raw.kind
        if kind is SentenceKind.HEADING:
            above = self.titles.section
            self.titles.heading(line.text)
            return above
        if kind is SentenceKind.ITEM:
            return self.titles.item(line.raw.depth, line.label, line.text[line.body :])
        return self.titles.prose(line.label, line.text[line.body :])

    def _table(self, raw: Raw) -> None:
        rows = [self._cells(start, end) for start, end in raw.rows]
        start, end = raw.parts[0]
        caption = self.titles.above or self.titles.section
        self.tables.append(Table(header=rows[0], rows=tuple(rows[1:]), start=start, end=end, caption=caption))

    def _cells(self, start: int, end: int) -> tuple[str, ...]:
        line = self.source[start:end]
        stripped = line.strip()
        offset = start + line.index(stripped)
        first = offset + 1 if stripped.startswith("|") else offset
        last = offset + len(stripped) - (1 if stripped.endswith("|") and len(stripped) > 1 else 0)
        cells = []
        for bar in _CELL.finditer(self.source, first, last):
            cells.append(self._cell(first, bar.start()))
            first = bar.end()
        cells.append(self._cell(first, last))
        return tuple(cells)

    def _cell(self, start: int, end: int) -> str:
        writer = Writer(self.source)
        writer.clean(start, end)
        return writer.text().strip()


def _without_worked_figures(blocks: list[Block], text: str) -> list[Block]:
    """Take the figures of a worked example for CALCULATION too: its intermediate results are not asserted."""
    worked = sum(
        len(sentence_bounds(text[block.start : block.end]))
        for block in blocks
        if block.kind is SentenceKind.CALCULATION
    )
    if worked < _WORKED:
        return blocks
    return [part for block in blocks for part in _by_figures(block, text)]


def _by_figures(block: Block, text: str) -> list[Block]:
    """Cut a block into its sentences with figures, which become calculations, and the others."""
    if block.kind not in {SentenceKind.PROSE, SentenceKind.ITEM}:
        return [block]
    parts: list[Block] = []
    for start, end in sentence_bounds(text[block.start : block.end]):
        first, last = block.start + start, block.start + end
        kind = SentenceKind.CALCULATION if numeric(text[first:last]) else block.kind
        if parts and parts[-1].kind is kind:
            parts[-1] = msgspec.structs.replace(parts[-1], end=last)
        else:
            parts.append(
                msgspec.structs.replace(block, kind=kind, start=first, end=last, lead=first if parts else block.lead)
            )
    return parts
