"""The clauses of a sentence, each with its subjects, polarity, mood and time, read once from the root down.

A clause inherits what it leaves out: a joined verb its subject, auxiliary and negation ("doesn't smoke or drink"), an
inner clause its subject, and every clause the mood of the one that it stands in.
"""

from __future__ import annotations

import msgspec

from schemas.claim import Mention, Modality, Tense, TimeScope
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.control import Controlled, controlled, has_controlled
from skgeval.annotation.extraction.embedding import Governor, adverbial_mood, complement_mood
from skgeval.annotation.extraction.links import Link, accompanying, inverted, link_of, trailing
from skgeval.annotation.extraction.modality import ASSERTED, HYPOTHETICAL, Mood, combined, own_mood
from skgeval.annotation.extraction.negation import Negation, negation
from skgeval.annotation.extraction.scene import Scene, participant
from skgeval.annotation.extraction.subjects import implied_subject, subjects_of
from skgeval.annotation.extraction.tense import tense, time_scope
from skgeval.annotation.extraction.words import ParsedSentence, Word

_NOT_CLAUSES = frozenset(
    {"aux", "auxpass", "amod", "compound", "nummod", "punct", "det", "csubj", "csubjpass", "pcomp"}
)
_IMPERSONAL = frozenset({"recommend", "advise", "suggest", "consider", "require", "estimate", "forbid", "allow"})
_MOST = 40
"""Clauses read of one sentence; a longer one is not prose."""
_ADVERBIAL_WORDS = 10


def clauses_of(sentence: ParsedSentence, scene: Scene) -> list[Clause]:
    """Return the clauses of a sentence, outer before inner."""
    found: list[Clause] = []
    waiting: list[tuple[Word, Clause | None]] = [(sentence.root, None)]
    while waiting and len(found) < _MOST:
        word, governor = waiting.pop()
        inside = governor
        if word.predicate and (word.dep not in _NOT_CLAUSES or accompanying(word)):
            clause = _clause(word, governor, sentence, scene)
            if clause is not None:
                found.append(clause)
                inside = clause
        waiting.extend((child, inside) for child in reversed(word.children))
    return found


def _clause(word: Word, governor: Clause | None, sentence: ParsedSentence, scene: Scene) -> Clause | None:
    lexicon = scene.lexicon
    stated = scene.quantity(word.start, word.end)
    if stated is not None and stated[0] < word.start:
        return None  # "5 pm" is no verb
    link = link_of(word, governor)
    own_auxiliaries = tuple(word.all("aux", "auxpass"))
    shares = link is Link.JOINED and governor is not None and _shares_auxiliary(word, own_auxiliaries, governor)
    auxiliaries = governor.auxiliaries if shares and governor is not None else own_auxiliaries
    denial = negation(word, sentence, lexicon)
    if shares and governor is not None and governor.denied and not _contrasted(word):
        denial = Negation(denial.count + 1, denial.partial)
    control = controlled(word, governor, lexicon) if link is Link.CONTROLLED and governor is not None else None
    if governor is not None and link in {Link.JOINED, Link.CONTROLLED} and not _held_by(word, governor):
        return None
    if (link is Link.CONTROLLED and control is None) or (
        link in {Link.REDUCED, Link.RELATIVE} and word.tag == "VB" and word.has("to")
    ):
        return None
    expletive = word.child("expl") is not None or _empty_it(word)
    subjects, passive, words = ((), False, ()) if expletive else subjects_of(word, link, governor, sentence, scene)
    implied = False
    if not subjects and not expletive:
        if link not in {Link.MAIN, Link.JOINED, Link.CONTROLLED, Link.RUN_ON}:
            return None
        advised = governor is not None and governor.expletive and link is Link.CONTROLLED
        lone = (
            participant(scene.addressee, "")
            if advised
            else implied_subject(word, auxiliaries, sentence, scene, denied=denial.odd)
        )
        if lone is None:
            return None
        subjects, implied = (lone,), True
    outer = _outer_mood(word, link, governor, control, scene)
    mood = combined(
        outer,
        _own(word, auxiliaries, denial, subjects, sentence, scene, link=link, implied=implied),
    )
    when = _tense(word, auxiliaries, governor, link, control)
    if shares and governor is not None:
        when = governor.time.tense
    return Clause(
        sentence=sentence,
        verb=word,
        lemma=_lemma(word),
        link=link,
        subjects=subjects,
        subject_words=words,
        passive=passive,
        expletive=expletive,
        implied=implied,
        denied=denial.odd,
        negated=(denial.count + mood.flips) % 2 == 1,
        partial=denial.partial,
        mood=mood,
        auxiliaries=auxiliaries,
        time=_time(word, when, governor, link, sentence, scene),
        qualifiers=_qualifiers(word, governor, link, sentence, scene),
        delegates=has_controlled(word, lexicon),
        outer=outer,
    )


