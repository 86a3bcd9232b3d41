"""What can go wrong before a text can be encoded."""

from __future__ import annotations

from skgeval.errors import SkgevalError


class EncoderError(SkgevalError):
    """Base class of everything that loading an encoder raises."""


class EncoderNotFoundError(EncoderError):
    """A setting that names no encoder."""

    def __init__(self, *, name: str) -> None:
        self.name = name
        super().__init__(
            f"no encoder {name!r}: give minilm, hash, sentence-transformers:MODEL, "
            "or a folder that holds model.onnx and tokenizer.json"
        )


class ModelFileError(EncoderError):
    """A model file that is missing, or is not the one that was tested."""

    def __init__(self, *, file: str, problem: str) -> None:
        self.file = file
        self.problem = problem
        super().__init__(f"{file}: {problem}")


class ExtraMissingError(EncoderError):
    """An encoder whose optional packages are not installed."""

    def __init__(self, *, encoder: str, extra: str) -> None:
        self.encoder = encoder
        self.extra = extra
        super().__init__(f"{encoder} needs an extra: pip install 'skgeval-monitor[{extra}]'")
