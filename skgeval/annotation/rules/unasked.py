"""Reads "not unless I ask"."""

from __future__ import annotations

import re

from schemas.annotation import RuleKind
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft
from skgeval.annotation.rules.lexicon import name, rule_words
from skgeval.annotation.rules.topics import forbidden

_MANNER = r"(?:explicitly |specifically |expressly |directly |actually |really |first |clearly )*"
_ASKING = r"(?:ask|asked|request|requested|say so|tell you(?: to)?|invite|prompt|bring it up|mention it)"
ASKED = re.compile(
    rf"[ ,]*\b(?:(?:unless|until|before|except (?:when|if)|if (?:i|we) (?:do not|did not|have not)|without) "
    rf"(?:i|we|me|my|you are|you have been|being|it is|they are)?(?: (?:have|am|are))? ?{_MANNER}{_ASKING}(?:ing)?\b.*|"
    rf"unless {_MANNER}(?:asked|requested|told|prompted|necessary)\b.*|"
    r"(?P<only>(?:only |just )?(?:when|if|once|after|where) (?:i|we|you are|it is|they are|"
    rf"you have been|you)(?: (?:have|am|are))? ?{_MANNER}{_ASKING}\b.*|"
    rf"(?:only |just )?(?:on|upon|by|at my) request\b.*|(?:only |just )?when {_MANNER}asked\b.*))$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"^(?:give|giving|offer|offering|provide|providing|include|including|add|adding|show|showing|post|"
    r"write|writing|send|sending|make|making|use|using|put|share|"
    r"mention|mentioning|end with|volunteer|volunteering|insert|paste|list|listing|attach|print|"
    r"throw in|start)(?: me| us| in)? ",
    re.IGNORECASE,
)
_QUANTIFIER = re.compile(
    r"^(?:any|some|a|an|the|your|more|further|unsolicited|no|extra|additional|unnecessary|long) ", re.IGNORECASE
)


def read_unasked(read: Directive) -> tuple[Draft, ...]:
    """Read what is to be left out until the user asks for it."""
    asked = ASKED.search(read.body)
    if not asked or read.frees:
        return ()
    wanted_only = read.polarity is Polarity.DO
    if wanted_only and not (
        asked.group("only")
        and (read.exclusive or "only" in asked.group("only").lower() or "just" in asked.group("only").lower())
    ):
        return ()
    body = read.body[: asked.start()].strip(" ,")
    thing = _VERB.sub("", body)
    for _ in range(2):
        thing = _QUANTIFIER.sub("", thing)
    known = rule_words().unasked.get(name(thing)) or rule_words().unasked.get(name(body))
    if known is not None:
        return (Draft(kind=RuleKind.UNASKED, terms=known.terms, exceptions=known.asked),)
    return tuple(
        Draft(kind=RuleKind.UNASKED, terms=subject.terms, exceptions=subject.terms + subject.asked)
        for subject in forbidden(body, read.stated)
    )
