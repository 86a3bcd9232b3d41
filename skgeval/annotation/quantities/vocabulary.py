"""The words and units that quantities are written with, read once from units.toml and words.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit: base value = value * factor + offset; `below` and `above` widen the interval by base units."""

    name: str
    dimension: str
    factor: float
    offset: float = 0.0
    below: float = 0.0
    above: float = 0.0


class Vocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """Lookup tables by lower-case words. `comparators` and `trailing` map a phrase to a section of words.toml."""

    units: dict[str, Unit]
    symbols: dict[str, Unit]
    numbers: dict[str, float]
    scales: dict[str, float]
    fractions: dict[str, int]
    ordinals: dict[str, int]
    months: dict[str, int]
    weekdays: dict[str, int]
    comparators: dict[str, str]
    trailing: dict[str, str]
    identifiers: frozenset[str]
    prices: frozenset[str]
    stops: frozenset[str]
    changes: frozenset[str]


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary; the files are read at the first call."""
    words = _read("words.toml")
    units, symbols = _units(_read("units.toml"))
    comparators = words["comparators"]
    return Vocabulary(
        units=units,
        symbols=symbols,
        numbers=words["numbers"],
        scales=words["scales"],
        fractions=words["fractions"],
        ordinals=words["ordinals"],
        months=words["months"],
        weekdays=words["weekdays"],
        comparators={p: name for name, phrases in comparators.items() if not name.startswith("after") for p in phrases},
        trailing={p: name for name, phrases in comparators.items() if name.startswith("after") for p in phrases},
        identifiers=frozenset(words["identifiers"]["before"]),
        prices=frozenset(words["context"]["prices"]),
        stops=frozenset(words["context"]["stops"]),
        changes=frozenset(words["context"]["changes"]),
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))


def _units(tables: dict[str, Any]) -> tuple[dict[str, Unit], dict[str, Unit]]:
    slack, offset, signs = tables.pop("slack"), tables.pop("offset"), tables.pop("symbols")
    units: dict[str, Unit] = {}
    named: dict[str, Unit] = {}
    for dimension, entries in tables.items():
        for name, (factor, *spellings) in entries.items():
            below, above = slack.get(name, (0, 0))
            unit = Unit(
                name=name,
                dimension=f"currency:{name.split('_')[0]}" if dimension == "currency" else dimension,
                factor=float(factor),
                offset=float(offset.get(name, 0)),
                below=float(below),
                above=float(above),
            )
            named[name] = unit
            units.update(dict.fromkeys(spellings, unit))
    return units, {sign: named[name] for sign, name in signs.items()}
