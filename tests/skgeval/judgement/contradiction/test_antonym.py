"""Opposite words (METHOD.md, section 6)."""

import pytest

from schemas.claim import Form, TimeScope
from tests.skgeval.judgement.contradiction.claims import compared, is_, said, verdict


@pytest.mark.parametrize(
    ("earlier", "later"),
    [("hot", "cold"), ("open", "closed"), ("safe", "unsafe"), ("reliable", "unreliable"), ("possible", "impossible")],
)
def test_predicates_that_exclude_each_other_are_a_conflict(earlier, later):
    assert verdict(is_("the soup", earlier), is_("the soup", later)) == "antonym"
    assert verdict(is_("the soup", later), is_("the soup", earlier)) == "antonym"


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("big", "large"),
        ("hot", "warm"),
        ("under", "der"),
        ("important", "portant"),
        ("red", "sweet"),
        ("flammable", "inflammable"),
    ],
)
def test_other_predicates_are_none(earlier, later):
    assert verdict(is_("the soup", earlier), is_("the soup", later)) == ""


def test_a_negated_opposite_agrees():
    assert verdict(is_("the soup", "hot"), is_("the soup", "cold", polarity=False)) == ""


def test_denying_both_of_two_gradable_opposites_leaves_room_between_them():
    assert verdict(is_("the soup", "hot", polarity=False), is_("the soup", "cold", polarity=False)) == ""


def test_denying_both_of_two_complements_leaves_nothing():
    assert verdict(is_("the shop", "open", polarity=False), is_("the shop", "closed", polarity=False)) == "antonym"


def test_opposite_acts_on_one_object_are_a_conflict():
    assert verdict(said("coffee", "increase", "alertness"), said("coffee", "reduce", "alertness")) == "antonym"


def test_opposite_acts_on_two_objects_are_none():
    assert verdict(said("coffee", "increase", "alertness"), said("coffee", "reduce", "fatigue")) == ""


def test_love_and_hate_of_one_thing_are_a_conflict_and_compose_with_polarity():
    assert verdict(said("USER", "love", "cat"), said("USER", "hate", "cat")) == "antonym"
    assert verdict(said("USER", "love", "cat", polarity=False), said("USER", "hate", "cat")) == ""
    assert verdict(said("USER", "hate", "cat"), said("USER", "hate", "cat", polarity=False)) == "negation_flip"


def test_hating_a_class_excludes_loving_its_member_but_not_the_other_way_round():
    assert verdict(said("USER", "hate", "pet"), said("USER", "love", "dog")) == "antonym"
    assert verdict(said("USER", "love", "pet"), said("USER", "hate", "dog")) == ""


def test_often_and_rarely_exclude_each_other():
    often = said("USER", "cook", form=Form.INTRANSITIVE, time=TimeScope(frequency="always"))
    rarely = said("USER", "cook", form=Form.INTRANSITIVE, time=TimeScope(frequency="rarely"))

    assert verdict(often, rarely) == "antonym"
    assert verdict(often, said("USER", "cook", form=Form.INTRANSITIVE, time=TimeScope(frequency="often"))) == ""


def test_an_antonym_has_the_strength_of_the_method():
    conflict = compared(is_("the soup", "hot"), is_("the soup", "cold")).conflict

    assert conflict is not None
    assert conflict.strength == pytest.approx(0.88)
    assert conflict.knowledge == ("antonym:hot/cold",)


def test_nouns_that_differ_in_one_opposed_word_are_a_conflict():
    assert verdict(
        said("lava", "be", "liquid rock", form=Form.NOUN), said("lava", "be", "solid rock", form=Form.NOUN)
    ) == ("antonym")
