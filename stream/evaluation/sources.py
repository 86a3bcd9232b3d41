"""A digest of the code and data that a module stands on, so that a cache notices when any of it changes."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from schemas.digest import digest

OWN = ("schemas", "skgeval")
_DATA = (".json", ".toml", ".txt")


def source_digest(*modules: str, without: frozenset[str] = frozenset()) -> str:
    """Return one digest of `modules`, of every own module they import, directly or not, and of the data they name.

    Sources are read, not imported. A data file counts when a module names it and it lies in the module's folder or in
    `data` below that. Modules named in `without` are left out: what they hold is named in another way.
    """
    files = {file for module in _closure(modules, without) for file in (module, *_named_data(module))}
    return digest("sources", sorted((file.name, file.read_text("utf-8")) for file in files))


def _closure(modules: tuple[str, ...], without: frozenset[str]) -> Iterator[Path]:
    waiting, seen = list(modules), set(without)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        path = _path(name)
        if path is not None:
            yield path
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


def _named_data(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith(_DATA):
            places = (path.parent / node.value, path.parent / "data" / node.value)
            yield from (place for place in places if place.is_file())


def _path(name: str) -> Path | None:
    """Return the file of a module, None when the name is no module (such as a class)."""
    package, *parts = name.split(".")
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        return None
    place = Path(found.origin).parent.joinpath(*parts)
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)
