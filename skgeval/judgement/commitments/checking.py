"""Runs the checker of every rule in force on one answer (METHOD.md, section 9)."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from schemas.annotation import Annotation, Rule, RuleKind, Sentence
from schemas.finding import Detector, Measured
from schemas.record import Commitment
from schemas.turn import Role
from skgeval.judgement.commitments.answer import Answer, words
from skgeval.judgement.commitments.breach import Breach, Failure
from skgeval.judgement.commitments.form import form
from skgeval.judgement.commitments.keeping import suspends
from skgeval.judgement.commitments.language import language
from skgeval.judgement.commitments.length import length
from skgeval.judgement.commitments.measures import spelling, units
from skgeval.judgement.commitments.mention import avoids, ends, mentions, starts
from skgeval.judgement.commitments.style import address, one_question, persona, tone
from skgeval.judgement.commitments.terms import contains
from skgeval.judgement.commitments.unasked import unasked
from skgeval.policy import Policy

Check = Callable[[Rule, Answer], Failure | None]


class Checker(msgspec.Struct, frozen=True, kw_only=True):
    """The function that decides a kind of rule, the name it is reported under, and whether it is soft."""

    detector: Detector
    check: Check
    soft: bool = False


CHECKERS: dict[RuleKind, Checker] = {
    RuleKind.LANGUAGE: Checker(detector=Detector.RULE_LANGUAGE, check=language),
    RuleKind.LENGTH: Checker(detector=Detector.RULE_LENGTH, check=length),
    RuleKind.FORMAT: Checker(detector=Detector.RULE_FORMAT, check=form),
    RuleKind.MENTION: Checker(detector=Detector.RULE_MENTION, check=mentions),
    RuleKind.AVOID: Checker(detector=Detector.RULE_AVOID, check=avoids),
    RuleKind.START: Checker(detector=Detector.RULE_START, check=starts),
    RuleKind.END: Checker(detector=Detector.RULE_END, check=ends),
    RuleKind.ADDRESS: Checker(detector=Detector.RULE_ADDRESS, check=address),
    RuleKind.TONE: Checker(detector=Detector.RULE_TONE, check=tone, soft=True),
    RuleKind.UNITS: Checker(detector=Detector.RULE_UNITS, check=units),
    RuleKind.SPELLING: Checker(detector=Detector.RULE_SPELLING, check=spelling),
    RuleKind.ONE_QUESTION: Checker(detector=Detector.RULE_ONE_QUESTION, check=one_question),
    RuleKind.PERSONA: Checker(detector=Detector.RULE_PERSONA, check=persona, soft=True),
    RuleKind.UNASKED: Checker(detector=Detector.RULE_UNASKED, check=unasked),
}
_OWN_EXCEPTIONS = frozenset({RuleKind.UNITS, RuleKind.PERSONA, RuleKind.UNASKED})
"""Kinds whose checker reads `exceptions` itself."""
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_SENTENCE_BREAK = re.compile(r"(?<=[.!?])\s+|\n+")
_ACKNOWLEDGEMENT = re.compile(
    r"^\W*(?:understood|okay|ok|got it|gotcha|sure|of course|certainly|noted|alright|all right|will do|no problem|"
    r"absolutely|yes|fine|fair|agreed|done|thanks|thank you|sorry|my apologies|apologies|i understand|right)\b",
    re.IGNORECASE,
)
_REQUIRING = frozenset(
    {RuleKind.MENTION, RuleKind.START, RuleKind.END, RuleKind.FORMAT, RuleKind.TONE, RuleKind.ADDRESS, RuleKind.PERSONA}
)
_FORBIDDING = frozenset({"avoid", "name"})
"""Units of rules that forbid: "understood" can break them, where it cannot break what an answer must have."""


def breaches(
    in_force: tuple[Commitment, ...], annotation: Annotation, prompt: str, policy: Policy
) -> tuple[Breach, ...]:
    """Return the rules in force that an assistant turn breaks, in the order in which they were set.

    `prompt` is the text of the user turns since the last answer. A user who asks for the thing after all makes an
    exception for that answer; a system turn's rule knows none, except where it says so itself ("unless asked"). An
    answer that only acknowledges a turn of rules is not measured by what answers must have.
    """
    live = tuple(commitment for commitment in in_force if commitment.lifted_in is None)
    if not live:
        return ()
    request = _request(prompt, live)[: policy.measured_characters]
    found: list[Breach] = []
    for commitment in live:
        if any(suspends(other, commitment) for other in live):
            continue
        rule = commitment.rule if commitment.owner is not Role.SYSTEM else _without_exceptions(commitment.rule)
        breach = recheck(rule, annotation.text, annotation.sentences, annotation.language, request, policy=policy)
        measured = _evidence(breach, policy) if breach is not None else None
        if breach is not None and measured is not None:
            found.append(msgspec.structs.replace(breach, commitment=commitment, measured=measured))
    return tuple(found)


def recheck(  # noqa: PLR0913 - what a certificate holds of a measured rule, one by one
    rule: Rule, text: str, sentences: tuple[Sentence, ...], language: str, prompt: str, *, policy: Policy
) -> Breach | None:
    """Return the breach of one rule by one text, or None where it is kept; depends on nothing else.

    `skg verify` reruns this on `Measured`.
    """
    checker = CHECKERS[rule.kind]
    if rule.kind not in _OWN_EXCEPTIONS and rule.exceptions and contains(rule.exceptions, prompt):
        return None
    required = rule.kind in _REQUIRING and rule.unit not in _FORBIDDING
    if required and not prompt.strip() and _only_acknowledges(text, policy):
        return None
    answer = Answer(text=text, sentences=sentences, language=language, prompt=prompt)
    failure = checker.check(rule, answer) if text.strip() else None
    if failure is None:
        return None
    return Breach(
        detector=checker.detector,
        explanation=failure.reason,
        span=failure.span,
        strength=policy.soft_rule_strength if checker.soft else policy.rule_strength,
        measured=Measured(rule=rule, text=text, sentences=sentences, language=language, prompt=prompt),
        measurements=failure.measurements,
    )


def _request(prompt: str, in_force: tuple[Commitment, ...]) -> str:
    """Return the prompt without the sentences that state rules: "never mention prices" does not ask for prices."""
    rules = [_letters(commitment.rule.text) for commitment in in_force]
    pieces = [piece for piece in _SENTENCE_BREAK.split(prompt) if piece]
    return " ".join(piece for piece in pieces if not _is_part(_letters(piece), rules))


def _is_part(letters: str, rules: list[str]) -> bool:
    return any(letters in rule for rule in rules)


def _letters(text: str) -> str:
    # A rule quotes its cleaned sentence, the prompt is as written: markup and apostrophes may differ.
    return _NOT_ALPHANUMERIC.sub("", text.casefold())


def _evidence(breach: Breach, policy: Policy) -> Measured | None:
    """Return what goes into the certificate: of a very long text a part that breaks the rule as well, else None."""
    measured, limit = breach.measured, policy.measured_characters
    if len(measured.text) <= limit:
        return measured
    start = max(0, breach.span.end - limit)
    for text in (measured.text[:limit], measured.text[start : breach.span.end]):
        again = recheck(measured.rule, text, (), measured.language, measured.prompt, policy=policy)
        if again is not None:
            return again.measured
    return None


def _without_exceptions(rule: Rule) -> Rule:
    return rule if rule.kind in _OWN_EXCEPTIONS else msgspec.structs.replace(rule, exceptions=())


def _only_acknowledges(text: str, policy: Policy) -> bool:
    return words(text) < policy.short_words and _ACKNOWLEDGEMENT.match(text) is not None
