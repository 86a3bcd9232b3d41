"""Questions as open slots: what is missing, of whom, and what kind of answer would fill it (METHOD.md, section 2)."""

from __future__ import annotations

from schemas.annotation import AnswerType, Question
from schemas.claim import Claim, Mention, Modality
from skgeval.annotation.extraction.clause import Clause
from skgeval.annotation.extraction.fragments import content
from skgeval.annotation.extraction.labels import base
from skgeval.annotation.extraction.noun_phrases import mention
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.words import ParsedSentence, Word, conjuncts

_WH = frozenset(["what", "which", "who", "whom", "whose", "where", "when", "why", "how"])
_SHORT = 6
"""Words up to which a verbless question continues the one before."""
_EXPECTED = {
    "who": AnswerType.NAME,
    "whom": AnswerType.NAME,
    "whose": AnswerType.NAME,
    "where": AnswerType.PLACE,
    "when": AnswerType.TIME,
}


def question_of(
    sentence: ParsedSentence, clauses: list[Clause], first: int, claims: list[Claim], scene: Scene
) -> Question | None:
    """Return the slot that a sentence opens, or None where it asks nothing.

    `first` is the index in the annotation of `claims[0]`, the claims read from this sentence.
    """
    if not sentence.question:
        return None
    asked = tuple(first + index for index, claim in enumerate(claims) if claim.modality is Modality.ASKED)
    word = _question_word(sentence, scene)
    main = clauses[0] if clauses else None
    if word is None:
        return _polar(sentence, main, asked, claims, scene)
    if _about(sentence, scene):
        return _follow_up(sentence, scene)
    subject, relation, wanted = _slot(word, main, sentence, scene)
    expects, dimension = _expected(word, sentence, scene)
    return Question(
        sentence=sentence.index,
        expects=expects,
        subject=subject,
        relation=relation,
        dimension=dimension,
        wanted=wanted,
    )


def _question_word(sentence: ParsedSentence, scene: Scene) -> Word | None:
    words = content(sentence, scene)
    if words and words[0].lower in _WH and len(words) <= _SHORT // 2 and not any(_finite(word) for word in words):
        return None
    for word in sentence.words:
        if word.lower in _WH and word.tag in {"WP", "WRB", "WDT", "WP$"} and not _dependent(word):
            return word
    return None


def _finite(word: Word) -> bool:
    return word.pos == "AUX" or word.tag in {"VBZ", "VBD"}


def _dependent(word: Word) -> bool:
    """Say whether a question word belongs to a relative or time clause, and so asks nothing."""
    holder = word.head
    while holder is not None and holder.pos not in {"VERB", "AUX"}:
        holder = holder.head
    return holder is not None and holder.dep in {"relcl", "advcl"}


def _polar(
    sentence: ParsedSentence, main: Clause | None, asked: tuple[int, ...], claims: list[Claim], scene: Scene
) -> Question:
    options = _options(sentence, scene)
    words = content(sentence, scene)
    if main is None or (words and words[0].lower in _WH):
        return _follow_up(sentence, scene)
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


def _follow_up(sentence: ParsedSentence, scene: Scene) -> Question:
    """Read "And for the battery?", "Toilets?", "What about dinner?", "Tiles or glass?", "How many months?"."""
    options = _options(sentence, scene)
    words = content(sentence, scene)
    word = next((word for word in sentence.words if word.lower in _WH), None)
    expects, dimension = _expected(word, sentence, scene) if word is not None else (AnswerType.OPEN, "")
    return Question(
        sentence=sentence.index,
        expects=AnswerType.CHOICE if options else expects,
        dimension=dimension,
        subject=_named(sentence, scene) if word is None or _about(sentence, scene) else None,
        options=options,
        follow_up=bool(words) and len(words) <= _SHORT,
    )


def _slot(word: Word, main: Clause | None, sentence: ParsedSentence, scene: Scene) -> tuple[Mention | None, str, str]:
    """Return subject and relation of the missing claim, and the noun asked for."""
    if main is None:
        return _unread(sentence, scene, _wanted(word))
    subjects = [named for named in main.subjects if named.label]
    subject = subjects[0] if subjects else None
    wanted = _wanted(word)
    relation = main.lemma
    if main.lemma == "be" and word.lower in {"what", "which", "who"}:
        for child in main.verb.all("nsubj", "attr"):
            inside = any(inner is word for inner in child.children)
            if child is word or inside or (named := mention(child, sentence, scene)) is None:
                continue
            # "What colour is the car?" asks for the car's colour.
            return (_attribute(wanted, named), "be", "") if wanted else (named, "be", "")
    if subject is None or word.dep == "nsubj" or word.head in main.subject_words:
        held = main.verb.child("dobj", "attr")
        thing = mention(held, sentence, scene) if held is not None else None
        return thing, f"{relation} by" if held is not None and held.dep == "dobj" else relation, wanted
    stranded = next((prep for prep in main.verb.all("prep") if not prep.children), None)
    if stranded is not None:
        relation = f"{relation} {stranded.lower}"
    elif word.lower == "where":
        relation = f"{relation} in"
    return subject, relation, wanted


def _unread(sentence: ParsedSentence, scene: Scene, wanted: str) -> tuple[Mention | None, str, str]:
    """Read "Who wrote Hamlet?": its only subject is the question word, so asked is by whom its object was written."""
    root = sentence.root
    held = root.child("dobj") if root.pos == "VERB" else None
    if held is None:
        return _named(sentence, scene), "be" if root.lemma == "be" else "", wanted
    return mention(held, sentence, scene), f"{root.lemma} by", wanted


def _wanted(word: Word) -> str:
    """Return the noun that a question word stands before ("which tin", "how many moons")."""
    holder = word.head
    if holder is not None and holder.lower in {"many", "much"}:
        holder = holder.head
    return base(holder) if holder is not None and holder.noun else ""


def _attribute(name: str, owner: Mention) -> Mention:
    return Mention(
        text=owner.text,
        label=name,
        head=name,
        owner="" if owner.reference is not None else owner.label,
        owner_reference=owner.reference,
        definite=True,
    )


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
    words = scene.lexicon
    asked = next((w.lemma for w in sentence.words[word.index + 1 :] if w.noun and w.dep != "compound"), "")
    if word.lower in {"what", "which"}:
        for nouns, kind in (
            (words.asked_times, AnswerType.TIME),
            (words.asked_places, AnswerType.PLACE),
            (words.asked_names, AnswerType.NAME),
            (words.asked_numbers, AnswerType.NUMBER),
        ):
            if asked in nouns:
                return kind, ""
        if _options(sentence, scene):
            return AnswerType.CHOICE, ""
    return AnswerType.OPEN, ""
