"""Lines to raw blocks: one walk over the lines of a text, with no way back (METHOD.md, section 2).

Markdown as chats write it, not as CommonMark defines it: a line break ends a block unless the line was plainly
wrapped, and a fence that is never closed runs to the end.
"""

from __future__ import annotations

import re

import msgspec

from schemas.annotation import SentenceKind
from skgeval.annotation.text import lines as marks

_FORMULA_BLOCKS = {"$$": "$$", "\\[": "\\]", "\\begin{": "\\end{"}
_MARKUP_BLOCKS = {"<!--": "-->", "<pre": "</pre>", "<script": "</script>", "<style": "</style>", "<code>": "</code>"}
_WRAPPED = 60
"""Characters from which a line without an end mark was probably wrapped, not ended."""
_TERMINAL = re.compile(r"[.!?:;\u3002\uff01\uff1f…][\"'”’)\]*_]*$")


class Raw(msgspec.Struct, kw_only=True):
    """A block as found: the stretches of source it consists of, whether a gap precedes it, how deep it is nested."""

    kind: SentenceKind
    parts: list[tuple[int, int]]
    gap: bool = False
    depth: int = 0
    ordinal: int = 0
    rule: bool = False
    rows: list[tuple[int, int]] = []


class Scanned(msgspec.Struct, kw_only=True):
    """All blocks of a text in order, and how many characters of it are code or formulas."""

    blocks: list[Raw]
    left_out: int


def scan(source: str, end: int) -> Scanned:
    """Return the blocks of `source[:end]`; TABLE blocks hold their rows, `rule` blocks are only divisions."""
    return _Scanner(source, end).run()


