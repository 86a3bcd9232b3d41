"""Claims from sentences without a verb: bare answers ("24.", "In Paris."), "love dogs!", "no back pain"."""

from __future__ import annotations

from schemas.annotation import ReferenceKind, SentenceKind
from schemas.claim import Claim, Form, Mention, Modality
from skgeval.annotation.extraction.claims import NOTHING, checked, importance, plain
from skgeval.annotation.extraction.objects import Target, adjective_mention, target_of
from skgeval.annotation.extraction.scene import Scene, participant
from skgeval.annotation.extraction.subjects import heading_mention
from skgeval.annotation.extraction.words import ParsedSentence, Word, conjuncts

_LONGEST = 8
"""Words up to which a verbless sentence is taken for an answer."""
_OPENING = 2
"""Sentences of a turn in which a fragment may still answer; later ones are titles, data and lists."""
_NO_ANSWER = frozenset({"VERB", "AUX", "ADV", "PRON", "DET", "CCONJ", "PART", "INTJ", "PUNCT", "SYM", "X"})


def fragment_claims(sentence: ParsedSentence, scene: Scene) -> list[Claim]:
    """Return what a verbless sentence says; its subject is left to the judge unless the words give it."""
    words = content(sentence, scene)
    if _answered(sentence, scene, words):
        return []
    if sentence.text[-1:] in {":", ","} or sentence.index > _OPENING:
        return []
    if not words or sentence.question or sentence.kind is SentenceKind.HEADING:
        return []
    liked = _liked(sentence, scene, words)
    if liked:
        return liked
    if len(words) > _LONGEST:
        return []
    root = _top(sentence, words)
    relation, heads = "", conjuncts(root)
    if root.dep in {"prep", "ROOT"} and root.pos in {"ADP", "SCONJ"}:
        inner = root.child("pobj")
        if inner is None:
            return []
        relation, heads = root.lower, conjuncts(inner)
    until = root.child("prep") if root.pos == "ADJ" else None
    if until is not None and until.child("pobj") is not None:
        # "Open until 14:15." leaves out what is open.
        relation, heads = f"be {root.lemma} {until.lower}", conjuncts(until.children[0])
    if root.pos in _NO_ANSWER and relation == "":
        return []
    subject: Mention | None = None
    found: list[Claim] = []
    for head in heads:
        target = _target(head, sentence, scene)
        if target is None or not any(letter.isalnum() for letter in target[0].label):
            continue
        if subject is None:
            subject = _subject(sentence, scene, words)
        found.append(_claim(sentence, scene, subject, relation, target))
    return found


def _answered(sentence: ParsedSentence, scene: Scene, words: list[Word]) -> bool:
    """ "Sure." is an affirmation and nothing else."""
    last = scene.references[-1] if scene.references else None
    answers = {ReferenceKind.AFFIRMATION, ReferenceKind.DENIAL, ReferenceKind.ECHO}
    if last is None or last.sentence != sentence.index or last.kind not in answers or not words:
        return False
    return scene.document.text.find(last.text, sentence.start) + len(last.text) >= words[-1].end


def content(sentence: ParsedSentence, scene: Scene) -> list[Word]:
    """Return the words of a sentence without punctuation and opening small talk ("well, …")."""
    words = [word for word in sentence.words if word.pos not in {"PUNCT", "SPACE"}]
    while words and words[0].lower in scene.lexicon.spoken_fillers and len(words) > 1:
        words.pop(0)
    return words


def _top(sentence: ParsedSentence, words: list[Word]) -> Word:
    """Return the word that the rest hangs on, past an opening "Yes, …"."""
    if any(word is sentence.root for word in words):
        return sentence.root
    inside = {word.index for word in words}
    return next((word for word in words if word.head is None or word.head.index not in inside), words[-1])


def _target(head: Word, sentence: ParsedSentence, scene: Scene) -> Target | None:
    if head.pos == "ADJ" and scene.quantity(head.start, head.end) is None:
        return adjective_mention(head, scene), None
    return target_of(head, sentence, scene)


def _subject(sentence: ParsedSentence, scene: Scene, words: list[Word]) -> Mention:
    if sentence.heading:
        return heading_mention(sentence.heading)
    index = scene.refer(ReferenceKind.FRAGMENT, sentence, (words[0], words[-1]))
    return Mention(text="", label="", definite=True, reference=index)


def _claim(sentence: ParsedSentence, scene: Scene, subject: Mention, relation: str, target: Target) -> Claim:
    named, quantity = target
    denied = named.quantifier == "no" or sentence.words[0].lower in {"not", "never"}
    return Claim(
        subject=subject,
        relation=relation,
        object=plain(named),
        speaker=scene.role,
        sentence=sentence.index,
        span=scene.span(sentence.start, sentence.end),
        polarity=not denied,
        form=Form.FRAGMENT,
        checked=checked(sentence.kind, scene, sentence.start),
        quantity=quantity,
        importance=importance(subject, named, quantity),
    )


def _liked(sentence: ParsedSentence, scene: Scene, words: list[Word]) -> list[Claim]:
    """ "Love dogs!" is parsed as a compound noun; the leading word of liking gives it away."""
    first = words[0]
    if first.lower not in scene.lexicon.attitude_verbs or len(words) < 2 or len(words) > _LONGEST:
        return []
    if first.head is None or not first.head.noun:
        return []
    named = target_of(first.head, sentence, scene)
    if named is None:
        return []
    label = " ".join(part for part in named[0].label.split() if part not in {first.lower, first.lemma}) or NOTHING.label
    thing = Mention(text=named[0].text, label=label, head=named[0].head, type=named[0].type, plural=named[0].plural)
    speaker = participant(scene.speaker, "")
    return [
        Claim(
            subject=speaker,
            relation=first.lemma,
            object=thing,
            speaker=scene.role,
            sentence=sentence.index,
            span=scene.span(sentence.start, sentence.end),
            modality=Modality.ASSERTED,
            form=Form.VERB,
            checked=checked(sentence.kind, scene, sentence.start),
            importance=importance(speaker, thing, None),
        )
    ]
