"""Which encoder a setting names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from skgeval.annotation.encoding.encoder import Encoder
from skgeval.annotation.encoding.errors import EncoderNotFoundError
from skgeval.annotation.encoding.hashing import HashEncoder
from skgeval.annotation.encoding.memo import MemoEncoder
from skgeval.annotation.encoding.minilm import MiniLmEncoder
from skgeval.annotation.encoding.sentence_transformer import SentenceTransformersEncoder

DEFAULT_ENCODER = "minilm"
MEMO_STRINGS = 50_000
PREFIX = "sentence-transformers:"


def load_encoder(name: str, *, memo: int = MEMO_STRINGS, languages: Sequence[str] = ("en",)) -> Encoder:
    """Return the encoder that a setting names, remembering the rows of the last `memo` strings (0: none).

    `name` is "minilm", "hash", "sentence-transformers:MODEL" or a folder with model.onnx and tokenizer.json;
    `languages` are those that a model of the user's own choice serves ("*": all).

    Raises:
        EncoderNotFoundError: for any other name.
        ModelFileError: where a model file is missing or not the tested one.
        ExtraMissingError: where the model needs packages that are not installed.

    """
    encoder = _load(name, tuple(languages))
    return MemoEncoder(encoder, capacity=memo) if memo else encoder


def _load(name: str, languages: tuple[str, ...]) -> MiniLmEncoder | HashEncoder | SentenceTransformersEncoder:
    if name == DEFAULT_ENCODER:
        return MiniLmEncoder()
    if name == "hash":
        return HashEncoder()
    if name.startswith(PREFIX) and len(name) > len(PREFIX):
        return SentenceTransformersEncoder(name.removeprefix(PREFIX), languages=languages)
    if name and Path(name).is_dir():
        return MiniLmEncoder(Path(name), languages=languages)
    raise EncoderNotFoundError(name=name)
