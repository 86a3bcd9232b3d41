"""Which sentences say what language to answer in, and which only speak of languages."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind, RuleScope
from schemas.turn import Role
from tests.skgeval.annotation.rules.said import lifted, said, set_of

SETTING = [
    ("Only answer in French.", "fr"),
    ("Please reply in German from now on.", "de"),
    ("From here on, speak Spanish to me.", "es"),
    ("Could you switch to Italian, please?", "it"),
    ("I'd like you to always respond in Dutch, even if I write in English.", "nl"),
    ("All your answers must be in Portuguese.", "pt"),
    ("French only, please.", "fr"),
    ("Let's continue in Polish.", "pl"),
    ("You must write your replies in Swedish.", "sv"),
    ("I want answers in Japanese only.", "ja"),
    ("Use only English in this conversation.", "en"),
    ("Can you answer me in Turkish?", "tr"),
]
NOT_SETTING = [
    "Translate this sentence to French.",
    "Write a poem of ten lines in French.",
    "How do you say thank you in Spanish?",
    "My boss only speaks German.",
    "I answered her in Italian.",
    "Is the menu in English?",
    "I'm learning Japanese and it is hard.",
    "French food is the best.",
    "Give me ten verbs in Portuguese.",
    "Can you recommend a book in Polish?",
    "Draft an email to my landlord in German.",
    "The manual is only in Chinese.",
]


@pytest.mark.parametrize(("sentence", "code"), SETTING)
def test_a_sentence_that_says_which_language_to_answer_in_sets_the_rule(sentence, code):
    rules = set_of(RuleKind.LANGUAGE, sentence)

    assert [rule.language for rule in rules] == [code]


@pytest.mark.parametrize("sentence", NOT_SETTING)
def test_a_sentence_that_only_speaks_of_a_language_sets_no_rule(sentence):
    assert said(sentence) == ()


def test_a_forbidden_language_is_a_rule_of_its_own():
    (rule,) = set_of(RuleKind.LANGUAGE, "Please stop answering in English.")

    assert (rule.language, rule.unit) == ("en", "avoid")


def test_a_language_asked_for_beside_a_question_is_meant_for_that_answer():
    (rule,) = set_of(RuleKind.LANGUAGE, "Answer in French.", "What is the capital of Peru?")

    assert rule.scope is RuleScope.ANSWER


def test_a_language_asked_for_with_only_stays():
    (rule,) = set_of(RuleKind.LANGUAGE, "Only answer in French.", "What is the capital of Peru?")

    assert rule.scope is RuleScope.SESSION


@pytest.mark.parametrize(
    "sentence",
    [
        "You can answer in English again.",
        "You don't have to speak French anymore.",
        "Forget the French rule.",
        "Feel free to use English now.",
        "No need to reply in German any longer.",
    ],
)
def test_a_language_rule_is_lifted(sentence):
    assert RuleKind.LANGUAGE in lifted(sentence)


def test_a_system_turn_sets_the_language_for_good():
    (rule,) = set_of(RuleKind.LANGUAGE, "You answer customers of a shoe shop.", "Answer in Danish.", role=Role.SYSTEM)

    assert (rule.language, rule.scope) == ("da", RuleScope.SESSION)
