"""When and under which conditions a clause holds, with what it shares of the clause above."""

from __future__ import annotations

import msgspec

from schemas.claim import Tense, TimeScope
from skgeval.annotation.extraction.clause import Draft
from skgeval.annotation.extraction.links import Link
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.tense import tense, time_scope
from skgeval.annotation.extraction.words import ParsedSentence, Word

_LONGEST = 10
"""Words kept of a clause that tells when or if."""


def time_of(draft: Draft, scene: Scene) -> TimeScope:
    """Return tense, time expressions and frequency of a clause."""
    word = draft.verb
    holders = (word, *word.all("acomp", "attr", "prt"))
    scope = time_scope(holders, _tense(draft), draft.sentence, scene.lexicon, _inherited(draft))
    clauses = [
        _text(child, draft.sentence)
        for child in word.all("advcl")
        if {mark.lower for mark in child.all("mark", "advmod")} & (scene.lexicon.subordinators_time - {"as"})
    ]
    if not clauses:
        return scope
    return msgspec.structs.replace(scope, expressions=tuple(sorted({*scope.expressions, *clauses})))


def qualifiers_of(draft: Draft, scene: Scene) -> tuple[str, ...]:
    """Return the conditions of a clause ("if it rains"), those of the clause it belongs to included."""
    own = {
        _text(child, draft.sentence)
        for child in draft.verb.all("advcl", "prep")
        if {mark.lower for mark in child.all("mark")} & scene.lexicon.subordinators_condition
    }
    if draft.governor is not None and draft.link in {Link.JOINED, Link.CONTROLLED, Link.COMPLEMENT}:
        own |= set(draft.governor.qualifiers)
    return tuple(sorted(own))


def _tense(draft: Draft) -> Tense:
    governor, word = draft.governor, draft.verb
    if governor is None:
        return tense(word, draft.auxiliaries)
    if draft.control is not None:
        return draft.control.tense or governor.time.tense
    if draft.shares or draft.link is Link.REDUCED:
        return governor.time.tense
    if word.tag == "VBG" and draft.link is Link.ADVERBIAL and not draft.auxiliaries:
        return governor.time.tense
    if draft.link is Link.COMPLEMENT and governor.verb.lemma == "wish":
        return governor.time.tense  # "I wish I had one" is about now
    return tense(word, draft.auxiliaries)


def _inherited(draft: Draft) -> TimeScope:
    """Return what a later clause keeps of the one before: all when it completes it, else what opens the sentence."""
    governor = draft.governor
    if governor is None or governor.verb.index > draft.verb.index:
        return TimeScope()
    if draft.link is Link.CONTROLLED:
        return TimeScope(expressions=governor.time.expressions, frequency=governor.time.frequency)
    if draft.link is not Link.JOINED:
        return TimeScope()
    opening = draft.sentence.text.lower()
    return TimeScope(expressions=tuple(words for words in governor.time.expressions if opening.startswith(words)))


def _text(word: Word, sentence: ParsedSentence) -> str:
    members = [member for member in sentence.between(word.left, word.right) if member.pos not in {"PUNCT", "SPACE"}]
    return " ".join(member.lower for member in members[:_LONGEST])
