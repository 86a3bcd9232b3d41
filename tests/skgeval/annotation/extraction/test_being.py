"""What "be" and its like say: qualities, kinds, names, numbers, places, comparisons."""

from __future__ import annotations

import pytest

from tests.skgeval.annotation.extraction.conftest import Read, said

QUALITIES = [
    ("The soup is salty.", "soup | be | salty"),
    ("The museum is not crowded.", "museum | not be | crowded"),
    ("Our lift isn't broken.", "ASSISTANT's lift | not be | broken"),
    ("The shop is closed.", "shop | be | closed"),
    ("The lamps are bright and cheap.", "lamp | be | bright"),
    ("The lamps are bright and cheap.", "lamp | be | cheap"),
    ("German is hard to learn.", "german | be | hard"),
    ("It is hard to learn German.", "learn german | be | hard"),
    ("The drawer is hardly useful.", "drawer | not be | useful"),
    ("The kettle became noisy.", "kettle | be | noisy"),
    ("The rope looks old.", "rope | look | old"),
    ("The server is up.", "server | be | up"),
    ("Copper is considered to be soft.", "copper | be | soft"),
    ("You are allergic to pollen.", "USER | be allergic to | pollen"),
    ("You are not allergic to pollen.", "USER | not be allergic to | pollen"),
    ("The licence is valid for 3 years.", "licence | be valid for | 3 years"),
    ("The sauce is free of gluten.", "sauce | not have | gluten"),
]

KINDS = [
    ("The animal is a reptile.", "animal | be | reptile"),
    ("My cousin is not a pilot.", "ASSISTANT's cousin | not be | pilot"),
    ("I am a carpenter.", "ASSISTANT | be | carpenter"),
    ("You're a vegan.", "USER | be | vegan"),
    ("The mayor of Graz is Elke Kahr.", "graz's mayor | be | elke kahr"),
    ("Elke Kahr is the mayor of Graz.", "elke kahr | be | graz's mayor"),
    ("Elke Kahr is the mayor of Graz.", "graz's mayor | be | elke kahr"),
    ("The camera's sensor is a prototype.", "camera's sensor | be | prototype"),
    ("The cat is called Minka.", "cat's name | be | minka"),
    ("My name is Olga.", "ASSISTANT's name | be | olga"),
    ("Neither the nurse nor the doctor was a smoker.", "doctor | not be | smoker"),
    ("This is a kind of cheese.", "this | be | cheese"),
    ("I am not a fan of opera.", "ASSISTANT | not like | opera"),
    ("I'm into climbing.", "ASSISTANT | like | climbing"),
    ("Vienna and Graz are cities.", "graz | be | city"),
    ("Rust is a fast language.", "rust | be | fast"),
    ("Mopeds are cheap vehicles.", "moped | be | cheap"),
    ("What's your favorite fruit? Mine is mango.", "ASSISTANT's favorite fruit | be | mango"),
    ("The town is multi-ethnic.", "town | be | multi-ethnic"),
]

NUMBERS = [
    ("The fee is 40 dollars.", "fee | be | 40 dollars", 40.0),
    ("The plank is 30 mm thick.", "plank | be thick | 30 mm", 30.0),
    ("My nephew is 9 years old.", "ASSISTANT's nephew | be old | 9 years", 9.0),
    ("The deadline is on Tuesday.", "deadline | be on | tuesday", 2.0),
    ("Humidity is 40 percent.", "humidity | be | 40 percent", 40.0),
    ("The hall has a capacity of 900 people.", "hall's capacity | be | 900", 900.0),
    ("The licence is valid until 14 April.", "licence | be valid until | 14 april", 414.0),
    ("She died at the age of 83.", "she | die at | age", 83.0),
]

