"""The words that rules about answers are made of, as one frozen value (METHOD.md, section 9).

What a rule may name (emoji, prices, metric units) is data in `data/rule_words.toml`; how a sentence states
a rule is said by the readers in `skgeval.annotation.rules`, which put the terms to look for into the rule itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from schemas.annotation import RuleKind
from schemas.digest import digest
from skgeval.knowledge.reading import words

T = TypeVar("T")


class Thing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A thing of style: the marks that show it, those that break it where it is asked for, the words that ask for it.

    `only_avoided` says that nothing in a text proves it is there, so that asking for it makes no rule.
    """

    name: str
    kind: RuleKind
    called: tuple[str, ...]
    terms: tuple[str, ...]
    avoided: tuple[str, ...]
    against: tuple[str, ...]
    asked: tuple[str, ...]
    only_avoided: bool


class Topic(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A subject of talk: the words that show it, and those that ask for it without naming it.

    `talked_about` says that "no X" alone means talk about it ("no politics"), not a wish for the thing ("no meat").
    """

    called: tuple[str, ...]
    terms: tuple[str, ...]
    asked: tuple[str, ...]
    talked_about: bool


class Measure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A system of units, a currency or a clock: its own units and those it excludes."""

    name: str
    terms: tuple[str, ...]
    excluded: tuple[str, ...]


class Character(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way of speaking that has words of its own."""

    name: str
    terms: tuple[str, ...]


class RuleWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a rule can name, by the words that name it."""

    answers: tuple[str, ...]
    composing: frozenset[str]
    long_requests: tuple[str, ...]
    layout_requests: tuple[str, ...]
    language_requests: tuple[str, ...]
    brief_words: int
    brief_sentences: int
    numbers: dict[str, int]
    counted: dict[str, str]
    languages: dict[str, str]
    things: dict[str, Thing]
    topics: dict[str, Topic]
    measures: dict[str, Measure]
    spellings: dict[str, str]
    misspelt: dict[str, tuple[str, ...]]
    falls_out: tuple[str, ...]
    persona_words: int
    characters: dict[str, Character]
    unasked: dict[str, Topic]
    vocabulary: dict[str, frozenset[str]]
    past: dict[str, str]

    def digest(self) -> str:
        """Return the digest of all entries."""
        return digest("rule-words", msgspec.to_builtins(self, order="deterministic"))


def load_rule_words() -> RuleWords:
    """Read the data file; called once, at composition."""
    text = files("skgeval.knowledge").joinpath("data").joinpath("rule_words.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    measured = {entry["name"]: words(entry["terms"]) for entry in data["measures"]}
    return RuleWords(
        answers=words(data["answers"]),
        composing=frozenset(words(data["composing"])),
        long_requests=words(data["long_requests"]),
        layout_requests=words(data["layout_requests"]),
        language_requests=words(data["language_requests"]),
        brief_words=data["brief_words"],
        brief_sentences=data["brief_sentences"],
        numbers=data["numbers"],
        counted=_inverted(data["counted"]),
        languages=_inverted(data["languages"]),
        things=_by_name((thing.called, thing) for thing in map(_thing, data["things"])),
        topics=_by_name((topic.called, topic) for topic in map(_topic, data["topics"])),
        measures=_by_name((words(entry["called"]), _measure(entry, measured)) for entry in data["measures"]),
        spellings=_inverted({name: data["spellings"][name] for name in ("british", "american")}),
        misspelt=_misspelt(data["spellings"]),
        falls_out=words(data["personas"]["falls_out"]),
        persona_words=data["personas"]["words"],
        characters=_by_name(
            (words(entry["called"]), Character(name=f"a {name}", terms=words(entry["terms"])))
            for name, entry in data["personas"]["characters"].items()
        ),
        vocabulary={name: frozenset(words(line)) for name, line in data["vocabulary"].items()},
        past=data["past"],
        unasked=_by_name((topic.called, topic) for topic in map(_topic, data["unasked"])),
    )


def _thing(entry: Mapping[str, Any]) -> Thing:
    terms = words(entry["terms"])
    return Thing(
        name=entry["name"],
        kind=RuleKind(entry["kind"]),
        called=words(entry["called"]),
        terms=terms,
        avoided=words(entry.get("avoid", entry["terms"])),
        against=words(entry.get("against", "")),
        asked=words(entry["asked"]),
        only_avoided=entry.get("only", "") == "avoid",
    )


def _topic(entry: Mapping[str, Any]) -> Topic:
    return Topic(
        called=words(entry["called"]),
        terms=words(entry["terms"]),
        asked=words(entry["asked"]),
        talked_about=bool(entry.get("talked_about")),
    )


def _measure(entry: Mapping[str, Any], measured: Mapping[str, tuple[str, ...]]) -> Measure:
    excluded = tuple(term for name in words(entry["instead"]) for term in measured[name])
    return Measure(name=entry["name"], terms=words(entry["terms"]), excluded=excluded)


def _misspelt(spellings: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    ambiguous = frozenset(words(spellings["ambiguous"]))
    pairs = [pair.split("/") for pair in spellings["pairs"]]
    return {
        "british": tuple(american for _, american in pairs if american not in ambiguous),
        "american": tuple(british for british, _ in pairs if british not in ambiguous),
    }


def _inverted(entries: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, line in entries.items() for word in words(line)}


def _by_name(entries: Iterable[tuple[tuple[str, ...], T]]) -> dict[str, T]:
    return {name: value for called, value in entries for name in called}