class _Scanner:
    def __init__(self, source: str, end: int) -> None:
        self.source = source
        self.end = end
        self.spans = marks.line_spans(source, end)
        self.blocks: list[Raw] = []
        self.left_out = 0
        self.gap = True
        self.in_list = False
        self.unclosed: set[str] = set()

    def run(self) -> Scanned:
        row = 0
        while row < len(self.spans):
            row = self._step(row)
        return Scanned(blocks=self.blocks, left_out=self.left_out)

    def _line(self, row: int) -> str:
        start, stop = self.spans[row]
        return self.source[start:stop]

    def _step(self, row: int) -> int:
        """Read what begins at `row` and return the first row after it."""
        start, stop = self.spans[row]
        line = self.source[start:stop]
        if not line.strip():
            self.gap = True
            return row + 1
        quote = marks.QUOTED.match(line)
        if quote:
            self._text(start + quote.end(), stop, SentenceKind.QUOTE)
            return row + 1
        for step in (self._fence, self._enclosed, self._table, self._code):
            after = step(row, line)
            if after > row:
                if step in {self._fence, self._code}:
                    self.blocks.append(Raw(kind=SentenceKind.CODE, parts=[]))
                self.gap = True
                return after
        self._structure(row, line)
        return row + 1

    def _add(self, kind: SentenceKind, start: int, stop: int, *, depth: int = 0, ordinal: int = 0) -> None:
        self.blocks.append(Raw(kind=kind, parts=[(start, stop)], gap=self.gap, depth=depth, ordinal=ordinal))
        self.gap = False

    def _divide(self) -> None:
        self.blocks.append(Raw(kind=SentenceKind.PROSE, parts=[], rule=True))

    def _structure(self, row: int, line: str) -> None:
        """Read a line that stands for itself or goes on the block before it."""
        start, stop = self.spans[row]
        if marks.is_underline(line) and self._underlines():
            self.blocks[-1].kind = SentenceKind.HEADING
            return
        if marks.is_rule(line):
            self.in_list = False
            self._divide()
            return
        heading = marks.HEADING.match(line)
        title = marks.BOLD_TITLE.match(line)
        if heading or title:
            self.in_list = False
            self._add(SentenceKind.HEADING, start + (heading.end() if heading else 0), stop)
            return
        self._text(start, stop, SentenceKind.PROSE)

    def _underlines(self) -> bool:
        if self.gap or not self.blocks:
            return False
        last = self.blocks[-1]
        return last.kind is SentenceKind.PROSE and len(last.parts) == 1

    def _text(self, start: int, stop: int, kind: SentenceKind) -> None:
        line = self.source[start:stop]
        item = marks.ITEM.match(line)
        if item:
            ordinal = int(item["number"] or item["bracketed"] or 0)
            self.in_list = True
            depth = marks.indent_of(line)
            listed = SentenceKind.ITEM if kind is SentenceKind.PROSE else kind
            self._add(listed, start + item.end(), stop, depth=depth, ordinal=ordinal)
        elif self._goes_on(line, kind):
            self.blocks[-1].parts.append((start, stop))
        elif line.strip():
            indented = marks.indent_of(line)
            self.in_list = self.in_list and indented > 0
            self._add(kind, start, stop, depth=indented)
        else:
            self.gap = True

    def _goes_on(self, line: str, kind: SentenceKind) -> bool:
        """Tell whether the line continues the block before it."""
        if self.gap or not self.blocks or not self.blocks[-1].parts:
            return False
        last = self.blocks[-1]
        expected = SentenceKind.PROSE if last.kind is SentenceKind.ITEM else last.kind
        if expected is not kind or last.kind is SentenceKind.HEADING:
            return False
        before = self.source[last.parts[-1][0] : last.parts[-1][1]]
        first = line.lstrip()[:1]
        if before.endswith("  ") or _TERMINAL.search(before.rstrip()[-8:]):
            return last.kind is SentenceKind.ITEM and marks.indent_of(line) > 0
        begins = self.source[last.parts[0][0] : last.parts[0][1]].lstrip(" *_\t")[:1]
        return (first.islower() and not begins.islower()) or len(before.strip()) >= _WRAPPED

    def _fence(self, row: int, line: str) -> int:
        fence = marks.FENCE.match(line)
        if fence is None:
            return row
        mark, after = fence["mark"], row + 1
        while after < len(self.spans):
            inner = self._line(after).strip()
            after += 1
            if inner.startswith(mark) and not inner.strip(mark[0]):
                break
        self.left_out += self.spans[after - 1][1] - self.spans[row][0]
        return after

    def _enclosed(self, row: int, line: str) -> int:
        """Leave out formulas and markup that go over several lines or fill one."""
        text = line.lstrip()
        for opening, closing in (*_FORMULA_BLOCKS.items(), *_MARKUP_BLOCKS.items()):
            if not text.startswith(opening) or closing in self.unclosed:
                continue
            start = self.spans[row][0] + len(line) - len(text) + len(opening)
            found = self.source.find(closing, start, self.end)
            if found < 0:
                self.unclosed.add(closing)
                return row
            if closing == "$$" and found < self.spans[row][1] and self._line(row).rstrip()[-2:] != "$$":
                return row
            after = row
            while after < len(self.spans) and self.spans[after][1] < found + len(closing):
                after += 1
            self.left_out += self.spans[min(after, len(self.spans) - 1)][1] - self.spans[row][0]
            self._formula_row(opening)
            return after + 1
        return row

    def _formula_row(self, opening: str) -> None:
        if opening in _FORMULA_BLOCKS and self.blocks:
            self.blocks.append(Raw(kind=SentenceKind.CALCULATION, parts=[]))

    def _table(self, row: int, line: str) -> int:
        ruled = row + 1 < len(self.spans) and "|" in line and marks.is_delimiter(self._line(row + 1))
        barred = marks.is_row(line) and row + 1 < len(self.spans) and marks.is_row(self._line(row + 1))
        framed = marks.is_delimiter(line) and row + 1 < len(self.spans) and marks.is_row(self._line(row + 1))
        if not (ruled or barred or framed):
            return row
        after = row
        rows = []
        while after < len(self.spans):
            inner = self._line(after)
            if not marks.is_delimiter(inner):
                if "|" not in inner:
                    break
                rows.append(self.spans[after])
            after += 1
        start, stop = self.spans[row][0], self.spans[after - 1][1]
        self.blocks.append(Raw(kind=SentenceKind.TABLE, parts=[(start, stop)], rows=rows))
        return after

    def _code(self, row: int, line: str) -> int:
        """Leave out code without a fence: two such lines in a row, or one that cannot be anything else."""
        if not marks.looks_like_code(line) or marks.ITEM.match(line):
            return row
        after, coded, last = row + 1, 1, row + 1
        while after < len(self.spans):
            inner = self._line(after)
            if inner.strip() and not marks.looks_like_code(inner) and marks.indent_of(inner) == 0:
                break
            after += 1
            if inner.strip():
                coded += 1
                last = after
        if coded == 1 and not marks.is_statement(line):
            return row
        self.left_out += self.spans[last - 1][1] - self.spans[row][0]
        return last
