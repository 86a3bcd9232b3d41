"""Annotations on disk, named by all that they depend on, so that a change of the judge alone parses nothing again.

One file holds the annotations of one conversation. Its name is the digest of the turns and of `reader` (code, models
and limits of annotation), so nothing in it can be stale; it is written beside and moved into place, so nothing can be
half written; and a file that cannot be read is a miss.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from schemas.annotation import Annotation
from schemas.digest import digest
from schemas.turn import Turn

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(tuple[Annotation, ...])


class AnnotationCache:
    """A folder of annotations; any number of processes may use it at once."""

    def __init__(self, folder: Path, reader: str) -> None:
        """Use `folder`, made when first written to; `reader` is the digest of whatever makes the annotations."""
        self._folder = folder
        self._reader = reader

    def load(self, turns: Sequence[Turn]) -> tuple[Annotation, ...] | None:
        """Return the annotations of these turns, None when they are not there."""
        try:
            found = _decoder.decode(self._path(turns).read_bytes())
        except (OSError, msgspec.DecodeError):
            return None
        return found if len(found) == len(turns) else None

    def store(self, turns: Sequence[Turn], annotations: Sequence[Annotation]) -> None:
        """Keep the annotations of these turns."""
        path = self._path(turns)
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        beside.write_bytes(_encoder.encode(tuple(annotations)))
        beside.replace(path)

    def _path(self, turns: Sequence[Turn]) -> Path:
        name = digest("annotations", self._reader, turns)
        return self._folder / name[:2] / f"{name[2:]}.msgpack"
