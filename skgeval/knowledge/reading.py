"""Reads the lexicon files of this package into plain tables; nothing here knows what the judge does with them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from itertools import combinations, product
from typing import Any

FILES = (
    "antonyms",
    "attitudes",
    "families",
    "functional",
    "guards",
    "places",
    "slots",
    "states",
    "synonyms",
    "taxonomy",
)
"""Every lexicon file that a verdict may depend on; all of them go into the digest."""


def read_tables() -> dict[str, dict[str, Any]]:
    """Read all lexicon files, by name."""
    folder = files("skgeval.knowledge").joinpath("data")
    return {name: tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")) for name in FILES}


def words(line: str) -> tuple[str, ...]:
    """Split a comma-separated entry.

    >>> words("flat, studio flat")
    ('flat', 'studio flat')
    """
    return tuple(word for word in (part.strip() for part in line.split(",")) if word)


def exclusions(lines: Iterable[str]) -> dict[str, frozenset[str]]:
    """Map every word to those it excludes, from lines "hot, boiling / cold"; a line may have more than two sides.

    >>> exclusions(["hot, boiling / cold"])["cold"] == {"hot", "boiling"}
    True
    """
    found: dict[str, set[str]] = {}
    for line in lines:
        for left, right in combinations([words(side) for side in line.split(" / ")], 2):
            for one, other in product(left, right):
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)
    return {word: frozenset(found[word]) for word in sorted(found)}


def ancestors(classes: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Map every member to all classes above it, from "class" = "member, member".

    >>> sorted(ancestors({"pet": "dog", "dog": "poodle"})["poodle"])
    ['dog', 'pet']
    """
    parents: dict[str, set[str]] = {}
    for parent, members in classes.items():
        for member in words(members):
            parents.setdefault(member, set()).add(parent)
    return {member: frozenset(_above(member, parents)) for member in sorted(parents)}


def _above(member: str, parents: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = sorted(parents[member])
    while waiting:
        parent = waiting.pop()
        if parent not in found and parent != member:
            found.add(parent)
            waiting.extend(sorted(parents.get(parent, ())))
    return found


def wordings(entries: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Map every wording to its canonical relation; the first entry that lists a wording keeps it.

    >>> wordings({"have": ["own", "possess"]})["own"]
    'have'
    """
    found: dict[str, str] = {}
    for canonical, others in entries.items():
        for wording in others:
            found.setdefault(wording, canonical)
    return found


def groups(lines: Iterable[str]) -> dict[str, frozenset[int]]:
    """Map every word to the numbers of the synonym groups it belongs to."""
    found: dict[str, set[int]] = {}
    for number, line in enumerate(lines):
        for word in words(line):
            found.setdefault(word, set()).add(number)
    return {word: frozenset(found[word]) for word in sorted(found)}


def listed_names(lines: Iterable[str], listed: Mapping[str, str]) -> dict[str, str]:
    """Map every synonym of a listed name to that name.

    >>> listed_names(["usa, united states"], {"united states": "texas"})["usa"]
    'united states'
    """
    found: dict[str, str] = {}
    for line in lines:
        group = words(line)
        for name in group:
            if name in listed:
                found.update(dict.fromkeys(group, name))
    return found


def components(edges: Mapping[str, frozenset[str]], canonical: Mapping[str, str]) -> dict[str, str]:
    """Map every relation to one name per connected component, so that opposite relations meet under one key."""
    names: dict[str, str] = {}
    for start in sorted(edges):
        if start in names:
            continue
        waiting, name = [start], canonical.get(start, start)
        while waiting:
            word = waiting.pop()
            if word not in names:
                names[word] = name
                waiting.extend(sorted(edges.get(word, ())))
    return names
