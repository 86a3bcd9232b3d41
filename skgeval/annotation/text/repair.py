"""Broken characters and over-long texts: both are mended in a way that the document's flags tell."""

from __future__ import annotations

import re

_BROKEN = re.compile("[\0\ud800-\udfff]")
_BREAK = re.compile(r"\n|[.!?\u3002\uff01\uff1f][\"')\]]*\s")
_CUT_WINDOW = 2_000
"""Characters before the limit in which a line or sentence end is looked for."""


def repaired(text: str) -> str:
    """Return `text` with NULs and lone surrogates replaced by U+FFFD, letter for letter."""
    return _BROKEN.sub("\ufffd", text)


def cut(source: str, limit: int) -> int:
    """Return where to stop reading `source`: the last line or sentence end before `limit`, else a space."""
    if len(source) <= limit:
        return len(source)
    start = max(0, limit - _CUT_WINDOW)
    ends = [match.end() for match in _BREAK.finditer(source, start, limit)]
    if ends:
        return ends[-1]
    space = source.rfind(" ", start, limit)
    return limit if space <= 0 else space
