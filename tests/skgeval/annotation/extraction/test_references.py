"""Words that point outside their sentence, and what they may mean inside the turn."""

from __future__ import annotations

import pytest

from schemas.annotation import ReferenceKind
from schemas.turn import Role
from tests.skgeval.annotation.extraction.conftest import Read

ANSWERS = [
    ("Yes.", ReferenceKind.AFFIRMATION),
    ("Yes, it does.", ReferenceKind.AFFIRMATION),
    ("Sure, no problem.", ReferenceKind.AFFIRMATION),
    ("Yeah I do", ReferenceKind.AFFIRMATION),
    ("No.", ReferenceKind.DENIAL),
    ("Not really.", ReferenceKind.DENIAL),
    ("no i do not", ReferenceKind.DENIAL),
    ("Nope, never.", ReferenceKind.DENIAL),
    ("Me too!", ReferenceKind.ECHO),
    ("So do I.", ReferenceKind.ECHO),
]


@pytest.mark.parametrize(("text", "kind"), ANSWERS)
def test_a_short_answer_points_at_what_was_asked(read: Read, text: str, kind: ReferenceKind):
    assert [reference.kind for reference in read(text).references][:1] == [kind]


@pytest.mark.parametrize("text", ["Yes.", "No.", "Not really.", "Sure.", "Me too!"])
def test_an_answer_makes_no_claim_of_its_own(read: Read, text: str):
    assert read(text).claims == ()


@pytest.mark.parametrize(
    "text", ["No bus stops here.", "Yesterday it rained.", "Nobody came.", "Sure things are rare."]
)
def test_a_sentence_that_begins_alike_is_no_answer(read: Read, text: str):
    kinds = {reference.kind for reference in read(text).references}

    assert kinds <= {ReferenceKind.PRONOUN}


def test_a_pronoun_without_a_noun_before_it_stays_open(read: Read):
    extraction = read("It lasts 3 hours.")

    claim = extraction.claims[0]
    assert claim.subject.reference == 0
    assert extraction.references[0].kind is ReferenceKind.PRONOUN
    assert extraction.references[0].gender == "n"
    assert extraction.references[0].antecedent is None


ANTECEDENTS = [
    ("The printer is new. It is loud.", "printer"),
    ("The printer uses a cartridge. It is loud.", "printer"),
    ("Anna met Tom at noon. She was late.", "anna"),
    ("The neighbours have a dog. They are loud.", "neighbour"),
    ("The printer is new and its lid is red.", "printer"),
]


@pytest.mark.parametrize(("text", "label"), ANTECEDENTS)
def test_a_pronoun_prefers_the_subject_named_before(read: Read, text: str, label: str):
    found = [reference.antecedent for reference in read(text).references if reference.kind is ReferenceKind.PRONOUN]

    assert [mention.label for mention in found if mention is not None] == [label]


def test_a_pronoun_whose_first_use_is_open_stays_open(read: Read):
    extraction = read("He was a member of a guild. He died young.")

    assert [reference.antecedent for reference in extraction.references] == [None, None]


def test_it_means_no_person_and_she_no_thing(read: Read):
    assert read("The nurse left. It is cold.").references[-1].antecedent is None
    assert read("The kettle broke. She left.").references[-1].antecedent is None


@pytest.mark.parametrize(
    ("text", "kind", "position", "head"),
    [
        ("I prefer the second one.", ReferenceKind.ORDINAL, 2, ""),
        ("I prefer the last one.", ReferenceKind.ORDINAL, -1, ""),
        ("I prefer the red one.", ReferenceKind.ELLIPSIS, 0, "red"),
        ("That plan includes calls.", ReferenceKind.DEMONSTRATIVE, 0, "plan"),
        ("These are cheaper.", ReferenceKind.DEMONSTRATIVE, 0, ""),
        ("I don't have any.", ReferenceKind.ELLIPSIS, 0, ""),
    ],
)
def test_other_open_words(read: Read, text: str, kind: ReferenceKind, position: int, head: str):
    reference = read(text).references[0]

    assert (reference.kind, reference.position, reference.head) == (kind, position, head)


def test_the_participants_are_no_references(read: Read):
    assistant = read("I told you.").claims
    user = read("I told you.", Role.USER).claims

    assert read("I told you.").references == ()
    assert (assistant[0].subject.label, user[0].subject.label) == ("ASSISTANT", "USER")


def test_an_empty_it_is_no_reference(read: Read):
    assert read("It is important to rest.").references == ()
    assert read("It is raining.").references == ()


def test_the_owner_of_its_lid_is_open(read: Read):
    claim = read("Its lid is red.").claims[0]

    assert claim.subject.owner == ""
    assert claim.subject.owner_reference == 0
