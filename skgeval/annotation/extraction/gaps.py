"""What a relative clause leaves out because the noun it hangs on stands for it ("the boat that I bought")."""

from __future__ import annotations

import msgspec

from schemas.claim import Mention
from skgeval.annotation.extraction.claims import About
from skgeval.annotation.extraction.links import Link
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.words import Word

_RELATIVE = frozenset({"WP", "WDT"})
_ADVERBIAL = frozenset({"way", "time", "reason", "place"})
"""Nouns whose relative clauses miss an adverb, not an object ("the way I work")."""


def missing_object(about: About) -> Mention | None:
    """Return the noun that is the object of a relative clause's verb, without what the clause itself narrows down."""
    verb = about.verb
    noun = verb.head
    if about.clause.link is not Link.RELATIVE or noun is None or noun.lower in _ADVERBIAL or not _has_gap(verb):
        return None
    named = mention(noun, about.sentence, about.scene)
    if named is None:
        return None
    label = named.label.split(" that ")[0]
    modifiers = tuple(modifier for modifier in named.modifiers if not modifier.startswith("that "))
    return msgspec.structs.replace(named, label=label, modifiers=modifiers)


def misses_further_in(verb: Word) -> bool:
    """Say whether what a relative clause misses lies further in ("the outcomes we want to count")."""
    return verb.child("xcomp") is not None and _own_subject(verb)


def _has_gap(verb: Word) -> bool:
    if not _own_subject(verb) or any(child.tag == "WRB" for child in verb.children):
        return False
    held = verb.child("xcomp", "ccomp", "dobj", "attr", "acomp")
    stranded = any(not prep.children for prep in verb.all("prep"))
    return not stranded and (held is None or held.tag in _RELATIVE)


def _own_subject(verb: Word) -> bool:
    own = verb.child("nsubj")
    return own is not None and own.tag not in _RELATIVE