def _held_by(word: Word, governor: Clause) -> bool:
    """Say whether a verb hangs on the governing clause itself, and not on a verb in between that was passed over."""
    head = word.head
    if head is None or head is governor.verb:
        return True
    if word.dep == "conj":
        return head.pos not in {"VERB", "AUX"}
    return head.head is governor.verb and head.dep in {"acomp", "attr", "oprd", "dobj"}


def _shares_auxiliary(word: Word, own: tuple[Word, ...], governor: Clause) -> bool:
    if own or word.child("nsubj", "nsubjpass") is not None:
        return False
    return word.tag in {"VB", "VBN", "VBG"} or (governor.passive and word.tag == "VBD" and word.child("dobj") is None)


def _contrasted(word: Word) -> bool:
    """ "Did not stay but left": what follows "but" is out of the negation's reach."""
    return word.head is not None and word.head.has("but") and not word.head.has("or", "nor")


def _empty_it(word: Word) -> bool:
    """ "It is important to …", "it seems that …": the subject means nothing and is no reference."""
    subject = word.child("nsubj", "nsubjpass")
    if subject is None or subject.lower != "it":
        return False
    inner = _later(word, "ccomp", "xcomp", "advcl", "csubj")
    if word.lemma in {"rain", "snow"}:
        return True
    if word.lemma in {"seem", "appear", "happen", "turn", "follow"} or subject.dep == "nsubjpass":
        impersonal = subject.dep != "nsubjpass" or word.lemma in _IMPERSONAL
        return inner is not None and (inner.dep == "ccomp" or (inner.dep != "advcl" and impersonal))
    complement = word.child("acomp", "attr")
    if complement is None or word.lemma not in {"be", "seem", "become"}:
        return False
    return inner is not None or _later(complement, "xcomp", "ccomp", "advcl") is not None


def _later(word: Word, *deps: str) -> Word | None:
    """Return a verb that completes `word`, not one that merely stands before it."""
    return next(
        (c for c in word.all(*deps) if c.index > word.index and c.pos in {"VERB", "AUX"} and not _timed(c)), None
    )


def _timed(word: Word) -> bool:
    """ "It is cold when …": what tells when does not complete."""
    return word.dep == "advcl" and any(c.dep in {"mark", "advmod"} and c.index < word.index for c in word.children)


def _outer_mood(word: Word, link: Link, governor: Clause | None, control: Controlled | None, scene: Scene) -> Mood:
    if governor is None or link in {Link.MAIN, Link.RUN_ON}:
        return ASSERTED
    if link is Link.JOINED:
        return governor.outer
    if control is not None:
        return combined(
            msgspec.structs.replace(governor.mood, flips=int(governor.negated)),
            control.mood,
        )
    outer = _as_governor(governor)
    if link is Link.COMPLEMENT:
        passed_over = word.head is not None and word.head.pos == "VERB" and word.head is not governor.verb
        return HYPOTHETICAL if passed_over else complement_mood(word, outer, scene.lexicon)
    if (
        governor.mood.modality not in {Modality.ASSERTED, Modality.PROMISED, Modality.ASKED}
        and link is not Link.RELATIVE
    ):
        return HYPOTHETICAL
    if link is Link.ADVERBIAL and (accompanying(word) or trailing(word, governor)):
        return msgspec.structs.replace(governor.mood, flips=0)
    if link is Link.ADVERBIAL:
        return adverbial_mood(
            word, scene.lexicon, past=word.tag == "VBD" or any(a.tag == "VBD" for a in word.all("aux"))
        )
    return _relative_mood(word, governor)


def _relative_mood(word: Word, governor: Clause) -> Mood:
    """A relative clause states something of a known thing; of an unknown one it only narrows down which is meant."""
    noun = word.head
    if noun is None or governor.mood.modality is Modality.ASKED:
        return HYPOTHETICAL
    known = noun.pos == "PROPN" or noun.child("poss") is not None or noun.has("this", "that", "the", "these")
    before = [member.text for member in governor.sentence.words[max(0, word.left - 2) : word.left]]
    comma = bool(before) and (before[-1] in {",", "("} or (before[-1] in {'"', "'", "”"} and before[0] == ","))
    predicated = noun.dep in {"attr", "appos"} or (noun.dep == "dobj" and governor.lemma in {"have", "know", "meet"})
    return ASSERTED if known or comma or predicated else HYPOTHETICAL


