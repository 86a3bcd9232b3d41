"""One setting names the encoder."""

from __future__ import annotations

import sys

import pytest

from skgeval.annotation.encoding import HashEncoder, MemoEncoder, load_encoder
from skgeval.annotation.encoding.errors import EncoderNotFoundError, ExtraMissingError


def test_an_encoder_remembers_rows_unless_told_not_to():
    assert isinstance(load_encoder("hash"), MemoEncoder)
    assert isinstance(load_encoder("hash", memo=0), HashEncoder)


@pytest.mark.parametrize("name", ["minilm-v2", "", "sentence-transformers:", "/no/such/folder"])
def test_a_name_of_no_encoder_is_refused_with_the_names_there_are(name):
    with pytest.raises(EncoderNotFoundError, match="give minilm, hash, sentence-transformers:MODEL, or a folder"):
        load_encoder(name)


def test_a_missing_extra_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(ExtraMissingError, match=r"pip install 'skgeval-monitor\[sentence-transformers\]'"):
        load_encoder("sentence-transformers:all-MiniLM-L6-v2")