PLACES = [
    ("The fair is in Lyon.", "fair | be in | lyon"),
    ("The fair is not in Lyon.", "fair | not be in | lyon"),
    ("The hut is without electricity.", "hut | not have | electricity"),
    ("I am from Norway.", "ASSISTANT | be from | norway"),
    ("I've never been to Peru.", "ASSISTANT | not be to | peru"),
]

COMPARISONS = [
    ("The barn is bigger than the shed.", "barn | be big than | shed"),
    ("Silk is more expensive than cotton.", "silk | be expensive than | cotton"),
    ("Silk is less durable than cotton.", "silk | be less durable than | cotton"),
    ("The barn is as old as the house.", "barn | be as old as | house"),
    ("The barn is not bigger than the shed.", "barn | not be big than | shed"),
]


@pytest.mark.parametrize(("text", "expected"), [*QUALITIES, *KINDS, *PLACES, *COMPARISONS])
def test_a_linking_verb_says_what_something_is(read: Read, text: str, expected: str):
    claims = [said(claim) for claim in read(text).claims]

    assert expected in claims


@pytest.mark.parametrize(("text", "expected", "value"), NUMBERS)
def test_a_number_stands_with_its_quantity(read: Read, text: str, expected: str, value: float):
    claims = read(text).claims

    matching = [claim for claim in claims if said(claim) == expected]
    assert matching, [said(claim) for claim in claims]
    assert matching[0].quantity is not None
    assert matching[0].quantity.value == value


def test_being_allergic_is_not_denied_by_being_allergic_to_one_thing_less(read: Read):
    claims = [said(claim) for claim in read("You are not allergic to pollen.").claims]

    assert "USER | not be | allergic" not in claims


def test_a_date_is_no_time_at_which_the_claim_of_it_holds(read: Read):
    claims = {said(claim): claim.time.expressions for claim in read("She was born in Graz on May 3, 1959.").claims}

    assert claims["she | bear on | may 3, 1959"] == ()
    assert claims["she | bear in | graz"] == ("on may 3 1959",)


def test_a_name_beside_a_description_is_said_too(read: Read):
    claims = [
        said(claim) for claim in read("The author of Moby Dick is the American novelist, Herman Melville.").claims
    ]

    assert "moby dick's author | be | herman melville" in claims


@pytest.mark.parametrize("text", ["Rust is the main language.", "Rust is a main language.", "Ida is a bad cook."])
def test_a_quality_of_the_kind_alone_is_not_the_things(read: Read, text: str):
    assert len(read(text).claims) == 1


def test_politeness_says_nothing(read: Read):
    assert read("I'm sorry.").claims == ()
    assert read("You're welcome.").claims == ()


@pytest.mark.parametrize(
    ("text", "amount", "end"),
    [
        ("The hotel is 5 km from the airport.", "5 km", "from the airport"),
        ("The hotel is a ten-minute walk from the castle.", "ten-minute", "from the castle"),
        ("It is a two-hour drive to the coast.", "two-hour", "to the coast"),
    ],
)
def test_a_distance_is_measured_from_somewhere(read: Read, text: str, amount: str, end: str):
    claim = next(claim for claim in read(text).claims if claim.quantity is not None)

    assert claim.quantity is not None
    assert claim.quantity.text == amount
    assert claim.qualifiers == (end,)


def test_what_is_said_of_a_description_is_said_of_whom_it_names(read: Read):
    claims = [said(claim) for claim in read("I grew up in Lyon, a town that is noisy, and left.").claims]

    assert "lyon | be | noisy" in claims


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat food is grain free.", "cat food | be | grain-free"),
        ("The cat food is grain-free.", "cat food | be | grain-free"),
        ("The soap is not fragrance-free.", "soap | not be | fragrance-free"),
        ("The case is water resistant.", "case | be | water-resistant"),
        ("Delivery is free.", "delivery | be | free"),
    ],
)
def test_a_noun_before_a_quality_is_part_of_it(read: Read, text: str, expected: str):
    assert [said(claim) for claim in read(text).claims] == [expected]
