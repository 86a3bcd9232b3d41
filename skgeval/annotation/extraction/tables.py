"""Claims from tables: the cell under a column is that column's value of the row's thing."""

from __future__ import annotations

from schemas.annotation import Sentence, SentenceKind
from schemas.claim import Claim, Form, Mention, PropertyType, Span
from skgeval.annotation.extraction.scene import Scene
from skgeval.annotation.extraction.things import number
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


def table_claims(table: Table, scene: Scene, index: int) -> tuple[list[Sentence], list[Claim]]:
    """Return one sentence per row and the claims of its cells; `index` is that of the first sentence."""
    sentences: list[Sentence] = []
    claims: list[Claim] = []
    header = [cell.strip() for cell in table.header[:_MOST_COLUMNS]]
    for row in table.rows[:_MOST_ROWS]:
        cells = [cell.strip() for cell in row[:_MOST_COLUMNS]]
        if len(cells) < 2 or cells[0].lower() in _EMPTY:
            continue
        span = Span(start=table.start, end=table.end)
        owner = _row_label(cells[0], header[0] if header else "")
        sentences.append(Sentence(text=" | ".join(cells), span=span, kind=SentenceKind.TABLE))
        for column, cell in zip(header[1:], cells[1:], strict=False):
            if cell.lower() not in _EMPTY and column:
                claims.append(_cell(owner, cells[0], column, cell, scene, span, index + len(sentences) - 1))
    return sentences, claims


def _row_label(title: str, noun: str) -> str:
    label = title.lower()
    if len(label) <= _IDENTIFIER and noun.lower() not in _GENERIC:
        return f"{label} {noun.lower()}"
    return label


def _cell(owner: str, title: str, column: str, cell: str, scene: Scene, span: Span, sentence: int) -> Claim:
    quantities = read_quantities(cell)
    quantity = quantities[0][2] if len(quantities) == 1 else None
    label = " ".join(cell.lower().split())
    thing = (
        number(quantity).mention if quantity is not None else Mention(text=cell, label=label, head=label.split()[-1])
    )
    name = column.lower()
    return Claim(
        subject=Mention(text=f"{title} {column}", label=name, head=name.split()[-1], owner=owner, definite=True),
        relation="be",
        object=thing,
        speaker=scene.role,
        sentence=sentence,
        span=span,
        form=Form.TABLE,
        quantity=quantity,
        property_type=PropertyType.EXCLUSIVE,
        importance=0.6 if quantity is not None else 0.5,
    )
