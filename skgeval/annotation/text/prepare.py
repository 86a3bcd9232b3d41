"""The whole of text preparation, in reading order: repair, cut, split into blocks, clean."""

from __future__ import annotations

import re

from schemas.annotation import SentenceKind
from skgeval.annotation.text.document import Block, Document, Piece
from skgeval.policy import AnnotationPolicy

_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+")


def prepare(text: str, policy: AnnotationPolicy) -> Document:
    """Return `text` as blocks of clean prose, tables and what was left out; linear in its length."""
    source = "".join("�" if "\ud800" <= letter <= "\udfff" or letter == "\0" else letter for letter in text)
    flags = ["repaired_text"] if source != text else []
    if len(source) > policy.max_characters:
        flags.append("truncated")
    clean: list[str] = []
    blocks: list[Block] = []
    pieces: list[Piece] = []
    written = position = 0
    for line in source[: policy.max_characters].splitlines(keepends=True):
        item = _ITEM.match(line)
        indent = item.end() if item else len(line) - len(line.lstrip())
        words = line[indent:].strip()
        if words:
            kind = SentenceKind.ITEM if item else SentenceKind.PROSE
            pieces.append(Piece(written, position + indent, position + indent + len(words)))
            blocks.append(Block(kind=kind, start=written, end=written + len(words), lead=written))
            clean.append(words)
            written += len(words) + 1
        position += len(line)
    return Document(
        source=source, text="\n".join(clean), blocks=tuple(blocks), flags=tuple(flags), pieces=tuple(pieces)
    )
