"""Claims from active verbs: with objects, phrases, inner verbs, or nothing."""

from __future__ import annotations

import msgspec

from schemas.claim import ASSISTANT, USER, Claim, Form, Mention, Tense
from skgeval.annotation.extraction.claims import About, denied, make_claim, qualified
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.gaps import misses_further_in, missing_object
from skgeval.annotation.extraction.links import Link
from skgeval.annotation.extraction.prepositions import dated_claims, phrase, placed, prepositional_claims, relabelled
from skgeval.annotation.extraction.subjects import activity
from skgeval.annotation.extraction.tense import shifted
from skgeval.annotation.extraction.things import NOTHING, Thing, reached, thing_at
from skgeval.annotation.extraction.words import Word, conjuncts, joined

_WOULD = frozenset({"would", "'d", "’d"})
_HAVE = frozenset({"have", "'ve", "'s"})
_GIST_WORDS = 6
"""Words kept of a clause that is what someone understands or knows."""


def verb_claims(about: About) -> list[Claim]:
    """Return what an active verb says of its subject."""
    relation, about, flip = _meant(about)
    verb = about.verb
    words = _objects(about)
    places, times = placed(about.scene, [verb, *_particles(about)])
    found = _object_claims(about, relation, words, flip=flip)
    where = [phrase(prep, about) for prep in places if prep.lower not in {"to", "into"}]
    found = [qualified(claim, where) if claim.form is Form.VERB else claim for claim in found]
    if verb.lemma == "prefer":
        found += _dispreferred(about, places)
    elif not found or not about.clause.negated:
        found += prepositional_claims(about, relation, places, Form.PREPOSITION)
    if not words:
        found += dated_claims(about, relation, times, Form.PREPOSITION)
        gap = missing_object(about)
        found = [make_claim(about, relation, Thing(gap), Form.VERB, flip=flip), *found] if gap is not None else found
    found += _inner_claims(about, relation)
    if (
        about.clause.link is Link.RELATIVE
        and verb.child("nsubj") is not None
        and (not found or misses_further_in(verb))
    ):
        return []
    if not found and _says_by_itself(about):
        found.append(make_claim(about, relation, NOTHING, Form.INTRANSITIVE))
    return found


def _meant(about: About) -> tuple[str, About, bool]:
    """Return what the verb means: "lack" is "have" denied, "would like" is "want", "have got" is "have"."""
    clause = about.clause
    helpers = clause.auxiliaries
    if clause.lemma == "lack":
        return "have", about, True
    wishing = about.subject.label in {USER, ASSISTANT} and any(helper.lower in _WOULD for helper in helpers)
    if clause.lemma in {"like", "love", "prefer"} and wishing:
        return "want", about, False
    got = clause.lemma == "get" and clause.verb.tag in {"VBN", "VBD"}
    if got and any(helper.lemma in _HAVE for helper in helpers):
        now: Clause = msgspec.structs.replace(clause, time=shifted(clause.time, Tense.PRESENT))
        return "have", About(now, about.scene, about.subject), False
    return clause.lemma, about, False


def _objects(about: About) -> list[tuple[Word, bool]]:
    verb = about.verb
    held = [child for child in verb.all("dobj", "dative", "oprd", "attr") if not _recipient(child, verb)]
    measured = [child for child in verb.all("npadvmod") if _measures(child, about)]
    return [member for child in [*held, *measured] for member in joined(child)]


def _object_claims(about: About, relation: str, words: list[tuple[Word, bool]], *, flip: bool) -> list[Claim]:
    found: list[Claim] = []
    for word, contrasted in words:
        amount = reached(word, about.verb, about.sentence, about.scene) if word.dep in {"dobj", "npadvmod"} else None
        thing = thing_at(word, about.sentence, about.scene)
        if amount is not None:
            found.append(make_claim(about, f"{relation} to", amount, Form.PREPOSITION))
        elif thing is not None:
            denials = flip != (contrasted and thing.mention.quantifier != "no")
            found.append(make_claim(about, relation, thing, Form.VERB, flip=denials))
    return found


def _particles(about: About) -> list[Word]:
    """Return words like "up" in "went up to 900", on which the parser hangs what belongs to the verb."""
    adverbs = about.scene.lexicon.state_adverbs
    return [child for child in about.verb.all("prt", "advmod") if child.lower in adverbs or child.dep == "prt"]


def _dispreferred(about: About, places: list[Word]) -> list[Claim]:
    """Read what "I prefer tea to coffee" denies: preferring coffee."""
    others = [prep for prep in places if prep.lower in {"to", "over", "rather"}]
    claims = prepositional_claims(about, "prefer", others, Form.VERB)
    return relabelled([denied(claim) for claim in claims], "prefer")


def _inner_claims(about: About, lemma: str) -> list[Claim]:
    """Take inner verbs and clauses as objects: "like to swim" is (like, swim), "have to go" is (need, go)."""
    verb = about.verb
    free = verb.child("dobj") is None
    relation = "need" if lemma == "have" and free and verb.child("xcomp") is not None else lemma
    inner = [word for child in (verb.all("xcomp") if free else []) for word in conjuncts(child)]
    things = [thing for word in inner if (thing := _done(word, about, relation)) is not None]
    things += [
        Thing(_gist(child, about))
        for child in verb.all("ccomp")
        if child.left > verb.index and any(word.tag in {"WRB", "WP"} for word in child.children)
    ]
    return [make_claim(about, relation, thing, Form.VERB) for thing in things]


def _done(word: Word, about: About, relation: str) -> Thing | None:
    if word.noun:
        return thing_at(word, about.sentence, about.scene)
    if relation == "need" and word.lemma in about.scene.lexicon.report_verbs:
        return None  # "I have to say that …"
    return Thing(activity(word, about.sentence, about.scene)) if word.pos in {"VERB", "AUX"} else None


def _gist(child: Word, about: About) -> Mention:
    words = [word for word in about.sentence.between(child.left, child.right) if word.pos not in {"PUNCT", "SPACE"}]
    kept = words[:_GIST_WORDS]
    text = about.scene.document.text[kept[0].start : kept[-1].end]
    return Mention(text=text, label=" ".join(word.lemma for word in kept), head=child.lemma)


def _says_by_itself(about: About) -> bool:
    """Say whether the bare verb is a statement ("demand is rising"), not a lead-in, small talk or a head of more."""
    clause, words = about.clause, about.scene.lexicon
    leads_in = about.sentence.text.endswith(":") or clause.lemma in {"say", "tell"}
    aside = clause.lemma in words.report_verbs and clause.link is Link.ADVERBIAL
    asked = any(child.tag in {"WP", "WDT"} and child.dep == "dobj" for child in clause.verb.children)
    if leads_in or aside or asked or clause.lemma in words.small_talk_verbs or clause.verb.child("acomp") is not None:
        return False
    return not any(child.index > clause.verb.index for child in clause.verb.all("ccomp", "xcomp"))


def _recipient(child: Word, verb: Word) -> bool:
    return child.dep == "dative" and verb.child("dobj") is not None


def _measures(child: Word, about: About) -> bool:
    first = about.sentence.words[child.left]
    # "Retries three times" counts with any verb, "lasts three hours" measures with few.
    measuring = child.lemma == "time" or about.clause.lemma in about.scene.lexicon.measuring_verbs
    return measuring and about.scene.quantity(first.start, child.end) is not None
