"""Text that somebody wrote for a purpose and does not assert: letters, drafts, stories, poems, scripts, role play.

Looks at whole blocks in order; what begins composed stays so until a division, a closing remark or the end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from schemas.annotation import SentenceKind


class Written(msgspec.Struct, kw_only=True, frozen=True):
    """A block as this module sees it: kind, clean words, whether a gap or a rule stands before it, its own label."""

    kind: SentenceKind
    text: str
    gap: bool
    rule: bool
    label: str


_GENRES = (
    r"e-?mail|letter|message|draft|poem|haiku|limerick|sonnet|verse|song|lyrics|rap|story|tale|fable|script|dialogue|scene|monologue"
    r"|conversation|speech|toast|tweet|caption|joke|riddle|slogan|template|memo|press release|blog post|post|essay|cover letter"
    r"|note|reply|response|announcement|invitation|excerpt|passage|translation|revised version|rewritten version|version"
    r"|rewrite|rephras\w+|paraphras\w+|examples?|sample|sentences?|diary entry|journal entry|review|transcript|interview|role-?play"
)
_INTRODUCES = re.compile(rf"\b(?:{_GENRES})\b.{{0,120}}:$|^(?:{_GENRES}|title)\s?:", re.IGNORECASE)
_SUBJECT = re.compile(r"^(?:subject|re|betreff)\s?:", re.IGNORECASE)
_GREETING = re.compile(
    r"^(?:dear\b.{0,60}[,:]?|to whom it may concern[,:]?|(?:hi|hello|hey|greetings)\b.{0,40},)$", re.IGNORECASE
)
_DEAR = re.compile(r"^(?:dear [^.!?]{1,60}[,:]|to whom it may concern[,:]?)", re.IGNORECASE)
_SIGN_OFF = re.compile(
    r"^(?:(?:yours )?sincerely(?: yours)?|yours(?: truly| faithfully)?|(?:best|kind|warm|kindest|warmest)(?: (?:regards|wishes))?"
    r"|regards|respectfully|cordially|with (?:love|gratitude|appreciation|best wishes)|love|cheers|warmly|many thanks|thank you|thanks"
    r"|take care|all the best)[,.!]?$",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"\[(?:your|my|recipient|name|date|company|sender|insert|the|client|customer|manager|title)\b[^\[\]]{0,60}\]",
    re.IGNORECASE,
)
_STORY = re.compile(
    r"^(?:once upon a time|there once (?:was|lived)|in a (?:faraway|distant) (?:land|kingdom)|chapter \w+|act \w+\b.{0,40}$|int\.|ext\.|fade in)",
    re.IGNORECASE,
)
_IN_CHARACTER = re.compile(
    r"\b(?:i(?:'m| am) (?:now )?in character|(?:stay|staying|remain|speaking) in character|speaking as (?:a|an|the) \w+"
    r"|let's role-?play|in this role-?play|ahoy|arr+|hark)\b",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"^(?:i hope (?:this|that|these|you)|let me know|feel free|would you like|do you want|is there anything|please (?:let me know|feel free)"
    r"|this (?:e-?mail|letter|poem|story|draft|version|example|message|script)|these examples|note that|remember|if you (?:need|want|would like|have)"
    r"|you can (?:adjust|adapt|customi[sz]e|change|modify)|in (?:this|the) (?:example|story|poem|version|e-?mail)|explanation|here(?:'s| is) (?:a|the) (?:breakdown|summary|explanation))\b",
    re.IGNORECASE,
)
_SIGNATURE_BLOCKS = 4
_SIGNATURE_WORDS = 6
_VERSES = 4
"""Short unended lines in a row from which they are verse."""
_VERSE_LETTERS = 70
_VERSE_WORDS = (3, 12)
_SCRIPT_LINES = 3
"""Labelled lines from which a text with changing, returning labels is a script."""


def composed_blocks(blocks: Sequence[Written]) -> frozenset[int]:
    """Return the indices of the blocks that are composed text."""
    found: set[int] = set()
    _mark_runs(blocks, found)
    _mark_letters(blocks, found)
    _mark_verses(blocks, found)
    _mark_scripts(blocks, found)
    return frozenset(found)


def _mark_runs(blocks: Sequence[Written], found: set[int]) -> None:
    """Mark what follows an introduction ("Here is the email:"), a subject line, a story's first words, a role taken."""
    running = False
    for index, block in enumerate(blocks):
        if running and (block.rule or _CLOSES.match(block.text)):
            running = False
        if block.rule:
            continue
        if _begins(block):
            running = True
            found.add(index)
        elif running:
            found.add(index)
        elif index + 1 < len(blocks) and block.kind is SentenceKind.PROSE and _INTRODUCES.search(block.text[-200:]):
            running = True


def _begins(block: Written) -> bool:
    return bool(
        _SUBJECT.match(block.text)
        or _SUBJECT.match(f"{block.label}:")
        or _STORY.match(block.text)
        or _IN_CHARACTER.search(block.text[:400])
    )


def _mark_letters(blocks: Sequence[Written], found: set[int]) -> None:
    """Mark letters: from a salutation to the signature, or to a blank to be filled in."""
    opened = -1
    for index, block in enumerate(blocks):
        if block.rule:
            opened = -1
        elif _GREETING.match(block.text) or _DEAR.match(block.text):
            opened = index
        elif opened >= 0 and _SIGN_OFF.match(block.text):
            last = index
            while last + 1 < len(blocks) and last - index < _SIGNATURE_BLOCKS and _signs(blocks[last + 1]):
                last += 1
            found.update(range(opened, last + 1))
            opened = -1
        elif _PLACEHOLDER.search(block.text):
            found.update(range(opened if opened >= 0 else index, index + 1))


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
    if len(labels) >= _SCRIPT_LINES and 2 <= len(set(labels)) < len(labels):  # noqa: PLR2004
        found.update(spoken)
