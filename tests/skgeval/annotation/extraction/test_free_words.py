"""Given claims in free words ("has capital", "capital of"): they reach the detectors as sentences do."""

from __future__ import annotations

import pytest

from schemas.finding import FindingKind
from skgeval import Judge
from skgeval.annotation.extraction import GivenExtractor, LocalExtractor


@pytest.fixture(scope="module")
def judge_of():
    extractor = GivenExtractor(LocalExtractor())

    def talk(*said: dict) -> list[str]:
        """Return the detectors that answer to the last of these claims, each said in a turn of its own."""
        judge = Judge(encoder="hash", extractor=extractor)
        for one in said:
            text = f"{one['subject']} {one['relation']} {one['object']}."
            record = judge.observe({"role": "assistant", "text": text, "claims": [one]})
        return [found.detector for found in record.findings if found.kind is FindingKind.CONTRADICTION]

    return talk


def says(subject: str, relation: str, thing: str, **more: str) -> dict:
    return {"subject": subject, "relation": relation, "object": thing, **more}


CAPITALS = ("has capital", "has the capital", "has_capital", "hasCapital", "capital", "capital is", "'s capital is")


@pytest.mark.parametrize("relation", CAPITALS)
def test_a_property_in_free_words_has_one_value(relation, judge_of):
    assert judge_of(says("Australia", relation, "Canberra"), says("Australia", relation, "Sydney"))
    assert not judge_of(says("Australia", relation, "Canberra"), says("Austria", relation, "Vienna"))
    assert not judge_of(says("Australia", relation, "Canberra"), says("Australia", relation, "Canberra"))


@pytest.mark.parametrize("relation", ["is the capital of", "is capital of", "capital of", "capital_of"])
def test_a_property_of_the_object_has_one_value(relation, judge_of):
    assert judge_of(says("Canberra", relation, "Australia"), says("Sydney", relation, "Australia"))
    assert not judge_of(says("Canberra", relation, "Australia"), says("Vienna", relation, "Austria"))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (says("Australia", "has capital", "Canberra"), says("Sydney", "is the capital of", "Australia")),
        (says("the capital of Australia", "is", "Canberra"), says("Australia", "capital", "Sydney")),
        (says("Australia", "has capital", "Canberra"), says("Australia", "has capital", "Canberra", polarity=False)),
        (says("Australia", "has capital", "Canberra"), says("Canberra", "is not the capital of", "Australia")),
    ],
)
def test_one_property_meets_in_whatever_words(earlier, later, judge_of):
    assert judge_of(earlier, later)
    assert judge_of(later, earlier)


@pytest.mark.parametrize(
    ("subject", "relation", "values"),
    [
        ("the museum", "is located in", ("Lyon", "Paris")),
        ("the museum", "located_in", ("Lyon", "Paris")),
        ("Marie Curie", "was born in", ("Warsaw", "Paris")),
        ("Marie Curie", "birthplace", ("Warsaw", "Paris")),
        ("Marie Curie", "birth date", ("7 November 1867", "8 March 1870")),
        ("the lamp", "costs", ("5 EUR", "7 EUR")),
        ("the lamp", "has price", ("5 EUR", "7 EUR")),
        ("the lamp", "has a price of", ("5 EUR", "7 EUR")),
        ("Nokia", "was founded in", ("1865", "1901")),
        ("Hamlet", "was written by", ("Shakespeare", "Marlowe")),
        ("Nokia", "has CEO", ("Pekka Lundmark", "Stephen Elop")),
        ("the museum", "opening time", ("9 am", "11 am")),
        ("the project", "deadline", ("5 March 2026", "7 March 2026")),
        ("the order", "has status", ("shipped", "pending")),
        ("Leo", "is called", ("Tim", "Max")),
    ],
)
def test_exclusive_relations_in_free_words_reach_the_detectors(subject, relation, values, judge_of):
    assert judge_of(*(says(subject, relation, value) for value in values))


@pytest.mark.parametrize(
    ("subject", "relation", "values"),
    [
        ("the house", "owner", ("Anna", "Ben")),
        ("Hamlet", "author", ("Shakespeare", "Marlowe")),
        ("Anna", "has job", ("nurse", "pilot")),
    ],
)
def test_what_may_have_several_has_one_where_the_sender_says_so(subject, relation, values, judge_of):
    assert judge_of(*(says(subject, relation, value, property_type="EXCLUSIVE") for value in values))
    assert not judge_of(*(says(subject, relation, value) for value in values))


@pytest.mark.parametrize(
    ("subject", "relation", "values"),
    [
        ("Anna", "has friend", ("Ben", "Carl")),
        ("the hotel", "has room", ("a suite", "a single")),
        ("the car", "has", ("a radio", "a heater")),
        ("Anna", "plans", ("a trip", "a party")),
        ("the report", "states", ("growth", "loss")),
        ("Anna", "is a friend of", ("Ben", "Carl")),
        ("Bonn", "is a capital of", ("Germany", "Prussia")),
        ("the app", "supports", ("Linux", "Windows")),
    ],
)
def test_what_holds_several_values_is_no_contradiction(subject, relation, values, judge_of):
    assert not judge_of(*(says(subject, relation, value) for value in values))
