"""Any sentence-transformers model, through the extra of that name."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.digest import digest
from skgeval.annotation.encoding.errors import ExtraMissingError, ModelFileError
from skgeval.annotation.encoding.quantised import quantised

EXTRA = "sentence-transformers"


class SentenceTransformersEncoder:
    """A model of the sentence-transformers hub, or a folder with one, run on the CPU.

    Texts are run one at a time: padding and the kernels chosen for a batch would move the last bits of a row.
    """

    def __init__(self, model: str, *, languages: Sequence[str] = ("en",)) -> None:
        """Load `model`; `languages` are those that it serves ("*": all)."""
        self.name = f"{EXTRA}:{model}"
        self._languages = frozenset({*languages, "und"})
        self._model = _open(model)
        self.dimensions = int(self._model.encode("a", show_progress_bar=False).shape[-1])
        self._digest = digest("encoder", EXTRA, _weights(self._model), self._model.max_seq_length)

    def digest(self) -> str:
        """Return the digest of the model's weights and its length limit."""
        return self._digest

    def serves(self, language: str) -> bool:
        """Whether cosines mean something in this language."""
        return language in self._languages or "*" in self._languages

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """Return one row per text, shape (len(texts), dimensions)."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        spoken = [number for number, text in enumerate(texts) if text.strip()]
        if spoken:
            readable = [texts[number].encode("utf-8", "replace").decode("utf-8") for number in spoken]
            vectors[spoken] = self._model.encode(
                readable, batch_size=1, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
            )
        return quantised(vectors)


def _open(model: str) -> Any:  # noqa: ANN401 - a class of an optional package, which is not there to be named
    try:
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - torch is loaded only when asked for
    except ImportError as error:
        raise ExtraMissingError(encoder=f"{EXTRA}:{model}", extra=EXTRA) from error
    try:
        return SentenceTransformer(model, device="cpu")
    except (OSError, ValueError) as error:
        raise ModelFileError(file=model, problem=str(error)) from error


def _weights(model: Any) -> str:  # noqa: ANN401 - as above
    """Return a digest of the model's parameters, so that a name that moved on the hub shows."""
    found = hashlib.blake2b(digest_size=16)
    for name, values in sorted(model.state_dict().items()):
        found.update(name.encode())
        found.update(values.cpu().numpy().tobytes())
    return found.hexdigest()
