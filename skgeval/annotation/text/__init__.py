"""From the text of a turn to a `Document` of clean blocks; nothing here looks at meaning or runs a model."""

from skgeval.annotation.text.document import Block, Document, Piece, Table
from skgeval.annotation.text.prepare import prepare

__all__ = ["Block", "Document", "Piece", "Table", "prepare"]
