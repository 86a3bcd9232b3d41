"""Opposite polarity in close sentences (METHOD.md, section 6)."""

from skgeval.policy import Policy, Profile
from tests.skgeval.judgement.contradiction.claims import compared, said, verdict

AFFIRMED = said("the guide", "walk with", "the visitors")
DENIED = said("the guide", "accompany", "the visitors", polarity=False)
CLOSE = {"relation_cosine": 0.7, "sentence_cosine": 0.8}


def test_a_close_sentence_of_opposite_polarity_is_a_conflict():
    assert verdict(AFFIRMED, DENIED, **CLOSE) == "geometric_negation"


def test_without_vectors_nothing_is_said():
    assert verdict(AFFIRMED, DENIED) == ""


def test_a_relation_below_the_floor_is_not_compared():
    assert verdict(AFFIRMED, DENIED, relation_cosine=0.49, sentence_cosine=0.8) == ""
    assert verdict(AFFIRMED, DENIED, relation_cosine=0.50, sentence_cosine=0.8) == "geometric_negation"


def test_probability_decides_and_is_the_strength():
    far, near = (compared(AFFIRMED, DENIED, relation_cosine=0.6, sentence_cosine=value) for value in (0.4, 0.7))

    assert far.conflict is None
    assert near.conflict is not None
    assert near.conflict.strength == near.conflict.measurements["probability"]


def test_objects_that_symbols_keep_apart_are_not_joined_by_geometry():
    other = said("the guide", "accompany", "the luggage", polarity=False)

    assert verdict(AFFIRMED, other, **CLOSE) == ""


def test_personas_have_lower_floors_since_both_claims_are_about_the_speaker():
    earlier, later = said("USER", "adore", "long hike"), said("USER", "bother with", "walk", polarity=False)
    cosines = {"relation_cosine": 0.2, "object_cosine": 0.4, "sentence_cosine": 0.95}

    assert verdict(earlier, later, policy=Policy(profile=Profile.PERSONA), **cosines) == "geometric_negation"
    assert verdict(earlier, later, **cosines) == ""


def test_the_same_polarity_is_none():
    assert verdict(AFFIRMED, said("the guide", "accompany", "the visitors"), **CLOSE) == ""
