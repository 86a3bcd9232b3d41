"""Which title a block stands under: its own label, the line above its list, its parent item, its section's heading."""

from __future__ import annotations

import re

from schemas.annotation import SentenceKind

_BOLD_LABEL = re.compile(
    r"[ \t]*(?P<mark>\*\*\*|\*\*|__|\*|_|`)(?P<label>[^*_`\n]{1,80}?)(?P<inner>:?)(?P=mark)"
    r"(?P<outer>[ \t]*:|[ \t]+[-\u2013—](?=[ \t]))?[ \t]+(?=\S)"
)
_PLAIN_LABEL = re.compile(r"[ \t]*(?P<label>[A-Z0-9][^:.!?;\n]{0,60}|[a-z][\w '/-]{0,24})(?:[ \t]?):[ \t]+(?=\S)")
_DASHED_LABEL = re.compile(r"[ \t]*(?P<label>[A-Z][^:.!?;,\n–—]{0,40}?)[ \t]+(?:[-–—]|--)[ \t]+(?=\S)")
_ITEM_WORDS = 8
_PROSE_WORDS = 4
_TITLE_WORDS = 6
"""Words up to which a line with a colon, or an item with items below it, is a title rather than a sentence."""
_NOT_A_LABEL = frozenset(
    {"i", "you", "we", "he", "she", "it", "they", "this", "that", "these", "those", "there", "here", "so", "yes", "no"}
    | {"ok", "okay", "well", "and", "but", "or", "if", "when", "because", "please", "is", "are", "was", "were", "do"}
    | {"does", "did", "can", "could", "will", "would", "my", "your", "what", "who", "how", "why", "where"}
)
"""First words of a sentence that happens to hold a colon."""


_SAYING = frozenset({"is", "are", "was", "were", "has", "have", "i", "we", "you", "let's", "i'll", "i'm", "can"})
"""Words of a sentence, which a title does not hold."""


def label_end(source: str, start: int, end: int, kind: SentenceKind) -> int:
    """Return where the text of a "Label: text" line begins in `source`, `start` when it has no label."""
    bold = _BOLD_LABEL.match(source, start, end)
    if bold and (bold["inner"] or bold["outer"]) and len(bold["label"].split()) <= _ITEM_WORDS:
        return bold.end()
    is_item = kind is SentenceKind.ITEM
    plain = _PLAIN_LABEL.match(source, start, end)
    if plain and _is_label(plain["label"], _ITEM_WORDS if is_item else _PROSE_WORDS):
        return plain.end()
    dashed = _DASHED_LABEL.match(source, start, end) if is_item else None
    return dashed.end() if dashed and _is_label(dashed["label"], _PROSE_WORDS) else start


def _is_label(label: str, most: int) -> bool:
    words = label.lower().split()
    return 0 < len(words) <= most and is_title(label)


def is_title(words: str) -> bool:
    """Tell whether the words before a colon name something rather than say something."""
    lower = words.lower().split()
    return bool(lower) and lower[0] not in _NOT_A_LABEL and _SAYING.isdisjoint(lower) and words.rstrip()[-1] != ","


def bare(title: str) -> str:
    """Return a title without the marks that set it off.

    >>> bare("Battery life:")
    'Battery life'
    """
    return title.strip().rstrip(":-–— \t").strip()


class Titles:
    """The titles in force while the blocks of a document are read in order."""

    def __init__(self) -> None:
        self.section = ""
        self.above = ""
        self.parents: list[tuple[int, str]] = []

    def heading(self, title: str) -> None:
        """Open a section."""
        self.section, self.above, self.parents = bare(title), "", []

    def divide(self) -> None:
        """End the section's lists, as a rule does."""
        self.above, self.parents = "", []

    def prose(self, label: str, text: str) -> str:
        """Read a paragraph and return its title; a short one with a colon or label is the title of what follows."""
        self.parents = []
        short = len(text.split()) <= _TITLE_WORDS and text[-1:] not in {".", "!", "?"}
        if label and short:
            self.above = label
        else:
            self.above = bare(text) if short and text.endswith(":") and is_title(text[:-1]) else ""
        return self.section

    def item(self, depth: int, label: str, text: str) -> str:
        """Read an item of a list and return the title it stands under, its own label left aside."""
        while self.parents and self.parents[-1][0] >= depth:
            self.parents.pop()
        title = self.parents[-1][1] if self.parents else self.above or self.section
        own = label or (bare(text) if text.endswith(":") or len(text.split()) <= _TITLE_WORDS else "")
        self.parents.append((depth, own or title))
        return title
