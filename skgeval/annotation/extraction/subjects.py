"""Whom a clause is about: its own subject, an inherited one, or the participant that a bare verb leaves unsaid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemas.claim import Mention
from skgeval.annotation.extraction.labels import base
from skgeval.annotation.extraction.links import Link, trailing
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.words import SUBJECTS, ParsedSentence, Word, conjuncts

if TYPE_CHECKING:
    from skgeval.annotation.extraction.clause import Clause

_RELATIVE = frozenset({"who", "which", "that", "what", "whom", "whose"})
_MOVING = frozenset(
    {"go", "come", "leave", "die", "move", "become", "stay", "arrive", "return", "live", "work", "serve"}
)
"""Verbs that stay active when joined to a passive ("was hired and left")."""

Subjects = tuple[tuple[Mention, ...], bool, tuple[Word, ...]]
"""The subjects as mentions, whether they undergo the action, and their words."""


def subjects_of(word: Word, link: Link, governor: Clause | None, sentence: ParsedSentence, scene: Scene) -> Subjects:
    """Return the subjects of the clause at `word`; none where it has to be implied."""
    passive = _passive(word)
    own = [child for child in word.children if child.dep in SUBJECTS]
    subject = own[-1] if own and own[-1].lower not in {"it", "there"} else own[0] if own else None
    if subject is not None and not (link is Link.RELATIVE and subject.lower in _RELATIVE):
        return _named(subject, sentence, scene, passive=passive)
    if word.head is not None and _hangs_on_noun(word, link):
        undergoes = passive or (word.tag == "VBN" and link is Link.REDUCED)
        return _of_noun(word.head, governor, sentence, scene, passive=undergoes)
    return _inherited(word, link, governor, sentence, scene)


def _hangs_on_noun(word: Word, link: Link) -> bool:
    return link is Link.RELATIVE or (link is Link.REDUCED and word.dep == "acl" and word.tag in {"VBN", "VBG"})


def _inherited(word: Word, link: Link, governor: Clause | None, sentence: ParsedSentence, scene: Scene) -> Subjects:
    """Return the governing clause's subjects, or the object that an inner verb is laid upon ("asked me to go")."""
    passive = _passive(word)
    if governor is None:
        return (), passive, ()
    if link is Link.JOINED:
        return governor.subjects, passive or (governor.passive and _participle(word)), governor.subject_words
    if link is Link.CONTROLLED:
        holder = word.head.child("dobj") if word.head is not None and word.head.lemma != "promise" else None
        if holder is not None:
            return _named(holder, sentence, scene, passive=passive)
        return governor.subjects, passive, governor.subject_words
    if link is Link.ADVERBIAL and trailing(word, governor):
        return governor.subjects, passive, governor.subject_words
    return (), passive, ()


def _participle(word: Word) -> bool:
    """Say whether a verb joined to a passive is passive itself ("absorbed and converted into sugar")."""
    past = word.tag == "VBD" and word.child("dobj") is None and word.child("prep") is not None
    return (word.tag == "VBN" or past) and not word.all("aux", "auxpass") and word.lemma not in _MOVING


def _passive(word: Word) -> bool:
    """Say whether a clause is passive, also where it was taken for an active past with a stray "is" (questions)."""
    inverted = word.tag in {"VBN", "VBD"} and any(aux.lemma == "be" for aux in word.all("aux"))
    return inverted or word.child("nsubjpass", "csubjpass", "auxpass") is not None


def _named(subject: Word, sentence: ParsedSentence, scene: Scene, *, passive: bool) -> Subjects:
    if subject.dep in {"csubj", "csubjpass"} or (subject.pos == "VERB" and subject.tag == "VBG"):
        return (activity(subject, sentence, scene),), passive, (subject,)
    words = conjuncts(subject)
    pairs = [(named, word) for word in words if (named := mention(word, sentence, scene)) is not None]
    return tuple(named for named, _ in pairs), passive, tuple(word for _, word in pairs)


def _of_noun(noun: Word, governor: Clause | None, sentence: ParsedSentence, scene: Scene, *, passive: bool) -> Subjects:
    """Return the noun that a clause hangs on; behind "is a …" the subject of "is" is meant."""
    described = noun.dep == "attr" and (noun.has("a", "an") or noun.head is None or noun.tag == "NNS")
    if described and governor is not None and noun.head is governor.verb and governor.subjects:
        return governor.subjects, passive, governor.subject_words
    if noun.dep == "appos" and noun.head is not None and noun.head.pos == "PROPN" and noun.pos == "NOUN":
        noun = noun.head  # "Lyon, a city that …": what is said of the city is said of Lyon
    named = mention(noun, sentence, scene)
    return ((named,), passive, (noun,)) if named is not None else ((), passive, ())


def activity(word: Word, sentence: ParsedSentence, scene: Scene) -> Mention:
    """Return a verb with its object as a thing one can talk about ("raise interest rate")."""
    parts = [word.lower if word.tag == "VBG" and not word.children else word.lemma]
    parts += [particle.lower for particle in word.all("prt")]
    inner = word.child("dobj", "attr", "acomp")
    if inner is None:
        prep = word.child("prep")
        inner = prep.child("pobj") if prep is not None else None
    if inner is not None:
        named = mention(inner, sentence, scene)
        parts.append(named.label if named is not None and inner.pos != "PRON" else base(inner))
    label = " ".join(parts)
    last = max(word.index, inner.index if inner is not None else 0)
    return Mention(
        text=scene.document.text[sentence.words[word.left].start : sentence.words[last].end],
        label=label,
        head=parts[0],
        modifiers=tuple(parts[1:]),
    )
