"""Claims from "be" and its like: qualities, kinds, names, numbers, places; "X is the Y of Z" both ways round."""

from __future__ import annotations

import msgspec

from schemas.claim import ASSISTANT, USER, Claim, EntityType, Form, Mention, QuantityRole
from skgeval.annotation.extraction.claims import About, denied, make_claim, qualified
from skgeval.annotation.extraction.comparison import comparison_claims
from skgeval.annotation.extraction.negation import negation
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.prepositions import dated_claims, phrase, placed, prepositional_claims, relabelled
from skgeval.annotation.extraction.subjects import activity
from skgeval.annotation.extraction.things import Thing, number, quality, thing_at
from skgeval.annotation.extraction.words import Word, joined

_PERCEIVED = frozenset({"look", "sound", "seem", "smell", "taste", "appear"})
_LIKING = frozenset({"fan", "lover", "fond", "keen"})
_LENDING = frozenset({"able", "unable", "likely", "unlikely", "capable"})
_WITHOUT = frozenset({"devoid of", "free of", "free from", "void of"})
_BOUNDING = frozenset({"for", "until", "till", "through", "from", "since", "by"})
"""Prepositions whose time bounds a quality ("valid until May"), where "on Mondays" only says when."""
_ENDS = frozenset({"from", "to", "between"})
"""Prepositions that say from where to where something is measured ("a ten-minute walk from the castle")."""
_ASKING = frozenset({"WP", "WRB", "WDT", "WP$"})


def copula_claims(about: About) -> list[Claim]:
    """Return what a linking verb says of its subject."""
    verb = about.verb
    complements = [
        member
        for child in verb.all("acomp", "attr", "oprd")
        for member in joined(child)
        if not _second_half(child, about)
    ]
    places, times = placed(about.scene, [verb])
    if not complements:
        when = dated_claims(about, "be", times, Form.PREPOSITION) if _relation(about) == "be" else []
        return [*_without_complement(about, places), *when]
    where = [phrase(prep, about) for prep in places]
    found = [
        qualified(claim, where)
        for word, contrasted in complements
        for claim in _complement(about, word, contrasted=contrasted)
    ]
    single = complements[0][0] if len(complements) == 1 else None
    if single is not None and single.pos == "ADJ":
        # "Valid for 2 years": the parser is undecided whether the time hangs on "is" or on "valid".
        lasting = [prep for prep in times if prep.lower in _BOUNDING]
        found += dated_claims(about, f"be {single.lemma}", lasting, Form.PREPOSITION)
    return found


def _relation(about: About) -> str:
    return about.clause.lemma if about.clause.lemma in _PERCEIVED else "be"


def _second_half(word: Word, about: About) -> bool:
    """Say whether a word only completes a hyphenated one ("multi-ethnic")."""
    before = about.sentence.words[word.index - 1] if word.index > 0 else None
    whole = any(child.dep == "npadvmod" for child in word.children)  # "grain-free" hangs together
    return not word.lower.strip("-–") or (before is not None and before.text == "-" and not whole)


def _complement(about: About, word: Word, *, contrasted: bool) -> list[Claim]:
    if word.tag in _ASKING or any(child.tag == "WRB" for child in word.children):
        return []
    flip = negation(word, about.sentence, about.scene.lexicon).odd or contrasted
    compared = comparison_claims(about, word, flip=flip)
    if compared:
        return compared
    if word.pos in {"ADJ", "VERB", "ADV"} and not word.all("det", "poss") and not _proper(word):
        return _quality(about, word, flip=flip)
    return _kind(about, word, flip=flip)


