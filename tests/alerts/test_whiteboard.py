"""The whiteboard shows who claimed what, what was superseded and what conflicts."""

from xml.etree import ElementTree as ET

import pytest

from alerts.archive import ClaimRow, EntityRow
from alerts.whiteboard import draw_board, to_dot, to_svg
from tests.alerts.records import bound, certificate

SVG = "{http://www.w3.org/2000/svg}"


def row(claim, subject, words, **fields):
    relation, _, thing = words.partition(" ")
    defaults = {
        "turn": int(claim.split(".")[0]),
        "speaker": "assistant",
        "object": "",
        "polarity": True,
        "modality": "asserted",
        "sentence": f"The {subject} {words}.",
        "status": "current",
        "changed_by": "",
    }
    return ClaimRow(**{**defaults, **fields}, claim=claim, subject=subject, relation=relation, object_label=thing)


@pytest.fixture
def board():
    claims = [
        row("1.0", "warranty", "last 24 months"),
        row("3.0", "warranty", "last 12 months", status="disputed"),
        row("4.0", "USER", "order coffee", speaker="user", status="superseded", changed_by="5.0"),
        row("5.0", "USER", "order tea", speaker="user"),
        row("6.0", "USER", "have warranty", object="warranty"),
        row("6.1", "warranty", "be free", modality="asked"),
    ]
    entities = [EntityRow(entity="warranty", label="warranty", type="Concept", slot=1, linked_to="guarantee")]
    proofs = [certificate(bound("1.0", 1, "24 months"), bound("3.0", 3, "12 months"))]
    return draw_board("talk <1>", claims, entities, proofs)


def test_each_subject_is_a_card_in_order_of_appearance(board):
    assert [(card.title, len(card.lines)) for card in board.cards] == [("warranty", 2), ("User", 3)]


def test_a_question_is_not_drawn(board):
    assert all("free" not in line.words for card in board.cards for line in card.lines)


def test_a_conflict_marks_both_of_its_lines(board):
    assert [line.conflicts for line in board.cards[0].lines] == [(1,), (1,)]


def test_what_a_turn_says_twice_is_drawn_once_and_never_less_than_a_conflict():
    claims = [row(key, "warranty", "last 12 months") for key in ("3.0", "3.1", "5.0")]
    proofs = [certificate(bound("3.1", 3, "12 months"), bound("5.0", 5, "12 months"))]

    [card] = draw_board("talk", claims, [], proofs).cards

    assert [line.claim for line in card.lines] == ["3.1", "5.0"]


def test_a_superseded_claim_is_struck_through_and_says_until_when(board):
    root = ET.fromstring(to_svg(board))  # noqa: S314 - our own output

    struck = [text.text for text in root.iter(f"{SVG}text") if text.get("text-decoration") == "line-through"]

    assert struck == ["superseded", "order coffee"]
    assert any(text.text == "until turn 6" for text in root.iter(f"{SVG}text"))


def test_a_conflict_is_told_under_the_picture(board):
    texts = [text.text for text in ET.fromstring(to_svg(board)).iter(f"{SVG}text")]  # noqa: S314 - our own output

    assert any((text or "").startswith("Conflict 1: In turn 4") for text in texts)


def test_cards_do_not_overlap():
    claims = [row(f"{n}.0", f"thing {n}", "be blue") for n in range(30)]

    root = ET.fromstring(to_svg(draw_board("talk", claims, [], [])))  # noqa: S314 - our own output

    boxes = [tuple(int(box.get(side)) for side in ("x", "y", "width", "height")) for box in root.iter(f"{SVG}rect")
             if box.get("stroke")]  # fmt: skip
    assert len(boxes) == 30
    assert not any(_overlap(one, other) for one in boxes for other in boxes if one < other)


def test_hostile_words_stay_words():
    claims = [row("0.0", 'x"<script>', 'be "\\ </svg>\x00')]
    hostile = draw_board("talk", claims, [], [])

    assert "<script>" not in to_svg(hostile)
    assert '"x\\"<script>"' in to_dot(hostile)


def test_dot_joins_conflicting_claims_in_red(board):
    drawn = to_dot(board)

    assert '"warranty / 1.0" -> "warranty / 3.0" [dir=both, color=red' in drawn
    assert '"USER" -> "warranty"' in drawn


def test_an_empty_conversation_is_an_empty_board():
    empty = draw_board("talk", [], [], [])

    assert empty.cards == ()
    assert to_svg(empty).startswith("<svg")


def _overlap(one, other):
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )
