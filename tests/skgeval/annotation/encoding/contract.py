"""What every encoder must do; a test module per encoder runs these on its own fixture `encoder`."""

from __future__ import annotations

import numpy as np
import pytest

from schemas.digest import digest
from skgeval.annotation.encoding import Encoder
from skgeval.vectors import cosine, rows

SENTENCE = (
    "kettle warranty battery of the red bicycle in Lisbon lasts two years and costs 40 euros because it was "
    "repaired by a friend who lives near the harbour"
)
WORDS = SENTENCE.split()
TEXTS = (
    *(" ".join(WORDS[start : start + length]) for length in (1, 2, 3, 5, 8) for start in range(0, 16, 2)),
    SENTENCE,
    f"{SENTENCE}, {SENTENCE}, {SENTENCE}",
    "The kettle boils, the tea is ready!",
    "Was heißt das auf Deutsch?",
    "水が熱い",
    "🙂🙂",
    "a" * 400,
    "x = 3; y = {4: 'z'}",
    "MIXED Case AND    spaces\tand\nlines",
)


def row(encoder: Encoder, text: str) -> np.ndarray:
    return rows(encoder.encode([text]).tobytes(), encoder.dimensions)[0]


class EncoderContract:
    """Subclasses give a fixture `encoder`."""

    def test_one_row_of_int8_per_text(self, encoder: Encoder):
        encoded = encoder.encode(TEXTS[:3])

        assert encoded.shape == (3, encoder.dimensions)
        assert encoded.dtype == np.int8

    def test_no_texts_give_no_rows(self, encoder: Encoder):
        assert encoder.encode([]).shape == (0, encoder.dimensions)

    def test_the_largest_component_of_a_row_is_127(self, encoder: Encoder):
        assert set(np.abs(encoder.encode(TEXTS).astype(int)).max(axis=1)) == {127}

    @pytest.mark.parametrize("blank", ["", " ", "\n\t "])
    def test_a_blank_text_gives_a_zero_row(self, encoder: Encoder, blank: str):
        assert not encoder.encode([blank]).any()

    def test_a_text_gives_the_same_row_alone_and_in_a_batch_of_64(self, encoder: Encoder):
        texts = [TEXTS[number % len(TEXTS)] + "!" * (number // len(TEXTS)) for number in range(64)]

        together = encoder.encode(texts)

        alone = [encoder.encode([text])[0] for text in texts]
        assert np.array_equal(together, np.array(alone))

    def test_the_order_of_a_batch_does_not_matter(self, encoder: Encoder):
        assert np.array_equal(encoder.encode(TEXTS)[::-1], encoder.encode(TEXTS[::-1]))

    def test_a_text_that_comes_twice_gives_one_row_twice(self, encoder: Encoder):
        first, _, again = encoder.encode(["a red kettle", "a bicycle", "a red kettle"])

        assert np.array_equal(first, again)

    def test_a_text_is_closer_to_a_variant_of_itself_than_to_another(self, encoder: Encoder):
        text, variant, other = (
            row(encoder, text)
            for text in ("the warranty lasts two years", "the warranty lasted two years", "my bicycle is red")
        )

        assert cosine(text, variant) > cosine(text, other)

    def test_lone_surrogates_null_bytes_and_very_long_texts_are_encoded(self, encoder: Encoder):
        assert encoder.encode(["odd \ud800 text", "nul \x00 byte", "long " * 100_000]).any(axis=1).all()

    def test_the_digest_names_the_encoder(self, encoder: Encoder):
        assert encoder.digest() == encoder.digest()
        assert len(encoder.digest()) == len(digest("encoder"))

    def test_english_and_text_too_short_to_tell_are_served(self, encoder: Encoder):
        assert encoder.serves("en")
        assert encoder.serves("und")
