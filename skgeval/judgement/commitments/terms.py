"""Finds a rule's terms in a text: words and phrases, punctuation, and the named patterns that start with `#`."""

from __future__ import annotations

import re
from functools import lru_cache

from schemas.claim import Span

_AMOUNT = r"\d[\d.,]*(?:\s?(?:k|m|bn|million|billion|thousand|hundred))?"
_CURRENCY = (
    r"(?:euros?|eur|dollars?|usd|bucks|pounds?(?: sterling)?|gbp|quid|pence|cents?|yen|jpy|yuan|rupees?|francs?|chf|"
    r"kroner|kronor|zloty)\b"
)
_SPELLED = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundred|thousand|million)"
)

PATTERNS = {
    "#money": (
        rf"[€$£¥₹]\s?\d[\d.,]*|{_AMOUNT}\s?(?:[€$£¥₹]|{_CURRENCY})|\b{_SPELLED}(?:[ -]{_SPELLED})*\s{_CURRENCY}"
    ),
    "#number": r"\d[\d.,]*",
    "#url": r"https?://\S+|www\.\S+|\[[^\[\]\n]{1,300}\]\([^)\n]{1,500}\)",
    "#question": r"\?",
    "#emoji": (
        "[\U0001f1e6-\U0001f1ff\U0001f300-\U0001f5ff\U0001f600-\U0001f64f\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7eb"
        "\U0001f900-\U0001f9ff\U0001fa70-\U0001faff\u2600-\u26ff\u2705\u270a-\u270d\u2728\u2753-\u2755\u2757\u2763\u2764"
        "\u2b50\u2b55]|(?<!\\S)(?:[:;=8]-?[)(DPp]|<3|:-?[|/])(?!\\S)"
    ),
    "#code": r"```|^(?: {4}|\t)\S.*[;{}()=]",
    "#first_person": r"\b(?:I|I'm|I'll|I've|I'd|me|my|mine|myself)\b",
}


@lru_cache(maxsize=4096)
def pattern(term: str) -> re.Pattern[str]:
    """Return the compiled pattern of a term; words match whole, in any case, with a plural or possessive ending."""
    if term in PATTERNS:
        flags = re.MULTILINE if term == "#first_person" else re.MULTILINE | re.IGNORECASE
        return re.compile(PATTERNS[term], flags)
    spaced = r"\s+".join(re.escape(piece) for piece in term.replace("’", "'").split())
    if not re.search(r"\w", term):
        return re.compile(spaced)
    # "5km" names the unit "km": a digit may stand right before a word.
    before = r"(?<![^\W\d])" if re.match(r"[^\W\d]", term) else r"(?<!\w)" if term[0].isdigit() else ""
    after = r"(?:s|es|'s)?(?!\w)" if re.search(r"\w$", term) else ""
    return re.compile(before + spaced + after, re.IGNORECASE)


def occurrences(terms: tuple[str, ...], text: str) -> list[Span]:
    """Return where any of the terms occurs, in text order."""
    straight = text.replace("’", "'")
    found = {(match.start(), match.end()) for term in terms for match in pattern(term).finditer(straight)}
    return [Span(start=start, end=end) for start, end in sorted(found)]


def contains(terms: tuple[str, ...], text: str) -> bool:
    """Tell whether any of the terms occurs."""
    straight = text.replace("’", "'")
    return any(pattern(term).search(straight) for term in terms)
