"""What the words around a pair tell: conditions, comparisons, corrections, results of one query."""

from __future__ import annotations

import re

from schemas.claim import ASSISTANT, Claim, Form, Tense
from schemas.finding import Detector, Gate
from schemas.turn import Role
from skgeval.judgement.attitudes import LIKING
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.judgement.families import PARTICIPANTS
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy, Profile

_NEGATION = re.compile(r"(?:\bnot|\bcannot|n't|n’t)\s+(\w+)", re.IGNORECASE)
_REALLY = "really"
"""Not to "really like" is not to like; not to "really work" may still be to work."""
_HAPPENED = frozenset({Tense.PAST, Tense.PERFECT})
_OPERATOR = re.compile(r"[=<>+*^|{}\\\u00d7\u00f7\u221a\u2211]|(?<=\d)\s*/\s*(?=\d)")
_OPERATORS = 2
_OPEN_CONDITION = re.compile(
    r"^(?:if|unless|when|whenever) (?:it|they|this|that|these|those|one|he|she)\b", re.IGNORECASE
)
"""A condition about a thing that its own words leave open; two such conditions are alike in words alone."""


def circumstances(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken claims under different conditions ("at sea level", "at high altitude"), reject named different ones."""
    before, after = _circumstances(pair.earlier.claim, knowledge), _circumstances(pair.later.claim, knowledge)
    if open_condition := next((said for said in sorted(before | after) if _OPEN_CONDITION.search(said)), ""):
        reason = f"{open_condition}: nothing tells whether both mean the same thing"
        return Gate(name="circumstances", factor=0.0, reason=reason)
    if before == after:
        return Gate(name="circumstances")
    if before and after and before.isdisjoint(after):
        reason = f"{', '.join(sorted(before))} against {', '.join(sorted(after))}"
        return Gate(name="circumstances", factor=0.0, reason=reason)
    if conflict.detector is Detector.NEGATION_FLIP and pair.earlier.claim.polarity is not pair.later.claim.polarity:
        positive, negative = (before, after) if pair.earlier.claim.polarity else (after, before)
        if negative <= positive and not _conditional(positive):
            return Gate(name="circumstances")
    missing = sorted(before ^ after)
    return Gate(name="circumstances", factor=policy.condition_factor, reason=f"only one says {', '.join(missing)}")


def _circumstances(claim: Claim, knowledge: Knowledge) -> frozenset[str]:
    """Return the restrictive adjuncts of a claim; the value that it states itself is none."""
    loose = knowledge.guards.loose_qualifiers
    stated = claim.object.text.casefold()
    return frozenset(
        said
        for said in claim.qualifiers
        if said not in loose and not said.startswith("how ") and not _states(said, stated)
    )


def _states(said: str, value: str) -> bool:
    return bool(value) and value in said.casefold()


def _conditional(circumstances: frozenset[str]) -> bool:
    return any(said.startswith(("if ", "unless ", "without ", "except ", "when ")) for said in circumstances)


def historic(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken a pair one of whose sentences tells of earlier times."""
    del conflict
    earlier, later = (_historic(side.text, knowledge) for side in (pair.earlier, pair.later))
    if earlier == later:
        return Gate(name="historic")
    return Gate(name="historic", factor=policy.historic_factor, reason=earlier or later)


def _historic(text: str, knowledge: Knowledge) -> str:
    lowered = text.lower()
    return next((cue for cue in sorted(knowledge.guards.historic_cues) if cue in lowered), "")


def restated(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken a later sentence that holds the earlier value as well: a list, a comparison or a correction."""
    del knowledge
    if conflict.detector not in {Detector.NUMERIC_MISMATCH, Detector.EXCLUSIVE_OBJECT, Detector.SLOT}:
        return Gate(name="restated")
    earlier = pair.earlier.claim
    value = (
        earlier.quantity.text
        if earlier.quantity is not None
        else max(earlier.object.text, earlier.object.label, key=len)
    )
    if value and re.search(rf"(?<![\w.,]){re.escape(value.lower())}(?![\w])", pair.later.text.lower()):
        return Gate(name="restated", factor=policy.restated_factor, reason=f"the later sentence says {value} too")
    return Gate(name="restated")


def weakened_negation(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken "not always", "not entirely": they deny the degree, not the thing."""
    if conflict.detector is not Detector.NEGATION_FLIP:
        return Gate(name="weakened_negation")
    for side in (pair.earlier, pair.later):
        if not side.claim.polarity:
            for match in _NEGATION.finditer(side.text):
                word = match[1].lower()
                if word in knowledge.guards.weakened_negations and not (word == _REALLY and side.family == LIKING):
                    return Gate(name="weakened_negation", factor=policy.weakened_factor, reason=f"not {word}")
    return Gate(name="weakened_negation")


def comparison(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken comparatives that do not say both with what they compare."""
    del conflict, knowledge
    forms = {pair.earlier.claim.form, pair.later.claim.form}
    if Form.COMPARISON in forms and len(forms) > 1:
        return Gate(name="comparison", factor=policy.comparison_factor, reason="compared with other things")
    return Gate(name="comparison")


def moment_state(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken states of a moment of those who speak (able, sorry, ready)."""
    del conflict
    earlier, later = pair.earlier.claim, pair.later.claim
    if earlier.form is later.form is Form.ADJECTIVE and later.subject.label in PARTICIPANTS:
        for claim in (earlier, later):
            if claim.object.head in knowledge.guards.dynamic_adjectives:
                return Gate(name="moment_state", factor=policy.dynamic_factor, reason=claim.object.head)
    return Gate(name="moment_state")


def query_result(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken what an assistant reports of one search, and everything found before a new search."""
    if pair.new_scope:
        return Gate(name="query_result", factor=policy.scope_factor, reason="a new search was opened in between")
    del conflict
    later = pair.later.claim
    own = later.subject.label == ASSISTANT and later.speaker is Role.ASSISTANT and later.quantity is not None
    if own and later.relation.split(" ")[0] in knowledge.guards.result_verbs and policy.profile is not Profile.PERSONA:
        return Gate(name="query_result", factor=policy.result_factor, reason=f"{later.relation} reports a search")
    return Gate(name="query_result")


def done_since(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken what the speakers or their things had not done and then did: an order ships, a booking succeeds."""
    del knowledge
    earlier, later = pair.earlier.claim, pair.later.claim
    acted = later.subject.label in PARTICIPANTS or later.subject.owner in PARTICIPANTS
    happened = not earlier.polarity and later.polarity and later.time.tense in _HAPPENED and not later.time.expressions
    if policy.profile is not Profile.PERSONA and acted and happened and conflict.detector is Detector.NEGATION_FLIP:
        return Gate(name="done_since", factor=policy.moments_factor, reason="it may have happened in between")
    return Gate(name="done_since")


def equations(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken numbers and denials that stand in a calculation."""
    del conflict, knowledge
    if len(_OPERATOR.findall(pair.earlier.text)) + len(_OPERATOR.findall(pair.later.text)) >= _OPERATORS:
        return Gate(name="equations", factor=policy.equation_factor, reason="part of a calculation")
    return Gate(name="equations")


def vague_object(pair: Pair, conflict: Conflict, policy: Policy, knowledge: Knowledge) -> Gate:
    """Weaken objects that say nothing definite."""
    if conflict.detector in {Detector.SLOT, Detector.NUMERIC_MISMATCH}:
        return Gate(name="vague_object")
    for claim in (pair.earlier.claim, pair.later.claim):
        vague = claim.object.head in knowledge.guards.vague_objects and claim.object.label == claim.object.head
        if vague and claim.form is not Form.ADJECTIVE:
            return Gate(name="vague_object", factor=policy.vague_factor, reason=claim.object.label)
    return Gate(name="vague_object")
