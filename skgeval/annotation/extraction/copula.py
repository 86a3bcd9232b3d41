"""Claims from "be" and its like: qualities, kinds, names, numbers, places, and both ways round for "X is the Y of Z"."""

from __future__ import annotations

import msgspec

from schemas.claim import ASSISTANT, USER, Claim, Form, Mention, QuantityRole
from skgeval.annotation.extraction.claims import make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.comparison import comparison_claims
from skgeval.annotation.extraction.negation import negation
from skgeval.annotation.extraction.objects import adjective_mention, number_mention, target_of
from skgeval.annotation.extraction.prepositions import dated, phrase, placed, prepositional_claims
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.subjects import activity
from skgeval.annotation.extraction.words import Word, conjuncts

_PERCEIVED = frozenset({"look", "sound", "seem", "smell", "taste", "appear"})
_LIKING = frozenset({"fan", "lover", "fond", "keen"})
_LENDING = frozenset({"able", "unable", "likely", "unlikely", "capable"})
_WITHOUT = frozenset({"devoid of", "free of", "free from", "void of"})


def copula_claims(clause: Clause, scene: Scene, subject: Mention) -> list[Claim]:
    """Return what a linking verb says of `subject`."""
    verb = clause.verb
    relation = clause.lemma if clause.lemma in _PERCEIVED else "be"
    complements = [word for child in verb.all("acomp", "attr", "oprd") for word in conjuncts(child)]
    found: list[Claim] = []
    places, times = placed(scene, [verb])
    where = tuple(phrase(prep, clause) for prep in places)
    for word in complements:
        found += [
            msgspec.structs.replace(claim, qualifiers=tuple(sorted({*claim.qualifiers, *where})))
            for claim in _complement(clause, scene, subject, relation, word)
        ]
    if relation == "be":
        points = [] if complements else [prep for prep in times if dated(clause, scene, prep)]
        if not complements:
            found += _places(clause, scene, subject, [*places, *points])
    if len(complements) == 1 and complements[0].pos == "ADJ":
        # "Valid for 2 years": the parser is undecided whether the time hangs on "is" or on "valid".
        lasting = [prep for prep in times if prep.lower == "for" and dated(clause, scene, prep)]
        name = f"be {complements[0].lemma}"
        found += prepositional_claims(clause, scene, subject, name, lasting, form=Form.PREPOSITION)
    if not complements:
        found += _bare(clause, scene, subject)
        for word in verb.all("xcomp") if relation == "be" else []:
            doing = activity(word, clause.sentence, scene)
            found.append(make_claim(clause, scene, subject, relation, doing, form=Form.NOUN))
    return found


def _complement(clause: Clause, scene: Scene, subject: Mention, relation: str, word: Word) -> list[Claim]:
    flip = negation(word, clause.sentence, scene.lexicon).odd
    if word.tag in {"WP", "WRB", "WDT", "WP$"} or any(child.tag == "WRB" for child in word.children):
        return []
    compared = comparison_claims(clause, scene, subject, word, flip=flip)
    if compared:
        return compared
    if word.pos in {"ADJ", "VERB", "ADV"} and not word.all("det", "poss") and not _proper(word):
        return _quality(clause, scene, subject, relation, word, flip=flip)
    return _kind(clause, scene, subject, relation, word, flip=flip)


def _quality(clause: Clause, scene: Scene, subject: Mention, relation: str, word: Word, *, flip: bool) -> list[Claim]:
    measured = word.child("npadvmod")
    if measured is not None:
        first = clause.sentence.words[measured.left]
        found = scene.quantity(first.start, measured.end)
        if found is not None:
            thing = number_mention(found[2])
            name = f"be {word.lemma}"
            return [make_claim(clause, scene, subject, name, thing, form=Form.NUMBER, flip=flip, quantity=found[2])]
    places, times = placed(scene, [word])
    places += [prep for prep in times if prep.lower == "for" and dated(clause, scene, prep)]
    governed = _governed(clause, scene, subject, word, places, flip=flip)
    if governed and (clause.negated or flip):
        return governed
    if word.lemma in scene.lexicon.small_talk_adjectives and _small_talk(subject):
        return governed
    purpose = word.child("xcomp")
    if purpose is not None and word.lemma in _LENDING:
        return governed  # "is able to swim" is said by the inner verb
    to_do = (f"to {activity(purpose, clause.sentence, scene).label}",) if purpose is not None else ()
    quality = adjective_mention(word, scene)
    plain = make_claim(clause, scene, subject, relation, quality, form=Form.ADJECTIVE, flip=flip, qualifiers=to_do)
    return [plain, *governed]


