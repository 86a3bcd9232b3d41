"""Sentences without a verb."""

from __future__ import annotations

import pytest

from schemas.annotation import ReferenceKind
from schemas.claim import Form
from schemas.turn import Role
from tests.skgeval.annotation.extraction.conftest import Read


@pytest.mark.parametrize(
    ("text", "relation", "label", "value"),
    [
        ("24.", "", "24", 24.0),
        ("12 months.", "", "12 months", 12.0),
        ("Yes, 12 months.", "", "12 months", 12.0),
        ("In Paris.", "in", "paris", None),
        ("A carpenter.", "", "carpenter", None),
        ("Blue.", "", "blue", None),
        ("Valid until 14:15.", "be valid until", "14:15", 14.25),
    ],
)
def test_a_bare_answer_leaves_its_subject_open(read: Read, text: str, relation: str, label: str, value: float | None):
    extraction = read(text)

    claim = extraction.claims[0]
    assert claim.form is Form.FRAGMENT
    assert (claim.relation, claim.object.label) == (relation, label)
    assert (claim.quantity.value if claim.quantity else None) == value
    assert claim.subject.reference is not None
    assert extraction.references[claim.subject.reference].kind is ReferenceKind.FRAGMENT


def test_a_bare_no_something_is_denied(read: Read):
    claim = read("No chest pain.", Role.USER).claims[0]

    assert (claim.polarity, claim.object.label) == (False, "chest pain")


@pytest.mark.parametrize("text", ["## Opening hours", "Hello!", "Wow!", "?", "2022-01,15.25,15.80", "🙂"])
def test_headings_and_exclamations_claim_nothing(read: Read, text: str):
    assert read(text).claims == ()


def test_an_items_title_is_the_subject_its_text_leaves_out(read: Read):
    claims = read("- Battery: lasts 9 hours\n- Screen: made of glass").claims

    assert [(claim.subject.label, claim.relation) for claim in claims] == [("battery", "last"), ("screen", "make of")]


def test_a_long_verbless_sentence_is_no_answer(read: Read):
    assert read("A tale of two towns, three rivers, five bridges and one very old, very tired horse.").claims == ()


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for your interest!",
        "Great question!",
        "My apologies for the delay.",
        "Congratulations on your new account!",
        "Happy to help!",
        "No problem at all.",
    ],
)
def test_a_courtesy_answers_nothing(read: Read, text: str):
    assert read(text).claims == ()


@pytest.mark.parametrize("text", ["A good hammer.", "No alcohol at all.", "Happy.", "The question of cost."])
def test_what_is_no_courtesy_may_answer(read: Read, text: str):
    assert len(read(text).claims) == 1