def _quality(about: About, word: Word, *, flip: bool) -> list[Claim]:
    measured = word.child("npadvmod")
    if measured is not None:
        first = about.sentence.words[measured.left]
        stated = about.scene.quantity(first.start, measured.end)
        if stated is not None:
            return [make_claim(about, f"be {word.lemma}", number(stated[2]), Form.NUMBER, flip=flip)]
    governed = _governed(about, word)
    governed = [denied(claim) for claim in governed] if flip else governed
    purpose = word.child("xcomp")
    if _said_elsewhere(about, word, purpose) or (governed and (about.clause.negated or flip)):
        return governed
    claim = make_claim(about, _relation(about), quality(word, about.scene), Form.ADJECTIVE, flip=flip)
    if purpose is not None:
        claim = qualified(claim, [f"to {activity(purpose, about.sentence, about.scene).label}"])
    return [claim, *governed]


def _said_elsewhere(about: About, word: Word, purpose: Word | None) -> bool:
    """Say whether a quality tells nothing: "able to swim" is said by the inner verb, "I'm sorry" is small talk."""
    if purpose is not None and word.lemma in _LENDING:
        return True
    small = about.subject.label in {USER, ASSISTANT, "that", "this", "it"}
    return small and word.lemma in about.scene.lexicon.small_talk_adjectives


def _governed(about: About, word: Word) -> list[Claim]:
    """Read "allergic to nuts", "valid for 2 years", "fond of jazz", "free of gluten"."""
    places, times = placed(about.scene, [word])
    name = word.lower if word.tag in {"VBN", "VBG"} else word.lemma
    found: list[Claim] = []
    for prep in places:
        if word.lemma in _LIKING:
            found += relabelled(prepositional_claims(about, "like", [prep], Form.VERB), "like")
        elif f"{name} {prep.lower}" in _WITHOUT:
            lacking = prepositional_claims(about, "have", [prep], Form.VERB)
            found += relabelled([denied(claim) for claim in lacking], "have")
        else:
            found += prepositional_claims(about, f"be {name}", [prep], Form.PREPOSITION)
    bounds = [prep for prep in times if prep.lower in _BOUNDING]
    return [*found, *dated_claims(about, f"be {name}", bounds, Form.PREPOSITION)]


def _kind(about: About, word: Word, *, flip: bool) -> list[Claim]:
    thing = thing_at(word, about.sentence, about.scene)
    if thing is None:
        return []
    if thing.mention.head in _LIKING and word.child("prep") is not None:
        places, _ = placed(about.scene, [word])
        return relabelled(prepositional_claims(about, "like", places, Form.VERB), "like")
    if thing.mention.quantifier == "no":
        flip = False  # the denial is counted with the thing
    claim = make_claim(about, _relation(about), thing, _form(about, word, thing), flip=flip)
    if claim.quantity is not None:
        claim = qualified(claim, [phrase(prep, about) for prep in word.all("prep") if prep.lower in _ENDS])
    return [claim, *_named_beside(about, word), *_turned(about, claim, word), *_shared_qualities(about, claim, word)]


def _named_beside(about: About, word: Word) -> list[Claim]:
    """Read the name in "the author is the novelist, Howard Fast" as what the author is too."""
    beside = [child for child in word.all("appos") if child.pos == "PROPN" and not child.has("no", "not")]
    things = [thing for child in beside if (thing := thing_at(child, about.sentence, about.scene)) is not None]
    named = word.pos == "NOUN" and (word.has("the") or word.child("poss") is not None or word.dep == "conj")
    return [make_claim(about, "be", thing, Form.NAME) for thing in things] if named else []


def _shared_qualities(about: About, claim: Claim, word: Word) -> list[Claim]:
    """Read "baking is an important skill": baking is important; a quality of the kind alone ("main") is not shared."""
    words = about.scene.lexicon
    kind = word.has("a", "an", "such") or (word.tag == "NNS" and not word.all("det", "poss", "nummod"))
    person = about.subject.type is EntityType.PERSON or claim.object.type is EntityType.PERSON
    if not kind or person or not claim.polarity or word.pos != "NOUN":
        return []
    shared = [
        child for child in word.all("amod") if child.tag == "JJ" and child.lower not in words.relational_adjectives
    ]
    claims = [make_claim(about, "be", quality(child, about.scene), Form.ADJECTIVE) for child in shared]
    return [msgspec.structs.replace(claim, importance=0.3) for claim in claims]


