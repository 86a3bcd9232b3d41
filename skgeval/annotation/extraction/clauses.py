"""The clauses of a sentence, each with its subjects, polarity, mood and time, read once from the root down.

A clause inherits what it leaves out: a joined verb its subject, auxiliary and negation ("doesn't smoke or drink"), an
inner clause its subject, and every clause the mood of the one that it stands in.
"""

from __future__ import annotations

import msgspec

from skgeval.annotation.extraction.circumstances import qualifiers_of, time_of
from skgeval.annotation.extraction.clause import Clause, Draft
from skgeval.annotation.extraction.control import controlled, has_controlled
from skgeval.annotation.extraction.expletives import expletive
from skgeval.annotation.extraction.implied import implied_subject
from skgeval.annotation.extraction.links import Link, accompanying, link_of
from skgeval.annotation.extraction.modality import combined
from skgeval.annotation.extraction.moods import inner_mood, outer_mood
from skgeval.annotation.extraction.negation import Negation, negation
from skgeval.annotation.extraction.scene import Scene, participant
from skgeval.annotation.extraction.subjects import subjects_of
from skgeval.annotation.extraction.words import ParsedSentence, Word

_NOT_CLAUSES = frozenset(
    {"aux", "auxpass", "amod", "compound", "nummod", "punct", "det", "csubj", "csubjpass", "pcomp"}
)
_SUBJECT_MAY_BE_UNSAID = frozenset({Link.MAIN, Link.JOINED, Link.CONTROLLED, Link.RUN_ON})
_PREPOSITIONAL = frozenset({"base", "include", "accord", "regard", "follow", "concern"})
_MOST = 40
"""Clauses read of one sentence; a longer one is not prose."""


def clauses_of(sentence: ParsedSentence, scene: Scene) -> list[Clause]:
    """Return the clauses of a sentence, outer before inner."""
    found: list[Clause] = []
    waiting: list[tuple[Word, Clause | None]] = [(sentence.root, None)]
    while waiting and len(found) < _MOST:
        word, governor = waiting.pop()
        inside = governor
        if word.predicate and (word.dep not in _NOT_CLAUSES or accompanying(word)):
            draft = _drafted(word, governor, sentence, scene)
            draft = _with_subjects(draft, scene) if draft is not None else None
            if draft is not None:
                inside = _clause(draft, scene)
                found.append(inside)
        waiting.extend((child, inside) for child in reversed(word.children))
    return found


def _drafted(word: Word, governor: Clause | None, sentence: ParsedSentence, scene: Scene) -> Draft | None:
    """Return what ties the verb to its governor, or None where it is no clause of its own."""
    stated = scene.quantity(word.start, word.end)
    if stated is not None and stated[0] < word.start:
        return None  # "5 pm" is no verb
    link = link_of(word, governor)
    if link in {Link.REDUCED, Link.RELATIVE} and word.infinitive:
        return None  # "a visa to enter Japan"
    if link is Link.REDUCED and word.lemma in _PREPOSITIONAL:
        return None  # "based on", "including": prepositions by now
    control = None
    if governor is not None and link in {Link.JOINED, Link.CONTROLLED}:
        if not _held_by(word, governor):
            return None
        control = controlled(word, governor, scene.lexicon) if link is Link.CONTROLLED else None
    if link is Link.CONTROLLED and control is None:
        return None
    own = tuple(word.all("aux", "auxpass"))
    denial = negation(word, sentence, scene.lexicon)
    shares = link is Link.JOINED and governor is not None and _shares_auxiliary(word, own, governor)
    if shares and governor is not None and governor.denied and not _contrasted(word):
        denial = Negation(denial.count + 1, denial.partial)
    return Draft(
        sentence=sentence,
        verb=word,
        link=link,
        governor=governor,
        control=control,
        auxiliaries=governor.auxiliaries if shares and governor is not None else own,
        shares=shares,
        denial=denial,
        expletive=expletive(word),
    )


def _with_subjects(draft: Draft, scene: Scene) -> Draft | None:
    """Return the draft with its subjects, or None where nobody can be meant."""
    if draft.expletive:
        return draft
    subjects, passive, words = subjects_of(draft.verb, draft.link, draft.governor, draft.sentence, scene)
    if subjects:
        return msgspec.structs.replace(draft, subjects=subjects, passive=passive, subject_words=words)
    if draft.link not in _SUBJECT_MAY_BE_UNSAID:
        return None
    if draft.link is Link.CONTROLLED and draft.governor is not None and draft.governor.expletive:
        unsaid = participant(scene.addressee, "")  # "it is important to …"
    else:
        implied = implied_subject(draft.verb, draft.auxiliaries, draft.sentence, scene, denied=draft.denial.odd)
        if implied is None:
            return None
        unsaid = implied
    return msgspec.structs.replace(draft, subjects=(unsaid,), passive=passive, implied=True)


def _clause(draft: Draft, scene: Scene) -> Clause:
    outer = outer_mood(draft, scene)
    mood = combined(outer, inner_mood(draft, scene))
    particle = draft.verb.child("prt")
    return Clause(
        sentence=draft.sentence,
        verb=draft.verb,
        lemma=f"{draft.verb.lemma} {particle.lower}" if particle is not None else draft.verb.lemma,
        link=draft.link,
        subjects=draft.subjects,
        subject_words=draft.subject_words,
        passive=draft.passive,
        expletive=draft.expletive,
        implied=draft.implied,
        denied=draft.denial.odd,
        negated=(draft.denial.count + mood.flips) % 2 == 1,
        mood=mood,
        outer=outer,
        auxiliaries=draft.auxiliaries,
        time=time_of(draft, scene),
        qualifiers=qualifiers_of(draft, scene),
        delegates=has_controlled(draft.verb, scene.lexicon),
    )


def _held_by(word: Word, governor: Clause) -> bool:
    """Say whether a verb hangs on the governing clause itself, and not on a verb in between that was passed over."""
    head = word.head
    if head is None or head is governor.verb:
        return True
    if word.dep == "conj" and head.noun:
        return word.child("dobj", "prep", "attr", "acomp", "aux", "advmod") is not None  # "calmness and rest"
    if word.dep == "conj":
        return head.pos not in {"VERB", "AUX"}
    return head.head is governor.verb and head.dep in {"acomp", "attr", "oprd", "dobj"}


def _shares_auxiliary(word: Word, own: tuple[Word, ...], governor: Clause) -> bool:
    if own or word.child("nsubj", "nsubjpass") is not None:
        return False
    return word.tag in {"VB", "VBN", "VBG"} or (governor.passive and word.tag == "VBD" and word.child("dobj") is None)


def _contrasted(word: Word) -> bool:
    """Say whether "but" ends the reach of a negation ("did not stay but left")."""
    return word.head is not None and word.head.has("but") and not word.head.has("or", "nor")
