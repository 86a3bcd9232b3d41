"""Letters, drafts, stories, poems, scripts, quotations and arithmetic are told from what a turn asserts."""

from __future__ import annotations

import pytest

from schemas.annotation import SentenceKind
from skgeval.annotation.text import prepare
from skgeval.policy import AnnotationPolicy

LETTER = "Dear Ms Lind,\n\nI hate my job. I quit.\n\nKind regards,\nTom"
POEM = """The river bends beneath the hill
And takes the evening light away
The mill has stopped, the wheel is still
And night comes softly over day"""


def kind_of(text: str, words: str) -> SentenceKind:
    document = prepare(text, AnnotationPolicy())
    at = document.text.index(words)
    return next(block.kind for block in document.blocks if block.lead <= at < block.end)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LETTER, "I hate my job"),
        ("Subject: Leave\n\nHello team,\n\nI am ill today.", "I am ill"),
        ("Here is a draft of the email:\n\nHi Bo,\n\nWe sold the house.\n\nAnn", "We sold"),
        ("Sure! Here's a short story:\n\nThe king owned no horse.", "The king"),
        ("Once upon a time, there was a queen. She had no crown.", "She had"),
        (POEM, "The mill"),
        ("Ann: I like tea.\nBob: I hate tea.\nAnn: Then go.", "I hate tea"),
        ("Okay, I'm in character now. I am a captain of ninety ships.", "I am a captain"),
        ("I am [Your Name] and I live in [City].", "I live in"),
    ],
)
def test_composed_text_is_composed(text, words):
    assert kind_of(text, words) is SentenceKind.COMPOSED


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hi there,\nI ordered a phone last week.", "I ordered"),
        ("I read a story yesterday. It was long.", "It was long"),
        ("I got your email. My address is new.", "My address"),
        ("Once upon a Time sounds perfect.", "sounds perfect"),
        ("Here is an example of how to call it:\n\n```\nf()\n```\n\nThe function is slow.", "The function"),
        ("Price: ten dollars.\nColour: red.", "ten dollars"),
        ("I like dogs\nMy name is Kim\nI work at a bank.", "My name"),
    ],
)
def test_what_is_meant_is_not_composed(text, words):
    assert kind_of(text, words) is SentenceKind.PROSE


@pytest.mark.parametrize(
    "closing", ["Let me know if you want changes.", "---\n\nIt is my second version.", "I hope this helps!"]
)
def test_a_closing_remark_or_a_rule_ends_composed_text(closing):
    text = f"Here is the letter:\n\nI was never there.\n\n{closing}"

    assert kind_of(text, closing.splitlines()[-1]) is SentenceKind.PROSE
    assert kind_of(text, "I was never") is SentenceKind.COMPOSED


def test_the_line_that_announces_a_letter_is_meant():
    assert kind_of(f"I changed the date. Here is the letter:\n\n{LETTER}", "I changed") is SentenceKind.PROSE


@pytest.mark.parametrize(
    "sentence",
    [
        "So 3 + 4 = 7.",
        "That gives 12 \u00d7 3 apples.",
        "Multiply 12 by 4 to get 48.",
        "Solving for x gives 4.",
        "We get \\(x^2 - 4\\) from it.",
        "It is 14 divided by 7.",
        "f(2) = 9",
    ],
)
def test_arithmetic_is_a_calculation(sentence):
    assert kind_of(sentence, sentence[:4]) is SentenceKind.CALCULATION


@pytest.mark.parametrize(
    "sentence",
    [
        "It takes 10-15 minutes.",
        "I run 3 times a week.",
        "Split the class into groups of 4-5 students.",
        "The code is 24/7 support.",
        "He is 1.80 m tall and 30 years old.",
        "The score was 3 - 2.",
    ],
)
def test_figures_alone_are_no_calculation(sentence):
    assert kind_of(sentence, sentence[:4]) is SentenceKind.PROSE


def test_figures_of_a_worked_example_are_intermediate_results():
    text = "There are 12 boxes. 12 * 3 = 36. Then 36 / 4 = 9. So 9 boxes stay. Thank you."

    assert kind_of(text, "So 9") is SentenceKind.CALCULATION
    assert kind_of(text, "Thank you") is SentenceKind.PROSE


def test_direct_speech_is_marked_and_names_in_quotation_marks_are_not():
    document = prepare('He said "I am tired of this." She read "Dune" then.', AnnotationPolicy())

    assert [document.text[start:end] for start, end in document.quotes] == ["I am tired of this."]


def test_a_sentence_that_is_mostly_quotation_is_a_quote():
    assert kind_of('"We will never sell the farm." That was his view.', "We will") is SentenceKind.QUOTE
    assert kind_of('"We will never sell the farm." That was his view.', "That was") is SentenceKind.PROSE


def test_inches_open_no_quotation():
    document = prepare('A 27" screen is fine, and a 24" screen is fine too, I think.', AnnotationPolicy())

    assert document.quotes == ()
