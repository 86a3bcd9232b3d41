"""Claims from verbs: with objects, phrases, inner verbs, or nothing; passives with their agents turned round."""

from __future__ import annotations

import msgspec

from schemas.claim import Claim, Form, Mention, Tense
from skgeval.annotation.extraction.claims import NOTHING, make_claim
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.links import Link
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.objects import adjective_mention, number_mention, reached, target_of
from skgeval.annotation.extraction.prepositions import dated, phrase, placed, prepositional_claims
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.subjects import activity
from skgeval.annotation.extraction.tense import shifted
from skgeval.annotation.extraction.words import Word, conjuncts

_STATE_FORMS = frozenset({"is", "are", "'s", "'re", "am", "'m", "be"})
_LACKING = frozenset({"lack"})
_CLAUSE_WORDS = 6


def verb_claims(clause: Clause, scene: Scene, subject: Mention) -> list[Claim]:
    """Return what an active verb says of `subject`."""
    verb = clause.verb
    objects = [
        word
        for child in verb.all("dobj", "dative", "oprd", "attr")
        for word in conjuncts(child)
        if not _recipient(child, verb)
    ]
    objects += [child for child in verb.all("npadvmod") if _measured(child, clause, scene)]
    places, times = placed(scene, [verb, *_particles(verb, scene)])
    lemma, flip = ("have", True) if clause.lemma in _LACKING else (clause.lemma, False)
    if clause.lemma in {"like", "love", "prefer"} and any(a.lower in {"would", "'d", "’d"} for a in clause.auxiliaries):
        lemma = "want"
    if (
        lemma == "get"
        and verb.tag in {"VBN", "VBD"}
        and any(a.lemma in {"have", "'ve", "'s"} for a in clause.auxiliaries)
    ):
        # "I've got two cats" is present possession, whatever its form.
        lemma, clause = "have", msgspec.structs.replace(clause, time=shifted(clause.time, Tense.PRESENT))
    shown = [(word, target) for word in objects if (target := target_of(word, clause.sentence, scene)) is not None]
    qualifiers = tuple(phrase(prep, clause) for prep in places if prep.lower not in {"to", "into"})
    found: list[Claim] = []
    for word, (named, quantity) in shown:
        amount = reached(word, verb, clause.sentence, scene) if word.dep in {"dobj", "npadvmod"} else None
        if amount is not None:
            goal = number_mention(amount)
            claim = make_claim(clause, scene, subject, f"{lemma} to", goal, form=Form.PREPOSITION, quantity=amount)
            found.append(claim)
            continue
        found.append(
            make_claim(
                clause,
                scene,
                subject,
                lemma,
                named,
                form=Form.VERB,
                flip=flip,
                quantity=quantity,
                qualifiers=qualifiers,
            )
        )
    if clause.lemma == "prefer":
        found += _dispreferred(clause, scene, subject, places)
    elif not found or not clause.negated:
        found += prepositional_claims(clause, scene, subject, lemma, places, form=Form.PREPOSITION)
    if not shown:
        points = [prep for prep in times if dated(clause, scene, prep)]
        found += prepositional_claims(clause, scene, subject, lemma, points, form=Form.PREPOSITION)
    found += _inner(clause, scene, subject, lemma)
    gap = _gap(clause, scene)
    if not shown and gap is not None:
        found.insert(0, make_claim(clause, scene, subject, lemma, gap, form=Form.VERB, flip=flip))
    if clause.link is Link.RELATIVE and verb.child("nsubj") is not None and (not found or _leads_on(verb)):
        return []
    said = (
        clause.sentence.text.endswith(":")
        or clause.lemma in {"say", "tell"}
        or (clause.lemma in scene.lexicon.report_verbs and clause.link is Link.ADVERBIAL)
    )
    said = said or clause.lemma in scene.lexicon.small_talk_verbs
    if not found and not said and not _clausal(verb) and verb.child("acomp") is None:
        found.append(make_claim(clause, scene, subject, lemma, NOTHING, form=Form.INTRANSITIVE))
    return found


def _gap(clause: Clause, scene: Scene) -> Mention | None:
    """ "The boat that I bought": the noun that a relative clause hangs on is what its verb is about."""
    verb = clause.verb
    own = verb.child("nsubj")
    if any(child.tag == "WRB" for child in verb.children):
        return None
    if clause.link is not Link.RELATIVE or verb.head is None or own is None or own.tag in {"WP", "WDT"}:
        return None
    if verb.child("xcomp", "ccomp", "dobj", "attr", "acomp") is not None and verb.child("dobj") not in _relatives(verb):
        return None
    if any(not prep.children for prep in verb.all("prep")) or verb.head.lower in {"way", "time", "reason", "place"}:
        return None
    named = mention(verb.head, clause.sentence, scene)
    if named is None:
        return None
    label = named.label.split(" that ")[0]  # what the clause itself narrows down
    modifiers = tuple(modifier for modifier in named.modifiers if not modifier.startswith("that "))
    return msgspec.structs.replace(named, label=label, modifiers=modifiers)


def _leads_on(verb: Word) -> bool:
    """ "The outcomes we want to count": what is missing lies further in."""
    own = verb.child("nsubj")
    return verb.child("xcomp") is not None and own is not None and own.tag not in {"WP", "WDT"}


def _relatives(verb: Word) -> list[Word]:
    return [child for child in verb.children if child.tag in {"WDT", "WP"}]


