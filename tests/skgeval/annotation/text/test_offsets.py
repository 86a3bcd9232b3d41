"""Every stretch of clean text leads back to the words it was made of."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from skgeval.annotation.text import prepare
from skgeval.policy import AnnotationPolicy

WORD = re.compile(r"\b[a-z]{4,}\b(?!')")
VOCABULARY = ("battery", "station", "garden", "orange", "window", "thirty", "kitchen")
MARKS = (
    "**",
    "*",
    "_",
    "`",
    "~~",
    "[",
    "](x)",
    "> ",
    "- ",
    "1. ",
    "# ",
    "|",
    "\n",
    "\n\n",
    " ",
    ". ",
    ": ",
    "<b>",
    "$",
    "\\(",
    '"',
    "```",
    "im ",
    "dont ",
)

pieces = st.lists(st.sampled_from(VOCABULARY + MARKS), max_size=40).map("".join)


@given(st.one_of(pieces, st.text(max_size=200)))
@settings(max_examples=150, deadline=None)
def test_blocks_lie_in_the_text_in_order_and_spans_lie_in_the_source(text):
    document = prepare(text, AnnotationPolicy())

    position = 0
    for block in document.blocks:
        assert position <= block.lead <= block.start < block.end <= len(document.text)
        span = document.span(block.start, block.end)
        assert 0 <= span.start < span.end <= len(document.source)
        assert "\n" not in document.text[block.start : block.end]
        position = block.end


@given(pieces)
@settings(max_examples=150, deadline=None)
def test_every_word_is_found_where_its_span_says(text):
    document = prepare(text, AnnotationPolicy())

    for word in WORD.finditer(document.text):
        span = document.span(word.start(), word.end())
        written = document.source[span.start : span.end]
        assert (written[0], written[-1]) == (word[0][0], word[0][-1])
        letters = iter(written)
        assert all(letter in letters for letter in word[0])


@given(pieces)
@settings(max_examples=100, deadline=None)
def test_preparing_clean_text_again_changes_nothing_but_its_markup(text):
    once = prepare(text, AnnotationPolicy())

    assert len(once.source) == len(text)
    assert all(block.kind for block in once.blocks)


def test_a_sentence_with_markup_leads_back_to_all_of_it():
    text = "First. The **big** [dog](http://x.org) barks."
    document = prepare(text, AnnotationPolicy())

    at = document.text.index("The")
    span = document.span(at, len(document.text))

    assert text[span.start : span.end] == "The **big** [dog](http://x.org) barks."


def test_an_empty_document_answers_with_an_empty_span():
    document = prepare("", AnnotationPolicy())

    assert (document.span(0, 0).start, document.span(0, 5).end) == (0, 0)
