"""Content digests: stable names for values, equal on every machine."""

from __future__ import annotations

import hashlib

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")


def digest(kind: str, *parts: object) -> str:
    """Return 32 hex digits that name `parts` within `kind`; parts are anything that msgspec can encode.

    >>> digest("turn", "c1", 0) == digest("turn", "c1", 0)
    True
    """
    return hashlib.blake2b(_encoder.encode([kind, *parts]), digest_size=16).hexdigest()
