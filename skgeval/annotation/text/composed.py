"""Text that somebody wrote for a purpose and does not assert: letters, drafts, stories, poems, scripts, role play.

Looks at whole blocks in order; what begins composed stays so until a division, a closing remark or the end.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from schemas.annotation import SentenceKind


class Written(msgspec.Struct, kw_only=True, frozen=True):
    """A block as this module sees it: kind, clean words, whether a gap or a rule stands before it, its own label."""

    kind: SentenceKind
    text: str
    gap: bool
    rule: bool
    label: str


_SIGNATURE_BLOCKS = 4
_SIGNATURE_WORDS = 6
_VERSES = 4
"""Short unended lines in a row from which they are verse."""
_VERSE_LETTERS = 70
_VERSE_WORDS = (3, 12)
_SCRIPT_LINES = 3
"""Labelled lines from which a text with changing, returning labels is a script."""


class _Patterns(msgspec.Struct, kw_only=True, frozen=True):
    """The cues of composed.toml, compiled."""

    introduces: re.Pattern[str]
    subject: re.Pattern[str]
    salutation: re.Pattern[str]
    address: re.Pattern[str]
    sign_off: re.Pattern[str]
    blank: re.Pattern[str]
    story: re.Pattern[str]
    in_character: re.Pattern[str]
    closes: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    cues = tomllib.loads(files(__package__).joinpath("composed.toml").read_text(encoding="utf-8"))
    any_of = {name: "|".join(alternatives) for name, alternatives in cues.items()}

    def pattern(expression: str) -> re.Pattern[str]:
        return re.compile(expression, re.IGNORECASE)

    return _Patterns(
        introduces=pattern(rf"\b(?:{any_of['genres']})\b.{{0,120}}:$|^(?:{any_of['genres']}|title)\s?:"),
        subject=pattern(rf"^(?:{any_of['subjects']})\s?:"),
        salutation=pattern(rf"^(?:{any_of['salutations']})$"),
        address=pattern(rf"^(?:{any_of['addresses']})"),
        sign_off=pattern(rf"^(?:{any_of['sign_offs']})[,.!]?$"),
        blank=pattern(rf"\[(?:{any_of['blanks']})\b[^\[\]]{{0,60}}\]"),
        story=pattern(rf"^(?:{any_of['stories']})"),
        in_character=pattern(rf"\b(?:{any_of['in_character']})\b"),
        closes=pattern(rf"^(?:{any_of['closings']})\b"),
    )


def composed_blocks(blocks: Sequence[Written]) -> frozenset[int]:
    """Return the indices of the blocks that are composed text."""
    found: set[int] = set()
    patterns = _patterns()
    _mark_runs(blocks, patterns, found)
    _mark_letters(blocks, patterns, found)
    _mark_verses(blocks, found)
    _mark_scripts(blocks, found)
    return frozenset(found)


def _mark_runs(blocks: Sequence[Written], patterns: _Patterns, found: set[int]) -> None:
    """Mark what follows an introduction ("Here is the email:"), a subject line, a story's first words, a role taken."""
    running = False
    for index, block in enumerate(blocks):
        if running and (block.rule or block.kind is SentenceKind.CODE or patterns.closes.match(block.text)):
            running = False
        if block.rule or block.kind is SentenceKind.CODE:
            continue
        if _begins(block, patterns):
            running = True
            found.add(index)
        elif running:
            found.add(index)
        elif (
            index + 1 < len(blocks)
            and block.kind is SentenceKind.PROSE
            and patterns.introduces.search(block.text[-200:])
        ):
            running = True


def _begins(block: Written, patterns: _Patterns) -> bool:
    return bool(
        patterns.subject.match(block.text)
        or patterns.subject.match(f"{block.label}:")
        or patterns.story.match(block.text)
        or patterns.in_character.search(block.text[:400])
    )


def _mark_letters(blocks: Sequence[Written], patterns: _Patterns, found: set[int]) -> None:
    """Mark letters: from a salutation to the signature, or to a blank to be filled in."""
    opened = -1
    for index, block in enumerate(blocks):
        if block.rule:
            opened = -1
        elif patterns.salutation.match(block.text) or patterns.address.match(block.text):
            opened = index
        elif opened >= 0 and patterns.sign_off.match(block.text):
            last = index
            while last + 1 < len(blocks) and last - index < _SIGNATURE_BLOCKS and _signs(blocks[last + 1]):
                last += 1
            found.update(range(opened, last + 1))
            opened = -1
        elif patterns.blank.search(block.text):
            found.update(range(opened if opened >= 0 else index, index + 1))
            opened = index if opened >= 0 else opened


def _signs(block: Written) -> bool:
    return not block.rule and 0 < len(block.text.split()) <= _SIGNATURE_WORDS and block.text[-1] not in "?!:"


def _mark_verses(blocks: Sequence[Written], found: set[int]) -> None:
    start = 0
    while start < len(blocks):
        end = start
        while end < len(blocks) and _is_verse(blocks[end]):
            end += 1
        unended = sum(1 for block in blocks[start:end] if block.text[-1] not in ".!?")
        joined = sum(1 for block in blocks[start:end] if not block.gap)
        if end - start >= _VERSES and 2 * unended >= end - start and 2 * joined >= end - start:
            found.update(range(start, end))
        start = end + 1


def _is_verse(block: Written) -> bool:
    words = len(block.text.split())
    return (
        block.kind in {SentenceKind.PROSE, SentenceKind.QUOTE}
        and not block.rule
        and not block.label
        and len(block.text) <= _VERSE_LETTERS
        and _VERSE_WORDS[0] <= words <= _VERSE_WORDS[1]
        and not block.text[0].islower()
        and block.text[-1] != ":"
    )


def _mark_scripts(blocks: Sequence[Written], found: set[int]) -> None:
    """Mark lines spoken by changing speakers: labels that return."""
    spoken = [index for index, block in enumerate(blocks) if block.label and block.kind is not SentenceKind.ITEM]
    labels = [blocks[index].label.lower() for index in spoken]
    if len(labels) >= _SCRIPT_LINES and 1 < len(set(labels)) < len(labels):
        found.update(spoken)
