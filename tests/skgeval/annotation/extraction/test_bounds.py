"""Whatever arrives, reading is bounded, deterministic and never crashes."""

from __future__ import annotations

import pytest

from schemas.annotation import SentenceKind
from schemas.turn import Role, Turn
from skgeval.annotation.extraction import LocalExtractor
from skgeval.annotation.text import prepare
from skgeval.policy import AnnotationPolicy
from tests.skgeval.annotation.extraction.conftest import Read

STRANGE = [
    "",
    " \n\t ",
    "?",
    "...",
    "🙂🙂🙂",
    "```python\nx = 1\n```",
    "\0\0\0",
    "مرحبا بالعالم",
    "这个项目使用数据库。",
    "a" * 5000,
    "(" * 500,
    "no " * 300,
    "and or but if " * 100,
    "\ud800 broken",
    "I I I I I am am am.",
    "| a |\n|---|\n| b |",
]


@pytest.mark.parametrize("text", STRANGE)
def test_strange_text_is_read_without_failing(read: Read, text: str):
    extraction = read(text)

    assert all(claim.sentence < len(extraction.sentences) for claim in extraction.claims)


def test_ten_thousand_sentences_are_cut_to_the_most_promising(extractor: LocalExtractor):
    policy = AnnotationPolicy()
    filler = "The grass is green. " * 5_000
    text = filler + "My name is Ida and I am 40 years old. " + filler
    turn = Turn(conversation="c", role=Role.USER, text=text)

    extraction = extractor.extract(turn, prepare(text, policy), policy)

    assert len(extraction.sentences) == policy.max_sentences
    assert "sentences_cut" in extraction.flags
    assert any("Ida" in sentence.text for sentence in extraction.sentences)


def test_claims_beyond_the_bound_are_dropped_by_importance(extractor: LocalExtractor):
    policy = AnnotationPolicy(max_claims=3)
    text = "The grass is green. The sky is blue. I own a boat. The sea is deep. My name is Ida."
    turn = Turn(conversation="c", role=Role.USER, text=text)

    extraction = extractor.extract(turn, prepare(text, policy), policy)

    assert len(extraction.claims) == 3
    assert "claims_cut" in extraction.flags
    assert [claim.object.label for claim in extraction.claims] == ["green", "boat", "ida"]


def test_questions_keep_their_claims_when_some_are_dropped(extractor: LocalExtractor):
    policy = AnnotationPolicy(max_claims=2)
    text = "The grass is green. The sea is deep. Do you own a boat?"
    turn = Turn(conversation="c", role=Role.USER, text=text)

    extraction = extractor.extract(turn, prepare(text, policy), policy)

    for question in extraction.questions:
        assert all(index < len(extraction.claims) for index in question.claims)


def test_a_sentence_without_a_full_stop_is_cut(extractor: LocalExtractor):
    policy = AnnotationPolicy(max_sentence_tokens=20)
    text = "the cat sat on the mat and " * 60
    turn = Turn(conversation="c", role=Role.USER, text=text)

    extraction = extractor.extract(turn, prepare(text, policy), policy)

    assert max(len(sentence.text.split()) for sentence in extraction.sentences) <= 21


def test_the_same_turn_reads_alike_twice(read: Read):
    text = "My sister lives in Bern. She owns a bakery, and it makes rye bread. Is it open?"

    assert read(text) == read(text)


def test_code_and_arithmetic_claim_nothing(read: Read):
    assert read("```\nprint('The sky is green.')\n```").claims == ()


def test_a_draft_is_never_checked(read: Read):
    text = "Sure, here is a letter:\n\nDear Ida,\n\nI am your new neighbour. My dog is friendly.\n\nBest regards,\nOtto"

    extraction = read(text)

    composed = [
        claim for claim in extraction.claims if extraction.sentences[claim.sentence].kind is SentenceKind.COMPOSED
    ]
    assert composed
    assert not any(claim.checked for claim in composed)


def test_spans_point_at_the_words_that_were_written(read: Read):
    text = "**Opening hours:** The shop opens at 9 am.\n\n- The *bakery* closes at noon."

    for claim in read(text).claims:
        written = text[claim.span.start : claim.span.end]
        assert "at" in written
        assert claim.object.text.split()[-1].rstrip(".") in written
