"""Who is meant where a verb has no subject: the one addressed, the speaker, an item's title, or someone open."""

from __future__ import annotations

from schemas.annotation import ReferenceKind
from schemas.claim import Mention
from skgeval.annotation.extraction.scene import Hint, Scene, participant
from skgeval.annotation.extraction.words import ParsedSentence, Word

_FINITE = frozenset({"VBZ", "VBN", "VBD", "VBP", "VBG"})
_ARTICLES = frozenset({"the", "a", "an"})
_SHORT = 14
"""Words up to which a bare verb is taken for a chat remark with its "I" left out."""


def implied_subject(
    word: Word, auxiliaries: tuple[Word, ...], sentence: ParsedSentence, scene: Scene, *, denied: bool
) -> Mention | None:
    """Return who is meant, or None where the verb says too little ("nice to meet you")."""
    if word.infinitive:
        return None
    if sentence.heading and word.tag in _FINITE:
        return heading_mention(sentence.heading)
    if sentence.question:
        return participant(scene.addressee, "") if word.tag in {"VB", "VBP"} else None
    if word.tag in {"VB", "VBP"} and word.lemma != "be":
        ordered = denied and any(auxiliary.lower == "do" for auxiliary in auxiliaries)
        speaks = _remark(word, sentence, scene) and not ordered
        return participant(scene.speaker if speaks else scene.addressee, "")
    return _of_other_forms(word, auxiliaries, sentence, scene)


def heading_mention(heading: str) -> Mention:
    """Return the thing that an item's own title names."""
    words = [part for part in heading.lower().rstrip(":").split() if part not in _ARTICLES]
    return Mention(
        text=heading,
        label=" ".join(words),
        head=words[-1] if words else "",
        modifiers=tuple(words[:-1]),
        proper=heading.istitle() and len(words) > 1,
        definite=True,
    )


def _remark(word: Word, sentence: ParsedSentence, scene: Scene) -> bool:
    """Say whether a bare verb is the speaker's own remark ("love dogs!", "work in a hospital") and no order."""
    lexicon = scene.lexicon
    polite = any(member.lower in {"please", "pls"} for member in sentence.words[:3] + sentence.words[-3:])
    stative = word.tag == "VBP" and word.lemma in lexicon.stative_verbs
    return (word.lemma in lexicon.attitude_verbs or stative) and len(sentence.words) <= _SHORT and not polite


def _of_other_forms(
    word: Word, auxiliaries: tuple[Word, ...], sentence: ParsedSentence, scene: Scene
) -> Mention | None:
    """Read "Be quiet", "Am tired", "Been there once", "Lasts two years"."""
    if word.lower == "be":
        return participant(scene.addressee, "") if not auxiliaries else None
    opens = len(sentence.words) <= _SHORT and not any(member.noun for member in sentence.words[: word.index])
    if word.lower in {"am", "'m"} or (word.tag in {"VBD", "VBG"} and word.lemma != "be" and opens):
        return participant(scene.speaker, "")
    if word.tag not in {"VBZ", "VBD", "VBN"} or (word.tag == "VBN" and not auxiliaries):
        return None
    index = scene.refer(ReferenceKind.ELLIPSIS, sentence, (word,), Hint(gender="n"))
    return Mention(text="", label="", definite=True, reference=index)
