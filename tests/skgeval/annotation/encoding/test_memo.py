"""Remembered rows: the same bytes, counted, bounded."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from skgeval.annotation.encoding import HashEncoder, MemoEncoder
from tests.skgeval.annotation.encoding.contract import EncoderContract


class Listening(HashEncoder):
    """An encoder that notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        self.asked.extend(texts)
        return super().encode(texts)


class TestMemoEncoder(EncoderContract):
    @pytest.fixture
    def encoder(self):
        return MemoEncoder(HashEncoder(), capacity=10)


def test_a_string_is_encoded_once_within_a_call_and_across_calls():
    inner = Listening()
    memo = MemoEncoder(inner, capacity=10)

    memo.encode(["cat", "dog", "cat"])
    memo.encode(["dog", "emu"])

    assert inner.asked == ["cat", "dog", "emu"]
    assert (memo.hits, memo.misses) == (2, 3)


def test_rows_are_those_of_the_encoder_itself():
    memo = MemoEncoder(HashEncoder(), capacity=10)
    memo.encode(["dog"])

    assert np.array_equal(memo.encode(["cat", "dog"]), HashEncoder().encode(["cat", "dog"]))


def test_the_string_used_longest_ago_is_forgotten_first():
    inner = Listening()
    memo = MemoEncoder(inner, capacity=2)

    for text in ("cat", "dog", "cat", "emu", "cat", "dog"):
        memo.encode([text])

    assert inner.asked == ["cat", "dog", "emu", "dog"]
    assert len(memo) == 2


def test_more_new_strings_than_it_can_hold_are_all_encoded():
    memo = MemoEncoder(HashEncoder(), capacity=2)

    assert np.array_equal(memo.encode(["a", "b", "c"]), HashEncoder().encode(["a", "b", "c"]))
    assert len(memo) == 2


def test_memory_shows_neither_in_name_nor_in_digest():
    memo = MemoEncoder(HashEncoder(), capacity=2)

    assert (memo.name, memo.digest(), memo.dimensions) == ("hash", HashEncoder().digest(), 64)
