"""Words that point: pronouns, demonstratives and ordinals find what was spoken of, or stay open."""

from __future__ import annotations

from schemas.annotation import AnswerType, ReferenceKind
from schemas.claim import EntityType
from tests.skgeval.judgement.talk import (
    Talk,
    asks,
    claim,
    months,
    named,
    pointing,
    points,
    quality,
    subjects,
    the,
    thing,
)


def test_it_is_the_thing_the_last_turn_was_about():
    talk = Talk()
    talk.assistant(quality(the("battery"), "light"))

    record = talk.assistant(quality(pointing(), "small"), references=(points(ReferenceKind.PRONOUN, "it", gender="n"),))

    assert subjects(record) == ["battery"]
    assert record.claims[0].bindings[0].sentence == "Turn 0."


def test_it_is_the_thing_that_was_asked_about_though_questions_make_no_entities():
    talk = Talk()
    talk.user(questions=(asks(the("battery"), AnswerType.NUMBER, relation="last", dimension="time"),))

    record = talk.assistant(
        claim(pointing(), "last", months(3)), references=(points(ReferenceKind.PRONOUN, "it", gender="n"),)
    )

    assert talk.session.graph.entities.keys() == {"battery"}
    assert subjects(record) == ["battery"]


def test_he_is_a_person_and_not_the_thing_spoken_of_last():
    talk = Talk()
    talk.assistant(quality(named("Tom"), "tall"))
    talk.assistant(quality(the("hat"), "small"))

    record = talk.assistant(quality(pointing(), "kind"), references=(points(ReferenceKind.PRONOUN, "he", gender="m"),))

    assert subjects(record) == ["tom"]


def test_she_is_not_the_father():
    talk = Talk()
    talk.assistant(quality(thing("mother", type=EntityType.PERSON), "tall"))
    talk.assistant(quality(thing("father", type=EntityType.PERSON), "tall"))

    record = talk.assistant(quality(pointing(), "kind"), references=(points(ReferenceKind.PRONOUN, "she", gender="f"),))

    assert subjects(record) == ["mother"]


def test_she_of_whom_no_more_is_known_is_one_person_from_turn_to_turn():
    talk = Talk()
    she = points(ReferenceKind.PRONOUN, "she", gender="f")
    first = talk.assistant(quality(pointing(), "tall"), references=(she,))

    second = talk.assistant(quality(pointing(), "short"), references=(she,))

    assert subjects(first) == subjects(second) == ["she"]
    assert [finding.kind.value for finding in second.findings] == ["contradiction"]


def test_that_plan_is_the_plan_spoken_of_lately():
    talk = Talk()
    talk.assistant(quality(the("basic plan"), "cheap"))
    talk.assistant(quality(the("premium plan"), "good"))

    record = talk.assistant(
        quality(pointing(), "new"), references=(points(ReferenceKind.DEMONSTRATIVE, "that plan", head="plan"),)
    )

    assert subjects(record) == ["premium plan"]


def test_that_plan_stays_open_where_the_last_turn_spoke_of_two():
    talk = Talk()
    talk.assistant(quality(the("basic plan"), "cheap"), quality(the("premium plan"), "good"))

    record = talk.assistant(
        quality(pointing(), "new"), references=(points(ReferenceKind.DEMONSTRATIVE, "that plan", head="plan"),)
    )

    assert record.claims == ()


def test_the_second_one_is_the_second_of_the_last_list():
    talk = Talk()
    talk.assistant(claim(the("shop"), "sell", thing("red hat")), claim(the("shop"), "sell", thing("blue hat")))

    record = talk.user(
        quality(pointing(), "nice"), references=(points(ReferenceKind.ORDINAL, "the second one", position=2),)
    )

    assert subjects(record) == ["blue hat"]


def test_what_points_to_nothing_known_is_kept_out_and_flagged():
    talk = Talk()
    talk.assistant(quality(the("battery"), "light"))

    record = talk.user(
        quality(pointing(), "nice"), references=(points(ReferenceKind.ORDINAL, "the third", position=3),)
    )

    assert record.claims == ()
    assert record.flags == ("unbound_reference",)


def test_an_antecedent_in_the_same_turn_comes_before_anything_earlier():
    talk = Talk()
    talk.assistant(quality(the("battery"), "light"))
    it = points(ReferenceKind.PRONOUN, "it", gender="n", antecedent=the("charger"))

    record = talk.assistant(quality(pointing(), "small"), references=(it,))

    assert subjects(record) == ["charger"]
