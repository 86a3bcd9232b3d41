"""Rounding to int8."""

from __future__ import annotations

import numpy as np

from skgeval.annotation.encoding.quantised import quantised


def test_each_row_has_a_scale_of_its_own():
    assert quantised(np.array([[0.1, -0.2], [3.0, 1.5]])).tolist() == [[64, -127], [127, 64]]


def test_halves_round_to_even():
    assert quantised(np.array([[254.0, 1.0, 3.0]])).tolist() == [[127, 0, 2]]


def test_a_zero_row_stays_zero():
    assert quantised(np.zeros((1, 3))).tolist() == [[0, 0, 0]]


def test_no_rows_stay_no_rows():
    assert quantised(np.zeros((0, 3))).shape == (0, 3)
