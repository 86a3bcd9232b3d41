"""Encoders behind one Protocol, and the int8 rows they give."""

from skgeval.annotation.encoding.encoder import Encoder
from skgeval.annotation.encoding.hashing import HashEncoder
from skgeval.annotation.encoding.load import DEFAULT_ENCODER, load_encoder
from skgeval.annotation.encoding.memo import MemoEncoder
from skgeval.annotation.encoding.minilm import MiniLmEncoder
from skgeval.annotation.encoding.sentence_transformer import SentenceTransformersEncoder
from skgeval.annotation.encoding.turn_vectors import vectors_of

__all__ = [
    "DEFAULT_ENCODER",
    "Encoder",
    "HashEncoder",
    "MemoEncoder",
    "MiniLmEncoder",
    "SentenceTransformersEncoder",
    "load_encoder",
    "vectors_of",
]
