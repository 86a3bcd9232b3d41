"""Negation has a scope: what it reaches, and what merely looks negative."""

from __future__ import annotations

import pytest

from tests.skgeval.annotation.extraction.conftest import Read, said

CASES = [
    ("I never eat fish.", "ASSISTANT | not eat | fish"),
    ("I don't eat fish.", "ASSISTANT | not eat | fish"),
    ("I no longer eat fish.", "ASSISTANT | not eat | fish"),
    ("I don't eat fish anymore.", "ASSISTANT | not eat | fish"),
    ("I cannot open your mailbox.", "ASSISTANT | not open | USER's mailbox"),
    ("I have no siblings.", "ASSISTANT | not have | sibling"),
    ("I don't have any siblings.", "ASSISTANT | not have | sibling"),
    ("Nobody likes the logo.", "person | not like | logo"),
    ("Nothing is wrong with the engine.", "thing | not be | wrong"),
    ("No bus stops here.", "bus | not stop | "),
    ("The bakery has no bread or milk.", "bakery | not have | milk"),
    ("I don't drink or smoke.", "ASSISTANT | not smoke | "),
    ("He does not like jazz but loves rock.", "he | love | rock"),
    ("He does not like jazz but loves rock.", "he | not like | jazz"),
    ("She did not stay but went home.", "she | go | "),
    ("Not only does he paint, he also writes.", "he | paint | "),
    ("Not only does he paint, he also writes.", "he | write | "),
    ("I don't think the bank is open.", "bank | not be | open"),
    ("I doubt that the bank is open.", "bank | not be | open"),
    ("Do not forget to lock the door.", "imperative: USER | lock | door"),
    ("Don't lock the door.", "imperative: USER | not lock | door"),
    ("Never travel without a map.", "imperative: USER | travel with | map"),
    ("The mill hardly makes any noise.", "mill | not make | noise"),
    ("The report was not written by Nora, it was written by Ole.", "report | not write by | nora"),
    ("The report was not written by Nora, it was written by Ole.", "it | write by | ole"),
    ("The bill isn't opposed by anyone.", "bill | not oppose by | person"),
    ("The parcel failed to arrive.", "parcel | not arrive | "),
    ("The price does not include breakfast.", "price | not include | breakfast"),
    ("None of the rooms has a bath.", "room | not have | bath"),
    ("I only have a cat, no dogs.", "ASSISTANT | not have | dog"),
    ("I like tea but not coffee.", "ASSISTANT | not like | coffee"),
    ("The mayor is Ida Holm, not Otto Lang.", "mayor | be | ida holm"),
    ("The mayor is Ida Holm, not Otto Lang.", "mayor | not be | otto lang"),
    ("I was born in Graz, not in Linz.", "ASSISTANT | not bear in | linz"),
    ("Card games are not what I like.", "ASSISTANT | not like | card game"),
    ("Reading is what I love.", "ASSISTANT | love | reading"),
    ("I have neither a car nor a bike.", "ASSISTANT | not have | car"),
    ("No problem, I have changed your order.", "ASSISTANT | change | USER's order"),
    ("No doubt, we ship to Norway.", "ASSISTANT | ship to | norway"),
    ("No question, the lake is cold.", "lake | be | cold"),
    ("Breakfast is included in the price.", "breakfast | be | included"),
    ("Hail damage is covered by the policy.", "hail damage | be | covered"),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_negation_reaches_what_it_should(read: Read, text: str, expected: str):
    claims = [said(claim) for claim in read(text).claims]

    assert expected in claims


@pytest.mark.parametrize(
    "text",
    [
        "This is a non-exhaustive list.",
        "The notary is known as a pioneer.",
        "Why not take the train?",
        "The knot is tight.",
    ],
)
def test_a_word_that_merely_contains_no_is_not_a_negation(read: Read, text: str):
    assert all(claim.polarity for claim in read(text).claims)


def test_not_always_is_kept_apart_from_never(read: Read):
    claim = read("The pool is not always open.").claims[0]

    assert not claim.polarity
    assert claim.hedged
    assert claim.time.frequency == "always"


def test_not_all_is_a_quantifier(read: Read):
    claim = read("Not all snakes are poisonous.").claims[0]

    assert claim.subject.quantifier == "not all"


def test_a_negation_that_was_counted_leaves_no_quantifier(read: Read):
    claim = read("There is no ice on Pluto.").claims[0]

    assert not claim.polarity
    assert claim.object.quantifier == ""