def _governed(
    clause: Clause, scene: Scene, subject: Mention, word: Word, places: list[Word], *, flip: bool
) -> list[Claim]:
    """ "Allergic to nuts", "valid for 2 years", "fond of jazz", "free of gluten"."""
    found: list[Claim] = []
    for prep in places:
        quality = word.lower if word.tag in {"VBN", "VBG"} else word.lemma
        name = f"{quality} {prep.lower}"
        if word.lemma in _LIKING:
            claims = prepositional_claims(clause, scene, subject, "like", [prep], form=Form.VERB)
            claims = [msgspec.structs.replace(claim, relation="like") for claim in claims]
        elif name in _WITHOUT:
            claims = prepositional_claims(clause, scene, subject, "have", [prep], form=Form.VERB)
            claims = [msgspec.structs.replace(c, relation="have", polarity=not c.polarity) for c in claims]
        else:
            claims = prepositional_claims(clause, scene, subject, f"be {quality}", [prep], form=Form.PREPOSITION)
        found += claims
    return [msgspec.structs.replace(claim, polarity=not claim.polarity) for claim in found] if flip else found


def _kind(clause: Clause, scene: Scene, subject: Mention, relation: str, word: Word, *, flip: bool) -> list[Claim]:
    target = target_of(word, clause.sentence, scene)
    if target is None:
        return []
    named, quantity = target
    if named.head in _LIKING and word.child("prep") is not None:
        places, _ = placed(scene, [word])
        claims = prepositional_claims(clause, scene, subject, "like", places, form=Form.VERB)
        return [msgspec.structs.replace(claim, relation="like") for claim in claims]
    form = _form(
        word, named, subject, scene, numeric=quantity is not None and quantity.role is not QuantityRole.ORDINAL
    )
    claim = make_claim(clause, scene, subject, relation, named, form=form, flip=flip, quantity=quantity)
    return [claim, *_turned(clause, scene, claim, word)]


def _turned(clause: Clause, scene: Scene, claim: Claim, word: Word) -> list[Claim]:
    """ "Paris is the capital of France" also says that the capital of France is Paris."""
    subject, named = claim.subject, claim.object
    unique = named.definite and (named.owner or named.owner_reference is not None) and not named.plural
    if (
        not unique
        or claim.quantity is not None
        or subject.owner
        or subject.reference is not None
        or word.has("a", "an")
    ):
        return []
    turned = make_claim(clause, scene, named, "be", subject, form=Form.NOUN, flip=not claim.polarity)
    return [msgspec.structs.replace(turned, polarity=claim.polarity)]


def _small_talk(subject: Mention) -> bool:
    """ "I'm sorry", "you're right", "that's wrong" tell nothing of the world."""
    return subject.label in {USER, ASSISTANT, "that", "this", "it"}


def _proper(word: Word) -> bool:
    """ "The language is Portuguese": a name, though tagged an adjective."""
    return word.entity in {"NORP", "LANGUAGE"} and not word.all("advmod", "prep", "xcomp", "neg")


def _form(word: Word, named: Mention, subject: Mention, scene: Scene, *, numeric: bool) -> Form:
    if numeric:
        return Form.NUMBER
    if subject.head in scene.lexicon.naming_nouns:
        return Form.NAME
    return Form.NAME if named.proper and word.entity == "PERSON" else Form.NOUN


def _places(clause: Clause, scene: Scene, subject: Mention, prepositions: list[Word]) -> list[Claim]:
    """ "Is in Lyon", "is without power", and the colloquial "I'm into sports"."""
    found: list[Claim] = []
    for prep in prepositions:
        if prep.lower == "into":
            claims = prepositional_claims(clause, scene, subject, "like", [prep], form=Form.VERB)
            found += [msgspec.structs.replace(claim, relation="like") for claim in claims]
        elif prep.lower in {"without", "with"}:
            claims = prepositional_claims(clause, scene, subject, "have", [prep], form=Form.PREPOSITION)
            have = "have" if prep.lower == "without" else "be with"
            found += [msgspec.structs.replace(claim, relation=have) for claim in claims]
        else:
            found += prepositional_claims(clause, scene, subject, "be", [prep], form=Form.PREPOSITION)
    return found


def _bare(clause: Clause, scene: Scene, subject: Mention) -> list[Claim]:
    """A place or state said by an adverb alone ("is up", "is here", "is away")."""
    said = [
        child
        for child in clause.verb.children
        if child.dep in {"advmod", "prt"}
        and child.index > clause.verb.index
        and child.lower in scene.lexicon.state_adverbs
    ]
    return [
        make_claim(
            clause,
            scene,
            subject,
            "be",
            Mention(text=word.text, label=word.lower, head=word.lower),
            form=Form.ADJECTIVE,
        )
        for word in said
    ]
