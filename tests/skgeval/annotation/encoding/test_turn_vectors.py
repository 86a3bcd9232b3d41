"""The vectors of one turn."""

from __future__ import annotations

import numpy as np
import pytest

from schemas.annotation import Vectors
from skgeval.annotation.encoding import HashEncoder, vectors_of
from skgeval.vectors import cosine, rows

ENCODER = HashEncoder()


def test_labels_come_back_sorted_once_each_with_their_rows():
    vectors = vectors_of((), ("dog", "cat", "dog", ""), "", ENCODER)

    assert vectors.labels == ("cat", "dog")
    assert vectors.label_rows == ENCODER.encode(["cat", "dog"]).tobytes()


def test_every_sentence_has_a_row_in_its_place():
    vectors = vectors_of(("Hello there.", "", "Bye."), (), "", ENCODER)

    assert vectors.sentences == ENCODER.encode(["Hello there.", "", "Bye."]).tobytes()


def test_the_reference_has_a_row_of_its_own_only_when_there_is_one():
    assert vectors_of(("Hello.",), ("cat",), "a reference", ENCODER).reference == (
        ENCODER.encode(["a reference"]).tobytes()
    )
    assert vectors_of(("Hello.",), ("cat",), " ", ENCODER).reference == b""


def test_the_turn_is_as_close_to_either_of_two_sentences():
    vectors = vectors_of(("Kettles boil.", "Bicycles roll on."), (), "", ENCODER)

    turn = rows(vectors.turn, 64)[0]
    first, second = rows(vectors.sentences, 64)

    assert cosine(turn, first) == pytest.approx(cosine(turn, second), abs=0.01)


def test_one_sentence_is_the_turn():
    vectors = vectors_of(("Kettles boil.",), (), "", ENCODER)

    assert vectors.turn == vectors.sentences


def test_a_turn_without_sentences_has_no_turn_row():
    assert vectors_of((), (), "", ENCODER) == Vectors(dimensions=64)


def test_blank_sentences_do_not_count_in_the_turn():
    with_blank = vectors_of(("Kettles boil.", ""), (), "", ENCODER)

    assert np.array_equal(rows(with_blank.turn, 64), rows(vectors_of(("Kettles boil.",), (), "", ENCODER).turn, 64))
