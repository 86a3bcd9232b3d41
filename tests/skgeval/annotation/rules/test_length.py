"""Which sentences bound the length of answers, and which speak of the length of something else."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind, RuleScope
from tests.skgeval.annotation.rules.said import lifted, said, set_of

SETTING = [
    ("Keep your answers under 50 words.", "words", None, 49),
    ("Answer in one sentence from now on.", "sentences", None, 1),
    ("Please never write more than three sentences.", "sentences", None, 3),
    ("Limit every reply to 280 characters.", "characters", None, 280),
    ("One-sentence answers only, please.", "sentences", None, 1),
    ("Max 40 words per answer.", "words", None, 40),
    ("Your replies should be no longer than two paragraphs.", "paragraphs", None, 2),
    ("I'd like all answers to be at most 100 words.", "words", None, 100),
    ("Could you always keep it to two or three sentences?", "sentences", None, 3),
    ("Don't exceed 60 words in your responses.", "words", None, 60),
    ("Each answer must have exactly three bullet points.", "items", 3, 3),
    ("Always write at least 20 words.", "words", 20, None),
    ("Your answers must fit in 5 lines.", "lines", None, 5),
    ("From now on use between 30 and 50 words.", "words", 30, 50),
    ("Keep all your answers short.", "words", None, 120),
    ("Please be brief in all your replies.", "words", None, 120),
]
NOT_SETTING = [
    "Write a poem of ten lines.",
    "Summarise the book in 200 words.",
    "The form allows only 50 words per field.",
    "My essay must have at least 1,000 words.",
    "How many words are in that sentence?",
    "She answered in one sentence.",
    "Give me five options for dinner.",
    "I read two paragraphs of it yesterday.",
    "Is 300 words too long for a cover letter?",
    "Write me a two-sentence bio for the website.",
    "He always keeps his speeches short.",
    "I'm short of words.",
    "Name three points against it.",
]


@pytest.mark.parametrize(("sentence", "unit", "low", "high"), SETTING)
def test_a_bound_on_answers_is_a_rule_that_stays(sentence, unit, low, high):
    rules = set_of(RuleKind.LENGTH, sentence)

    assert [(rule.unit, rule.low, rule.high, rule.scope) for rule in rules] == [(unit, low, high, RuleScope.SESSION)]


@pytest.mark.parametrize("sentence", NOT_SETTING)
def test_the_length_of_another_text_is_no_rule(sentence):
    assert said(sentence) == ()


@pytest.mark.parametrize(
    ("sentence", "unit", "high"),
    [
        ("Answer this in one sentence: why is the sky blue?", "sentences", 1),
        ("Keep it under 50 words.", "words", 49),
        ("Please answer in fewer than 200 words.", "words", 199),
        ("In two sentences, please.", "sentences", 2),
        ("Explain in one sentence how a fridge works.", "sentences", 1),
        ("Give me your answer in at most ten words.", "words", 10),
    ],
)
def test_a_bound_without_a_word_of_time_is_meant_for_this_answer(sentence, unit, high):
    rules = set_of(RuleKind.LENGTH, sentence)

    assert [(rule.unit, rule.high, rule.scope) for rule in rules] == [(unit, high, RuleScope.ANSWER)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Forget the one-sentence rule.",
        "You can write longer answers again.",
        "Longer answers are fine now.",
        "You don't have to keep it short anymore.",
        "The word limit is lifted.",
        "Feel free to answer in more than one sentence.",
        "Drop the 50-word limit.",
        "No need to be brief any longer.",
    ],
)
def test_a_bound_is_lifted(sentence):
    assert RuleKind.LENGTH in lifted(sentence)


def test_about_reaches_thirty_percent_to_either_side():
    (rule,) = set_of(RuleKind.LENGTH, "From now on answer in about 50 words.")

    assert (rule.low, rule.high) == (35, 65)
