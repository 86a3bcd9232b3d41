"""Whom a clause is about: its own subject, an inherited one, or the participant that a bare verb leaves unsaid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemas.annotation import ReferenceKind
from schemas.claim import Mention
from skgeval.annotation.extraction.labels import base
from skgeval.annotation.extraction.links import Link, trailing
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.scene import Hint, Scene, participant
from skgeval.annotation.extraction.words import SUBJECTS, ParsedSentence, Word, conjuncts

if TYPE_CHECKING:
    from skgeval.annotation.extraction.clause import Clause

_RELATIVE = frozenset({"who", "which", "that", "what", "whom", "whose"})
_SHORT = 14
"""Words up to which a bare verb is taken for a chat remark with its "I" left out."""

_MOVING = frozenset(
    {"go", "come", "leave", "die", "move", "become", "stay", "arrive", "return", "live", "work", "serve"}
)
"""Verbs that stay active when joined to a passive ("was hired and left")."""

Subjects = tuple[tuple[Mention, ...], bool, tuple[Word, ...]]
"""The subjects as mentions, whether they undergo the action, and their words."""


def subjects_of(word: Word, link: Link, governor: Clause | None, sentence: ParsedSentence, scene: Scene) -> Subjects:
    """Return the subjects of the clause at `word`; none where it has to be implied."""
    passive = word.child("nsubjpass", "csubjpass", "auxpass") is not None or _inverted_passive(word)
    own = [child for child in word.children if child.dep in SUBJECTS]
    if own:
        subject = own[-1] if own[-1].lower not in {"it", "there"} else own[0]
        if link is Link.RELATIVE and subject.lower in _RELATIVE and word.head is not None:
            return _of_noun(word.head, governor, sentence, scene, passive=passive)
        return _named(subject, sentence, scene, passive=passive)
    if link is Link.REDUCED and word.dep == "acl" and word.tag in {"VBN", "VBG"} and word.head is not None:
        return _of_noun(word.head, governor, sentence, scene, passive=word.tag == "VBN")
    if governor is None:
        return (), passive, ()
    if link is Link.JOINED:
        participle = word.tag == "VBN" or (
            word.tag == "VBD" and word.child("dobj") is None and word.child("prep") is not None
        )
        participle = participle and not word.all("aux", "auxpass") and word.lemma not in _MOVING
        return governor.subjects, passive or (governor.passive and participle), governor.subject_words
    if link is Link.CONTROLLED:
        holder = word.head.child("dobj") if word.head is not None else None
        if holder is not None and word.head is not None and word.head.lemma not in {"promise"}:
            return _named(holder, sentence, scene, passive=passive)
        return governor.subjects, passive, governor.subject_words
    if link is Link.RELATIVE and word.head is not None:
        return _of_noun(word.head, governor, sentence, scene, passive=passive)
    if link is Link.ADVERBIAL and trailing(word, governor):
        return governor.subjects, passive, governor.subject_words
    return (), passive, ()


def _inverted_passive(word: Word) -> bool:
    """Say whether a passive was taken for an active past with a stray "is" ("Is the shop closed?")."""
    return word.tag in {"VBN", "VBD"} and any(aux.lemma == "be" for aux in word.all("aux"))


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
        parts.append(named.label if named is not None and not inner.pos == "PRON" else base(inner))
    label = " ".join(parts)
    last = max(word.index, inner.index if inner is not None else 0)
    return Mention(
        text=scene.document.text[sentence.words[word.left].start : sentence.words[last].end],
        label=label,
        head=parts[0],
        modifiers=tuple(parts[1:]),
    )


def implied_subject(
    word: Word, auxiliaries: tuple[Word, ...], sentence: ParsedSentence, scene: Scene, *, denied: bool
) -> Mention | None:
    """Return who is meant by a verb without subject: the one addressed, the speaker, or something to be bound."""
    if sentence.heading and word.tag in {"VBZ", "VBN", "VBD", "VBP", "VBG"}:
        return heading_mention(sentence.heading)
    if sentence.question:
        return participant(scene.addressee, "") if word.tag in {"VB", "VBP"} else None
    polite = any(member.lower in {"please", "pls"} for member in sentence.words[:3] + sentence.words[-3:])
    emphatic = any(auxiliary.lower == "do" for auxiliary in auxiliaries)
    short = len(sentence.words) <= _SHORT
    lexicon = scene.lexicon
    if word.infinitive:
        return None  # "nice to meet you"
    if word.tag in {"VB", "VBP"} and word.lemma != "be":
        liking = word.lemma in lexicon.attitude_verbs or (word.tag == "VBP" and word.lemma in lexicon.stative_verbs)
        if liking and short and not polite and not (emphatic and denied):
            return participant(scene.speaker, "")
        return participant(scene.addressee, "")
    if word.lemma == "be" and word.lower == "be":
        return participant(scene.addressee, "") if not auxiliaries else None
    opens = not any(member.noun for member in sentence.words[: word.index])
    if word.lower in {"am", "'m"} or (word.tag in {"VBD", "VBG"} and word.lemma != "be" and short and opens):
        return participant(scene.speaker, "")
    if word.tag in {"VBZ", "VBD", "VBN"} and (word.tag != "VBN" or auxiliaries):
        index = scene.refer(ReferenceKind.ELLIPSIS, sentence, (word,), Hint(gender="n"))
        return Mention(text="", label="", definite=True, reference=index)
    return None


def heading_mention(heading: str) -> Mention:
    """Return the thing that an item's own title names."""
    words = [part for part in heading.lower().rstrip(":").split() if part not in {"the", "a", "an"}]
    label = " ".join(words)
    return Mention(
        text=heading,
        label=label,
        head=words[-1] if words else "",
        modifiers=tuple(words[:-1]),
        proper=heading.istitle() and len(words) > 1,
        definite=True,
    )
