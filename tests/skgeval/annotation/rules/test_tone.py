"""Which sentences say what tone to take."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind, RuleScope
from schemas.turn import Role
from tests.skgeval.annotation.rules.said import lifted, said, set_of

SETTING = [
    ("No emojis please.", "#emoji", "avoid"),
    ("My reader speaks them aloud, so please never use emoji in your answers.", "#emoji", "avoid"),
    ("I'd like you to stop apologizing.", "sorry", "avoid"),
    ("Avoid jargon.", "leverage", "avoid"),
    ("Please don't use exclamation marks.", "!", "avoid"),
    ("Use emojis in every message.", "#emoji", ""),
    ("Quit saying sorry all the time.", "sorry", "avoid"),
    ("Could you stop using slang?", "gonna", "avoid"),
    ("I hate exclamation points.", "!", "avoid"),
    ("You must not swear.", "damn", "avoid"),
    ("Without emojis, please.", "#emoji", "avoid"),
    ("I can't stand it when you apologise.", "sorry", "avoid"),
    ("Skip the emojis.", "#emoji", "avoid"),
    ("Don't tell me that you're an AI.", "as an ai", "avoid"),
    ("Please refrain from using contractions.", "don't", "avoid"),
    ("dont use emojis", "#emoji", "avoid"),
]
NOT_SETTING = [
    "I love emojis.",
    "What does this emoji mean?",
    "She apologised for the delay.",
    "The contract is full of jargon.",
    "How do I turn off emoji on my phone?",
    "Write a tweet with three emojis.",
    "Don't use exclamation marks in my cover letter.",
    "He never apologizes.",
    "Should I use emojis in a job application?",
    "Is it rude to swear in French?",
    "My daughter's texts have no emojis.",
    "There's no need to apologize, it was my fault.",
]


@pytest.mark.parametrize(("sentence", "term", "unit"), SETTING)
def test_a_tone_is_a_rule_that_stays(sentence, term, unit):
    (rule,) = set_of(RuleKind.TONE, sentence)

    assert term in rule.terms
    assert (rule.unit, rule.scope) == (unit, RuleScope.SESSION)


@pytest.mark.parametrize("sentence", NOT_SETTING)
def test_talk_about_tone_is_no_rule(sentence):
    assert set_of(RuleKind.TONE, sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "You can use emoji again.",
        "Emojis are fine now.",
        "Feel free to use exclamation marks.",
        "Drop the emoji ban.",
        "I don't mind emojis anymore.",
        "Okay, emojis are allowed again.",
    ],
)
def test_a_tone_is_lifted(sentence):
    assert RuleKind.TONE in lifted(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I won't use emojis anymore.",
        "From now on I'll avoid exclamation marks.",
        "I promise to stop apologizing.",
        "No more emojis from me.",
    ],
)
def test_an_assistant_promises_a_tone(sentence):
    assert len(set_of(RuleKind.TONE, sentence, role=Role.ASSISTANT)) == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "Never use emojis in a job application.",
        "You should avoid jargon.",
        "Emojis are fun.",
        "I will never forget you.",
    ],
)
def test_an_assistants_advice_is_no_promise(sentence):
    assert said(sentence, role=Role.ASSISTANT) == ()


def test_a_prohibition_beside_a_question_stays():
    (rule,) = set_of(RuleKind.TONE, "What should I cook tonight?", "No emojis please.")

    assert rule.scope is RuleScope.SESSION


def test_a_wish_for_a_text_that_is_asked_for_is_no_rule():
    assert said("Write a birthday card for my aunt.", "No emojis.") == ()
