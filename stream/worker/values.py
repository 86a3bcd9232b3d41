"""The values of one child's metrics, in files as prometheus_client's multiprocess mode reads them.

Its own class for this would do but for two things. Files are named after a child's place (`judge-0`) instead of its
process id, so that a child that is started again goes on counting. And values can be let go: a process that lives for
months would otherwise keep the series of every version that there ever was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from prometheus_client.mmap_dict import MmapedDict, mmap_key

from schemas.metrics import OTHER, WHO


class ValueFiles:
    """The files of one place; one process at a time has them open. Not for processes that fork."""

    def __init__(self, name: str, folder: Path) -> None:
        """Go on with what the process before left there."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._name = name
        self._folder = folder
        self._open: dict[str, Any] = {}
        self._lock = Lock()

    def known(self) -> Iterable[tuple[str, str]]:
        """Return the labels (assistant, version) of which there are values, those of `other` left out, sorted."""
        found = {
            (labels[WHO[0]], labels[WHO[1]])
            for path in self._folder.glob(f"*_{self._name}.db")
            if path.stat().st_size
            for key, *_ in MmapedDict.read_all_values_from_file(str(path))  # type: ignore[no-untyped-call]
            if WHO[0] in (labels := _labels(key))
        }
        return sorted((assistant, version) for assistant, version in found if assistant != OTHER != version)

    def forget(self, labels: Mapping[str, str]) -> None:
        """Let go of every value with these labels, by writing the others anew: a reader sees all of them or none."""
        with self._lock:
            for kind, values in list(self._open.items()):
                kept = [entry for entry in values.read_all_values() if not labels.items() <= _labels(entry[0]).items()]
                self._open[kind] = self._written_anew(kind, kept)
                values.close()

    def add(self, kind: str, key: str, amount: float) -> None:
        """Add to a value."""
        with self._lock:
            values = self._values(kind)
            values.write_value(key, values.read_value(key)[0] + amount, 0.0)

    def write(self, kind: str, key: str, value: float) -> None:
        """Set a value."""
        with self._lock:
            self._values(kind).write_value(key, value, 0.0)

    def read(self, kind: str, key: str) -> float:
        """Return a value, 0 for one that is new."""
        with self._lock:
            return float(self._values(kind).read_value(key)[0])

    def value_class(self) -> type:
        """Return the class that prometheus_client is to make its values of."""
        files = self

        class Value:
            """One float; names and parameters are prometheus_client's (`values.MultiProcessValue`)."""

            _multiprocess = True

            def __init__(  # noqa: PLR0913, PLR0917 - the signature is theirs
                self,
                typ: str,
                metric_name: str,
                name: str,
                labelnames: list[str],
                labelvalues: list[str],
                help_text: str,
                multiprocess_mode: str = "",
                **_: object,
            ) -> None:
                self._kind = f"{typ}_{multiprocess_mode}" if typ == "gauge" else typ
                self._key = mmap_key(metric_name, name, labelnames, labelvalues, help_text)
                files.read(self._kind, self._key)

            def inc(self, amount: float) -> None:
                files.add(self._kind, self._key, amount)

            def set(self, value: float, timestamp: float | None = None) -> None:  # noqa: ARG002 - as above
                files.write(self._kind, self._key, value)

            def get(self) -> float:
                return files.read(self._kind, self._key)

            def set_exemplar(self, exemplar: object) -> None:
                """Nothing: the files have no room for one."""

            def get_exemplar(self) -> None:
                return None

        return Value

    def _values(self, kind: str) -> Any:  # noqa: ANN401 - prometheus_client has no types for it
        values = self._open.get(kind)
        if values is None:
            values = self._open[kind] = MmapedDict(str(self._path(kind)))  # type: ignore[no-untyped-call]
        return values

    def _written_anew(self, kind: str, entries: Iterable[tuple[str, float, float]]) -> Any:  # noqa: ANN401 - as above
        path = self._path(kind)
        beside = path.with_suffix(".new")
        beside.unlink(missing_ok=True)
        values: Any = MmapedDict(str(beside))  # type: ignore[no-untyped-call]
        for key, value, timestamp in entries:
            values.write_value(key, value, timestamp)
        beside.replace(path)
        return values

    def _path(self, kind: str) -> Path:
        return self._folder / f"{kind}_{self._name}.db"


def _labels(key: str) -> dict[str, str]:
    """Return the labels in a key of the files: [metric, name, labels, help] as JSON."""
    labels: dict[str, str] = json.loads(key)[2]
    return labels
