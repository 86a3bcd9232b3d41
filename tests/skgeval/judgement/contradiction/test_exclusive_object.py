"""Relations and attributes that hold one value (METHOD.md, section 6)."""

import pytest

from schemas.claim import EntityType, Form, PropertyType, Tense, TimeScope
from tests.skgeval.judgement.contradiction.claims import compared, mention, named, said, verdict

PLACE = EntityType.PLACE
NOVEL = named("Silver Harbour", EntityType.OBJECT)
CAPITAL = mention("capital", owner="norland")


def test_two_authors_of_one_book_are_a_conflict():
    earlier = said(NOVEL, "write by", named("Ada Moss"), form=Form.PASSIVE)

    assert verdict(earlier, said(NOVEL, "write by", named("Ben Hill"), form=Form.PASSIVE)) == "exclusive_object"


def test_a_surname_is_the_same_person():
    earlier = said(NOVEL, "write by", named("Ada Moss"), form=Form.PASSIVE)

    assert verdict(earlier, said(NOVEL, "write by", named("Moss"), form=Form.PASSIVE)) == ""


def test_sets_that_share_a_value_are_no_conflict():
    moss, hill = named("Ada Moss"), named("Ben Hill")
    by_hill, by_moss = (
        said(NOVEL, "write by", hill, form=Form.PASSIVE),
        said(NOVEL, "write by", moss, form=Form.PASSIVE),
    )

    assert verdict(by_hill, by_moss) == "exclusive_object"
    assert verdict(by_hill, by_moss, earlier_set=(moss,)) == ""
    assert verdict(by_hill, by_moss, later_set=(hill,)) == ""


def test_an_attribute_and_its_verb_state_one_property():
    author = mention("author", owner=NOVEL.label)
    earlier = said(NOVEL, "write by", named("Ada Moss"), form=Form.PASSIVE)

    assert verdict(earlier, said(author, "be", named("Ben Hill"), form=Form.NOUN)) == "exclusive_object"
    assert verdict(earlier, said(author, "be", named("Ada Moss"), form=Form.NOUN)) == ""


def test_an_owned_singular_with_two_names_is_weaker_where_it_is_no_listed_attribute():
    mascot = mention("mascot", owner="norland")
    earlier = said(mascot, "be", named("Rufus"), form=Form.NOUN)

    found = compared(earlier, said(mascot, "be", named("Bella"), form=Form.NOUN), object_cosine=0.1)

    assert found.conflict is not None
    assert found.conflict.strength == pytest.approx(0.9 * 0.8)


def test_two_values_of_an_owners_attribute_are_a_conflict():
    earlier = said(CAPITAL, "be", named("Osto", PLACE), form=Form.NOUN)

    assert verdict(earlier, said(CAPITAL, "be", named("Vell", PLACE), form=Form.NOUN)) == "exclusive_object"


def test_the_same_noun_without_an_owner_is_none():
    capital = mention("capital")
    earlier = said(capital, "be", named("Osto", PLACE), form=Form.NOUN)

    assert verdict(earlier, said(capital, "be", named("Vell", PLACE), form=Form.NOUN)) == ""


def test_a_nearer_place_is_a_refinement():
    factory = mention("factory", owner="ASSISTANT")

    assert verdict(said(factory, "be in", named("france", PLACE)), said(factory, "be in", named("lyon", PLACE))) == ""
    assert verdict(said(factory, "be in", named("france", PLACE)), said(factory, "be in", named("berlin", PLACE))) == (
        "exclusive_object"
    )


def test_relations_that_hold_many_objects_are_none():
    assert verdict(said("USER", "visit", named("rome", PLACE)), said("USER", "visit", named("oslo", PLACE))) == ""


def test_an_extractor_may_mark_a_property_exclusive():
    earlier = said("the tower", "be keep by", named("Ada Moss"), property_type=PropertyType.EXCLUSIVE)
    later = said("the tower", "be keep by", named("Ben Hill"), property_type=PropertyType.EXCLUSIVE)

    assert verdict(earlier, later) == "exclusive_object"


def test_distance_of_the_objects_adds_strength_above_the_floor():
    earlier = said(CAPITAL, "be", named("Osto", PLACE), form=Form.NOUN)
    later = said(CAPITAL, "be", named("Vell", PLACE), form=Form.NOUN)

    near, far = compared(earlier, later, object_cosine=0.7), compared(earlier, later, object_cosine=0.1)

    assert near.conflict is not None
    assert far.conflict is not None
    assert near.conflict.strength == pytest.approx(0.60)
    assert far.conflict.strength == pytest.approx(0.90)


def test_values_that_differ_by_number_are_of_one_sort():
    train = mention("the train", definite=True)
    four, seven = (said(train, "depart from", f"platform {number}", form=Form.PREPOSITION) for number in (4, 7))

    assert verdict(four, seven, object_cosine=0.9) == "exclusive_object"


def test_a_deed_and_its_doer_are_compared_across_tenses():
    author = mention("author", owner=NOVEL.label)
    written = said(NOVEL, "write by", named("Ada Moss"), form=Form.PASSIVE, time=TimeScope(tense=Tense.PAST))

    assert verdict(written, said(author, "be", named("Ben Hill"), form=Form.NOUN)) == "exclusive_object"
