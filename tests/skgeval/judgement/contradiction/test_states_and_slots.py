"""States that exclude each other, and slots that hold one value (METHOD.md, section 6)."""

import pytest

from schemas.claim import EntityType, Form
from tests.skgeval.judgement.contradiction.claims import is_, mention, named, said, verdict


def role(subject, noun):
    return said(subject, "be", noun, form=Form.NOUN)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (is_("USER", "vegan"), said("USER", "eat", "beef")),
        (is_("USER", "vegetarian"), said("USER", "love", "steak")),
        (is_("USER", "vegan"), said("USER", "drink", "milk")),
        (is_("USER", "single"), said("USER", "have", "wife", form=Form.POSSESSION)),
        (is_("USER", "retired"), said("USER", "work as", "nurse")),
        (said("USER", "have", "kid", polarity=False), role("USER", "father")),
        (role("USER", "only child"), said("USER", "have", "sister")),
        (said("USER", "be allergic to", "nut"), said("USER", "eat", "peanut")),
        (role("the drink", "hot liquid"), role("the drink", "rock")),
        (is_("USER", "atheist"), said("USER", "believe in", "god")),
    ],
)
def test_states_that_exclude_each_other_are_a_conflict_in_either_order(earlier, later):
    assert verdict(earlier, later) == "state_rule"
    assert verdict(later, earlier) == "state_rule"


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (is_("USER", "vegetarian"), said("USER", "eat", "cheese")),
        (is_("USER", "pescatarian"), said("USER", "eat", "salmon")),
        (is_("USER", "vegan"), said("USER", "eat", "beef", polarity=False)),
        (is_("USER", "vegan"), said("USER", "hate", "beef")),
        (is_("USER", "single"), said("USER", "have", "sister")),
        (said("USER", "be allergic to", "nut"), said("USER", "eat", "rice")),
        (role("USER", "only child"), said("USER", "have", "cousin")),
    ],
)
def test_other_states_agree(earlier, later):
    assert verdict(earlier, later) == ""


def test_two_jobs_are_a_conflict_unless_one_person_may_well_have_both():
    assert verdict(role("USER", "nurse"), said("USER", "work as", "plumber")) == "slot"
    assert verdict(role("USER", "nurse"), role("USER", "student")) == ""


def test_two_names_are_a_conflict():
    name = mention("name", owner="USER")

    assert (
        verdict(said(name, "be", named("Ida"), form=Form.NAME), said(name, "be", named("Tom"), form=Form.NAME))
        == "slot"
    )
    assert (
        verdict(said(name, "be", named("Ida"), form=Form.NAME), said(name, "be", named("Ida Berg"), form=Form.NAME))
        == ""
    )


def test_two_homes_are_a_conflict_unless_one_lies_in_the_other():
    lyon, france, oslo = (said("USER", "live in", named(name, EntityType.PLACE)) for name in ("lyon", "france", "oslo"))

    assert verdict(lyon, oslo) == "slot"
    assert verdict(lyon, said("USER", "live in", "city")) == ""
    assert verdict(said("USER", "live in", "house"), said("USER", "live in", "town")) == ""
    assert verdict(said("USER", "live in", "house"), said("USER", "live in", "apartment")) == "slot"
    assert verdict(lyon, france) == ""


def test_genders_are_read_from_roles():
    assert verdict(role("USER", "mother"), role("USER", "guy")) == "slot"
    assert verdict(role("USER", "mother"), role("USER", "woman")) == ""


def test_a_replaced_value_asserted_again_is_a_conflict_whatever_the_words():
    order = mention("order", owner="USER")
    coffee, tea = said(order, "be", "coffee", form=Form.NOUN), said(order, "be", "tea", form=Form.NOUN)
    on_its_way = said(mention("coffee", owner="USER"), "be on", "way")

    assert verdict(tea, on_its_way, superseded=coffee) == "slot"
    assert verdict(tea, said(mention("tea", owner="USER"), "be on", "way"), superseded=coffee) == ""
