"""What the judge knows of words: which exclude each other, which are kinds of which, and what has one value at a time.

The lexicons are data (folder `data`), curated for this project and read once at composition; the judge gets one value.
Source: METHOD.md, section 6; EVIDENCE.md, section 4 (which lists paid off).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from schemas.digest import digest
from skgeval.knowledge import reading
from skgeval.knowledge.tables import ANYTHING, Antonyms, Attitudes, Functional, Guards, StateRule, TypedSlot

T = TypeVar("T")


class Knowledge(msgspec.Struct, frozen=True, kw_only=True):
    """Every lexicon of the judge, with the digest that goes into each record."""

    identity: str
    antonyms: Antonyms
    kinds: dict[str, frozenset[str]]
    within: dict[str, frozenset[str]]
    demonyms: dict[str, str]
    place_names: dict[str, str]
    synonym_groups: dict[str, frozenset[int]]
    synonym_lists: tuple[tuple[str, ...], ...]
    wordings: dict[str, str]
    opposites: dict[str, str]
    components: dict[str, str]
    asymmetric: frozenset[str]
    functional: Functional
    role_relations: frozenset[str]
    state_rules: tuple[StateRule, ...]
    rules_by_families: dict[str, dict[str, tuple[StateRule, ...]]]
    rules_by_family: dict[str, dict[str, tuple[StateRule, ...]]]
    slots_by_relation: dict[str, TypedSlot]
    slots_by_attribute: dict[str, TypedSlot]
    slots_of_being: tuple[TypedSlot, ...]
    occupations: frozenset[str]
    compatible_occupations: frozenset[str]
    attitudes: Attitudes
    guards: Guards

    def digest(self) -> str:
        """Return the digest of all lexicons."""
        return self.identity

    def canonical(self, relation: str) -> tuple[str, bool]:
        """Return the canonical relation and whether `relation` states it (False: its opposite, "lack" for "have")."""
        opposite = self.opposites.get(relation)
        if opposite is not None:
            return opposite, False
        return self.wordings.get(relation, relation), True

    def rules_between(self, family: str, other: str) -> tuple[StateRule, ...]:
        """Return the state rules that claims of two relation families may violate together."""
        return self.rules_by_families.get(family, {}).get(other, ())

    def rules_that_name(self, family: str, *words: str) -> tuple[StateRule, ...]:
        """Return the state rules of which a side may hold for a claim of `family` about one of these words."""
        known = self.rules_by_family.get(family)
        if known is None:
            return ()
        named = {rule.name: rule for word in (ANYTHING, *words) for rule in known.get(word, ())}
        return tuple(named.values())

    def is_a(self, word: str, kind: str) -> bool:
        """Tell whether `word` is `kind` or a kind of it."""
        return word == kind or kind in self.kinds.get(word, ())

    def lies_in(self, place: str, region: str) -> bool:
        """Tell whether `place` lies in `region`."""
        return self.place(region) in self.within.get(self.place(place), ())

    def place(self, name: str) -> str:
        """Return the name under which a place is listed ("america", "american" are "united states")."""
        return self.demonyms.get(name, self.place_names.get(name, name))

    def apart(self, word: str, other: str) -> bool:
        """Tell whether two words name origins of which neither lies in the other ("german", "austrian")."""
        one, two = self.demonyms.get(word), self.demonyms.get(other)
        if one is None or two is None or one == two:
            return False
        return not self.lies_in(one, two) and not self.lies_in(two, one)

    def same_word(self, word: str, other: str) -> bool:
        """Tell whether two words name one thing."""
        if word == other:
            return True
        return not self.synonym_groups.get(word, frozenset()).isdisjoint(self.synonym_groups.get(other, ()))

    def synonyms_of(self, word: str) -> tuple[str, ...]:
        """Return the other words for one thing, in the lexicon's order."""
        numbers = self.synonym_groups.get(word)
        if numbers is None:
            return ()
        return tuple(other for number in sorted(numbers) for other in self.synonym_lists[number] if other != word)

    def gender(self, noun: str) -> str:
        """Return "m" or "f" for a noun that tells ("father", "waitress"), else ""."""
        told = next((slot.values.get(noun, "") for slot in self.slots_of_being if slot.name == "gender"), "")
        return told[:1]

    def exclude(self, adjective: str, other: str) -> bool:
        """Tell whether two adjectives cannot hold at once, by lexicon or by a negative prefix."""
        return other in self.antonyms.adjectives.get(adjective, ()) or self.complement(adjective, other)

    def complement(self, adjective: str, other: str) -> bool:
        """Tell whether one of two adjectives must hold and one must not ("open", "closed")."""
        if other in self.antonyms.complementary.get(adjective, ()):
            return True
        longer, shorter = (adjective, other) if len(other) < len(adjective) else (other, adjective)
        if not longer.endswith(shorter) or longer in self.antonyms.prefix_exceptions:
            return False
        return longer[: len(longer) - len(shorter)] in self.antonyms.prefixes and len(shorter) > _SHORTEST_STEM


