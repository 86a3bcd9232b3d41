"""Short words that answer or echo: "Yes", "Not really", "me too" point at what was said before."""

from __future__ import annotations

import re

from schemas.annotation import ReferenceKind
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.words import ParsedSentence, Word

_SPLIT = re.compile(r"[.,;:!?–—-]|\bbut\b|\bbecause\b")
_OPENING = re.compile(r"^(?:oh|well|um|uh|hmm|ah|haha|lol|ok|okay|so|hey)[\s,.!]+", re.IGNORECASE)
_LONGEST = 6
_PLAIN = frozenset({"yes", "yeah", "yep", "yup", "yea", "no", "nope", "nah"})
_RUNNING_ON = frozenset({"i", "it", "they", "we", "you", "he", "she", "that", "please", "the", "my", "there"})


def answer_references(sentence: ParsedSentence, scene: Scene, *, first: bool) -> None:
    """Record an affirmation, denial or echo that opens the sentence; only the turn's opening answers a question."""
    lexicon = scene.lexicon
    text = sentence.text.lower().replace("’", "'")
    whole = _SPLIT.split(text, maxsplit=1)[0].strip()
    opening = _SPLIT.split(_OPENING.sub("", text), maxsplit=1)[0].strip()
    if sentence.question or not opening:
        return
    if whole in lexicon.echoes:
        scene.refer(ReferenceKind.ECHO, sentence, _words(sentence, len(whole.split())))
        return
    words = opening.split()
    kinds = ((ReferenceKind.DENIAL, lexicon.denials), (ReferenceKind.AFFIRMATION, lexicon.affirmations))
    if first:
        for kind, phrases in kinds:
            count = _matched(words, opening, phrases)
            if count:
                scene.refer(kind, sentence, _words(sentence, count))
                return
    if len(words) <= _LONGEST and opening in lexicon.echoes:
        scene.refer(ReferenceKind.ECHO, sentence, _words(sentence, len(words)))


def _matched(words: list[str], opening: str, phrases: frozenset[str]) -> int:
    """Return how many words answer; a plain yes or no may run on without a comma ("no i do not")."""
    if opening in phrases:
        return len(words)
    plain = words[0] in phrases and words[0] in _PLAIN
    return int(plain and (len(words) == 1 or words[1] in _RUNNING_ON))


def _words(sentence: ParsedSentence, count: int) -> tuple[Word, ...]:
    shown = [word for word in sentence.words if word.pos not in {"PUNCT", "SPACE"}]
    return tuple(shown[: max(1, count)])
