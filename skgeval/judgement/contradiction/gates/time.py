"""Whether both claims are about one time."""

from __future__ import annotations

from schemas.claim import Claim, Tense
from schemas.finding import Gate
from skgeval.judgement.attitudes import LIKING
from skgeval.judgement.contradiction.pair import Pair
from skgeval.judgement.families import role_of, state_of
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy, Profile

_PASSED_TENSE = Gate(name="tense")
_PASSED_MOMENTS = Gate(name="moments")
_LATER = ("after ", "later", "then", "by now", "since ", "eventually", "by then", "from then", "as of ", "no longer")
"""Beginnings of times that put the later claim after a change."""
_NOW = frozenset(
    {"now", "currently", "today", "right now", "at the moment", "these days", "nowadays", "at present", "still"}
)


def tense(pair: Pair, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken or reject claims whose verbs put them at different times."""
    earlier, later = pair.earlier.claim.time.tense, pair.later.claim.time.tense
    if earlier is later or _lasting(pair, knowledge):
        return _PASSED_TENSE
    factor = _tense_factor({earlier, later}, pair, policy)
    if factor and policy.profile is Profile.PERSONA and pair.earlier.family == pair.later.family == LIKING:
        factor = max(factor, policy.liking_past_factor)
    return _PASSED_TENSE if factor >= 1.0 else Gate(name="tense", factor=factor, reason=f"{earlier} against {later}")


def _lasting(pair: Pair, knowledge: Knowledge) -> bool:
    """Tell whether a deed is told in one claim and its doer named in the other ("was written by", "the author is")."""
    role = role_of(pair.earlier.claim, knowledge)
    return bool(role) and role == role_of(pair.later.claim, knowledge) and Tense.USED_TO not in _tenses(pair)


def _tenses(pair: Pair) -> set[Tense]:
    return {pair.earlier.claim.time.tense, pair.later.claim.time.tense}


def _tense_factor(tenses: set[Tense], pair: Pair, policy: Policy) -> float:
    if Tense.USED_TO in tenses:
        return 0.0
    if tenses == {Tense.PRESENT, Tense.PERFECT}:
        return policy.perfect_factor
    if tenses == {Tense.PAST, Tense.PERFECT}:
        denied = not (pair.earlier.claim.polarity and pair.later.claim.polarity)
        return policy.perfect_factor if denied else policy.other_tense_factor
    if tenses == {Tense.PAST, Tense.PRESENT}:
        return policy.past_factor
    if tenses == {Tense.PAST, Tense.FUTURE}:
        return policy.future_factor
    return policy.other_tense_factor


def moments(pair: Pair, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken claims that name different times ("on Mondays", "last year")."""
    earlier, later = _named(pair.earlier.claim, knowledge), _named(pair.later.claim, knowledge)
    if earlier == later:
        return _PASSED_MOMENTS
    if earlier and later and earlier.isdisjoint(later):
        return Gate(name="moments", factor=policy.moments_factor, reason=_both(earlier, later))
    if any(said.startswith(_LATER) for said in later):
        return Gate(
            name="moments", factor=policy.moments_factor, reason=f"{', '.join(sorted(later))}: it may have changed"
        )
    exception = bool(earlier) is not bool(later) and all(_recurs(said, knowledge) for said in earlier | later)
    factor = policy.moments_factor if exception else policy.one_moment_factor
    return Gate(name="moments", factor=factor, reason=_both(earlier, later))


def _recurs(said: str, knowledge: Knowledge) -> bool:
    """Tell whether a time comes again and again: "on weekends" makes an exception from what holds otherwise."""
    return said.rpartition(" ")[2] in knowledge.guards.recurring_times


def _named(claim: Claim, knowledge: Knowledge) -> frozenset[str]:
    """Return the times a claim names beside the one that it states itself ("was built in 1895")."""
    if state_of(claim, knowledge):
        return frozenset(claim.time.expressions) - _NOW
    stated = (claim.quantity.text if claim.quantity is not None else claim.object.text).casefold()
    return frozenset(said for said in claim.time.expressions if not (stated and stated in said.casefold())) - _NOW


def _both(earlier: frozenset[str], later: frozenset[str]) -> str:
    return f"{', '.join(sorted(earlier)) or 'no time'} against {', '.join(sorted(later)) or 'no time'}"
