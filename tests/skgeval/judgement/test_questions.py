"""Open slots: what a bare answer, a yes, a no and a follow-up question mean."""

from __future__ import annotations

from schemas.annotation import AnswerType, ReferenceKind
from schemas.turn import Role
from tests.skgeval.judgement.talk import (
    Talk,
    asked,
    asks,
    claim,
    fragment,
    kinds,
    months,
    points,
    quality,
    subjects,
    the,
    thing,
    your,
)

FRAGMENT = points(ReferenceKind.FRAGMENT)
YES = points(ReferenceKind.AFFIRMATION, "yes")
NO = points(ReferenceKind.DENIAL, "no")


def how_long(subject):
    return asks(subject, AnswerType.NUMBER, relation="be", dimension="time")


def test_a_bare_number_answers_the_last_question_it_fits():
    talk = Talk()
    talk.user(questions=(how_long(the("warranty")), asks(the("colour"), AnswerType.NAME, relation="be")))

    record = talk.assistant(fragment(months(24)), references=(FRAGMENT,))

    assert [(one.subject, one.claim.quantity.value) for one in record.claims] == [("warranty", 24)]
    assert [(slot.subject, slot.answered) for slot in record.open_slots] == [("warranty", True), ("colour", False)]


def test_a_bare_number_of_another_dimension_answers_nothing():
    talk = Talk()
    talk.user(questions=(asks(the("box"), AnswerType.NUMBER, relation="be", dimension="mass"),))

    record = talk.assistant(fragment(months(24)), references=(FRAGMENT,))

    assert record.claims == ()
    assert record.flags == ("unbound_reference",)


def test_nobody_answers_their_own_question():
    talk = Talk()
    talk.assistant(questions=(how_long(the("warranty")),))

    record = talk.assistant(fragment(months(24)), references=(FRAGMENT,))

    assert record.claims == ()


def test_yes_asserts_what_was_asked_and_no_denies_it():
    question = asks(None, AnswerType.YES_NO, claims=(0,))
    proposition = asked(quality(the("shop"), "open"))
    agreeing, denying = Talk(), Talk()
    agreeing.user(proposition, questions=(question,))
    denying.user(proposition, questions=(question,))

    yes = agreeing.assistant(references=(YES,))
    no = denying.assistant(references=(NO,))

    assert [(one.subject, one.claim.polarity, one.claim.speaker) for one in yes.claims] == [
        ("shop", True, Role.ASSISTANT)
    ]
    assert [(one.subject, one.claim.polarity) for one in no.claims] == [("shop", False)]
    assert yes.claims[0].completed


def test_yes_with_the_value_said_again_is_one_claim():
    talk = Talk()
    talk.user(asked(claim(the("warranty"), "be", months(12))), questions=(asks(None, AnswerType.YES_NO, claims=(0,)),))

    record = talk.assistant(fragment(months(12), number=1), references=(YES, FRAGMENT))

    assert len(record.claims) == 1


def test_a_question_makes_no_claim_and_no_entity():
    talk = Talk()

    record = talk.user(
        asked(quality(the("shop"), "open")), questions=(asks(the("shop"), AnswerType.YES_NO, claims=(0,)),)
    )

    assert record.claims == ()
    assert record.entities == ()


def test_a_follow_up_asks_the_last_question_about_another_thing():
    talk = Talk()
    talk.user(questions=(how_long(the("warranty")),), text="How long is the warranty?")
    talk.assistant(claim(your("warranty"), "last", months(24)))
    talk.user(questions=(asks(the("battery"), follow_up=True),), text="And for the battery?")

    record = talk.assistant(fragment(months(12)), references=(FRAGMENT,))

    assert subjects(record) == ["battery's warranty"]
    assert kinds(record) == []


def test_a_follow_up_without_a_preposition_puts_the_new_thing_in_the_old_ones_place():
    talk = Talk()
    talk.user(questions=(how_long(the("red cable")),), text="How long is the red cable?")
    talk.user(questions=(asks(the("blue cable"), follow_up=True),), text="And the blue cable?")

    record = talk.assistant(fragment(months(12)), references=(FRAGMENT,))

    assert subjects(record) == ["blue cable"]


def test_a_no_that_answers_no_question_denies_what_was_just_said():
    talk = Talk()
    talk.assistant(claim(the("manager"), "be", thing("jamie doran", proper=True)))

    record = talk.user(references=(NO,))

    assert kinds(record) == [("user_conflict", 0, 1)]
    assert record.challenged == ("0.0",)
