"""Claims from tables: the cell under a column is that column's value of the row's thing."""

from __future__ import annotations

import msgspec

from schemas.annotation import Sentence, SentenceKind
from schemas.claim import Claim, Form, Mention, PropertyType, Span
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.things import Thing, number
from skgeval.annotation.quantities import read_quantities
from skgeval.annotation.text import Table

_EMPTY = frozenset({"", "-", "–", "—", "n/a", "na", "none", "?", "..."})
_GENERIC = frozenset(
    {"name", "item", "feature", "property", "aspect", "category", "attribute", "type", "", "#", "no.", "criteria"}
)
_MOST_ROWS = 40
_MOST_COLUMNS = 12
_IDENTIFIER = 3
"""Letters up to which a row's title is a mere sign ("M") that needs its column's noun ("M plan")."""


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    """Where a cell stands: the row's thing, its title as written, its sentence and the table's place."""

    owner: str
    title: str
    sentence: int
    span: Span


def table_claims(table: Table, scene: Scene, index: int) -> tuple[list[Sentence], list[Claim]]:
    """Return one sentence per row and the claims of its cells; `index` is that of the first sentence."""
    sentences: list[Sentence] = []
    claims: list[Claim] = []
    header = [cell.strip() for cell in table.header[:_MOST_COLUMNS]]
    span = Span(start=table.start, end=table.end)
    for row in table.rows[:_MOST_ROWS]:
        title, *cells = [cell.strip() for cell in row[:_MOST_COLUMNS]] or [""]
        if not cells or title.lower() in _EMPTY:
            continue
        place = _Row(
            owner=_row_label(title, header[0] if header else ""),
            title=title,
            sentence=index + len(sentences),
            span=span,
        )
        sentences.append(Sentence(text=" | ".join([title, *cells]), span=span, kind=SentenceKind.TABLE))
        for column, cell in zip(header[1:], cells, strict=False):
            if cell.lower() not in _EMPTY and column:
                claims.append(_cell(place, column, cell, scene))
    return sentences, claims


def _row_label(title: str, noun: str) -> str:
    label = title.lower()
    if len(label) <= _IDENTIFIER and noun.lower() not in _GENERIC:
        return f"{label} {noun.lower()}"
    return label


def _singular(name: str) -> str:
    """Return a column's title as claims name the same thing ("Calls" is "call")."""
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-1] if name.endswith("s") and not name.endswith(("ss", "us", "is")) else name


def _cell(place: _Row, column: str, cell: str, scene: Scene) -> Claim:
    quantities = read_quantities(cell)
    label = " ".join(cell.lower().split())
    named = Mention(text=cell, label=label, head=label.split()[-1])
    thing = number(quantities[0][2]) if len(quantities) == 1 else Thing(named)
    name = _singular(column.lower())
    return Claim(
        subject=Mention(
            text=f"{place.title} {column}", label=name, head=name.split()[-1], owner=place.owner, definite=True
        ),
        relation="be",
        object=thing.mention,
        speaker=scene.role,
        sentence=place.sentence,
        span=place.span,
        form=Form.TABLE,
        quantity=thing.quantity,
        property_type=PropertyType.EXCLUSIVE,
        importance=0.6 if thing.quantity is not None else 0.5,
    )
