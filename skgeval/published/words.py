"""The words that the published method looks for."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import msgspec

from skgeval.knowledge import load_knowledge
from skgeval.knowledge.lexicon import load_cue_phrases


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Every lexicon of the method; `cues` matches a revision cue as a word."""

    negation_markers: tuple[str, ...]
    pronouns: frozenset[str]
    vague_nodes: frozenset[str]
    antonyms: dict[str, frozenset[str]]
    cues: re.Pattern[str]


def load_words() -> Words:
    """Read the lexicons; called once, at composition."""
    own = tomllib.loads((files("skgeval.published") / "words.toml").read_text(encoding="utf-8"))
    phrases = load_cue_phrases()
    cues = {*phrases.change, *phrases.change_verbs, *phrases.removing_verbs, *phrases.retraction}
    return Words(
        negation_markers=tuple(own["negation_markers"]),
        pronouns=frozenset(own["pronouns"]),
        vague_nodes=frozenset(own["vague_nodes"]),
        antonyms=load_knowledge().antonyms.verbs,
        cues=re.compile(rf"\b(?:{'|'.join(re.escape(cue) for cue in sorted(cues))})\b"),
    )
