"""A ledger in a dict: for tests, for `skg score` and for whatever needs no memory of yesterday."""

from __future__ import annotations

from collections.abc import Iterator


class MemoryLedger:
    """Keeps everything until the process ends."""

    def __init__(self) -> None:
        """Start empty."""
        self._values: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        """Return the value of `key`, None when there is none."""
        return self._values.get(key)

    def put(self, key: str, value: bytes) -> bytes:
        """Store `value` unless `key` has one; return what is stored."""
        return self._values.setdefault(key, value)

    def overwrite(self, key: str, value: bytes) -> None:
        """Store `value` in place of any other."""
        self._values[key] = value

    def remove(self, key: str) -> None:
        """Forget `key`."""
        self._values.pop(key, None)

    def keys(self) -> Iterator[str]:
        """Return all keys, sorted."""
        return iter(sorted(self._values))

    def commit(self) -> None:
        """Everything written is as durable as it gets."""

    def close(self) -> None:
        """Nothing is held open."""
