"""The tiny encoder for unit tests."""

from __future__ import annotations

import pytest

from skgeval.annotation.encoding import HashEncoder
from tests.skgeval.annotation.encoding.contract import EncoderContract


class TestHashEncoder(EncoderContract):
    @pytest.fixture
    def encoder(self):
        return HashEncoder()


def test_its_rows_are_the_same_on_every_machine():
    assert HashEncoder().encode(["kettle"])[0].tolist()[:12] == [0, 95, 32, -32, 0, -32, -32, 0, 32, 0, 0, 0]
