"""Relevance: what a response is compared with, and what it is when cosines say nothing."""

from __future__ import annotations

import numpy as np
import pytest

from schemas.annotation import Annotation, AnswerType, Reference, ReferenceKind, Vectors
from schemas.claim import Claim, Form, Mention, Quantity, Span
from schemas.turn import Role
from skgeval.judgement.relevance import PromptSide, relevance
from skgeval.policy import Policy

POLICY = Policy()
EAST, NORTH, WEST = (1, 0), (0, 1), (-1, 0)
SPAN = Span(start=0, end=1)


def row(components: tuple[int, ...]) -> bytes:
    return np.array(components, dtype=np.int8).tobytes()


def response(*sentences: tuple[int, ...], words: int = 30, reference: tuple[int, ...] = (), **parts: object):
    vectors = Vectors(
        dimensions=2,
        sentences=b"".join(row(sentence) for sentence in sentences),
        reference=row(reference) if reference else b"",
    )
    return Annotation(
        conversation="c",
        role=Role.ASSISTANT,
        turn_id="1",
        text="",
        text_digest="",
        words=words,
        vectors=vectors,
        **parts,
    )


def prompt(*sides: tuple[int, ...], words: int = 20, **parts: object) -> PromptSide:
    return PromptSide(words=words, rows=tuple(row(side) for side in sides), dimensions=2, **parts)


def test_relevance_is_the_best_cosine_of_any_sentence_with_any_part_of_the_prompt_side():
    measured = relevance(response(NORTH, (4, 3)), prompt(WEST, EAST), POLICY)

    assert measured.value == pytest.approx(0.8)
    assert measured.prompt_cosine == pytest.approx(0.8)


def test_a_reply_that_continues_the_previous_answer_is_relevant():
    last_prompt, prompt_before, previous_answer = WEST, WEST, EAST

    assert relevance(response(EAST), prompt(last_prompt, prompt_before, previous_answer), POLICY).value == 1.0


def test_opposed_vectors_share_nothing_rather_than_less_than_nothing():
    assert relevance(response(EAST), prompt(WEST), POLICY).value == 0.0


def test_a_turn_without_a_new_prompt_has_no_relevance():
    measured = relevance(response(EAST), None, POLICY)

    assert measured.value is None
    assert measured.reason == "no_new_prompt"


def test_a_language_that_is_not_served_has_no_relevance():
    measured = relevance(response(EAST, served=False), prompt(EAST), POLICY)

    assert measured.value is None
    assert measured.reason == "language_not_served"


def test_a_response_without_sentences_has_no_relevance():
    measured = relevance(response(), prompt(EAST), POLICY)

    assert measured.value is None
    assert measured.reason == "no_sentence_vectors"


def test_a_reference_weighs_six_tenths_after_a_prompt_of_ten_words():
    measured = relevance(response(EAST, reference=(4, 3)), prompt((3, 4), words=10), POLICY)

    assert measured.value == pytest.approx(0.4 * 0.6 + 0.6 * 0.8)
    assert measured.reference_cosine == pytest.approx(0.8)


def test_a_reference_does_not_count_after_a_prompt_of_nine_words():
    assert relevance(response(EAST, reference=(4, 3)), prompt((3, 4), words=9), POLICY).value == pytest.approx(0.6)


def test_a_short_response_that_nothing_decides_is_neutral_and_says_so():
    measured = relevance(response((3, 4), words=11), prompt(EAST), POLICY)

    assert measured.value == 0.75
    assert measured.reason == "neutral_short_response"
    assert measured.expected_answer == "undecided"


def test_a_response_of_twelve_words_is_not_short():
    assert relevance(response((3, 4), words=12), prompt(EAST), POLICY).value == pytest.approx(0.6)


@pytest.mark.parametrize(("sentence", "expected"), [((21, 98), 0.75), ((19, 98), pytest.approx(0.19, abs=0.001))])
def test_a_short_response_below_a_cosine_of_a_fifth_is_as_irrelevant_as_that(sentence, expected):
    assert relevance(response(sentence, words=3), prompt(EAST), POLICY).value == expected


def fragment(quantity: Quantity) -> Claim:
    return Claim(
        subject=Mention(text="", label=""),
        relation="",
        object=Mention(text=quantity.text, label=quantity.text),
        speaker=Role.ASSISTANT,
        sentence=0,
        span=SPAN,
        form=Form.FRAGMENT,
        quantity=quantity,
    )


def test_a_bare_number_answers_how_many_months_whatever_its_cosine():
    bare = response(NORTH, words=1, claims=(fragment(Quantity(value=24, text="24")),))

    measured = relevance(bare, prompt(EAST, expects=AnswerType.NUMBER, dimension="time"), POLICY)

    assert measured.value == 1.0
    assert measured.expected_answer == "match"


def test_a_price_does_not_answer_how_many_months():
    price = response(EAST, words=2, claims=(fragment(Quantity(value=30, dimension="currency:EUR", text="30 euros")),))

    measured = relevance(price, prompt(EAST, expects=AnswerType.NUMBER, dimension="time"), POLICY)

    assert measured.value == 0.0
    assert measured.expected_answer == "mismatch"


def test_a_yes_answers_a_yes_or_no_question():
    affirmed = Reference(kind=ReferenceKind.AFFIRMATION, text="Yes", sentence=0, span=SPAN)

    yes = relevance(response(NORTH, words=1, references=(affirmed,)), prompt(EAST, expects=AnswerType.YES_NO), POLICY)

    assert yes.value == 1.0


def test_an_unrelated_short_statement_to_an_open_question_keeps_its_low_cosine():
    measured = relevance(response((14, 99), words=3), prompt(EAST, expects=AnswerType.OPEN, words=4), POLICY)

    assert measured.value == pytest.approx(0.14, abs=0.001)


def test_a_prompt_that_another_encoder_read_cannot_be_compared():
    other = PromptSide(words=20, rows=(b"\x01\x00\x00",), dimensions=3)

    measured = relevance(response(EAST), other, POLICY)

    assert measured.value is None
    assert measured.reason == "no_sentence_vectors"
