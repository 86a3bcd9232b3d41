"""The claims use opposite words: hot and cold, love and hate, increase and reduce, always and rarely."""

from __future__ import annotations

from schemas.claim import Claim, Form, Mention
from schemas.finding import Detector
from skgeval.judgement.attitudes import attitude_of, topics
from skgeval.judgement.contradiction.likeness import Likeness, essential_words, likeness, sets_meet
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.judgement.contradiction.stance import stance
from skgeval.judgement.contradiction.subjects import one_subject, turned_round
from skgeval.judgement.families import state_of
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy, Profile

_PREDICATES = frozenset({Form.ADJECTIVE, Form.NOUN, Form.ANSWER, Form.FRAGMENT, Form.TABLE, Form.COMPARISON})
_LESS = "less "
_DESCRIBED = 2
"""Words of a part with one modifier ("green eye")."""


def antonym(pair: Pair, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Find two claims of equal polarity whose words exclude each other (METHOD.md, section 6).

    Polarity and opposition compose: "not cold" agrees with "hot"; "not open" and "not closed" exclude each other, since
    nothing lies between.
    """
    earlier, later = pair.earlier.claim, pair.later.claim
    words = None
    if turned_round(pair):
        words = _one_way(earlier, later, knowledge)
    elif one_subject(pair) and earlier.polarity is later.polarity:
        words = None if _shared(pair, knowledge) else _opposed(earlier, later, knowledge)
    if words is None:
        return _told_attitudes(earlier, later, policy, knowledge)
    return Conflict(
        detector=Detector.ANTONYM,
        strength=policy.antonym_strength,
        reason=f"{words[0]} excludes {words[1]}",
        knowledge=(f"antonym:{words[0]}/{words[1]}",),
    )


def _shared(pair: Pair, knowledge: Knowledge) -> bool:
    """Tell whether one sentence says both words ("blue or green"), so that the other may have picked one."""
    predicates = pair.earlier.claim.relation == pair.later.claim.relation == "be"
    return predicates and bool(pair.earlier_set or pair.later_set) and sets_meet(pair, knowledge)


def _opposed(earlier: Claim, later: Claim, knowledge: Knowledge) -> tuple[str, str] | None:
    """Return the two words that exclude each other."""
    if earlier.relation != later.relation:
        if Form.COMPARISON in {earlier.form, later.form}:
            return _comparatives(earlier, later, knowledge)
        return (
            _relations(earlier, later, knowledge)
            or _attitudes(earlier, later, knowledge)
            or _states(earlier, later, knowledge)
        )
    if earlier.relation == "be":
        return _predicates(earlier, later, knowledge) or _frequencies(earlier, later, knowledge)
    if earlier.relation == "have" and earlier.object.head in knowledge.guards.single_parts:
        return _sorts(earlier, later, knowledge)
    return _frequencies(earlier, later, knowledge)


def _one_way(earlier: Claim, later: Claim, knowledge: Knowledge) -> tuple[str, str] | None:
    """Compare "A is larger than B" with "B is larger than A"."""
    if not earlier.polarity or not later.polarity or earlier.relation != later.relation:
        return None
    compares = earlier.form is later.form is Form.COMPARISON and not earlier.relation.startswith("be as ")
    one_way = compares or earlier.relation in knowledge.asymmetric
    return (earlier.relation, f"{later.relation} the other way round") if one_way else None


def _comparatives(earlier: Claim, later: Claim, knowledge: Knowledge) -> tuple[str, str] | None:
    """Compare "is larger than", "is smaller than", "is less large than" one thing."""
    if not earlier.polarity or not _same_object(earlier, later, knowledge):
        return None
    first, second = _compared(earlier), _compared(later)
    if first.removeprefix(_LESS) == second.removeprefix(_LESS):
        return first, second
    excluded = knowledge.exclude(first, second)
    return (first, second) if excluded else None


def _compared(claim: Claim) -> str:
    """Return what is compared: "small" of "be small than"."""
    return claim.relation.removeprefix("be ").removesuffix(" than")


def _predicates(earlier: Claim, later: Claim, knowledge: Knowledge) -> tuple[str, str] | None:
    """Compare what is predicated: "is hot", "is cold", "is a solid rock", "is a liquid rock"."""
    if earlier.form not in _PREDICATES or later.form not in _PREDICATES:
        return None
    one, other = essential_words(earlier.object, knowledge), essential_words(later.object, knowledge)
    if earlier.polarity and earlier.form is later.form is Form.NOUN and one and other:
        kinds = _excluded_noun(earlier.object.label, later.object.label, knowledge)
        kinds = kinds or _excluded_noun(one[-1], other[-1], knowledge)
        if kinds is not None:
            return kinds
    only_one, only_other = [word for word in one if word not in other], [word for word in other if word not in one]
    if one[-1:] == other[-1:] and earlier.polarity:
        return _opposed_modifiers(only_one, only_other, knowledge)
    if len(only_one) != 1 or len(only_other) != 1:
        return None
    first, second = only_one[0], only_other[0]
    if not earlier.polarity:
        return (first, second) if knowledge.complement(first, second) else None
    excluded = knowledge.exclude(first, second) or knowledge.apart(first, second)
    return (first, second) if excluded else _excluded_noun(first, second, knowledge)


def _states(earlier: Claim, later: Claim, knowledge: Knowledge) -> tuple[str, str] | None:
    """Compare an adjective with a participle ("is open", "is closed on Mondays")."""
    first, second = state_of(earlier, knowledge), state_of(later, knowledge)
    if not first or not second or not earlier.polarity or not knowledge.exclude(first, second):
        return None
    return first, second


def _opposed_modifiers(one: list[str], other: list[str], knowledge: Knowledge) -> tuple[str, str] | None:
    """Compare descriptions of one noun ("an expensive sports car", "a cheap car")."""
    for first in one:
        for second in other:
            if knowledge.exclude(first, second) or knowledge.apart(first, second):
                return first, second
    return None


def _sorts(earlier: Claim, later: Claim, knowledge: Knowledge) -> tuple[str, str] | None:
    """Compare parts of which there is one sort ("has green eyes", "has brown eyes")."""
    if earlier.object.head != later.object.head or not earlier.polarity:
        return None
    one, other = essential_words(earlier.object, knowledge), essential_words(later.object, knowledge)
    if len(one) != _DESCRIBED or len(other) != _DESCRIBED or not knowledge.exclude(one[0], other[0]):
        return None
    return one[0], other[0]


def _excluded_noun(first: str, second: str, knowledge: Knowledge) -> tuple[str, str] | None:
    return (first, second) if second in knowledge.antonyms.nouns.get(first, ()) else None


def _relations(earlier: Claim, later: Claim, knowledge: Knowledge) -> tuple[str, str] | None:
    """Compare what is done: "increases sleep", "reduces sleep"."""
    first, second = earlier.relation, later.relation
    if not earlier.polarity:
        return None
    one, _, one_rest = first.partition(" ")
    other, _, other_rest = second.partition(" ")
    opposite = second in knowledge.antonyms.verbs.get(first, ())
    opposite = opposite or (one_rest == other_rest and other in knowledge.antonyms.verbs.get(one, ()))
    opposite = opposite or (one == other and other_rest in knowledge.antonyms.adverbs.get(one_rest, ()))
    if not opposite or not _same_object(earlier, later, knowledge):
        return None
    return first, second


def _attitudes(earlier: Claim, later: Claim, knowledge: Knowledge) -> tuple[str, str] | None:
    """Compare "loves" with "hates", "has" with "lacks": one relation, stated and turned."""
    before, after = stance(earlier, knowledge), stance(later, knowledge)
    if before.relation != after.relation or before.stated is after.stated or not earlier.polarity:
        return None
    wanted, unwanted = (earlier, later) if before.stated else (later, earlier)
    if not wanted.object.label or not unwanted.object.label:
        return None
    if not _one_topic(wanted.object, unwanted.object, knowledge):
        return None
    return earlier.relation, later.relation


def _one_topic(wanted: Mention, unwanted: Mention, knowledge: Knowledge) -> bool:
    told = topics(wanted, unwanted, knowledge)
    return told is not None and likeness(told.liked, told.disliked, knowledge) in {Likeness.SAME, Likeness.NARROWER}


def _told_attitudes(earlier: Claim, later: Claim, policy: Policy, knowledge: Knowledge) -> Conflict | None:
    """Compare what judgements tell of liking ("tennis is boring", "I love tennis"); persona alone."""
    if policy.profile is not Profile.PERSONA:
        return None
    before, after = attitude_of(earlier, knowledge), attitude_of(later, knowledge)
    if before is None or after is None or before.holder != after.holder or before.positive is after.positive:
        return None
    wanted, unwanted = (before, after) if before.positive else (after, before)
    if not (before.inferred or after.inferred):
        return None
    if not _one_topic(wanted.topic, unwanted.topic, knowledge):
        return None
    return Conflict(
        detector=Detector.ANTONYM,
        strength=policy.told_strength,
        reason=f"{wanted.topic.label} is liked and disliked",
        knowledge=("attitude",),
    )


def _frequencies(earlier: Claim, later: Claim, knowledge: Knowledge) -> tuple[str, str] | None:
    """Compare "always" with "rarely"."""
    first, second = earlier.time.frequency, later.time.frequency
    often, seldom = knowledge.antonyms.often, knowledge.antonyms.seldom
    if not first or not second or not ((first in often and second in seldom) or (first in seldom and second in often)):
        return None
    return (first, second) if _same_object(earlier, later, knowledge) else None


def _same_object(earlier: Claim, later: Claim, knowledge: Knowledge) -> bool:
    if not earlier.object.label and not later.object.label:
        return True
    if not earlier.object.label or not later.object.label:
        return False
    return likeness(earlier.object, later.object, knowledge) is Likeness.SAME
