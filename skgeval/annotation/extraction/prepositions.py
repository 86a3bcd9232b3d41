"""Claims from prepositional phrases: where, with what, by whom, for how long."""

from __future__ import annotations

import msgspec

from schemas.claim import Claim, EntityType, Form
from skgeval.annotation.extraction.claims import About, make_claim
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.subjects import activity
from skgeval.annotation.extraction.tense import is_time, nested_times, time_phrase
from skgeval.annotation.extraction.things import Thing, thing_at
from skgeval.annotation.extraction.words import Word, joined
from skgeval.knowledge.lexicon import Lexicon

_CONDITION = frozenset({"if", "unless", "because", "despite", "like", "than", "including", "except"})
_FRAME = frozenset({"according", "due", "thanks", "based", "regarding", "depending"})


def prepositional_claims(about: About, verb: str, prepositions: list[Word], form: Form) -> list[Claim]:
    """Return (subject, "verb preposition", thing) for each phrase; "without X" is "with X" denied."""
    found: list[Claim] = []
    for prep in prepositions:
        if prep.lower in _CONDITION or prep.lower in _FRAME:
            continue
        name = _name(prep)
        relation = f"{verb} with" if name == "without" else f"{verb} {name}"
        flip = (name == "without") != prep.has("not", "never")
        found += [make_claim(about, relation, thing, form, flip=flip != away) for thing, away in _things(prep, about)]
    return found


def dated_claims(about: About, verb: str, times: list[Word], form: Form) -> list[Claim]:
    """Return claims of when ("was born on May 3"); the date is what they say, so it is no time at which they hold."""
    found: list[Claim] = []
    gapped: About | None = None
    for prep in times:
        own = time_phrase(prep, about.sentence)
        claims = prepositional_claims(gapped or about, verb, [prep], form) if dated(about, prep) else []
        for claim in claims:
            if claim.quantity is None and claim.object.type is not EntityType.TIME:
                continue
            rest = tuple(words for words in claim.time.expressions if words != own)
            found.append(msgspec.structs.replace(claim, time=msgspec.structs.replace(claim.time, expressions=rest)))
        gapped = _next_subject(prep, about)
    return found


def _next_subject(prep: Word, about: About) -> About | None:
    """Read the gap in "the lab is open until six and the shop until three": the next phrase is about the shop."""
    inner = prep.child("pobj")
    joined_nouns = [noun for noun in inner.all("conj") if noun.noun and not noun.entity] if inner is not None else []
    named = mention(joined_nouns[0], about.sentence, about.scene) if joined_nouns else None
    return About(about.clause, about.scene, named) if named is not None else None


def relabelled(claims: list[Claim], relation: str) -> list[Claim]:
    """Return the claims under a relation that their preposition is part of ("fond of" is "like")."""
    return [msgspec.structs.replace(claim, relation=relation) for claim in claims]


def _things(prep: Word, about: About) -> list[tuple[Thing, bool]]:
    """Return what the phrase names, and whether it is set apart by "not" ("in Paris, not Rome")."""
    found: list[tuple[Thing, bool]] = []
    for inner in prep.all("pobj", "pcomp"):
        if inner.dep == "pcomp" and inner.child("nsubj", "nsubjpass") is not None:
            continue  # a clause of its own: "with the team winning its first title"
        for word, denied in joined(inner):
            if word.dep == "pcomp" or (word.pos == "VERB" and word.tag == "VBG"):
                found.append((Thing(activity(word, about.sentence, about.scene)), denied))
            elif (thing := thing_at(word, about.sentence, about.scene)) is not None:
                found.append((thing, denied and thing.mention.quantifier != "no"))
    return found


def placed(scene: Scene, holders: list[Word]) -> tuple[list[Word], list[Word]]:
    """Split the phrases of `holders` into those that say where, with what, … and those that merely say when."""
    places: list[Word] = []
    times: list[Word] = []
    for holder in holders:
        for prep in holder.children:
            if prep.dep not in {"prep", "agent"}:
                continue
            if discourse(prep, scene.lexicon):
                continue
            if is_time(prep, scene.lexicon):
                times += nested_times(prep, scene.lexicon)
            else:
                places.append(prep)
    return places, times


def discourse(prep: Word, lexicon: Lexicon) -> bool:
    """Say whether a phrase is a turn of speech that places nothing ("in other words", "for example")."""
    noun = prep.child("pobj")
    return noun is not None and f"{prep.lower} {noun.lemma}" in lexicon.discourse_phrases


def dated(about: About, prep: Word) -> bool:
    """Say whether a time phrase holds a time that one can compare ("in 1923", "at 3 pm", "for two years")."""
    inner = prep.child("pobj")
    recurring = inner is not None and (
        inner.tag in {"NNS", "NNPS"} and inner.lower.endswith("days") and prep.lower == "on"
    )
    if inner is None or recurring or prep.lower == "during" or inner.has("every", "each"):
        return False
    found = about.scene.quantity(about.sentence.words[inner.left].start, inner.end)
    return found is not None or inner.entity in {"DATE", "TIME"}


def phrase(prep: Word, about: About) -> str:
    """Return a prepositional phrase as a qualifier."""
    return time_phrase(prep, about.sentence)


def _name(prep: Word) -> str:
    nested = prep.child("prep")
    if nested is not None and prep.child("pobj") is None and nested.child("pobj") is not None:
        return f"{prep.lower} {nested.lower}"
    return prep.lower
