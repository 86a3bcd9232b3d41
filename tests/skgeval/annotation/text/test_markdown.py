"""Markup goes, words stay, and every block knows what it is and what it stands under."""

from __future__ import annotations

import pytest

from schemas.annotation import SentenceKind
from skgeval.annotation.text import Block, Document, prepare
from skgeval.policy import AnnotationPolicy


def prepared(text: str) -> Document:
    return prepare(text, AnnotationPolicy())


def words(document: Document, block: Block) -> str:
    return document.text[block.start : block.end]


def blocks(text: str) -> list[tuple[str, str]]:
    document = prepared(text)
    return [(block.kind.value, words(document, block)) for block in document.blocks]


@pytest.mark.parametrize(
    ("written", "clean"),
    [
        ("The **battery** lasts *long*.", "The battery lasts long."),
        ("See [the manual](https://example.org/a_b) first.", "See the manual first."),
        ("It is at https://example.org/a?b=1. Go there.", "It is at . Go there."),
        ("Run `make test` now.", "Run make test now."),
        ("Use ``a ` b`` here.", "Use a ` b here."),
        ("Press <kbd>Enter</kbd> &amp; wait.", "Press Enter & wait."),
        ("One<br>two", "One two"),
        ("It holds ~~12~~ 24 items.", "It holds 24 items."),
        ("It costs $5 and $10.", "It costs $5 and $10."),
        ("The tennis_activity is set.", "The tennis activity is set."),
        ("2 * 3 and 4 * 5", "2 * 3 and 4 * 5"),
        ("This is cited[12] and noted[^3].", "This is cited and noted."),
        ("A ![picture](x.png) here.", "A here."),
        ("Write to [Your Name] soon.", "Write to [Your Name] soon."),
        ("\u201cReally?\u201d she\u2019d say.", '"Really?" she\'d say.'),
        ("It is \\*not\\* bold.", "It is *not* bold."),
        ("The answer is \\(5\\).", "The answer is 5."),
    ],
)
def test_markup_inside_a_line_leaves_its_words(written, clean):
    assert prepared(written).text == clean


def test_headings_items_and_paragraphs_are_blocks_of_their_own_kind():
    text = "# Plan\n\nWe start soon.\n\n- Pack the car.\n- Buy food.\n\nRules\n-----\nBe kind."

    assert blocks(text) == [
        ("heading", "Plan"),
        ("prose", "We start soon."),
        ("item", "Pack the car."),
        ("item", "Buy food."),
        ("heading", "Rules"),
        ("prose", "Be kind."),
    ]


def test_a_bold_line_is_a_heading():
    assert blocks("**Battery:**\nIt lasts ten hours.")[0] == ("heading", "Battery:")


def test_an_item_keeps_the_heading_it_stands_under():
    document = prepared("## Costs\n\n- Rent is high.")

    assert document.blocks[1].heading == "Costs"


def test_an_item_keeps_the_line_with_a_colon_above_its_list():
    document = prepared("## Hotel\n\nRooms:\n- They are large.\n- They are quiet.")

    assert [block.heading for block in document.blocks[2:]] == ["Rooms", "Rooms"]
    assert document.blocks[2].section == "Hotel"


def test_a_whole_sentence_with_a_colon_is_no_title():
    document = prepared("Here are the things I like:\n- I like tea.")

    assert document.blocks[1].heading == ""


@pytest.mark.parametrize(
    "line", ["- **Battery**: It lasts a day.", "* Battery: It lasts a day.", "1. **Battery:** It lasts a day."]
)
def test_the_label_of_an_item_is_its_heading_and_not_its_sentence(line):
    document = prepared(line)

    (block,) = document.blocks
    assert (block.heading, words(document, block)) == ("Battery", "It lasts a day.")
    assert document.text[block.lead : block.start].startswith("Battery")


def test_a_sentence_that_holds_a_colon_has_no_label():
    document = prepared("The answer is: forty.")

    assert document.blocks[0].heading == ""


def test_items_are_numbered_and_nested_under_their_parent():
    document = prepared("1. Kitchen\n   - It has an oven.\n2. Bathroom\n   - It has a tub.")

    assert [block.ordinal for block in document.blocks] == [1, 0, 2, 0]
    assert [block.heading for block in document.blocks] == ["", "Kitchen", "", "Bathroom"]


def test_a_wrapped_line_goes_on_and_an_ended_one_does_not():
    wrapped = "The train leaves the station at nine in the morning and it reaches\nthe coast at noon."

    assert len(prepared(wrapped).blocks) == 1
    assert len(prepared("i have two cats\nwhat about you?").blocks) == 2


@pytest.mark.parametrize(
    "code",
    [
        "```python\nx = 1\nprint(x)\n```",
        "~~~\nx = 1\n~~~",
        "```\nnever closed",
        "def area(r):\n    return r * r",
        "import os\nprint(os.name)",
        "int x = f(2);",
        "<pre>\nx = 1\n</pre>",
    ],
)
def test_code_is_left_out_and_counted(code):
    document = prepared(f"Look at this.\n\n{code}\n")

    assert document.text == "Look at this."
    assert document.code_share > 0.2


def test_text_after_a_fence_is_read_again():
    assert prepared("```\nx\n```\nIt prints one.").text == "It prints one."


@pytest.mark.parametrize("formula", ["$$x^2 + 1$$", "\\[\nx = 2\n\\]", "$$\nx\n$$"])
def test_formula_blocks_are_left_out(formula):
    assert prepared(f"We know this.\n\n{formula}\n\nSo it ends.").text == "We know this.\nSo it ends."


def test_dollar_signs_without_a_partner_hide_nothing():
    assert prepared("$$\nIt costs ten.").text.endswith("It costs ten.")


@pytest.mark.parametrize(
    "table",
    [
        "| City | Size |\n|------|-----:|\n| Rome | **big** |\n| Bonn | small |",
        "City | Size\n--- | ---\nRome | big\nBonn | small",
        "| City | Size |\n| Rome | big |\n| Bonn | small |",
        "+------+-------+\n| City | Size |\n+------+-------+\n| Rome | big |\n| Bonn | small |\n+------+-------+",
    ],
)
def test_tables_become_cells_and_never_prose(table):
    text = f"## Cities\n\n{table}\n\nThat is all."

    document = prepared(text)

    (found,) = document.tables
    assert found.header == ("City", "Size")
    assert found.rows == (("Rome", "big"), ("Bonn", "small"))
    assert found.caption == "Cities"
    assert text[found.start : found.end] == table
    assert document.text == "Cities\nThat is all."


def test_a_text_that_is_only_a_table_has_no_blocks():
    document = prepared("| a | b |\n|---|---|\n| 1 | 2 |")

    assert document.blocks == ()
    assert len(document.tables) == 1


def test_a_bar_in_a_sentence_is_no_table():
    assert prepared("Use a | b here.").tables == ()


def test_quoted_lines_are_quotes_however_deep():
    assert blocks("> > > deep words here\n\nMine.") == [("quote", "deep words here"), ("prose", "Mine.")]


def test_kinds_are_those_of_the_schema():
    document = prepared("# A\n- b\n> c\n\nd")

    assert {block.kind for block in document.blocks} <= set(SentenceKind)
