"""Names of things: what tells one thing from another, and what only praises it."""

from __future__ import annotations

import pytest

from schemas.claim import EntityType, Mention
from tests.skgeval.annotation.extraction.conftest import Read

LABELS = [
    ("The left knee hurts.", "left knee", "knee", ""),
    ("The charger's warranty expired.", "warranty", "warranty", "charger"),
    ("The warranty of the charger expired.", "warranty", "warranty", "charger"),
    ("Your warranty expired.", "warranty", "warranty", "USER"),
    ("The lovely garden bloomed.", "garden", "garden", ""),
    ("Library B failed.", "library b", "b", ""),
    ("Ticket 4100 was closed.", "ticket 4100", "ticket", ""),
    ("The cook from the harbour stall left.", "cook from harbour stall", "cook", ""),
    ("The United Nations met.", "united nations", "nations", ""),
    ("Some of the lamps broke.", "lamp", "lamp", ""),
    ("A couple of chairs broke.", "chair", "chair", ""),
    ("The author of 1984 wrote quickly.", "author", "author", "1984"),
]


def subject(read: Read, text: str) -> Mention:
    return read(text).claims[0].subject


@pytest.mark.parametrize(("text", "label", "head", "owner"), LABELS)
def test_a_noun_phrase_is_named_without_article_owner_and_praise(
    read: Read, text: str, label: str, head: str, owner: str
):
    mention = subject(read, text)

    assert (mention.label, mention.owner) == (label, owner)
    assert mention.head == head


def test_praise_is_kept_as_a_modifier(read: Read):
    assert "lovely" in subject(read, "The lovely garden bloomed.").modifiers


def test_a_plural_has_the_label_of_its_singular(read: Read):
    mention = subject(read, "The lamps broke.")

    assert (mention.label, mention.plural) == ("lamp", True)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The nurse left.", EntityType.PERSON),
        ("The museum closed.", EntityType.PLACE),
        ("The wedding was cancelled.", EntityType.EVENT),
        ("The company grew.", EntityType.ORGANIZATION),
        ("Asthma is common.", EntityType.CONDITION),
        ("The printer broke.", EntityType.OBJECT),
        ("The idea failed.", EntityType.CONCEPT),
    ],
)
def test_a_noun_has_a_type(read: Read, text: str, kind: EntityType):
    assert subject(read, text).type is kind


def test_a_count_stays_with_the_thing_counted(read: Read):
    claim = read("Saturn has seven rings.").claims[0]

    assert claim.object.label == "ring"
    assert claim.quantity is not None
    assert (claim.quantity.value, claim.quantity.counted) == (7.0, "ring")


def test_a_subject_can_be_counted(read: Read):
    claim = read("250 people came.").claims[0]

    assert claim.quantity is not None
    assert claim.quantity.value == 250.0


def test_a_number_inside_a_name_counts_nothing(read: Read):
    assert read("The course is in room G.04.").claims[0].quantity is None