def _particles(verb: Word, scene: Scene) -> list[Word]:
    """Words like "up" in "went up to 900", on which the parser hangs what belongs to the verb."""
    return [
        child for child in verb.all("prt", "advmod") if child.lower in scene.lexicon.state_adverbs or child.dep == "prt"
    ]


def _dispreferred(clause: Clause, scene: Scene, subject: Mention, places: list[Word]) -> list[Claim]:
    """ "I prefer tea to coffee" denies preferring coffee."""
    others = [prep for prep in places if prep.lower in {"to", "over", "rather"}]
    claims = prepositional_claims(clause, scene, subject, "prefer", others, form=Form.VERB)
    return [msgspec.structs.replace(claim, relation="prefer", polarity=not claim.polarity) for claim in claims]


def passive_claims(clause: Clause, scene: Scene, subject: Mention) -> list[Claim]:
    """Return what a passive says of `subject`, and of the agent where one is named."""
    verb = clause.verb
    naming = verb.child("oprd")
    if naming is not None and clause.lemma in scene.lexicon.naming_verbs:
        return _named(clause, scene, subject, naming)
    places, times = placed(scene, [verb])
    points = [prep for prep in times if dated(clause, scene, prep)]
    found = prepositional_claims(clause, scene, subject, clause.lemma, [*places, *points], form=Form.PASSIVE)
    found += [
        _active(claim, clause) for claim in found if claim.relation == f"{clause.lemma} by" and claim.quantity is None
    ]
    for child in verb.all("dobj", "oprd", "attr"):
        target = target_of(child, clause.sentence, scene)
        if target is not None:
            found.append(
                make_claim(clause, scene, subject, clause.lemma, target[0], form=Form.PASSIVE, quantity=target[1])
            )
    if not found and clause.link is not Link.REDUCED:
        found.append(_state(clause, scene, subject))
    return found


def _state(clause: Clause, scene: Scene, subject: Mention) -> Claim:
    """ "The shop is closed" tells a state like "is open"; "was built" an event."""
    being = any(auxiliary.lower in _STATE_FORMS for auxiliary in clause.auxiliaries if auxiliary.lemma == "be")
    purpose = any(child.index > clause.verb.index for child in clause.verb.all("xcomp", "ccomp", "advcl"))
    if being and not purpose:
        quality = adjective_mention(clause.verb, scene)
        return make_claim(clause, scene, subject, "be", quality, form=Form.ADJECTIVE)
    return make_claim(clause, scene, subject, clause.lemma, NOTHING, form=Form.PASSIVE)


def _active(claim: Claim, clause: Clause) -> Claim:
    return msgspec.structs.replace(
        claim, subject=claim.object, relation=clause.lemma, object=claim.subject, form=Form.VERB
    )


def _named(clause: Clause, scene: Scene, subject: Mention, naming: Word) -> list[Claim]:
    """ "The dog is called Max" says what "the dog's name is Max" says."""
    target = target_of(naming, clause.sentence, scene)
    if target is None:
        return []
    name = name_of(subject)
    return [make_claim(clause, scene, name, "be", target[0], form=Form.NAME)]


def name_of(subject: Mention) -> Mention:
    """Return the mention of a thing's name, owned by the thing."""
    return Mention(
        text=subject.text,
        label="name",
        head="name",
        owner=subject.label if subject.reference is None else "",
        owner_reference=subject.reference,
        definite=True,
    )


def _inner(clause: Clause, scene: Scene, subject: Mention, lemma: str) -> list[Claim]:
    """Inner verbs and clauses as objects: "like to swim" is (like, swim); "understand why …" is (understand, why …)."""
    found: list[Claim] = []
    verb = clause.verb
    relation = "need" if lemma == "have" and verb.child("xcomp") is not None and verb.child("dobj") is None else lemma
    for child in verb.all("xcomp") if verb.child("dobj") is None else []:
        for word in conjuncts(child):
            if word.noun:
                target = target_of(word, clause.sentence, scene)
                if target is not None:
                    found.append(make_claim(clause, scene, subject, relation, target[0], form=Form.VERB))
            elif word.pos in {"VERB", "AUX"} and not (relation == "need" and word.lemma in scene.lexicon.report_verbs):
                doing = activity(word, clause.sentence, scene)
                found.append(make_claim(clause, scene, subject, relation, doing, form=Form.VERB))
    for child in verb.all("ccomp"):
        if any(inner.tag in {"WRB", "WP"} for inner in child.children) and child.left > verb.index:
            found.append(make_claim(clause, scene, subject, relation, _gist(child, clause, scene), form=Form.VERB))
    return found


def _gist(child: Word, clause: Clause, scene: Scene) -> Mention:
    words = [word for word in clause.sentence.between(child.left, child.right) if word.pos not in {"PUNCT", "SPACE"}]
    kept = words[:_CLAUSE_WORDS]
    return Mention(
        text=scene.document.text[kept[0].start : kept[-1].end],
        label=" ".join(word.lemma for word in kept),
        head=child.lemma,
    )


def _recipient(child: Word, verb: Word) -> bool:
    return child.dep == "dative" and verb.child("dobj") is not None


def _measured(child: Word, clause: Clause, scene: Scene) -> bool:
    first = clause.sentence.words[child.left]
    return clause.lemma in scene.lexicon.measuring_verbs and scene.quantity(first.start, child.end) is not None


def _clausal(verb: Word) -> bool:
    inner = verb.all("ccomp", "xcomp")
    return any(child.index > verb.index for child in inner)
