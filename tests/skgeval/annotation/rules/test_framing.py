"""Which sentences say how answers start and end."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind, RuleScope
from tests.skgeval.annotation.rules.said import said, set_of

STARTING = [
    ("Start every answer with 'Ahoy'.", ("Ahoy",), ""),
    ("Begin each reply with the word Greetings.", ("Greetings",), ""),
    ("Don't start your answers with 'Sure'.", ("Sure",), "avoid"),
    ("Every message must begin with my name tag 'VX-9'.", ("VX-9",), ""),
    ('I want you to open all your answers with "Dear reader".', ("Dear reader",), ""),
    ('Please stop starting your replies with "Great question".', ("Great question",), "avoid"),
    ("The first word of every answer must be 'Roger'.", ("Roger",), ""),
    ("Always put 'DRAFT' at the top of your answer.", ("DRAFT",), ""),
    ("From now on, start with Hello captain.", ("Hello captain",), ""),
    ("Never begin an answer with an apology.", "sorry", "avoid"),
]
NOT_STARTING = [
    "Start with the basics.",
    "The book starts with a storm.",
    "How should I start my letter?",
    "Begin with the oldest one.",
    "Start a poem with the word 'winter'.",
    "I always start my day with coffee.",
    "Let's start with a joke about cats.",
    "Start every sentence with the letter A.",
    "We begin every meeting with a prayer.",
    "Open the file with Word.",
]
ENDING = [
    ("End every reply with a question.", ("#question",), ""),
    ("Finish each answer with 'Over and out'.", ("Over and out",), ""),
    ('Always sign off with "Yours, Bot".', ("Yours, Bot",), ""),
    ("Don't end your answers with a question.", ("#question",), "avoid"),
    ("All your messages must end with an emoji.", ("#emoji",), ""),
    ("Please close every answer with the words 'Stay safe'.", ("Stay safe",), ""),
    ("I'd like you to conclude each response with 'QED'.", ("QED",), ""),
    ("Add 'Cheers' at the end of every message.", ("Cheers",), ""),
    ("Stop ending your replies with questions.", ("#question",), "avoid"),
]
NOT_ENDING = [
    "The film ends with a kiss.",
    "How do I end the call?",
    "End the meeting with a summary of the tasks.",
    "I ended up with nothing.",
    "Finish the story with a happy ending.",
    "She signs off with her initials.",
    "The contract ends in May.",
    "Close the window with the small handle.",
    "Does the street end with a roundabout?",
]


@pytest.mark.parametrize(("sentence", "terms", "unit"), STARTING)
def test_how_answers_start_is_a_rule(sentence, terms, unit):
    (rule,) = set_of(RuleKind.START, sentence)

    assert rule.terms == terms or terms in rule.terms
    assert (rule.unit, rule.scope) == (unit, RuleScope.SESSION)


@pytest.mark.parametrize(("sentence", "terms", "unit"), ENDING)
def test_how_answers_end_is_a_rule(sentence, terms, unit):
    (rule,) = set_of(RuleKind.END, sentence)

    assert (rule.terms, rule.unit, rule.scope) == (terms, unit, RuleScope.SESSION)


@pytest.mark.parametrize("sentence", NOT_STARTING + NOT_ENDING)
def test_how_other_things_start_or_end_is_no_rule(sentence):
    assert said(sentence) == ()
