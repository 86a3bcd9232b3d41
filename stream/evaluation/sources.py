"""A digest of the code that a module stands on, so that a cache notices when any of it changes."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from schemas.digest import digest

OWN = ("schemas", "skgeval")


def source_digest(*modules: str, without: frozenset[str] = frozenset()) -> str:
    """Return one digest of the source of `modules` and of every own module they import, directly or not.

    Sources are read, not imported. Modules named in `without` are left out: what they hold is named in another way.
    """
    return digest("sources", sorted((name, path.read_text("utf-8")) for name, path in _closure(modules, without)))


def _closure(modules: tuple[str, ...], without: frozenset[str]) -> Iterator[tuple[str, Path]]:
    waiting, seen = list(modules), set(without)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        path = _path(name)
        if path is not None:
            yield name, path
            waiting.extend(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    """Yield the own modules that a file names in its imports; `from a import b` may name a.b too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if name.split(".")[0] in OWN)


def _path(name: str) -> Path | None:
    """Return the file of a module, None when the name is no module (such as a class)."""
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        return None
    return Path(found.origin) if found and found.origin else None
