"""Which sentences ask for a form of answers, and which ask for a text in that form."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind, RuleScope
from tests.skgeval.annotation.rules.said import lifted, said, set_of

SETTING = [
    ("Don't use bullet points.", ("bullets",), "avoid"),
    ("No markdown, please.", ("markdown",), "avoid"),
    ("Always answer as a numbered list.", ("numbered",), ""),
    ("From now on format your answers as a table.", ("table",), ""),
    ("Return only valid JSON in every reply.", ("json",), ""),
    ("Please stop using headings.", ("headings",), "avoid"),
    ("Could you use bullet points in all your answers?", ("bullets",), ""),
    ("I don't want any tables in your answers.", ("table",), "avoid"),
    ("Avoid bold text.", ("bold",), "avoid"),
    ("Every answer must contain a code block.", ("code_block",), ""),
    ("Plain text only.", ("plain_text",), ""),
    ("I would prefer it if you didn't use lists.", ("list",), "avoid"),
    ("Write everything in lowercase from now on.", ("lowercase",), ""),
    ("Never write in all caps.", ("capitals",), "avoid"),
]
NOT_SETTING = [
    "Make a table of the planets.",
    "What are the bullet points of the contract?",
    "Put the results of the survey in a table for my boss.",
    "Can you parse this JSON?",
    "I have a list of guests.",
    "My teacher says never use bullet points in an essay.",
    "Write a numbered list of ten fruits.",
    "The table in the kitchen is broken.",
    "How do I make text bold in Word?",
    "Don't use tables in the report for the board.",
    "Convert this to CSV.",
    "The heading is too long.",
]


@pytest.mark.parametrize(("sentence", "terms", "unit"), SETTING)
def test_a_form_of_answers_is_a_rule(sentence, terms, unit):
    rules = set_of(RuleKind.FORMAT, sentence)

    assert [(rule.terms, rule.unit) for rule in rules] == [(terms, unit)]


@pytest.mark.parametrize("sentence", NOT_SETTING)
def test_a_form_of_another_text_is_no_rule(sentence):
    assert set_of(RuleKind.FORMAT, sentence) == []


def test_several_forms_in_one_breath_are_several_rules():
    rules = said("No bullet points, tables or emojis in your answers.")

    assert [(rule.kind, rule.terms) for rule in rules] == [
        (RuleKind.FORMAT, ("bullets",)),
        (RuleKind.FORMAT, ("table",)),
        (RuleKind.TONE, ("#emoji",)),
    ]


def test_a_form_asked_for_once_is_meant_for_this_answer():
    (rule,) = set_of(RuleKind.FORMAT, "Please use bullet points.")

    assert rule.scope is RuleScope.ANSWER


@pytest.mark.parametrize(
    "sentence",
    [
        "You can use bullet points again.",
        "Tables are fine now.",
        "Feel free to use headings.",
        "Forget the JSON format.",
        "You don't need to answer in bullet points anymore.",
    ],
)
def test_a_form_is_lifted(sentence):
    assert RuleKind.FORMAT in lifted(sentence)