def _turned(about: About, claim: Claim, word: Word) -> list[Claim]:
    """Turn round "Paris is the capital of France": the capital of France is Paris."""
    subject, named = claim.subject, claim.object
    unique = named.definite and (named.owner or named.owner_reference is not None) and not named.plural
    known = subject.reference is None and not subject.owner
    if not unique or not known or claim.quantity is not None or word.has("a", "an"):
        return []
    turned = make_claim(About(about.clause, about.scene, named), "be", Thing(subject), Form.NOUN)
    return [msgspec.structs.replace(turned, polarity=claim.polarity)]


def _proper(word: Word) -> bool:
    """Say whether a word is a name, though tagged an adjective ("the language is Portuguese")."""
    return word.entity in {"NORP", "LANGUAGE"} and not word.all("advmod", "prep", "xcomp", "neg")


def _form(about: About, word: Word, thing: Thing) -> Form:
    if thing.quantity is not None and thing.quantity.role is not QuantityRole.ORDINAL:
        return Form.NUMBER
    named = about.subject.head in about.scene.lexicon.naming_nouns
    return Form.NAME if named or (thing.mention.proper and word.entity == "PERSON") else Form.NOUN


def _without_complement(about: About, prepositions: list[Word]) -> list[Claim]:
    """Read "is in Lyon", "is without power", "is up", "is to win", and the colloquial "I'm into sports"."""
    if _relation(about) != "be":
        return []
    found: list[Claim] = []
    for prep in prepositions:
        away = _distance(prep, about)
        if away is not None:
            found.append(away)
        elif prep.lower == "into":
            found += relabelled(prepositional_claims(about, "like", [prep], Form.VERB), "like")
        elif prep.lower == "without":
            found += relabelled(prepositional_claims(about, "have", [prep], Form.PREPOSITION), "have")
        else:
            found += prepositional_claims(about, "be", [prep], Form.PREPOSITION)
    found += [make_claim(about, "be", thing, Form.ADJECTIVE) for thing in _states(about)]
    found += _pseudo_cleft(about)
    doings = [Thing(activity(word, about.sentence, about.scene)) for word in about.verb.all("xcomp")]
    return [*found, *(make_claim(about, "be", doing, Form.NOUN) for doing in doings)]


def _distance(prep: Word, about: About) -> Claim | None:
    """Read "is 5 km from the airport" as a measure that holds from there only."""
    measured, end = prep.child("npadvmod"), prep.child("pobj")
    place = mention(end, about.sentence, about.scene) if end is not None else None
    if measured is None or place is None or prep.lower not in _ENDS:
        return None
    stated = about.scene.quantity(about.sentence.words[measured.left].start, measured.end)
    if stated is None:
        return None
    return qualified(make_claim(about, "be", number(stated[2]), Form.NUMBER), [f"{prep.lower} the {place.label}"])


def _pseudo_cleft(about: About) -> list[Claim]:
    """Read "jokes are (not) what I like" as (not) liking jokes."""
    found: list[Claim] = []
    for inner in about.verb.all("ccomp", "csubj"):
        asked = any(child.tag == "WP" and child.dep == "dobj" for child in inner.children)
        own = inner.child("nsubj")
        person = mention(own, about.sentence, about.scene) if own is not None and asked else None
        if person is not None:
            liker = About(about.clause, about.scene, person)
            found.append(make_claim(liker, inner.lemma, Thing(about.subject), Form.VERB))
    return found


def _states(about: About) -> list[Thing]:
    """Return places and states said by an adverb alone ("is up", "is here", "is away")."""
    words = about.scene.lexicon.state_adverbs
    said = [child for child in about.verb.all("advmod", "prt") if child.index > about.verb.index]
    return [Thing(Mention(text=word.text, label=word.lower, head=word.lower)) for word in said if word.lower in words]
