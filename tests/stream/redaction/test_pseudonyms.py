"""Pseudonyms: the same for the same value, different for another, nothing without the key."""

import re

from hypothesis import given
from hypothesis import strategies as st

from stream.redaction.pseudonyms import Kind, Pseudonyms

NAMES = Pseudonyms("a key for these tests")


def test_the_same_value_has_the_same_pseudonym_however_it_is_spaced_and_spelled():
    spellings = ("DE89 3704 0044 0532 0130 00", "DE89370400440532013000", "de89-3704-0044-0532-0130-00")

    assert len({NAMES.of(Kind.IBAN, spelling) for spelling in spellings}) == 1


def test_kinds_values_and_keys_give_different_pseudonyms():
    assert NAMES.of(Kind.CARD, "1") != NAMES.of(Kind.CARD, "2")
    assert NAMES.of(Kind.CARD, "1").removeprefix("Card") != NAMES.of(Kind.PHONE, "1").removeprefix("Phone")
    assert NAMES.of(Kind.CARD, "1") != Pseudonyms("another key for them").of(Kind.CARD, "1")


def test_every_character_of_a_secret_counts():
    assert NAMES.of_exactly(Kind.KEY, "Hunter-2") != NAMES.of_exactly(Kind.KEY, "hunter2")


@given(st.text(max_size=40))
def test_a_pseudonym_is_one_word_of_letters_that_says_what_it_stands_for(value):
    assert re.fullmatch("Mail[A-Z][a-z]{15}", NAMES.of(Kind.MAIL, value))


def test_the_pseudonym_of_a_value_stays_what_it_is():
    assert NAMES.of(Kind.PHONE, "+49 170 1234567") == "PhoneRuluputuviputifa"
