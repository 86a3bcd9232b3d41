"""The words that the extractor's rules look up, as one frozen value read from data files (STYLE.md, rule 9).

Which words belong to a class is data (`data/grammar_words.json`, `data/cue_phrases.json`); what a class means for
reading a sentence is said by the rule that uses it.
"""

from __future__ import annotations

from importlib import resources

import msgspec

from schemas.digest import digest


class Lexicon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Classes of English words by the grammatical part they play; all entries are lower-case lemmas."""

    transparent_heads: frozenset[str]
    belief_verbs: frozenset[str]
    factive_verbs: frozenset[str]
    report_verbs: frozenset[str]
    hope_verbs: frozenset[str]
    supposing_nouns: frozenset[str]
    question_verbs: frozenset[str]
    promise_verbs: frozenset[str]
    negative_implicatives: frozenset[str]
    positive_implicatives: frozenset[str]
    appearance_verbs: frozenset[str]
    linking_verbs: frozenset[str]
    become_verbs: frozenset[str]
    naming_verbs: frozenset[str]
    regard_verbs: frozenset[str]
    ensure_phrases: frozenset[str]
    stative_verbs: frozenset[str]
    attitude_verbs: frozenset[str]
    possibility_verbs: frozenset[str]
    weather_words: frozenset[str]
    advice_adjectives: frozenset[str]
    possibility_adjectives: frozenset[str]
    truth_adjectives: frozenset[str]
    hedges: frozenset[str]
    negators: frozenset[str]
    focus_words: frozenset[str]
    partial_words: frozenset[str]
    negative_pronouns: frozenset[str]
    any_pronouns: frozenset[str]
    every_pronouns: frozenset[str]
    person_pronouns: frozenset[str]
    frequencies: frozenset[str]
    time_adverbs: frozenset[str]
    time_nouns: frozenset[str]
    evaluative_adjectives: frozenset[str]
    time_prepositions: frozenset[str]
    subordinators_condition: frozenset[str]
    subordinators_time: frozenset[str]
    subordinators_cause: frozenset[str]
    male_nouns: frozenset[str]
    female_nouns: frozenset[str]
    person_nouns: frozenset[str]
    animal_nouns: frozenset[str]
    place_nouns: frozenset[str]
    event_nouns: frozenset[str]
    organization_nouns: frozenset[str]
    object_nouns: frozenset[str]
    condition_nouns: frozenset[str]
    unpossessed_nouns: frozenset[str]
    functional_attributes: frozenset[str]
    functional_relations: frozenset[str]
    effect_verbs: frozenset[str]
    requirement_verbs: frozenset[str]
    solution_verbs: frozenset[str]
    affirmations: frozenset[str]
    denials: frozenset[str]
    echoes: frozenset[str]
    spoken_fillers: frozenset[str]
    naming_nouns: frozenset[str]
    dimension_adjectives: frozenset[str]
    quantifiers: frozenset[str]
    question_auxiliaries: frozenset[str]
    question_words: frozenset[str]
    asked_subjects: frozenset[str]
    asked_times: frozenset[str]
    asked_places: frozenset[str]
    asked_names: frozenset[str]
    asked_numbers: frozenset[str]
    state_adverbs: frozenset[str]
    small_talk_adjectives: frozenset[str]
    small_talk_verbs: frozenset[str]
    small_talk_activities: frozenset[str]
    measuring_verbs: frozenset[str]
    sentence_openers: frozenset[str]
    discourse_phrases: frozenset[str]
    relational_adjectives: frozenset[str]
    question_dimensions: dict[str, str]

    def digest(self) -> str:
        """Return the digest of all entries, whatever the order they stand in."""
        return digest("lexicon", [(name, sorted(getattr(self, name))) for name in self.__struct_fields__])


class CuePhrases(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Phrases that say something about earlier claims, by what they say (METHOD.md, section 7)."""

    change: tuple[str, ...]
    change_verbs: tuple[str, ...]
    removing_verbs: tuple[str, ...]
    rising_verbs: tuple[str, ...]
    correction: tuple[str, ...]
    retraction: tuple[str, ...]
    challenge: tuple[str, ...]
    misquote: tuple[str, ...]
    agreement: tuple[str, ...]
    apology: tuple[str, ...]
    new_search: tuple[str, ...]
    condolences: tuple[str, ...]

    def digest(self) -> str:
        """Return the digest of all phrases."""
        return digest("cue-phrases", msgspec.to_builtins(self))


def load_lexicon() -> Lexicon:
    """Read the lexicon from the package's data; called once, where an extractor is composed."""
    return msgspec.json.decode(_read("grammar_words.json"), type=Lexicon)


def load_cue_phrases() -> CuePhrases:
    """Read the cue phrases from the package's data."""
    return msgspec.json.decode(_read("cue_phrases.json"), type=CuePhrases)


def _read(name: str) -> bytes:
    return resources.files("skgeval.knowledge").joinpath("data", name).read_bytes()
