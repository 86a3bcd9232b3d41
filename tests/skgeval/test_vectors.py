"""Cosines of int8 rows are exact, and what a session keeps of them is bounded."""

from __future__ import annotations

import math

import numpy as np
import pytest

from skgeval.vectors import LabelVectors, Window, byte_cosine, cosine, cosine_matrix, cosines, greatest_cosine, rows


def row(*components: int) -> bytes:
    return np.array(components, dtype=np.int8).tobytes()


def random_rows(count: int, dimensions: int) -> bytes:
    return np.random.default_rng(7).integers(-127, 128, (count, dimensions), dtype=np.int8).tobytes()


def test_a_row_has_cosine_one_with_itself_and_minus_one_with_its_opposite():
    assert cosine(rows(row(3, 4), 2), rows(row(3, 4), 2)) == 1.0
    assert cosine(rows(row(3, 4), 2), rows(row(-3, -4), 2)) == -1.0


def test_the_cosine_of_three_four_and_four_three_is_24_by_25():
    assert cosine(rows(row(3, 4), 2), rows(row(4, 3), 2)) == 24 / 25


def test_a_zero_row_is_like_nothing():
    assert cosine(rows(row(0, 0), 2), rows(row(1, 2), 2)) == 0.0


def test_a_missing_row_has_no_cosine():
    assert byte_cosine(b"", row(1, 2)) is None
    assert greatest_cosine((b"", b""), row(1, 2), 2) is None
    assert greatest_cosine((row(1, 2),), b"", 2) is None


def test_dot_products_equal_whole_number_arithmetic_in_any_order_of_components():
    data = random_rows(200, 384)
    matrix = rows(data, 384)
    whole = np.frombuffer(data, dtype=np.int8).reshape(200, 384).astype(np.int64)

    dots = matrix @ matrix.T
    reversed_dots = matrix[:, ::-1] @ matrix[:, ::-1].T

    assert np.array_equal(dots.astype(np.int64), whole @ whole.T)
    assert np.array_equal(dots, reversed_dots)


def test_the_widest_exact_row_stays_below_two_to_the_24_and_wider_ones_are_summed_in_float64():
    largest = np.full(1_040, 127, dtype=np.int8).tobytes()
    wider = np.full(1_041, 127, dtype=np.int8).tobytes()

    assert rows(largest, 1_040).dtype == np.float32
    assert (rows(largest, 1_040) @ rows(largest, 1_040).T).item() == 127 * 127 * 1_040
    assert rows(wider, 1_041).dtype == np.float64


def test_one_row_against_a_matrix_gives_what_each_pair_gives():
    matrix = rows(random_rows(50, 384), 384)

    together = cosines(matrix[7], matrix)

    assert together.tolist() == [cosine(matrix[7], other) for other in matrix]
    assert together[7] == 1.0


def test_the_greatest_cosine_looks_at_every_pair_of_two_sides():
    prompt = (row(1, 0, 0), row(0, 1, 0) + row(0, 0, 1))
    response = row(-1, 0, 0) + row(0, 3, 4)

    assert greatest_cosine(prompt, response, 3) == 0.8


def test_no_rows_give_an_empty_matrix():
    assert cosine_matrix(rows(b"", 3), rows(row(1, 2, 3), 3)).shape == (0, 1)
    assert cosines(rows(row(1, 2, 3), 3), rows(b"", 3)).shape == (0,)


def test_a_label_keeps_its_first_row():
    labels = LabelVectors(limit=10)

    labels.add(("cat", "dog"), row(1, 0) + row(0, 1), 2)
    labels.add(("cat", "emu"), row(5, 5) + row(3, 4), 2)

    assert labels.row("cat") == row(1, 0)
    assert labels.cosine("dog", "emu") == pytest.approx(0.8)
    assert labels.cosine("cat", "cat") == 1.0
    assert list(labels) == ["cat", "dog", "emu"]


def test_an_unknown_label_has_no_row_and_no_cosine():
    labels = LabelVectors(limit=10)
    labels.add(("cat",), row(1, 0), 2)

    assert labels.row("dog") == b""
    assert labels.cosine("cat", "dog") is None
    assert labels.cosine("dog", "dog") is None


def test_beyond_the_limit_the_oldest_label_leaves():
    labels = LabelVectors(limit=2)

    labels.add(("one", "two", "three"), row(1) + row(2) + row(3), 1)

    assert list(labels) == ["two", "three"]
    assert "one" not in labels
    assert len(labels) == 2


def test_a_full_window_holds_the_newest_rows_only():
    window = Window(size=2)
    for key, data in (("a", row(1, 0)), ("b", row(0, 1)), ("c", row(3, 4))):
        window.append(key, data)

    assert window.keys == ("b", "c")
    assert window.cosines(row(0, 1) + row(1, 0), 2).tolist() == [[1.0, 0.8], [0.0, 0.6]]


def test_a_window_leaves_out_entities_without_a_row():
    window = Window(size=2)
    window.append("a", b"")

    assert len(window) == 0
    assert window.cosines(row(1, 0), 2).shape == (1, 0)


def test_the_error_of_a_cosine_by_int8_rows_is_at_most_four_thousandths():
    generator = np.random.default_rng(1)
    vectors = generator.normal(size=(300, 384))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled = np.rint(vectors * (127 / np.abs(vectors).max(axis=1, keepdims=True))).astype(np.int8)

    exact = vectors @ vectors.T
    kept = cosine_matrix(rows(scaled.tobytes(), 384), rows(scaled.tobytes(), 384))

    assert np.abs(exact - kept).max() < 0.004
    assert math.isclose(kept[0, 0], 1.0)


def test_rows_of_another_encoder_start_store_and_window_anew():
    labels, window = LabelVectors(limit=9), Window(size=9)
    labels.add(("cat",), row(1, 0), 2)
    window.append("cat", row(1, 0))

    labels.add(("dog",), row(1, 0, 0), 3)
    window.append("dog", row(1, 0, 0))

    assert list(labels) == ["dog"]
    assert window.keys == ("dog",)
    assert byte_cosine(row(1, 0), row(1, 0, 0)) is None
