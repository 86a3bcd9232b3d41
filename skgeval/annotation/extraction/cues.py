"""Phrases that revise, correct, challenge, misquote or agree, with what they are about (METHOD.md, section 7)."""

from __future__ import annotations

import re

from schemas.annotation import Cue, CueKind
from schemas.claim import Mention
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.objects import target_of
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.words import ParsedSentence, Word
from skgeval.knowledge.lexicon import CuePhrases


class CueReader:
    """Finds cues in a sentence; holds the phrases as one compiled pattern per kind."""

    def __init__(self, phrases: CuePhrases) -> None:
        self._verbs = frozenset(phrases.change_verbs)
        self._patterns = tuple((kind, _pattern(getattr(phrases, kind.value))) for kind in CueKind)

    def read(self, sentence: ParsedSentence, clauses: list[Clause], scene: Scene) -> list[Cue]:
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
        change = self._changing(sentence, clauses, scene)
        if change is not None:
            found = [cue for cue in found if cue.kind is not CueKind.CHANGE]
            found.append(change)
        elif any(cue.kind is CueKind.CHANGE for cue in found):
            contrast = _contrast(sentence, scene)
            found = [_with(cue, contrast) if cue.kind is CueKind.CHANGE else cue for cue in found]
        return sorted(found, key=lambda cue: (cue.span.start, cue.kind.value))

    def _changing(self, sentence: ParsedSentence, clauses: list[Clause], scene: Scene) -> Cue | None:
        """ "Change X from A to B", "rename him to Jack", "remove the gym", "let's push it to 5 pm"."""
        for word in sentence.words:
            if word.lemma not in self._verbs or word.pos not in {"VERB", "NOUN", "ADJ"}:
                continue
            if word.pos != "VERB" and word.head is not None:
                continue
            before, after = _from_to(word, sentence, scene)
            thing = word.child("dobj", "nsubjpass")
            if thing is None and after is None:
                continue
            target = target_of(thing, sentence, scene) if thing is not None else None
            return Cue(
                kind=CueKind.CHANGE,
                sentence=sentence.index,
                span=scene.span(word.start, word.end),
                text=word.lower,
                target=target[0] if target is not None else None,
                superseded=before,
                current=after,
            )
        return None


def _from_to(word: Word, sentence: ParsedSentence, scene: Scene) -> tuple[Mention | None, Mention | None]:
    before = after = None
    for holder in [word, *word.children]:
        for prep in holder.all("prep", "prt", "dative"):
            for inner in [prep, *prep.all("prep")]:
                if inner.lower == "from" and before is None:
                    before = _thing(inner, sentence, scene)
                elif inner.lower in {"to", "into", "with", "by"} and after is None:
                    after = _thing(inner, sentence, scene)
    return before, after


def _contrast(sentence: ParsedSentence, scene: Scene) -> tuple[Mention | None, Mention | None]:
    """ "B instead of A", "B, not A"."""
    for word in sentence.words:
        if word.lower == "of" and word.index > 0 and sentence.words[word.index - 1].lower == "instead":
            return _thing(word, sentence, scene), None
    return None, None


def _thing(prep: Word, sentence: ParsedSentence, scene: Scene) -> Mention | None:
    inner = prep.child("pobj", "pcomp")
    target = target_of(inner, sentence, scene) if inner is not None else None
    return target[0] if target is not None else None


def _with(cue: Cue, contrast: tuple[Mention | None, Mention | None]) -> Cue:
    superseded, current = contrast
    return Cue(
        kind=cue.kind,
        sentence=cue.sentence,
        span=cue.span,
        text=cue.text,
        target=cue.target,
        superseded=superseded,
        current=current,
    )


def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return re.compile(
        r"(?<!\w)(?:" + "|".join(re.escape(phrase) for phrase in longest_first) + r")(?!\w)", re.IGNORECASE
    )
