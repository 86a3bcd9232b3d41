"""Tells how long a rule holds: for this answer or from now on (METHOD.md, section 9)."""

from __future__ import annotations

import re

import msgspec

from schemas.annotation import RuleScope
from schemas.turn import Role
from skgeval.annotation.rules.directive import Directive, Polarity
from skgeval.annotation.rules.draft import Draft
from skgeval.annotation.rules.lexicon import rule_words

_FROM_NOW_ON = re.compile(
    r"\bfrom (?:now|here|this point|today) on(?:wards?)?\b|\bfrom here on\b|\bstarting (?:now|today|from now)\b|"
    r"\b(?:going|moving) forward\b|\bin (?:the )?future\b|\bhenceforth\b|\bhereafter\b|\balways\b|"
    r"\bnever\b|\bat all times\b|"
    r"\bevery (?:single )?(?:time|answer|reply|response|message|one)\b|\beach (?:time|answer|reply|response|message)\b|"
    r"\b(?:all|every|each|any)(?: of)?(?: your| the| my)?(?: future| further| next| following)? "
    r"(?:answers?|replies|reply|responses?|messages?|outputs?|sentences?)\b|\b(?:your|my)(?: future|"
    r" further)? (?:answers|replies|"
    r"responses|messages)\b|\bno matter what\b|\bany ?more\b|\bany longer\b|\bno longer\b|\bstop\b|"
    r"\bno more\b|\bquit\b|"
    r"\b(?:in|for|during|throughout) (?:this|the (?:rest|remainder) of (?:this|the|our)|our|"
    r"all the following|the following) "
    r"(?:whole |entire )?(?:chats?|conversations?|sessions?|discussions?|threads?)\b|\bthroughout\b|"
    r"\b(?:unless|until) (?:i|otherwise|further|asked|told)\b|\bwhenever you\b|"
    r"\bwhen (?:you )?(?:answer|reply|respond|talk|speak)|"
    r"\bas a (?:general )?rule\b|\b(?:answers|replies|responses)\b(?! (?:to (?:the|my|your|this|these|"
    r"those|that|all|every|each)|of|from|on)\b)|\bno (?:answer|reply|response|message)\b|"
    r"\bpermanently\b|\beven (?:if|when)\b|\bonly when i\b|"
    r"\bunder no circumstances\b|\bat no time\b|"
    r"\bno longer\b|\bas long as\b|\bat a time\b|\bper (?:answer|reply|message|response|turn)\b|"
    r"\bfor good\b|\bagain\b$",
    re.IGNORECASE,
)
_THIS_ANSWER = re.compile(
    r"\b(?:this|that|the (?:next|following|last|first)|your (?:next|last|first)|my next|one) (?:one|"
    r"answer|reply|response|message|"
    r"question|time|explanation)\b(?! at a time| per)|\bjust this once\b|\bthis (?:time|once)\b|"
    r"\bfor (?:this|once)\b(?! (?:chat|conversation|"
    r"session|whole|entire))|\banswer (?:this|that|the following)\b|\bfor now\b|\bhere\b(?= please$|$)",
    re.IGNORECASE,
)


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """What else a turn wants: an answer to a question, or a text of its own."""

    asks: bool = False
    composes: bool = False


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of a turn, and the rules that were read from it; `asks` says that it wants an answer."""

    sentence: int
    read: Directive
    drafts: tuple[Draft, ...]
    asks: bool


def shape(statements: tuple[Statement, ...]) -> Shape:
    """Look at what a user's turn wants beside rules."""
    rest = [statement for statement in statements if not statement.drafts]
    return Shape(asks=any(one.asks for one in rest), composes=any(_composes(one.read) for one in rest))


def holds_from_now_on(directive_read: Directive) -> bool:
    """Tell whether the sentence itself says that the rule stays."""
    return directive_read.standing or _FROM_NOW_ON.search(directive_read.stated.text) is not None


def scope_of(read: Directive, wanted: Shape, usual: RuleScope) -> RuleScope | None:
    """Return how long a rule holds, None where it only describes a text that the turn asks for.

    `usual` is what the kind means when nothing is said: "call me Sam" stays, "in one sentence" is for this answer.
    """
    if _THIS_ANSWER.search(read.stated.text):
        return RuleScope.ANSWER
    if read.role is not Role.USER or holds_from_now_on(read):
        return RuleScope.SESSION
    if wanted.composes:
        return RuleScope.ANSWER if read.answers else None
    if wanted.asks and read.polarity is not Polarity.AVOID and not read.exclusive:
        return RuleScope.ANSWER if usual is RuleScope.ANSWER or not read.addressed else usual
    return usual


def _composes(read: Directive) -> bool:
    words = read.body.lower().split()
    return read.polarity is Polarity.DO and len(words) > 1 and words[0] in rule_words().composing
