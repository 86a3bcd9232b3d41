"""Which sentences say how the user is addressed."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind
from tests.skgeval.annotation.rules.said import lifted, said, set_of

SETTING = [
    ("Call me Sam.", "Sam", "name"),
    ("Please call me Captain.", "Captain", "name"),
    ("Always address me as Dr. Okafor.", "Dr. Okafor", "always"),
    ("Don't call me buddy.", "buddy", "avoid"),
    ("I'd prefer it if you called me Jo.", "Jo", "name"),
    ("You can call me Al.", "Al", "name"),
    ("From now on refer to me as 'the client'.", "the client", "name"),
    ("Stop calling me sir.", "sir", "avoid"),
    ("My name is Robert but call me Bob.", "Bob", "name"),
    ("Would you mind calling me Frau Weber?", "Frau Weber", "name"),
    ("Be formal.", "gonna", "avoid"),
    ("Keep it casual, please.", "yours sincerely", "avoid"),
    ("Please use formal language with me.", "gonna", "avoid"),
    ("Stop being so formal.", "yours sincerely", "avoid"),
]
NOT_SETTING = [
    "Call me back tomorrow.",
    "Call me when you get there.",
    "They call me crazy.",
    "What should I call my cat?",
    "She calls me every day.",
    "Call me maybe.",
    "How do I address a judge?",
    "My name is Sam.",
    "The letter is addressed to me as owner.",
    "He was very formal.",
    "Is casual dress fine for the party?",
    "Call the doctor.",
]


@pytest.mark.parametrize(("sentence", "term", "unit"), SETTING)
def test_how_to_address_the_user_is_a_rule(sentence, term, unit):
    (rule,) = set_of(RuleKind.ADDRESS, sentence)

    assert term in rule.terms
    assert rule.unit == unit


@pytest.mark.parametrize("sentence", NOT_SETTING)
def test_other_calls_are_no_rule(sentence):
    assert said(sentence) == ()


def test_a_name_and_the_name_to_leave_are_two_rules():
    rules = set_of(RuleKind.ADDRESS, "Call me Sam, not Samuel.")

    assert [(rule.terms, rule.unit) for rule in rules] == [(("Sam",), "name"), (("Samuel",), "avoid")]


def test_an_address_is_lifted():
    assert RuleKind.ADDRESS in lifted("You don't have to call me Captain anymore.")