_SHORTEST_STEM = 2
"""Letters that a stem must exceed for a prefix to count ("in" is no negation of "n")."""


def load_knowledge() -> Knowledge:
    """Read the lexicons that ship with the package."""
    tables = reading.read_tables()
    families, places, taxonomy = tables["families"], tables["places"], tables["taxonomy"]
    antonyms = _antonyms(tables["antonyms"])
    wordings = reading.wordings(families["same"])
    rules = msgspec.convert(tables["states"]["rules"], tuple[StateRule, ...])
    slots = msgspec.convert(tables["slots"]["slots"], tuple[TypedSlot, ...])
    return Knowledge(
        identity=digest("knowledge", tables),
        antonyms=antonyms,
        kinds=reading.ancestors(taxonomy["kinds"]),
        within=reading.ancestors(places["within"]),
        demonyms=reading.wordings({place: reading.words(line) for place, line in places["demonyms"].items()}),
        place_names=reading.listed_names(tables["synonyms"]["groups"], places["within"]),
        synonym_groups=reading.groups(tables["synonyms"]["groups"]),
        synonym_lists=tuple(reading.words(line) for line in tables["synonyms"]["groups"]),
        wordings=wordings,
        opposites=reading.wordings(families["opposite"]),
        components=reading.components(antonyms.verbs, wordings),
        asymmetric=frozenset(reading.words(families["one_way"]["relations"])),
        functional=_functional(tables["functional"]),
        role_relations=frozenset(tables["functional"]["roles"].values()),
        state_rules=rules,
        rules_by_families=_rules_by_families(rules),
        rules_by_family=_rules_by_family(rules),
        slots_by_relation={relation: slot for slot in slots for relation in sorted(slot.relations)},
        slots_by_attribute={attribute: slot for slot in slots for attribute in sorted(slot.attributes)},
        slots_of_being=tuple(slot for slot in slots if slot.kinds or slot.members or slot.values),
        occupations=frozenset(reading.words(taxonomy["occupations"]["names"])),
        compatible_occupations=frozenset(reading.words(taxonomy["occupations"]["compatible"])),
        attitudes=_word_sets(tables["attitudes"], Attitudes),
        guards=_word_sets(tables["guards"], Guards),
    )


def _rules_by_families(rules: tuple[StateRule, ...]) -> dict[str, dict[str, tuple[StateRule, ...]]]:
    found: dict[str, dict[str, tuple[StateRule, ...]]] = {}
    for rule in rules:
        for one in sorted(rule.first.relations):
            for other in sorted(rule.second.relations):
                for first, second in sorted({(one, other), (other, one)}):
                    known = found.setdefault(first, {})
                    known[second] = (*known.get(second, ()), rule)
    return found


def _rules_by_family(rules: tuple[StateRule, ...]) -> dict[str, dict[str, tuple[StateRule, ...]]]:
    """Return the rules by family and by the object that a side names, ANYTHING where it takes whole kinds."""
    found: dict[str, dict[str, tuple[StateRule, ...]]] = {}
    for rule in rules:
        for side in (rule.first, rule.second):
            objects = {ANYTHING} if side.kinds or ANYTHING in side.objects else side.objects
            for family in sorted(side.relations):
                known = found.setdefault(family, {})
                for name in sorted(objects):
                    if rule not in known.get(name, ()):
                        known[name] = (*known.get(name, ()), rule)
    return found


def _functional(table: Mapping[str, Any]) -> Functional:
    lists = {name: reading.words(line) for name, line in table.items() if name != "roles"}
    return msgspec.convert({**lists, "roles": table["roles"]}, Functional)


def _word_sets(table: Mapping[str, str], into: type[T]) -> T:
    return msgspec.convert({name: reading.words(line) for name, line in table.items()}, into)


def _antonyms(table: Mapping[str, Any]) -> Antonyms:
    adjectives, verbs = table["adjectives"], table["verbs"]
    return Antonyms(
        adjectives=reading.exclusions(
            [*adjectives["complementary"], *adjectives["gradable"], *adjectives["comparative"]]
        ),
        complementary=reading.exclusions(adjectives["complementary"]),
        comparatives=reading.exclusions(adjectives["comparative"]),
        verbs=reading.exclusions(verbs["pairs"]),
        nouns=reading.exclusions(table["nouns"]["pairs"]),
        adverbs=reading.exclusions(table["adverbs"]["pairs"]),
        often=frozenset(table["adverbs"]["often"]),
        seldom=frozenset(table["adverbs"]["seldom"]),
        prefixes=tuple(table["prefixes"]["negative"]),
        prefix_exceptions=frozenset(table["prefixes"]["exceptions"]),
    )
