"""Markup inside a line: what it leaves of the words, with every letter's way back to the source.

One scan from left to right. A mark that needs a partner looks for it within a bound, so the work is linear in the text
however hostile it is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from skgeval.annotation.text.document import Piece
from skgeval.annotation.text.spelling import REPAIRS, respelt

_REACH = 1_000
"""Characters within which a mark's partner must follow."""
_SPECIAL = re.compile(
    r"[\\`*_\[\]<$&]|~~|==|!\[|https?://|\bwww\.|\s{2,}|[\t\r\n\v\f\x00-\x08\x0e-\x1f\x7f\x85\xa0\u2028\u2029]|[‘’“”\u200b-\u200f\ufeff]"
)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\[\]()\"'`*|]{1,2000}", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,300}>|<!--.{0,900}?-->|<(?:https?://|mailto:)[^<>\s]{1,900}>")
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_BREAKING_TAG = re.compile(r"</?(?:br|p|li|hr|td|tr|div|h\d)\b", re.IGNORECASE)
_NOTE = re.compile(r"\[(?:\^[^\[\]\s]{1,30}|\d{1,3}(?:[,–-] ?\d{1,3}){0,9})\]")
_FORMULA = re.compile(r"[\\^_={}]|^[a-zA-Z]$|^[\d.,\s+*/()-]+$")
_PLAIN_FORMULA = re.compile(r"\\?(?:[a-zA-Z]|[\d.,\s]{1,30}(?:\\?%)?)$")
_STRAIGHT = {"‘": "'", "’": "'", "“": '"', "”": '"'}


class Writer:
    """Collects the clean text of one block, the pieces that map it back, and where formulas were left out."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.parts: list[str] = []
        self.pieces: list[Piece] = []
        self.length = 0
        self.left_out = 0
        self.formulas: list[int] = []

    def write(self, words: str, start: int, end: int) -> None:
        """Add `words`, which stand for `source[start:end]`."""
        if words:
            self.pieces.append(Piece(self.length, start, end))
            self.parts.append(words)
            self.length += len(words)

    def text(self) -> str:
        """Return the clean text so far."""
        return "".join(self.parts)

    def trim(self, length: int) -> None:
        """Forget the pieces behind the first `length` characters, so that the last one still fits its words."""
        while self.pieces and self.pieces[-1].clean >= length:
            self.length = self.pieces.pop().clean
        if self.pieces and self.length > length:
            last = self.pieces[-1]
            if self.length - last.clean == last.end - last.start:
                self.pieces[-1] = Piece(last.clean, last.start, last.start + length - last.clean)
        self.length = length

    def ends_open(self) -> bool:
        """Tell whether another space would be one too many."""
        return not self.parts or self.parts[-1][-1] in " \n"

    def space(self, start: int, end: int) -> None:
        """Add one space unless there is one already."""
        if not self.ends_open():
            self.write(" ", start, end)

    def clean(self, start: int, end: int) -> None:
        """Add the words of `source[start:end]` without its markup."""
        dropped: dict[int, int] = {}
        position = start
        while position < end:
            match = _SPECIAL.search(self.source, position, end)
            stop = match.start() if match else end
            self._plain(position, stop)
            if match is None:
                return
            position = dropped.get(stop) or self._special(match, start, end, dropped)

    def _plain(self, start: int, end: int) -> None:
        position = start
        if self.ends_open():
            while position < end and self.source[position] == " ":
                position += 1
        for match in REPAIRS.finditer(self.source, position, end):
            words = respelt(match)
            if words != match[0]:
                self.write(self.source[position : match.start()], position, match.start())
                self.write(words, *match.span())
                position = match.end()
        self.write(self.source[position:end], position, end)

    def _special(self, match: re.Match[str], start: int, end: int, dropped: dict[int, int]) -> int:
        """Deal with the mark at `match` and return where to go on."""
        mark, at = match[0], match.start()
        if mark[0] in "*_":
            return self._emphasis(mark[0], at, start, end)
        if mark in {"[", "!["}:
            return self._link(mark, at, end, dropped)
        handle = _HANDLERS.get(mark[0].lower())
        if handle is not None:
            return handle(self, at, end)
        if mark in _STRAIGHT:
            self.write(_STRAIGHT[mark], at, at + 1)
        elif mark[0].isspace() or mark[0] < " " or mark[0] == "\x7f":
            self.space(at, match.end())
        return match.end()

    def bracket(self, at: int, end: int) -> int:
        """Write a closing bracket that no link owns."""
        stop = min(at + 1, end)
        self.write(self.source[at:stop], at, stop)
        return stop

    def _partner(self, mark: str, at: int, end: int) -> int:
        return self.source.find(mark, at, min(end, at + _REACH))

    def backslash(self, at: int, end: int) -> int:
        """Read a formula in escaped brackets, or an escaped mark as itself."""
        follower = self.source[at + 1 : at + 2] if at + 1 < end else ""
        if follower in {"(", "["}:
            closing = self._partner("\\)" if follower == "(" else "\\]", at + 2, end)
            if closing >= 0:
                return self._formula(at + 2, closing, closing + 2)
        if follower and follower in "\\`*_{}[]()#+-.!|>~$<&":
            self.write(follower, at, at + 2)
            return at + 2
        self.write("\\", at, at + 1)
        return at + 1

    def dollar(self, at: int, end: int) -> int:
        """Read a formula in dollar signs, or a price."""
        width = len("$$") if self.source.startswith("$$", at) else 1
        closing = self._partner("$" * width, at + width, end)
        inner = self.source[at + width : closing] if closing >= 0 else ""
        tight = inner.strip() and (width > 1 or (inner == inner.strip() and not inner[0].isdigit()))
        if tight and _FORMULA.search(inner) and not self.source[closing + width : closing + width + 1].isdigit():
            return self._formula(at + width, closing, closing + width)
        self.write("$" * width, at, at + width)
        return at + width

    def _formula(self, start: int, end: int, after: int) -> int:
        """Keep a formula that is a single number or letter; leave any other out and remember where it stood."""
        inner = self.source[start:end].strip()
        if _PLAIN_FORMULA.match(inner):
            self.write(inner.replace("\\", ""), start, end)
            return after
        self.formulas.append(self.length)
        self.left_out += after - start
        self.space(start, end)
        return after

    def code(self, at: int, end: int) -> int:
        """Keep the words of inline code without its marks."""
        stop = at
        while stop < end and self.source[stop] == "`":
            stop += 1
        closing = self._partner(self.source[at:stop], stop, end) if stop - at <= _REACH else -1
        if closing < 0:
            return stop
        inner_start, inner_end = stop, closing
        while inner_start < inner_end and self.source[inner_start].isspace():
            inner_start += 1
        while inner_end > inner_start and self.source[inner_end - 1].isspace():
            inner_end -= 1
        inner = self.source[inner_start:inner_end]
        if "\n" in inner or "\r" in inner:
            self.write(" ".join(inner.split()), inner_start, inner_end)
        else:
            self.write(inner, inner_start, inner_end)
        return closing + stop - at

    def _emphasis(self, mark: str, at: int, start: int, end: int) -> int:
        stop = at
        while stop < end and self.source[stop] == mark:
            stop += 1
        before = self.source[at - 1] if at > start else " "
        after = self.source[stop] if stop < end else " "
        if mark == "_" and before.isalnum() and after.isalnum():
            self.write(" " * (stop - at), at, stop)
        elif (before.isspace() and after.isspace()) or (stop - at == 1 and before.isalnum() and after.isalnum()):
            self.write(self.source[at:stop], at, stop)
        return stop

    def struck(self, at: int, end: int) -> int:
        """Leave out struck words with their marks, and the marks of highlighted ones."""
        mark = self.source[at : at + 2]
        closing = self._partner(mark, at + 2, end)
        if closing < 0 or self.source[at + 2 : at + 3] in {"", " ", mark[0]}:
            self.write(mark, at, at + 2)
            return at + 2
        if mark == "==":
            self.clean(at + 2, closing)
        return closing + 2

    def _link(self, mark: str, at: int, end: int, dropped: dict[int, int]) -> int:
        note = _NOTE.match(self.source, at, end) if mark == "[" else None
        if note:
            return note.end()
        opening = at + len(mark)
        closing = self._partner("]", opening, end)
        inner_bracket = self.source.find("[", opening, closing) if closing >= 0 else -1
        follower = self.source[closing + 1 : closing + 2] if closing >= 0 else ""
        if closing >= 0 and inner_bracket < 0 and follower == "(":
            stop = self._partner(")", closing + 2, end)
            if stop >= 0:
                if mark == "![":
                    return stop + 1
                dropped[closing] = stop + 1
                return opening
        if closing >= 0 and inner_bracket < 0 and follower == "[":
            stop = self._partner("]", closing + 2, end)
            if stop >= 0:
                dropped[closing] = stop + 1
                return opening
        self.write(mark, at, opening)
        return opening

    def tag(self, at: int, end: int) -> int:
        """Leave out a tag or address in angle brackets."""
        tag = _TAG.match(self.source, at, end)
        if tag is None:
            self.write("<", at, at + 1)
            return at + 1
        if _BREAKING_TAG.match(tag[0]):
            self.space(at, tag.end())
        return tag.end()

    def entity(self, at: int, end: int) -> int:
        """Write what an entity stands for."""
        entity = _ENTITY.match(self.source, at, end)
        words = html.unescape(entity[0]) if entity else "&"
        if entity is None or words == entity[0]:
            self.write("&", at, at + 1)
            return at + 1
        self.write(" ".join(words.split()) or " ", at, entity.end())
        return entity.end()

    def address(self, at: int, end: int) -> int:
        """Leave out an address, but not the full stop behind it."""
        address = _ADDRESS.match(self.source, at, end)
        if address is None:
            self.write(self.source[at], at, at + 1)
            return at + 1
        stop = address.end()
        while self.source[stop - 1] in ".,;:!?":
            stop -= 1
        return stop


_HANDLERS: dict[str, Callable[[Writer, int, int], int]] = {
    "\\": Writer.backslash,
    "`": Writer.code,
    "~": Writer.struck,
    "=": Writer.struck,
    "]": Writer.bracket,
    "<": Writer.tag,
    "&": Writer.entity,
    "$": Writer.dollar,
    "h": Writer.address,
    "w": Writer.address,
}
