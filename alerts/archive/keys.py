"""Rows by many keys at a time, from an index in both databases.

A comparison of whole rows (`(a, b) IN (…)`) is right for PostgreSQL, and makes SQLite read the whole table. A list to
join with would be right for both, and takes SQLAlchemy longer to write down for each batch than the database to answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, bindparam, tuple_

EPOCH = ("tenant", "conversation", "epoch")
_KEYS = 1_000
"""Keys of one statement; SQLite takes at most 32,766 parameters, and a key has up to four."""

Key = tuple[Any, ...]


def among(connection: Connection, table: Table, names: Sequence[str], keys: set[Key]) -> Iterator[ColumnElement[bool]]:
    """Yield conditions that together hold for every row with one of the keys, and may hold for others.

    `names` are the columns of a key and begin with tenant and conversation; other rows are of the same conversations.
    """
    if connection.dialect.name == "postgresql":
        columns = tuple_(*(table.c[name] for name in names))
        yield from (columns.in_(chunk) for chunk in _chunks(sorted(keys)))
        return
    for tenant, group in groupby(sorted({key[:2] for key in keys}), key=itemgetter(0)):
        for chunk in _chunks(list(group)):
            yield and_(table.c.tenant == tenant, table.c.conversation.in_([conversation for _, conversation in chunk]))


def has_given_key(table: Table, names: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition that a row has the key in `parameters`, for a statement that is run for many."""
    return and_(*(table.c[name] == bindparam(f"given_{name}") for name in names))


def parameters(names: Sequence[str], key: Sequence[Any]) -> dict[str, Any]:
    """Return a key as the parameters of `has_given_key`; SQLAlchemy keeps the names of columns for itself."""
    return {f"given_{name}": value for name, value in zip(names, key, strict=True)}


def _chunks(keys: list[Key]) -> Iterator[list[Key]]:
    return (keys[start : start + _KEYS] for start in range(0, len(keys), _KEYS))
