"""Claims that a turn brings along: taken as they are, typed, placed, and compared like any others."""

from __future__ import annotations

import json

import jsonschema
import msgspec
import pytest

from schemas.claim import ASSISTANT, USER, Attribute, EntityType, Form, PropertyType, RelationType, Span
from schemas.codec import convert, encode_json
from schemas.errors import WireError
from schemas.finding import FindingKind
from schemas.jsonschema import documents
from schemas.turn import Turn
from skgeval import Judge
from skgeval.annotation.annotate import Annotator, annotate
from skgeval.annotation.encoding import HashEncoder
from skgeval.annotation.extraction import GivenExtractor, LocalExtractor

LEAST = {"subject": "the warranty", "relation": "lasts", "object": "24 months"}


@pytest.fixture(scope="module")
def local() -> LocalExtractor:
    return LocalExtractor()


@pytest.fixture(scope="module")
def annotator(local) -> Annotator:
    return Annotator(extractor=GivenExtractor(local), encoder=HashEncoder())


def turn(*claims: dict, text: str = "The warranty lasts 24 months. It is fine.", role: str = "assistant") -> Turn:
    return convert({"conversation": "c", "role": role, "text": text, "claims": list(claims)}, Turn)


@pytest.fixture
def taken(annotator):
    def claim(said: dict, role: str = "assistant", **more):
        (found,) = annotate(turn(said, role=role, **more), annotator).claims
        return found

    return claim


def test_subject_relation_and_object_are_enough(taken):
    found = taken(LEAST)

    assert (found.subject.label, found.relation, found.object.label) == ("warranty", "last", "24 months")
    assert (found.quantity.value, found.quantity.unit) == (24.0, "month")
    assert (found.polarity, found.importance, found.speaker) == (True, 0.5, "assistant")


def test_the_published_field_names_are_accepted(taken):
    found = taken(
        LEAST
        | {
            "attribute": "quantity",
            "property_type": "EXCLUSIVE",
            "rel_type": "elaboration",
            "importance": 0.9,
            "types": ["Object", "Time"],
        }
    )

    assert (found.attribute, found.property_type) == (Attribute.QUANTITY, PropertyType.EXCLUSIVE)
    assert (found.relation_type, found.importance) == (RelationType.ELABORATION, 0.9)
    assert (found.subject.type, found.object.type) == (EntityType.OBJECT, EntityType.TIME)


def test_the_field_names_of_the_published_program_are_accepted(taken):
    found = taken(
        {
            "sub": "Anna",
            "rel": "lives in",
            "obj": "Bern",
            "type_sub": "Person",
            "type_obj": "Place",
            "rel_type": "diagnosis",
            "attribute": "property",
            "property_type": "EXCLUSIVE",
            "importance": 0.8,
        }
    )

    assert (found.subject.label, found.relation, found.object.label) == ("anna", "live in", "bern")
    assert (found.subject.type, found.object.type) == (EntityType.PERSON, EntityType.PLACE)
    assert (found.relation_type, found.property_type) == (RelationType.DIAGNOSIS, PropertyType.EXCLUSIVE)


def test_a_claim_is_written_under_our_names_whatever_it_came_under():
    (given,) = turn({"sub": "Anna", "rel": "is", "obj": "tall", "types": ["Person", "Condition"]}).claims

    assert json.loads(encode_json(turn(msgspec.to_builtins(given))))["claims"] == [
        {
            "subject": "Anna",
            "relation": "is",
            "object": "tall",
            "subject_type": "Person",
            "object_type": "Condition",
        }
    ]


def test_the_json_schema_takes_each_needed_field_under_one_of_its_names():
    schema = json.loads(documents()["turn.v1.json"])
    whole = {"conversation": "c", "role": "user", "text": "x"}

    def takes(said: dict) -> bool:
        return jsonschema.Draft202012Validator(schema).is_valid({**whole, "claims": [said]})

    assert takes({"sub": "a", "relation": "b", "obj": "c"})
    assert takes({"subject": "a", "relation": "b", "object": "c"})
    assert not takes({"sub": "a", "relation": "b"})
    assert not takes({"sub": "a", "relation": "b", "obj": "c", "x": 1})


@pytest.mark.parametrize(
    ("relation", "polarity", "expected"),
    [
        ("is", True, ("be", True)),
        ("is not", True, ("be", False)),
        ("is", False, ("be", False)),
        ("isn't", True, ("be", False)),
        ("does not live in", True, ("live in", False)),
        ("lives in", True, ("live in", True)),
        ("was written by", True, ("write by", True)),
        ("is not located in", True, ("locate in", False)),
        ("is married to", True, ("be married to", True)),
        ("located_in", True, ("locate in", True)),
        ("hasCapital", True, ("have capital", True)),
        ("opening time", True, ("opening time", True)),
        ("is the capital of", True, ("be the capital of", True)),
        ("'s capital is", True, ("be capital is", True)),
        ("is called", True, ("be call", True)),
        ("is known as", True, ("know as", True)),
        ("never eats", True, ("eat", False)),
    ],
)
def test_a_relation_is_read_as_lemmas_and_a_negated_one_as_denied(relation, polarity, expected, taken):
    found = taken({"subject": "Anna", "relation": relation, "object": "Bern", "polarity": polarity})

    assert (found.relation, found.polarity) == expected


