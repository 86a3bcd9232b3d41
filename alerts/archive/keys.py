"""Rows by many keys at a time: a list of keys to join with.

A comparison of whole rows (`(a, b) IN (VALUES …)`) would say the same, but SQLite reads the whole table for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CTE, ColumnElement, Table, and_, bindparam, column, values

EPOCH = ("tenant", "conversation", "epoch")


def given(table: Table, names: Sequence[str], keys: Sequence[tuple[Any, ...]]) -> tuple[CTE, ColumnElement[bool]]:
    """Return the keys as something to join a table with, and the condition to join on."""
    columns = (column(name, table.c[name].type) for name in names)
    listed = values(*columns, name="given").data(keys).cte("given")
    return listed, and_(*(listed.c[name] == table.c[name] for name in names))


def has_given_key(table: Table, names: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition that a row has the key in `parameters`, for a statement that is run for many."""
    return and_(*(table.c[name] == bindparam(f"given_{name}") for name in names))


def parameters(names: Sequence[str], key: Sequence[Any]) -> dict[str, Any]:
    """Return a key as the parameters of `has_given_key`; SQLAlchemy keeps the names of columns for itself."""
    return {f"given_{name}": value for name, value in zip(names, key, strict=True)}
