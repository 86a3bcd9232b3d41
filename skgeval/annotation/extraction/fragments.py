"""Claims from sentences without a verb: bare answers ("24.", "In Paris."), "love dogs!", "no back pain"."""

from __future__ import annotations

import re

from schemas.annotation import ReferenceKind, SentenceKind
from schemas.claim import Claim, Form, Mention, Modality
from skgeval.annotation.extraction.claims import checked, importance, plain
from skgeval.annotation.extraction.implied import heading_mention
from skgeval.annotation.extraction.scene import Scene, participant
from skgeval.annotation.extraction.things import Thing, quality, thing_at
from skgeval.annotation.extraction.words import ParsedSentence, Word, conjuncts

_LONGEST = 8
"""Words up to which a verbless sentence is taken for an answer."""
_DATA = re.compile(r",\s?\d")
_OPENING = 2
"""Sentences of a turn in which a fragment may still answer; later ones are titles, data and lists."""
_NO_ANSWER = frozenset({"VERB", "AUX", "ADV", "PRON", "DET", "CCONJ", "PART", "INTJ", "PUNCT", "SYM", "X"})

_COURTESIES = frozenset(
    {"thank", "thanks", "apology", "congratulation", "congrats", "greeting", "welcome", "pleasure", "problem", "worry"}
)
"""Nouns that greet, thank or reassure and answer nothing, with or without what they are for."""
_PRAISED = frozenset({"question", "point", "choice", "idea", "news", "catch", "call"})
"""Nouns that answer nothing when they are called good ("Great question!")."""


def fragment_claims(sentence: ParsedSentence, scene: Scene) -> list[Claim]:
    """Return what a verbless sentence says; its subject is left to the judge unless the words give it."""
    words = content(sentence, scene)
    if not words or _answers_nothing(sentence, scene, words):
        return []
    liked = _liked(sentence, scene, words)
    if liked or len(words) > _LONGEST:
        return liked
    top = _top(sentence, words)
    if _courteous(top, scene) or _courteous(sentence.root, scene):
        return []
    relation, heads = _relation_and_heads(top)
    things = [thing for head in heads if (thing := _thing(head, sentence, scene)) is not None]
    things = [thing for thing in things if any(letter.isalnum() for letter in thing.mention.label)]
    if not things:
        return []
    subject = _subject(sentence, scene, words)
    return [_claim(sentence, scene, subject, relation, thing) for thing in things]


def _answers_nothing(sentence: ParsedSentence, scene: Scene, words: list[Word]) -> bool:
    """Say whether a verbless sentence is a title, a lead-in, data or small talk rather than an answer."""
    apart = sentence.question or sentence.kind is SentenceKind.HEADING or sentence.text[-1:] in {":", ","}
    data = len(_DATA.findall(sentence.text)) > 1  # "2022-01,156.25,153.80"
    return apart or data or sentence.index > _OPENING or _answered(sentence, scene, words)


def _courteous(top: Word, scene: Scene) -> bool:
    """Say whether a verbless sentence is a courtesy: "Thanks for asking", "Great question!", "Happy to help!"."""
    if top.pos == "ADJ":
        return top.child("xcomp") is not None
    praised = any(child.lower in scene.lexicon.evaluative_adjectives for child in top.all("amod"))
    return top.lemma in _COURTESIES or (top.lemma in _PRAISED and praised)


def _relation_and_heads(root: Word) -> tuple[str, list[Word]]:
    """Return what a fragment leaves of its relation ("in", "be open until"), and the words of its things."""
    if root.dep in {"prep", "ROOT"} and root.pos in {"ADP", "SCONJ"}:
        inner = root.child("pobj")
        return root.lower, conjuncts(inner) if inner is not None else []
    until = root.child("prep") if root.pos == "ADJ" else None
    inner = until.child("pobj") if until is not None else None
    if until is not None and inner is not None:
        return f"be {root.lemma} {until.lower}", conjuncts(inner)
    return "", [] if root.pos in _NO_ANSWER else conjuncts(root)


def _answered(sentence: ParsedSentence, scene: Scene, words: list[Word]) -> bool:
    """Say whether a sentence is an affirmation or denial and nothing else ("Sure.")."""
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


def _thing(head: Word, sentence: ParsedSentence, scene: Scene) -> Thing | None:
    if head.pos == "ADJ" and scene.quantity(head.start, head.end) is None:
        return quality(head, scene)
    return thing_at(head, sentence, scene)


def _subject(sentence: ParsedSentence, scene: Scene, words: list[Word]) -> Mention:
    if sentence.heading:
        return heading_mention(sentence.heading)
    index = scene.refer(ReferenceKind.FRAGMENT, sentence, (words[0], words[-1]))
    return Mention(text="", label="", definite=True, reference=index)


def _claim(sentence: ParsedSentence, scene: Scene, subject: Mention, relation: str, thing: Thing) -> Claim:
    named = thing.mention
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
        quantity=thing.quantity,
        importance=importance(subject, named, thing.quantity),
    )


def _liked(sentence: ParsedSentence, scene: Scene, words: list[Word]) -> list[Claim]:
    """Read "Love dogs!", which is parsed as a compound noun; the leading word of liking gives it away."""
    first = words[0]
    noun = first.head
    long = not 1 < len(words) <= _LONGEST
    if long or first.lower not in scene.lexicon.attitude_verbs or noun is None or not noun.noun:
        return []
    found = thing_at(noun, sentence, scene)
    if found is None:
        return []
    named = found.mention
    label = " ".join(part for part in named.label.split() if part not in {first.lower, first.lemma})
    thing = Mention(text=named.text, label=label, head=named.head, type=named.type, plural=named.plural)
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
