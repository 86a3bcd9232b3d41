"""The rule words, read once, and the patterns made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from skgeval.knowledge.rule_forms import RuleForms, load_rule_forms
from skgeval.knowledge.rule_words import RuleWords, load_rule_words


@cache
def rule_words() -> RuleWords:
    """Return the words that rules are made of; the file is read at the first call."""
    return load_rule_words()


@cache
def rule_forms() -> RuleForms:
    """Return the ways to address an assistant; the file is read at the first call."""
    return load_rule_forms()


def alternatives(names: Iterable[str]) -> str:
    """Return a pattern for any of the names, longest first: "bullet point list" is not read as "bullet point"."""
    longest_first = sorted(filter(None, names), key=lambda name: (-len(name), name))
    return "|".join(re.escape(name).replace(r"\ ", r"[\s-]+") for name in longest_first)


@cache
def things() -> str:
    """Return the pattern of all things of style."""
    return alternatives(rule_words().things)


@cache
def topics() -> str:
    """Return the pattern of all topics of the lexicon."""
    return alternatives(rule_words().topics)


@cache
def languages() -> str:
    """Return the pattern of all language names."""
    return alternatives(rule_words().languages)


@cache
def measures() -> str:
    """Return the pattern of all systems of units, currencies and clocks."""
    return alternatives(rule_words().measures)


@cache
def spellings() -> str:
    """Return the pattern of the names of spellings."""
    return alternatives(rule_words().spellings)


@cache
def characters() -> str:
    """Return the pattern of characters with words of their own."""
    return alternatives(rule_words().characters)


@cache
def numbers() -> str:
    """Return the pattern of whole numbers in digits or words."""
    return r"\d{1,3}(?:,\d{3})+|\d{1,6}|" + alternatives(rule_words().numbers)


@cache
def units() -> str:
    """Return the pattern of what is counted in a text."""
    return alternatives(rule_words().counted)


def number(text: str) -> int:
    """Return the value of what `numbers` matched.

    >>> number("1,000")
    1000
    """
    return int(text.replace(",", "")) if text[0].isdigit() else rule_words().numbers[name(text)]


def name(text: str) -> str:
    """Return the lexicon's form of a matched name."""
    return " ".join(text.lower().split())
