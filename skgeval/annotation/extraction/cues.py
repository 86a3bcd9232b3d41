"""Phrases that revise, correct, challenge, misquote or agree, with what they are about (METHOD.md, section 7)."""

from __future__ import annotations

import re

import msgspec

from schemas.annotation import Cue, CueKind
from schemas.claim import Mention, Quantity
from schemas.turn import Role
from skgeval.annotation.extraction.changes import ChangeReader
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.things import number, thing_at
from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.knowledge.lexicon import CuePhrases

_AT_START = frozenset({CueKind.AGREEMENT})
_OF_USERS = frozenset({CueKind.NEW_SEARCH, CueKind.MISQUOTE, CueKind.CHALLENGE})
_ANNOUNCING = frozenset({"correction", "update", "edit", "erratum"})
"""Titles before a colon that announce a correction ("Correction: …")."""
_LEAD = r"^\W*(?:(?:oh|ok|okay|yes|yeah|ah|well|hmm|no)\W+)?"
_DENIED_QUOTE = re.compile(
    r"\bnot (?P<old>.{1,60}?),? as (?:i|previously|we) (?:said|stated|mentioned|wrote)", re.IGNORECASE
)
_SORRY_IT_IS = re.compile(r"\b(?:sorry|apologies)\b\W+(?:it|that|the|this|they|he|she)\b", re.IGNORECASE)


class CueReader:
    """Finds the cues of a sentence; holds the phrases as one compiled pattern per kind."""

    def __init__(self, phrases: CuePhrases) -> None:
        self._changes = ChangeReader(phrases)
        self._condolences = phrases.condolences
        self._patterns = tuple((kind, _pattern(getattr(phrases, kind.value), kind)) for kind in CueKind)

    def read(self, sentence: ParsedSentence, clauses: list[Clause], scene: Scene) -> list[Cue]:
        """Return the cues of a sentence in text order, at most one of each kind."""
        text = sentence.text.replace("’", "'")
        found = {cue.kind: cue for cue in self._phrases(sentence, text, scene)}
        correction = _correction(sentence, text, scene)
        if correction is not None:
            found[CueKind.CORRECTION] = correction
        change = self._changes.read(sentence, clauses, scene)
        if change is not None:
            found[change.kind] = _merged(found.get(change.kind), change)
        elif CueKind.CHANGE in found:
            found[CueKind.CHANGE] = _completed(found[CueKind.CHANGE], sentence, scene)
        return sorted(found.values(), key=lambda cue: (cue.span.start, cue.kind.value))

    def _phrases(self, sentence: ParsedSentence, text: str, scene: Scene) -> list[Cue]:
        found: list[Cue] = []
        for kind, pattern in self._patterns:
            if kind in _OF_USERS and scene.role is Role.ASSISTANT:
                continue
            match = pattern.search(text)
            if match is None or (kind is CueKind.APOLOGY and any(words in text.lower() for words in self._condolences)):
                continue
            found.append(_cue(kind, match.start(1), match.end(1), sentence, scene))
        return found


def _cue(kind: CueKind, start: int, end: int, sentence: ParsedSentence, scene: Scene) -> Cue:
    return Cue(
        kind=kind,
        sentence=sentence.index,
        span=scene.span(sentence.start + start, sentence.start + end),
        text=sentence.text[start:end].lower(),
    )


def _correction(sentence: ParsedSentence, text: str, scene: Scene) -> Cue | None:
    """Read "not 1905 as I said", "sorry, it is 1906", "Correction: …"."""
    denied = _DENIED_QUOTE.search(text)
    if denied is not None:
        cue = _cue(CueKind.CORRECTION, denied.start(), denied.end(), sentence, scene)
        start, end = sentence.start + denied.start("old"), sentence.start + denied.end("old")
        return msgspec.structs.replace(cue, superseded=_at(start, end, sentence, scene))
    if sentence.heading.lower() in _ANNOUNCING:
        return _cue(CueKind.CORRECTION, 0, len(text), sentence, scene)
    announced = _SORRY_IT_IS.search(text)
    return _cue(CueKind.CORRECTION, announced.start(), announced.end(), sentence, scene) if announced else None


def _at(start: int, end: int, sentence: ParsedSentence, scene: Scene) -> Mention | None:
    found = scene.quantity(start, end)
    if found is not None:
        return number(found[2]).mention
    nouns = [word for word in sentence.words if start <= word.start and word.end <= end and word.noun]
    thing = thing_at(nouns[-1], sentence, scene) if nouns else None
    return thing.mention if thing is not None else None


def _completed(cue: Cue, sentence: ParsedSentence, scene: Scene) -> Cue:
    """Fill "B instead of A" and "make it 5 pm" with their values."""
    for word in sentence.words:
        if word.lower == "instead" and word.index + 1 < len(sentence.words) and word.has("of"):
            of = sentence.words[word.index + 1]
            return msgspec.structs.replace(cue, superseded=_thing(of, sentence, scene))
    found = scene.quantity(sentence.start, sentence.end)
    if found is None:
        return cue
    quantity: Quantity = found[2]
    return msgspec.structs.replace(cue, current=number(quantity).mention, quantity=quantity)


def _thing(prep: Word, sentence: ParsedSentence, scene: Scene) -> Mention | None:
    inner = prep.child("pobj", "pcomp")
    thing = thing_at(inner, sentence, scene) if inner is not None else None
    return thing.mention if thing is not None else None


def _merged(phrase: Cue | None, change: Cue) -> Cue:
    return change if phrase is None else msgspec.structs.replace(change, span=phrase.span, text=phrase.text)


def _pattern(phrases: tuple[str, ...], kind: CueKind) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    words = "|".join(re.escape(phrase) for phrase in longest_first)
    lead = _LEAD if kind in _AT_START else r"(?<!\w)"
    return re.compile(rf"{lead}({words})(?!\w)", re.IGNORECASE)
