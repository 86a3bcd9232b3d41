"""Opposite words (METHOD.md, section 6)."""

import pytest
from msgspec.structs import replace

from schemas.claim import EntityType, Form, TimeScope
from skgeval.policy import Policy, Profile
from tests.skgeval.judgement.contradiction.claims import compared, is_, mention, said, verdict

PERSONA = Policy(profile=Profile.PERSONA)


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


def test_opposite_comparatives_of_one_pair_are_a_conflict():
    longer = said("the bridge", "be long than", "the tunnel", form=Form.COMPARISON)

    assert verdict(longer, said("the bridge", "be short than", "the tunnel", form=Form.COMPARISON)) == "antonym"
    assert verdict(longer, said("the bridge", "be less long than", "the tunnel", form=Form.COMPARISON)) == "antonym"
    assert verdict(longer, said("the bridge", "be short than", "the road", form=Form.COMPARISON)) == ""


def test_a_relation_that_holds_one_way_cannot_hold_the_other_way_round():
    def longer(one, other):
        claim = said(one, "be long than", other, form=Form.COMPARISON)
        return replace(claim, object=other)

    assert verdict(longer("the bridge", "the tunnel"), longer("the tunnel", "the bridge")) == "antonym"
    assert verdict(longer("the bridge", "the tunnel"), longer("the bridge", "the tunnel")) == ""


def test_judgements_tell_attitudes_of_personas_alone():
    boring = said("tennis", "be", "boring", form=Form.ADJECTIVE)
    love = said("ASSISTANT", "love", "tennis")

    assert verdict(boring, love, policy=PERSONA) == "antonym"
    assert verdict(boring, love) == ""


def test_liking_to_drink_beer_is_liking_beer_where_alcohol_is_hated():
    assert verdict(said("USER", "like", "drink beer"), said("USER", "hate", "alcohol")) == "antonym"
    assert verdict(said("USER", "like", "watch football"), said("USER", "hate", "play football")) == ""


def test_kinds_that_exclude_each_other_are_a_conflict_whatever_their_modifiers():
    ballad = said("Northern Light", "be", "slow song", form=Form.NOUN)

    assert verdict(ballad, said("Northern Light", "be", "romantic film", form=Form.NOUN)) == "antonym"
    assert verdict(ballad, said("Northern Light", "be", "beautiful song", form=Form.NOUN)) == ""


def test_two_origins_exclude_each_other_unless_one_lies_in_the_other():
    german = said("the pilot", "be", "german officer", form=Form.NOUN)

    assert verdict(german, said("the pilot", "be", "austrian officer", form=Form.NOUN)) == "antonym"
    assert verdict(german, said("the pilot", "be", "european officer", form=Form.NOUN)) == ""


def test_relations_that_differ_in_an_opposed_preposition_exclude_each_other():
    before = said("visitors", "pass before", "the desk", form=Form.PREPOSITION)

    assert verdict(before, said("visitors", "pass after", "the desk", form=Form.PREPOSITION)) == "antonym"
    assert verdict(before, said("visitors", "pass near", "the desk", form=Form.PREPOSITION)) == ""


def test_parts_of_which_one_has_one_sort_exclude_each_other_by_their_modifier():
    assert verdict(said("USER", "have", "green eye"), said("USER", "have", "brown eye")) == "antonym"
    assert verdict(said("USER", "have", "green shirt"), said("USER", "have", "brown shirt")) == ""


def test_a_word_said_together_with_its_opposite_is_no_conflict_with_either():
    green = mention("green")

    assert verdict(is_("the water", "blue"), is_("the water", "green")) == "antonym"
    assert verdict(is_("the water", "blue"), is_("the water", "green"), earlier_set=(green,)) == ""


def test_an_adjective_and_a_participle_may_exclude_each_other():
    on_mondays, on_sundays = TimeScope(expressions=("on mondays",)), TimeScope(expressions=("on sundays",))
    monday = mention("mondays", type=EntityType.TIME)
    closed = said("the museum", "close on", monday, form=Form.PASSIVE, time=on_mondays)

    assert verdict(is_("the museum", "open", time=on_mondays), closed) == "antonym"
    assert verdict(is_("the museum", "open", time=on_sundays), closed) == ""
    assert verdict(is_("the museum", "open"), said("the museum", "close by", "the mayor", form=Form.PASSIVE)) == ""


def test_who_hates_an_activity_hates_it_anywhere():
    assert verdict(said("USER", "like", "hike mountain"), said("USER", "hate", "hiking")) == "antonym"
    assert verdict(said("USER", "like", "hiking"), said("USER", "hate", "hike mountain")) == ""


def test_opposed_descriptions_of_one_noun_are_a_conflict():
    costly = said("the model", "be", "expensive sports car", form=Form.NOUN)

    assert verdict(costly, said("the model", "be", "cheap car", form=Form.NOUN)) == "antonym"
    assert verdict(costly, said("the model", "be", "fast car", form=Form.NOUN)) == ""
