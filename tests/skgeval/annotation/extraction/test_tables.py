"""A table's cells as claims of row and column."""

from __future__ import annotations

from schemas.annotation import SentenceKind
from schemas.claim import Form, PropertyType
from tests.skgeval.annotation.extraction.conftest import Read, said

PLANS = """Here you are:

| Plan | Data | Calls |
|------|------|-------|
| S | 4 GB | 90 minutes |
| Family | 80 GB | unlimited |

That is all."""


def test_a_cell_is_the_value_of_its_column_for_its_row(read: Read):
    claims = [claim for claim in read(PLANS).claims if claim.form is Form.TABLE]

    assert [said(claim) for claim in claims] == [
        "s plan's data | be | 4 gb",
        "s plan's call | be | 90 minutes",
        "family's data | be | 80 gb",
        "family's call | be | unlimited",
    ]
    assert {claim.property_type for claim in claims} == {PropertyType.EXCLUSIVE}
    assert claims[0].quantity is not None
    assert claims[0].quantity.value == 4.0


def test_each_row_is_a_sentence_of_its_own(read: Read):
    extraction = read(PLANS)

    rows = [sentence.text for sentence in extraction.sentences if sentence.kind is SentenceKind.TABLE]
    assert rows == ["S | 4 GB | 90 minutes", "Family | 80 GB | unlimited"]
    for claim in extraction.claims:
        if claim.form is Form.TABLE:
            assert extraction.sentences[claim.sentence].kind is SentenceKind.TABLE


def test_empty_cells_say_nothing(read: Read):
    assert read("| Name | Age |\n|---|---|\n| Ida | - |\n| Otto |  |").claims == ()


def test_only_a_table_has_no_prose(read: Read):
    kinds = {sentence.kind for sentence in read("| Name | Age |\n|---|---|\n| Ida | 40 |").sentences}

    assert kinds == {SentenceKind.TABLE}
