"""Secrets: PEM blocks, tokens that tell who issued them, and long or mixed values after "key", "token", "password"."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable

from stream.redaction.pseudonyms import Kind, Pseudonyms
from stream.redaction.words import NEAR, Words, any_of

_PEM_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{1,40}-----")
_PEM_END = re.compile(r"-----END [A-Z0-9 ]{1,40}-----")
_PEM_LINES = re.compile(r"(?:(?:\s|\\[nr])+(?=[A-Za-z]*[0-9+/=])[A-Za-z0-9+/=]{16,})*")
"""What follows where the end has been cut off; line breaks may be written as two characters."""
_CANDIDATE = re.compile(r"[^\s\"'`*,;:<>(){}\[\]=]{6,}(?:=+(?!\w))?")
"""With the padding of Base64, which nothing follows; "=" before a word is between two values."""
_UNLIKE_WORDS = re.compile(r"[\d!@#$%^&]")
_SIGNS = re.compile(r"[!@#$%^&]")
_JWT = re.compile(r"(?<![\w.-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*")
_JOINED = re.compile(r"[-_.~/+=]")
_CLOSING = ".!?"
_SAID = (
    r"""["'`*]*\s*(?:(?:number|value|ist|is|was|are|equals|lautet|to|:=|=>|=|:)[\s:]*)?"""
    r"""(?:(?:now|still|set to|called)\s+)?["'`*]*\Z"""
)
_SHORTEST_TOKEN = 16
_SHORTEST_PASSWORD = 6
_SHORTEST_MIXED_PART = 5
_LEAST_BITS = 3.0
"""Shannon's entropy per character; words repeat letters, random characters rarely."""


def keys(names: Pseudonyms, words: Words) -> Callable[[str], str]:
    """Replace secrets; each of their characters counts, capitals and dashes too."""
    issued = re.compile(rf"(?<![\w-])(?:{'|'.join(words.token_prefixes)})[\w-](?:[\w.-]*[\w-])?")
    after_password = re.compile(rf"\b(?:{any_of(words.password_words)}){_SAID}", re.IGNORECASE)
    after_secret = re.compile(rf"\b(?:{any_of(words.secret_words)}){_SAID}", re.IGNORECASE)

    def name(value: str) -> str:
        return names.of_exactly(Kind.KEY, value)

    def named_issued(found: re.Match[str]) -> str:
        token = found[0]
        return name(token) if len(token) >= _SHORTEST_TOKEN and _is_mixed(token) else token

    def named(found: re.Match[str]) -> str:
        token = found[0]
        if not _UNLIKE_WORDS.search(token):
            return token
        value = token.rstrip(_CLOSING)
        before = found.string[max(0, found.start() - NEAR) : found.start()]
        if (_is_password(value) and after_password.search(before)) or (
            _is_token(value) and after_secret.search(before)
        ):
            # First, since a value that holds a token somebody issued is secret as a whole.
            return name(value) + token[len(value) :]
        if len(token) >= _SHORTEST_TOKEN:
            return issued.sub(named_issued, _JWT.sub(lambda jwt: name(jwt[0]), token))
        return token

    return lambda text: _CANDIDATE.sub(named, _without_pem(text, name))


def _without_pem(text: str, name: Callable[[str], str]) -> str:
    """Replace whole blocks, and of a block without end the lines that belong to it."""
    parts, end = [], 0
    more_ends = True
    for begin in _PEM_BEGIN.finditer(text):
        if begin.start() < end:
            continue
        closing = _PEM_END.search(text, begin.end()) if more_ends else None
        more_ends = closing is not None
        block_end = closing.end() if closing else _end_of_lines(text, begin.end())
        if block_end == begin.end():
            continue
        parts += [text[end : begin.start()], name("".join(text[begin.start() : block_end].split()))]
        end = block_end
    return "".join([*parts, text[end:]])


def _end_of_lines(text: str, start: int) -> int:
    lines = _PEM_LINES.match(text, start)
    return lines.end() if lines else start


def _is_token(value: str) -> bool:
    """Tell whether a value is long and looks random."""
    return len(value) >= _SHORTEST_TOKEN and _is_mixed(value) and _bits(value) >= _LEAST_BITS


def _is_password(value: str) -> bool:
    """Tell whether a value mixes letters with digits or signs as words do not."""
    return len(value) >= _SHORTEST_PASSWORD and (_is_mixed(value) or bool(_SIGNS.search(value)))


def _is_mixed(value: str) -> bool:
    """Tell whether some part between dashes and dots has both letters and digits ("hunter2", not "8-characters")."""
    return any(
        len(part) >= _SHORTEST_MIXED_PART and any(map(str.isalpha, part)) and any(map(str.isdigit, part))
        for part in _JOINED.split(value)
    )


def _bits(value: str) -> float:
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)