def _as_governor(clause: Clause) -> Governor:
    complement = clause.verb.child("acomp", "attr", "oprd")
    return Governor(
        verb=clause.verb,
        mood=clause.mood,
        negated=clause.denied,
        past=clause.time.tense is Tense.PAST,
        subject="" if clause.expletive or not clause.subjects else clause.subjects[0].label,
        adjective=complement.lemma if complement is not None else "",
        expletive=clause.expletive,
    )


def _own(
    word: Word,
    auxiliaries: tuple[Word, ...],
    denial: Negation,
    subjects: tuple[Mention, ...],
    sentence: ParsedSentence,
    scene: Scene,
    *,
    link: Link,
    implied: bool,
) -> Mood:
    mood = own_mood(word, auxiliaries, scene.lexicon, negated=denial.odd)
    asked = link in {Link.MAIN, Link.JOINED, Link.RUN_ON, Link.CONTROLLED} and sentence.question
    if asked and (link in {Link.MAIN, Link.CONTROLLED} or inverted(word)):
        return Mood(modality=Modality.ASKED, hedged=mood.hedged)
    first = subjects[0].label if subjects else ""
    if implied and first == scene.addressee and mood.modality is Modality.ASSERTED:
        return Mood(modality=Modality.IMPERATIVE, hedged=mood.hedged)
    if denial.partial and mood.modality is Modality.ASSERTED:
        return msgspec.structs.replace(mood, hedged=True)
    promised = any(auxiliary.lower in {"will", "'ll", "wo"} for auxiliary in auxiliaries)
    if promised and first == scene.speaker == "ASSISTANT" and word.lemma not in {"be", "have"}:
        return Mood(modality=Modality.PROMISED, hedged=mood.hedged)
    return mood


def _lemma(word: Word) -> str:
    particle = word.child("prt")
    return f"{word.lemma} {particle.lower}" if particle is not None else word.lemma


def _tense(
    word: Word, auxiliaries: tuple[Word, ...], governor: Clause | None, link: Link, control: Controlled | None
) -> Tense:
    if control is not None and governor is not None:
        return control.tense or governor.time.tense
    own = tense(word, auxiliaries)
    if link is Link.REDUCED or (
        governor is not None and word.tag == "VBG" and link is Link.ADVERBIAL and not auxiliaries
    ):
        return Tense.PRESENT if governor is None else governor.time.tense
    return own


def _time(
    word: Word, when: Tense, governor: Clause | None, link: Link, sentence: ParsedSentence, scene: Scene
) -> TimeScope:
    holders = [word, *word.all("acomp", "attr", "prt")]
    inherited = TimeScope()
    if governor is not None and link in {Link.JOINED, Link.CONTROLLED} and governor.verb.index < word.index:
        inherited = TimeScope(
            expressions=tuple(
                phrase for phrase in governor.time.expressions if link is Link.CONTROLLED or _opens(phrase, sentence)
            ),
            frequency=governor.time.frequency if link is Link.CONTROLLED else "",
        )
    scope = time_scope(tuple(holders), when, sentence, scene.lexicon, inherited)
    clauses = tuple(
        _clause_text(child, sentence)
        for child in word.all("advcl")
        if {mark.lower for mark in child.all("mark", "advmod")} & (scene.lexicon.subordinators_time - {"as"})
    )
    if not clauses:
        return scope
    return msgspec.structs.replace(scope, expressions=tuple(sorted({*scope.expressions, *clauses})))


def _opens(phrase: str, sentence: ParsedSentence) -> bool:
    return sentence.text.lower().startswith(phrase)


def _qualifiers(
    word: Word, governor: Clause | None, link: Link, sentence: ParsedSentence, scene: Scene
) -> tuple[str, ...]:
    """Return the conditions of a clause ("if it rains"); a joined clause shares a condition that opens the sentence."""
    own = {
        _clause_text(child, sentence)
        for child in word.all("advcl", "prep")
        if {mark.lower for mark in child.all("mark")} & scene.lexicon.subordinators_condition
    }
    if governor is not None and link in {Link.JOINED, Link.CONTROLLED, Link.COMPLEMENT}:
        own |= set(governor.qualifiers)
    return tuple(sorted(own))


def _clause_text(word: Word, sentence: ParsedSentence) -> str:
    members = [member for member in sentence.between(word.left, word.right) if member.pos not in {"PUNCT", "SPACE"}]
    return " ".join(member.lower for member in members[:_ADVERBIAL_WORDS])
