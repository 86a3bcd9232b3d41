"""Errors that the engine raises: settings and tables that it cannot work with."""

from __future__ import annotations


class SkgevalError(Exception):
    """Base class of everything that skgeval raises."""


class SeverityTableError(SkgevalError):
    """A severity table that cannot be used."""

    def __init__(self, *, version: str, problem: str) -> None:
        self.version = version
        self.problem = problem
        name = f"severity table {version!r}" if version else "severity table"
        super().__init__(f"{name}: {problem}")
