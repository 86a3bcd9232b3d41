"""Questions are open slots."""

from __future__ import annotations

import pytest

from schemas.annotation import AnswerType
from schemas.claim import Modality
from schemas.turn import Role
from tests.skgeval.annotation.extraction.conftest import Read, named

OPEN = [
    ("How long is the lease?", AnswerType.NUMBER, ("lease", "be", "time")),
    ("How old is your cat?", AnswerType.NUMBER, ("ASSISTANT's cat", "be", "time")),
    ("How much does the ticket cost?", AnswerType.NUMBER, ("ticket", "cost", "")),
    ("How many rings does Saturn have?", AnswerType.NUMBER, ("saturn", "have", "count")),
    ("What's the capital of Peru?", AnswerType.PLACE, ("peru's capital", "be", "")),
    ("What is your name?", AnswerType.NAME, ("ASSISTANT's name", "be", "")),
    ("What colour is the tent?", AnswerType.NAME, ("tent's color", "be", "")),
    ("Where do you live?", AnswerType.PLACE, ("ASSISTANT", "live in", "")),
    ("When does the ferry leave?", AnswerType.TIME, ("ferry", "leave", "time")),
    ("Who painted the ceiling?", AnswerType.NAME, ("ceiling", "paint by", "")),
    ("What time does the bank open?", AnswerType.TIME, ("bank", "open", "")),
    ("Why is the train late?", AnswerType.OPEN, ("train", "be", "")),
]

POLAR = [
    ("Is the bank open?", "bank | be | open"),
    ("Do you own a boat?", "ASSISTANT | own | boat"),
    ("So the lease is 12 months?", "lease | be | 12 months"),
    ("do you like boats", "ASSISTANT | like | boat"),
]


@pytest.mark.parametrize(("text", "expects", "slot"), OPEN)
def test_a_question_leaves_a_slot_open(read: Read, text: str, expects: AnswerType, slot: tuple[str, str, str]):
    question = read(text, Role.USER).questions[0]

    assert question.subject is not None
    assert question.expects is expects
    assert (named(question.subject), question.relation, question.dimension) == slot
    assert not question.follow_up


@pytest.mark.parametrize(("text", "expected"), POLAR)
def test_a_yes_or_no_question_names_the_claims_it_asks(read: Read, text: str, expected: str):
    extraction = read(text, Role.USER)

    question = extraction.questions[0]
    claim = extraction.claims[question.claims[0]]
    denied = "" if claim.polarity else "not "
    assert question.expects is AnswerType.YES_NO
    assert f"{named(claim.subject)} | {denied}{claim.relation} | {named(claim.object)}" == expected
    assert claim.modality is Modality.ASKED


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("And for the charger?", "charger"),
        ("What about dinner?", "dinner"),
        ("And the lid?", "lid"),
        ("Towels?", "towel"),
    ],
)
def test_a_follow_up_brings_a_new_thing_to_the_old_question(read: Read, text: str, subject: str):
    question = read(text, Role.USER).questions[0]

    assert question.follow_up
    assert question.subject is not None
    assert question.subject.label == subject


def test_a_choice_lists_its_options(read: Read):
    question = read("Would you like tea or coffee?", Role.USER).questions[0]

    assert (question.expects, question.options) == (AnswerType.CHOICE, ("tea", "coffee"))


def test_how_many_keeps_what_is_counted(read: Read):
    assert read("How many rings does Saturn have?", Role.USER).questions[0].wanted == "ring"


@pytest.mark.parametrize("text", ["When it rains, the pitch is wet.", "What you need is rest.", "I know who you are."])
def test_a_dependent_question_word_asks_nothing(read: Read, text: str):
    assert read(text).questions == ()
