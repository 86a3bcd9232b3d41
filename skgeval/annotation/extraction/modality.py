"""How a clause is put forward: by its own auxiliaries, and by the clause that it stands in (METHOD.md, section 2)."""

from __future__ import annotations

import msgspec

from schemas.claim import Modality
from skgeval.annotation.extraction.words import Word
from skgeval.knowledge.lexicon import Lexicon

_POSSIBLE = frozenset({"may", "might", "could"})
_ADVISED = frozenset({"must", "should", "ought", "need"})
_WOULD = frozenset({"would", "'d", "’d"})
_CAN = frozenset({"can", "ca"})


class Mood(msgspec.Struct, frozen=True, kw_only=True):
    """A modality with what comes along with it: a hedge, a source, and negations raised from outside."""

    modality: Modality = Modality.ASSERTED
    hedged: bool = False
    attribution: str = ""
    flips: int = 0


ASSERTED = Mood()
HYPOTHETICAL = Mood(modality=Modality.HYPOTHETICAL)


def own_mood(word: Word, auxiliaries: tuple[Word, ...], lexicon: Lexicon, *, negated: bool) -> Mood:
    """Read the auxiliaries and adverbs of a clause.

    "Can" states an ability or a permission, as good as a fact, but only a possibility with verbs like "cause".
    """
    hedged = any(child.dep == "advmod" and child.lower in lexicon.hedges for child in word.children)
    forms = {auxiliary.lower for auxiliary in auxiliaries if auxiliary.tag == "MD" or auxiliary.lower in _ADVISED}
    if forms & _POSSIBLE:
        return Mood(modality=Modality.POSSIBLE, hedged=True)
    if forms & _ADVISED or _had_better(word, auxiliaries):
        return Mood(modality=Modality.ADVISED, hedged=hedged)
    if forms & _WOULD:
        subject = word.child("nsubj")
        own = subject is None or subject.lower in {"i", "we", "you"}
        wish = own and word.lemma in {"like", "love", "prefer", "rather"}
        return Mood(modality=Modality.ASSERTED if wish else Modality.HYPOTHETICAL, hedged=hedged)
    if forms & _CAN and not negated and word.lemma in lexicon.possibility_verbs and word.tag == "VB":
        return Mood(modality=Modality.POSSIBLE, hedged=hedged)
    return Mood(hedged=hedged)


def combined(outer: Mood, own: Mood) -> Mood:
    """Return the mood of a clause inside another: the outer one decides unless it merely asserts."""
    return Mood(
        modality=own.modality if outer.modality is Modality.ASSERTED else outer.modality,
        hedged=outer.hedged or own.hedged,
        attribution=outer.attribution or own.attribution,
        flips=outer.flips + own.flips,
    )


def _had_better(word: Word, auxiliaries: tuple[Word, ...]) -> bool:
    return any(auxiliary.lower in {"had", "'d"} for auxiliary in auxiliaries) and word.has("better")
