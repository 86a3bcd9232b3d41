"""Questions as open slots: what is missing, of whom, and what kind of answer would fill it (METHOD.md, section 2)."""

from __future__ import annotations

from schemas.annotation import AnswerType, Question
from schemas.claim import Claim, Mention, Modality
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.fragments import content
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.words import ParsedSentence, Word, conjuncts

_WH = frozenset(["what", "which", "who", "whom", "whose", "where", "when", "why", "how"])
_EXPECTED = {
    "who": AnswerType.NAME,
    "whom": AnswerType.NAME,
    "whose": AnswerType.NAME,
    "where": AnswerType.PLACE,
    "when": AnswerType.TIME,
}
_TIMED = frozenset(["time", "year", "date", "day", "month", "hour", "deadline"])
_PLACED = frozenset(["city", "country", "place", "town", "capital", "address", "location", "state", "room"])
_NAMED = frozenset(["name", "color", "colour", "language", "currency", "brand", "title"])
_COUNTED = frozenset(
    ["number", "age", "price", "cost", "height", "weight", "length", "size", "population", "distance", "temperature", "amount", "phone"]
)
_FOLLOW_UP = frozenset({"for", "about", "in", "on", "with", "at"})


def question_of(
    sentence: ParsedSentence, clauses: list[Clause], first: int, claims: list[Claim], scene: Scene
) -> Question | None:
    """Return the slot that a sentence opens, or None where it asks nothing.

    `first` is the index in the annotation of `claims[0]`, the claims read from this sentence.
    """
    if not sentence.question:
        return None
    asked = tuple(first + index for index, claim in enumerate(claims) if claim.modality is Modality.ASKED)
    word = _question_word(sentence)
    main = clauses[0] if clauses else None
    if word is None:
        return _polar(sentence, main, asked, claims, scene)
    subject, relation = _slot(word, main, sentence, scene)
    expects, dimension = _expected(word, sentence, scene)
    return Question(sentence=sentence.index, expects=expects, subject=subject, relation=relation, dimension=dimension)


def _question_word(sentence: ParsedSentence) -> Word | None:
    for word in sentence.words:
        if word.lower in _WH and word.tag in {"WP", "WRB", "WDT", "WP$"} and not _dependent(word):
            return word
    return None


def _dependent(word: Word) -> bool:
    """A question word of a relative or time clause asks nothing."""
    holder = word.head
    while holder is not None and holder.pos not in {"VERB", "AUX"}:
        holder = holder.head
    return holder is not None and holder.dep in {"relcl", "advcl"}


def _polar(
    sentence: ParsedSentence, main: Clause | None, asked: tuple[int, ...], claims: list[Claim], scene: Scene
) -> Question:
    options = _options(sentence, scene)
    if main is None:
        words = content(sentence, scene)
        thing = _named(sentence, scene)
        follow_up = bool(words) and len(words) <= 6
        return Question(
            sentence=sentence.index,
            expects=AnswerType.CHOICE if options else AnswerType.OPEN,
            subject=thing,
            options=options,
            follow_up=follow_up,
        )
    subject = claims[0].subject if claims else (main.subjects[0] if main.subjects else None)
    relation = claims[0].relation if claims else main.lemma
    return Question(
        sentence=sentence.index,
        expects=AnswerType.CHOICE if options else AnswerType.YES_NO,
        subject=subject,
        relation=relation,
        claims=asked,
        options=options,
    )


def _named(sentence: ParsedSentence, scene: Scene) -> Mention | None:
    """Return the thing of "And for the battery?", "What about X?": the last noun of the sentence."""
    for word in reversed(sentence.words):
        if (word.noun or word.pos == "PRON") and word.dep not in {"compound", "poss"} and word.lower not in _WH:
            return mention(word, sentence, scene)
    return None


def _options(sentence: ParsedSentence, scene: Scene) -> tuple[str, ...]:
    """Return what is offered with "or": "tiles or glass?"."""
    for word in sentence.words:
        if word.lower == "or" and word.head is not None and word.head.pos in {"NOUN", "PROPN", "ADJ", "NUM"}:
            labels = []
            for member in conjuncts(word.head):
                named = mention(member, sentence, scene) if member.noun else None
                labels.append(named.label if named is not None else member.lemma)
            return tuple(labels) if len(labels) > 1 and "not" not in labels else ()
    return ()


def _slot(word: Word, main: Clause | None, sentence: ParsedSentence, scene: Scene) -> tuple[Mention | None, str]:
    if main is None or _about(sentence, scene):
        return _named(sentence, scene), ""
    subjects = [named for named in main.subjects if named.label]
    if word.lower in {"what", "which", "who"} and word.dep in {"attr", "nsubj"} and main.lemma == "be":
        for child in main.verb.all("nsubj", "attr"):
            if child is not word and (named := mention(child, sentence, scene)) is not None:
                return named, "be"
    wanted = word.head if word.dep == "det" and word.head is not None and word.head.noun else None
    if wanted is not None and subjects:
        return subjects[0], main.lemma
    return (subjects[0] if subjects else None), main.lemma


def _about(sentence: ParsedSentence, scene: Scene) -> bool:
    words = [word.lower for word in content(sentence, scene)[:2]]
    return words in (["what", "about"], ["how", "about"])


def _expected(word: Word, sentence: ParsedSentence, scene: Scene) -> tuple[AnswerType, str]:
    follower = sentence.words[word.index + 1] if word.index + 1 < len(sentence.words) else None
    if word.lower == "how" and follower is not None:
        dimensions = scene.lexicon.question_dimensions
        if follower.lower in dimensions:
            return AnswerType.NUMBER, dimensions[follower.lower]
        return AnswerType.OPEN, ""
    if word.lower in _EXPECTED:
        return _EXPECTED[word.lower], "time" if word.lower == "when" else ""
    asked = next((w.lemma for w in sentence.words[word.index + 1 :] if w.noun and w.dep != "compound"), "")
    if word.lower in {"what", "which"}:
        for nouns, kind in (
            (_TIMED, AnswerType.TIME),
            (_PLACED, AnswerType.PLACE),
            (_NAMED, AnswerType.NAME),
            (_COUNTED, AnswerType.NUMBER),
        ):
            if asked in nouns:
                return kind, ""
        if _options(sentence, scene):
            return AnswerType.CHOICE, ""
    return AnswerType.OPEN, ""
