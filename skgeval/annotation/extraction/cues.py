"""Phrases that revise, correct, challenge, misquote or agree, with what they are about (METHOD.md, section 7)."""

from __future__ import annotations

import re

import msgspec

from schemas.annotation import Cue, CueKind
from schemas.claim import Mention
from skgeval.annotation.extraction.objects import Target, target_of
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.knowledge.lexicon import CuePhrases

_SPEAKERS = frozenset({"i", "we", "you", "let"})


class CueReader:
    """Finds cues in a sentence; holds the phrases as one compiled pattern per kind."""

    def __init__(self, phrases: CuePhrases) -> None:
        self._verbs = frozenset(phrases.change_verbs)
        self._removing = frozenset(phrases.removing_verbs)
        self._rising = frozenset(phrases.rising_verbs)
        self._patterns = tuple((kind, _pattern(getattr(phrases, kind.value))) for kind in CueKind)

    def read(self, sentence: ParsedSentence, scene: Scene) -> list[Cue]:
        """Return the cues of a sentence, in text order, one of each kind."""
        text = sentence.text.replace("’", "'")
        found: list[Cue] = []
        for kind, pattern in self._patterns:
            match = pattern.search(text)
            if match is None:
                continue
            found.append(
                Cue(
                    kind=kind,
                    sentence=sentence.index,
                    span=scene.span(sentence.start + match.start(), sentence.start + match.end()),
                    text=match.group(0).lower(),
                )
            )
        change = self._changing(sentence, scene)
        if change is not None:
            found = [cue for cue in found if cue.kind is not change.kind]
            found.append(change)
        elif any(cue.kind is CueKind.CHANGE for cue in found):
            contrast = _contrast(sentence, scene)
            found = [
                msgspec.structs.replace(cue, superseded=contrast) if cue.kind is CueKind.CHANGE else cue
                for cue in found
            ]
        return sorted(found, key=lambda cue: (cue.span.start, cue.kind.value))

    def _changing(self, sentence: ParsedSentence, scene: Scene) -> Cue | None:
        """Read "change X from A to B", "rename him to Jack", "remove the gym", "my budget went up to 800 dollars"."""
        for word in sentence.words:
            verb = word.lemma
            if verb not in self._verbs | self._removing | self._rising or not _orders_or_reports(word, sentence):
                continue
            before, after = _from_to(word, sentence, scene)
            thing = word.child("dobj", "nsubjpass")
            if thing is None and verb in self._rising and after is not None and after[1] is not None:
                thing = word.child("nsubj")
            if thing is None and after is None:
                continue
            target = target_of(thing, sentence, scene) if thing is not None else None
            return Cue(
                kind=CueKind.RETRACTION if verb in self._removing else CueKind.CHANGE,
                sentence=sentence.index,
                span=scene.span(word.start, word.end),
                text=word.lower,
                target=target[0] if target is not None else None,
                superseded=before[0] if before is not None else None,
                current=after[0] if after is not None else None,
                quantity=after[1] if after is not None else None,
            )
        return None


def _orders_or_reports(word: Word, sentence: ParsedSentence) -> bool:
    """Whether a verb of change is an order, a wish or the report of one event; habits and questions change nothing."""
    if word.pos not in {"VERB", "NOUN", "ADJ"} or (word.pos != "VERB" and word.head is not None):
        return False
    subject = word.child("nsubj")
    if word.child("neg") is not None or word.tag == "VBZ":
        return False
    if sentence.question:
        return subject is not None and subject.lower == "you"
    return word.tag != "VBP" or subject is None or subject.lower in _SPEAKERS


def _from_to(word: Word, sentence: ParsedSentence, scene: Scene) -> tuple[Target | None, Target | None]:
    before = after = None
    for holder in [word, *word.children]:
        for prep in holder.all("prep", "prt", "dative", "advmod"):
            for inner in [prep, *prep.all("prep")]:
                if inner.lower == "from" and before is None:
                    before = _thing(inner, sentence, scene)
                elif inner.lower in {"to", "into", "with", "by"} and after is None:
                    after = _thing(inner, sentence, scene)
    return before, after


def _contrast(sentence: ParsedSentence, scene: Scene) -> Mention | None:
    """Read A in "B instead of A"."""
    for word in sentence.words:
        if word.lower == "of" and word.index > 0 and sentence.words[word.index - 1].lower == "instead":
            found = _thing(word, sentence, scene)
            return found[0] if found is not None else None
    return None


def _thing(prep: Word, sentence: ParsedSentence, scene: Scene) -> Target | None:
    inner = prep.child("pobj", "pcomp")
    return target_of(inner, sentence, scene) if inner is not None else None


def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return re.compile(
        r"(?<!\w)(?:" + "|".join(re.escape(phrase) for phrase in longest_first) + r")(?!\w)", re.IGNORECASE
    )
