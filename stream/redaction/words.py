"""The words and tables of `words.toml`, as one value."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

import msgspec

NEAR = 48
"""Characters before a value in which the words that tell what it is are looked for."""
MANY_DIGITS = re.compile(r"\d(?:\D{0,3}\d){5}")
"""What every text with a number of a phone, card or account has: a quick first look."""


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What tells values apart; `iban_lengths` are countries by the number of characters of their IBAN."""

    phone_words: tuple[str, ...]
    other_number_words: tuple[str, ...]
    glue_words: tuple[str, ...]
    units: tuple[str, ...]
    secret_words: tuple[str, ...]
    password_words: tuple[str, ...]
    token_prefixes: tuple[str, ...]
    iban_lengths: dict[str, str]


@cache
def load_words() -> Words:
    """Return what the file holds."""
    text = files("stream.redaction").joinpath("words.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Words)


def any_of(words: tuple[str, ...]) -> str:
    """Return a pattern that one of the words matches, the longest first; a blank stands for one of any kind."""
    return "|".join(word.replace(" ", r"\s") for word in sorted(words, key=lambda word: (-len(word), word)))
