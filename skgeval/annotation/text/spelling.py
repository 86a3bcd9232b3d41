"""Sloppy chat spelling ("im", "dont", "do n't", "doesn ' t") put right, so that a parser sees the words meant."""

from __future__ import annotations

import re

_WORDS = {
    "im": "I'm",
    "ive": "I've",
    "i": "I",
    "idk": "I don't know",
    "dunno": "don't know",
    "alot": "a lot",
    "u": "you",
    "ur": "your",
    "pls": "please",
    "plz": "please",
    "thx": "thanks",
    "cuz": "because",
    "coz": "because",
    "bc": "because",
    "ppl": "people",
    "tho": "though",
    "youre": "you're",
    "theyre": "they're",
    "youve": "you've",
    "weve": "we've",
    "theyve": "they've",
    "youll": "you'll",
    "theyll": "they'll",
    "thats": "that's",
    "whats": "what's",
    "wheres": "where's",
    "theres": "there's",
    "hes": "he's",
    "shes": "she's",
}
_NEGATED = "do|does|did|is|are|was|were|have|has|had|would|could|should|must|need|ca|wo|ai|might"
_SHORT_NEGATED = "don|doesn|didn|isn|aren|wasn|weren|haven|hasn|hadn|wouldn|couldn|shouldn|mustn|needn|can|won|ain"
_PERSONS = "i|you|we|they|he|she|it"
_POINTERS = "that|what|there|where|who|how|here|let"
REPAIRS = re.compile(
    rf"\b(?P<spaced>(?:{_NEGATED}) n ?['’] ?t|(?:{_SHORT_NEGATED})(?: ['’] ?| )t"
    rf"|(?:{_PERSONS}|{_POINTERS}) ?(?:['’] | ['’] ?)(?:m|s|re|ve|ll|d)|i m|(?:it|that|he|she|what|there) s"
    r"|(?:you|we|they) (?:re|ve|ll)|i (?:ve|ll))\b"
    rf"|\b(?P<joined>(?:{_SHORT_NEGATED}|had)(?<!can)(?<!won)t|cant|wont)\b"
    r"|\b(?P<its>its)(?= (?:an?|the|not|so|very|been|really|too|just|all|ok|okay|fine|good|hard)\b)"
    rf"|(?<![\w'’.])(?P<word>{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![\w'’]|\.\w)",
    re.IGNORECASE,
)
_NOT_REPAIRED = frozenset({"I", "IM", "BC", "U", "UR", "HES"})
"""Spellings that may be right as they stand: initials and abbreviations in capitals."""


def respelt(match: re.Match[str]) -> str:
    """Return what a match of `REPAIRS` should read; the same words where nothing is wrong.

    >>> respelt(REPAIRS.search("that do n't work"))
    "don't"
    """
    written = match[0]
    if match["word"] is not None:
        meant = _WORDS.get(
            written.lower()
        )  # none for letters that only case folding makes equal, as a dotted capital I
        return written if meant is None or written in _NOT_REPAIRED else _cased(meant, written)
    if match["its"] is not None:
        return f"{written[:-1]}'s"
    if match["joined"] is not None:
        return f"{written[:-1]}'{written[-1]}"
    letters = re.sub(r"[ '’]", "", written)
    joined = f"{letters[:-1]}'{letters[-1]}" if letters[-1].lower() in "tmsd" else f"{letters[:-2]}'{letters[-2:]}"
    return f"I{joined[1:]}" if joined[:2].lower() == "i'" else joined


def _cased(word: str, written: str) -> str:
    return word[0].upper() + word[1:] if written[0].isupper() else word
