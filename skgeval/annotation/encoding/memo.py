"""Remember rows by string: names, relations and stock sentences return turn after turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from skgeval.annotation.encoding.encoder import Encoder


class MemoEncoder:
    """An encoder that keeps the rows of the `capacity` strings used last.

    Rows do not depend on what else is encoded, so remembering them changes no byte. `hits` and `misses` count strings.
    """

    def __init__(self, encoder: Encoder, *, capacity: int) -> None:
        self._encoder = encoder
        self._capacity = capacity
        self._rows: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()
        self.hits = 0
        self.misses = 0

    @property
    def name(self) -> str:
        """What a setting calls the encoder."""
        return self._encoder.name

    @property
    def dimensions(self) -> int:
        """Components per row."""
        return self._encoder.dimensions

    def __len__(self) -> int:
        return len(self._rows)

    def digest(self) -> str:
        """Return the encoder's digest; memory does not show in the rows."""
        return self._encoder.digest()

    def serves(self, language: str) -> bool:
        """Whether the encoder serves this language."""
        return self._encoder.serves(language)

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """Return one row per text, encoding only strings that are not remembered."""
        with self._lock:
            known = {text: self._rows[text] for text in texts if text in self._rows}
            for text in known:
                self._rows.move_to_end(text)
        new = sorted({text for text in texts if text not in known})
        if new:
            rows = self._encoder.encode(new)
            known |= {text: row.tobytes() for text, row in zip(new, rows, strict=True)}
        with self._lock:
            self.hits += len(texts) - len(new)
            self.misses += len(new)
            for text in new:
                self._rows[text] = known[text]
            while len(self._rows) > self._capacity:
                self._rows.popitem(last=False)
        joined = b"".join([known[text] for text in texts])
        return np.frombuffer(joined, dtype=np.int8).reshape(len(texts), self.dimensions)
