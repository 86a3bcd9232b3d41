"""Which sentences bound the questions that the assistant asks."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind
from tests.skgeval.annotation.rules.said import lifted, said, set_of

SETTING = [
    ("Ask me one question at a time.", 1),
    ("One question at a time, please.", 1),
    ("Please don't ask me more than one question at once.", 1),
    ("Only ask one question per message.", 1),
    ("Stop asking me questions.", 0),
    ("You should never ask several questions at once.", 1),
    ("I'd like you to ask just one question at a time.", 1),
    ("Ask at most two questions per reply.", 2),
    ("Don't ask me any follow-up questions.", 0),
    ("Could you ask me only one thing at a time?", 1),
    ("No more questions, please.", 0),
]
NOT_SETTING = [
    "Can I ask you one question?",
    "I have two questions.",
    "Ask me a question about history.",
    "She asked several questions at once.",
    "Don't ask.",
    "Don't ask me why.",
    "What questions should I ask the landlord?",
    "One question: is it waterproof?",
    "Ask your doctor about it.",
    "How many questions are in the test?",
]


@pytest.mark.parametrize(("sentence", "high"), SETTING)
def test_a_bound_on_questions_is_a_rule(sentence, high):
    rules = set_of(RuleKind.ONE_QUESTION, sentence)

    assert [rule.high for rule in rules] == [high]


@pytest.mark.parametrize("sentence", NOT_SETTING)
def test_other_questions_are_no_rule(sentence):
    assert said(sentence) == ()


def test_the_bound_is_lifted():
    assert RuleKind.ONE_QUESTION in lifted("You can ask several questions at once now.")
