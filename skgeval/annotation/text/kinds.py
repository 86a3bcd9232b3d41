"""Sentences inside a block that are arithmetic or direct speech."""

from __future__ import annotations

import re

from schemas.annotation import SentenceKind

_SENTENCE = re.compile(r"[.!?…][\"')\]]{0,4}(?=\s)|[\u3002\uff01\uff1f]")
_NUMBER = r"(?:\d[\d,.]{0,20}|\b[a-z]\b)"
_ARITHMETIC = re.compile(
    rf"{_NUMBER}\s?[%°]?\s?[+\u00d7\u00f7*^\u221a]\s?[$€£(]?\s?{_NUMBER}|\d\s[-\u2212\u2013/x]\s[$€£(]?\d[\d,.]{{0,20}}\s?="
    r"|\d\s?/\s?\d[\d,.]{0,20}\s?=",
    re.IGNORECASE,
)
_EQUATION = re.compile(r"[=≈≠≤≥]\s?[-$€£(]?\s?[\w√]")
_SPOKEN_ARITHMETIC = re.compile(
    r"\d[\w,.]{0,20}\s(?:(?:plus|minus|times)\s[$€£]?\d|(?:multiplied by|divided by|to the power of|modulo)\b.{0,40}\d)"
    r"|\b(?:multipl(?:y|ying)|divid(?:e|ing)|subtract(?:ing)?)\b.{0,40}\d.{0,20}\b(?:by|from)\b.{0,20}\d"
    r"|\b(?:substitut(?:e|ing)|solv(?:e|ing) for|derivative of|square root of)\b.{0,60}\d",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_SPEECH_WORDS = 4
"""Words from which a quotation without an end mark is speech rather than a name."""
_QUOTED_SHARE = 0.6
"""Share of a sentence in quotation marks from which all of it counts as quoted."""


def is_calculation(sentence: str) -> bool:
    """Tell whether the sentence calculates: an equation, an operator between numbers, or the same in words.

    >>> is_calculation("So 3 + 4 = 7."), is_calculation("It takes 10-15 minutes.")
    (True, False)
    """
    if _EQUATION.search(sentence):
        return True
    return bool(_ARITHMETIC.search(sentence) or _SPOKEN_ARITHMETIC.search(sentence))


def sentence_bounds(text: str) -> list[tuple[int, int]]:
    """Return the rough bounds of the sentences of `text`, which only serve to tell their kinds apart."""
    bounds = []
    start = 0
    for match in _SENTENCE.finditer(text):
        bounds.append((start, match.end()))
        start = match.end() + (text[match.end() : match.end() + 1] == " ")
    if start < len(text):
        bounds.append((start, len(text)))
    return bounds


def quoted_speech(text: str) -> list[tuple[int, int]]:
    """Return the stretches of `text` inside double quotation marks that are speech, not a name or a single word.

    >>> quoted_speech('He said "I am tired." and left "Dune" here.')
    [(9, 20)]
    """
    found = []
    opened = -1
    for position, letter in enumerate(text):
        if letter != '"':
            continue
        before = text[position - 1] if position else " "
        if opened < 0:
            if not before.isdigit():
                opened = position
            continue
        inner = text[opened + 1 : position]
        words = len(inner.split())
        if words >= _SPEECH_WORDS or (words > 1 and inner[-1] in ".!?,"):
            found.append((opened + 1, position))
        opened = -1
    return found


def kinds_within(text: str, kind: SentenceKind, formulas: list[int]) -> list[tuple[int, int, SentenceKind]]:
    """Cut a block into runs of one kind: its own, CALCULATION or QUOTE; neighbours of equal kind stay together.

    `formulas` are the places in `text` where a formula was left out.
    """
    quotes = quoted_speech(text) if '"' in text else []
    runs: list[tuple[int, int, SentenceKind]] = []
    quoted, formula = 0, 0
    for start, end in sentence_bounds(text):
        while formula < len(formulas) and formulas[formula] < start:
            formula += 1
        has_formula = formula < len(formulas) and formulas[formula] <= end
        while quoted < len(quotes) and quotes[quoted][1] <= start:
            quoted += 1
        found = kind
        if has_formula or is_calculation(text[start:end]):
            found = SentenceKind.CALCULATION
        elif _quoted_length(quotes, quoted, start, end) >= _QUOTED_SHARE * (end - start):
            found = SentenceKind.QUOTE
        if runs and runs[-1][2] is found:
            runs[-1] = (runs[-1][0], end, found)
        else:
            runs.append((start, end, found))
    return runs


def _quoted_length(quotes: list[tuple[int, int]], first: int, start: int, end: int) -> int:
    length = 0
    while first < len(quotes) and quotes[first][0] < end:
        length += min(quotes[first][1], end) - max(quotes[first][0], start)
        first += 1
    return length


def numeric(sentence: str) -> bool:
    """Tell whether the sentence states a figure."""
    return bool(_DIGIT.search(sentence))
