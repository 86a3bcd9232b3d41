"""Sloppy chat spelling is put right; what only looks sloppy is left alone."""

from __future__ import annotations

import pytest

from skgeval.annotation.text import prepare
from skgeval.policy import AnnotationPolicy


def clean(text: str) -> str:
    return prepare(text, AnnotationPolicy()).text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("im fine", "I'm fine"),
        ("i m fine", "I'm fine"),
        ("i ' m fine", "I'm fine"),
        ("i 'm fine", "I'm fine"),
        ("i dont know", "I don't know"),
        ("i do n't know", "I don't know"),
        ("it doesn ' t matter", "it doesn't matter"),
        ("we don t go", "we don't go"),
        ("you cant and he wont", "you can't and he won't"),
        ("I ca n't", "I can't"),
        ("they ' re here , you re not", "they're here , you're not"),
        ("its a dog", "it's a dog"),
        ("thats what u said", "that's what you said"),
        ("Ive seen alot", "I've seen a lot"),
        ("hadnt we", "hadn't we"),
    ],
)
def test_sloppy_spelling_is_repaired(written, meant):
    assert clean(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "its tail is long",
        "The IM protocol is old.",
        "i.e. the first",
        "Born in 300 BC.",
        "want this",
        "I can take it.",
        "The U boat",
        "cantaloupe and wontons",
        "don't",
        "a . b , c !",
    ],
)
def test_right_spelling_is_left_alone(text):
    assert clean(text) == text


def test_a_repaired_word_leads_back_to_the_word_as_written():
    document = prepare("well im ok", AnnotationPolicy())

    at = document.text.index("I'm")
    span = document.span(at, at + 3)

    assert document.source[span.start : span.end] == "im"