@pytest.mark.parametrize(
    ("subject", "role", "expected"),
    [
        ("I", "user", (USER, "")),
        ("you", "assistant", (USER, "")),
        ("I", "assistant", (ASSISTANT, "")),
        ("the user", "assistant", (USER, "")),
        ("my left knee", "user", ("left knee", USER)),
        ("the battery's warranty", "user", ("warranty", "battery")),
        ("your order's status", "assistant", ("status", "order")),
        ("the capital of Australia", "user", ("capital", "australia")),
        ("the status of your order", "assistant", ("status", "order")),
        ("the end of the road", "user", ("end of the road", "")),
        ("The Cats", "user", ("cat", "")),
    ],
)
def test_participants_and_owners_are_told_from_names(subject, role, expected, taken):
    found = taken({"subject": subject, "relation": "is", "object": "fine"}, role=role)

    assert (found.subject.label, found.subject.owner) == expected


def test_an_adjective_is_a_value_and_a_noun_is_a_thing(taken):
    assert taken({"subject": "the museum", "relation": "is", "object": "open"}).form is Form.ADJECTIVE
    assert taken({"subject": "Anna", "relation": "is", "object": "a nurse"}).form is Form.NOUN


def test_a_quoted_sentence_gives_the_place_and_no_quotation_the_whole_turn(taken):
    assert taken(LEAST | {"sentence": "It is fine."}).sentence == 1
    assert taken(LEAST | {"sentence": "It is fine."}).span == Span(start=30, end=41)
    assert taken(LEAST).span == Span(start=0, end=41)


def test_a_quotation_that_is_not_in_the_text_is_flagged(annotator):
    annotation = annotate(turn(LEAST | {"sentence": "It is bad."}), annotator)

    assert annotation.flags == ("claims_unplaced",)
    assert len(annotation.claims) == 1


def test_a_turn_without_claims_is_a_failure_and_one_with_an_empty_list_says_nothing(annotator):
    without = annotate(Turn(conversation="c", role="assistant", text="The sky is blue."), annotator)
    empty = annotate(turn(text="The sky is blue."), annotator)

    assert "no `claims`" in without.failure
    assert (empty.failure, empty.claims) == ("", ())


def test_given_claims_that_nobody_uses_are_flagged(local):
    annotation = annotate(turn(LEAST), Annotator(extractor=local, encoder=HashEncoder()))

    assert annotation.flags == ("claims_unused",)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"relation": "is", "object": "x"}, r"claims\[0\].subject"),
        (LEAST | {"object": " "}, r"claims\[0\].object"),
        (LEAST | {"property_type": "exclusive"}, r"claims\[0\].property_type"),
        (LEAST | {"importance": 1.1}, r"claims\[0\].importance"),
        (LEAST | {"polarity": "no"}, r"claims\[0\].polarity"),
        (LEAST | {"types": ["Object"]}, r"claims\[0\].types"),
        (
            LEAST | {"polarty": False},
            r"claims\[0\].polarty`: is not known: a claim has subject, relation, object, polar",
        ),
        (LEAST | {"sub": "it"}, "`sub` and `subject` are one field"),
        (LEAST | {"subject_type": "Person", "types": ["Object", "Time"]}, "`types` and `subject_type` are one field"),
        ({"sub": " ", "rel": "is", "obj": "x"}, r"claims\[0\].sub"),
        ({"rel": "is", "obj": "x"}, r"claims\[0\].subject`: is missing"),
    ],
)
def test_a_claim_that_is_none_is_refused_and_the_field_is_named(said, field):
    with pytest.raises(WireError, match=field):
        turn(said)


def test_given_claims_contradict_each_other_in_any_language(local):
    judge = Judge(encoder="hash", extractor=GivenExtractor(local))
    judge.observe({"role": "assistant", "text": "Die Garantie dauert zwei ganze Jahre.", "claims": [LEAST]})

    record = judge.observe(
        {
            "role": "assistant",
            "text": "Die Garantie dauert nur ein ganzes Jahr.",
            "claims": [LEAST | {"object": "12 months", "sentence": "dauert nur ein ganzes Jahr"}],
        }
    )

    assert [finding.kind for finding in record.findings] == [FindingKind.CONTRADICTION]
    assert record.certificates[0].later.sentence == "Die Garantie dauert nur ein ganzes Jahr."


def says(subject: str, relation: str, thing: str, **more: str) -> dict:
    return {"subject": subject, "relation": relation, "object": thing, **more}


def test_what_a_common_noun_names_is_told_from_the_noun_and_a_name_is_not_guessed(taken):
    assert taken(says("Anna", "is", "a nurse")).object.type is EntityType.PERSON
    assert taken(says("Anna", "lives in", "Oslo")).object.type is EntityType.CONCEPT


def test_of_more_claims_than_are_kept_the_most_important_are(annotator):
    many = [says(f"thing {number}", "is", "old", importance=number / 300) for number in range(300)]

    annotation = annotate(turn(*many), annotator)

    assert annotation.flags == ("claims_cut",)
    assert len(annotation.claims) == annotator.policy.max_claims
    assert min(claim.importance for claim in annotation.claims) == pytest.approx(100 / 300)


def test_letters_that_no_database_takes_are_replaced_in_given_claims(annotator):
    annotation = annotate(turn(says("war\x00ranty", "la\x00sts", "2\x00 years")), annotator)

    assert b"\\u0000" not in encode_json(annotation)
    assert "\ufffd" in annotation.claims[0].subject.label
