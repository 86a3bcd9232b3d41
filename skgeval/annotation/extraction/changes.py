"""Verbs that change something said before: "change X from A to B", "remove the gym", "let's push it to 5 pm"."""

from __future__ import annotations

from schemas.annotation import Cue, CueKind
from schemas.claim import Mention, Modality, Quantity, Tense
from schemas.turn import Role
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.links import Link
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.things import reached, thing_at
from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.knowledge.lexicon import CuePhrases

_GOALS = frozenset({"to", "into", "with", "by", "for"})
_REACHED = frozenset({"to"})
_DONE = frozenset({Tense.PAST, Tense.PERFECT})
_NARRATED = frozenset({Link.RELATIVE, Link.REDUCED, Link.ADVERBIAL})


class ChangeReader:
    """Finds the verb by which a speaker changes, moves or removes something."""

    def __init__(self, phrases: CuePhrases) -> None:
        self._changing = frozenset(phrases.change_verbs)
        self._removing = frozenset(phrases.removing_verbs)
        self._amounts = frozenset(phrases.rising_verbs)

    def read(self, sentence: ParsedSentence, clauses: list[Clause], scene: Scene) -> Cue | None:
        """Return the sentence's change, or None; a general statement ("caffeine raises …") changes nothing."""
        for word in sentence.words:
            if word.lemma not in self._changing | self._amounts | self._removing:
                continue
            if word.pos != "VERB" and word.head is not None:
                continue
            cue = self._cue(word, sentence, clauses, scene)
            if cue is not None:
                return cue
        return None

    def _cue(self, word: Word, sentence: ParsedSentence, clauses: list[Clause], scene: Scene) -> Cue | None:
        goals = _GOALS if word.lemma in self._changing | self._removing else _REACHED
        before, after, quantity = _from_to(word, goals, sentence, scene)
        clause = _clause_of(word, clauses)
        amount = word.lemma in self._amounts
        if amount and (quantity is None or clause is None):
            amount = False
        if not amount and word.lemma not in self._changing | self._removing:
            return None
        if not amount and not _changes(word, clause, scene, both=before is not None and after is not None):
            return None
        target = _target(word, clause, sentence, scene, reached=amount)
        if target is None and after is None:
            return None
        removed = word.lemma in self._removing and after is None
        return Cue(
            kind=CueKind.RETRACTION if removed else CueKind.CHANGE,
            sentence=sentence.index,
            span=scene.span(word.start, word.end),
            text=word.lower,
            target=target,
            superseded=before,
            current=after,
            quantity=quantity,
        )


def _changes(word: Word, clause: Clause | None, scene: Scene, *, both: bool) -> bool:
    """Say whether a verb orders a change, or tells one that the speaker made or that was done to a thing."""
    if both or clause is None:
        return both or (word.head is not None and word.head.lower in {"let", "lets"})
    if clause.link in _NARRATED:
        return False
    if clause.mood.modality is Modality.IMPERATIVE:
        return not clause.denied and scene.role is not Role.ASSISTANT  # a recipe's "add" changes nothing said
    first = clause.subjects[0].label if clause.subjects else ""
    if clause.mood.modality is Modality.ASKED:
        return first == scene.addressee
    if first == scene.speaker:
        return not clause.denied and (clause.verb is not word or clause.verb.tag != "VBZ")
    told = clause.passive or scene.role is Role.USER
    return told and clause.verb is word and not clause.denied and clause.time.tense in _DONE


def _clause_of(word: Word, clauses: list[Clause]) -> Clause | None:
    """Return the clause that a verb belongs to, or the one above it ("I need to move it")."""
    holder: Word | None = word
    while holder is not None:
        for clause in clauses:
            if clause.verb is holder:
                return clause
        holder = holder.head if holder.dep in {"xcomp", "ccomp", "conj", "advcl"} else None
    return None


def _target(
    word: Word, clause: Clause | None, sentence: ParsedSentence, scene: Scene, *, reached: bool
) -> Mention | None:
    thing = word.child("dobj", "nsubjpass")
    if thing is not None and not reached:
        return mention(thing, sentence, scene)
    if clause is not None and clause.verb is word and clause.subjects and clause.subjects[0].label != scene.addressee:
        return clause.subjects[0]
    return None


def _from_to(
    word: Word, goals: frozenset[str], sentence: ParsedSentence, scene: Scene
) -> tuple[Mention | None, Mention | None, Quantity | None]:
    """Return the value left, the value taken, and the latter's quantity."""
    before: Mention | None = None
    after: Mention | None = None
    quantity: Quantity | None = None
    for holder in [word, *word.children]:
        for prep in holder.all("prep", "prt", "dative", "aux"):
            for inner in [prep, *prep.all("prep")]:
                noun = inner.child("pobj", "pcomp")
                thing = thing_at(noun, sentence, scene) if noun is not None else None
                if thing is None:
                    continue
                if inner.lower == "from" and before is None:
                    before = thing.mention
                elif inner.lower in goals and after is None and inner.index > word.index:
                    after, quantity = thing.mention, thing.quantity
    if after is None:
        for child in word.all("dobj", "npadvmod"):
            exact = reached(child, word, sentence, scene)
            if exact is not None:
                after, quantity = exact.mention, exact.quantity
    return before, after, quantity
