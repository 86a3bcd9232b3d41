"""Affirmed and denied of one thing (METHOD.md, section 6)."""

import pytest

from schemas.claim import Form, Quantity, QuantityRole
from skgeval.policy import Policy, Profile
from tests.skgeval.judgement.contradiction.claims import compared, is_, mention, said, verdict


def test_the_same_relation_affirmed_and_denied_is_a_conflict_whichever_comes_first():
    affirmed = said("library", "support", "windows")
    denied = said("library", "support", "windows", polarity=False)

    assert verdict(affirmed, denied) == "negation_flip"
    assert verdict(denied, affirmed) == "negation_flip"


def test_a_flip_of_the_same_object_has_the_strength_of_the_method():
    conflict = compared(is_("the bat", "blind"), is_("the bat", "blind", polarity=False)).conflict

    assert conflict is not None
    assert conflict.strength == pytest.approx(0.95)


def test_denying_the_class_denies_its_members():
    assert verdict(said("USER", "have", "pet", polarity=False), said("USER", "have", "dog")) == "negation_flip"


def test_denying_a_member_does_not_deny_the_class():
    assert verdict(said("USER", "have", "dog", polarity=False), said("USER", "have", "pet")) == ""


def test_a_restriction_of_the_denied_object_must_be_met_by_the_affirmed_one():
    denied = said("plan", "include", "international roaming", polarity=False)

    assert verdict(denied, said("plan", "include", "roaming")) == ""
    assert verdict(denied, said("plan", "include", "free international roaming")) == "negation_flip"


def test_an_adjective_that_restricts_nothing_is_no_restriction():
    assert verdict(said("USER", "have", "real job", polarity=False), said("USER", "have", "job")) == "negation_flip"


def test_wordings_of_one_relation_meet():
    assert verdict(said("museum", "own", "garden"), said("museum", "have", "garden", polarity=False)) == "negation_flip"


def test_lacking_is_not_having():
    assert verdict(said("hotel", "lack", "pool"), said("hotel", "have", "pool")) == "antonym"
    assert verdict(said("hotel", "lack", "pool"), said("hotel", "have", "pool", polarity=False)) == ""
    assert verdict(said("hotel", "lack", "pool", polarity=False), said("hotel", "have", "pool")) == ""


def test_an_act_denied_without_an_object_is_denied_of_any():
    never_smokes = said("USER", "smoke", polarity=False, form=Form.INTRANSITIVE)

    assert verdict(never_smokes, said("USER", "smoke", "cigar")) == "negation_flip"


def test_an_act_affirmed_without_an_object_is_not_affirmed_of_each():
    assert verdict(said("USER", "eat", form=Form.INTRANSITIVE), said("USER", "eat", "meat", polarity=False)) == ""


def test_verbs_of_every_occasion_need_an_object():
    assert verdict(said("USER", "go", polarity=False), said("USER", "go", "gym")) == ""


def test_a_denied_number_does_not_deny_the_thing():
    three = Quantity(value=3.0, low=3, high=3, role=QuantityRole.COUNT, counted="dog", text="three")

    assert verdict(said("USER", "have", "dog", polarity=False, quantity=three), said("USER", "have", "dog")) == ""
    assert verdict(said("USER", "have", "dog", polarity=False), said("USER", "have", "dog", quantity=three)) == (
        "negation_flip"
    )


def test_another_object_is_another_claim():
    assert verdict(said("USER", "eat", "fish"), said("USER", "eat", "meat", polarity=False)) == "negation_flip"
    assert verdict(said("USER", "eat", "rice"), said("USER", "eat", "meat", polarity=False)) == ""


def test_not_always_denies_the_frequency_alone():
    earlier = said("train", "stop", "station")
    later = said("train", "stop", "station", polarity=False, text="The train does not always stop at the station.")

    found = compared(earlier, later)

    assert found.conflict is None
    assert found.rejected_by == "weakened_negation"


def test_a_plural_is_the_same_thing_as_its_singular():
    affirmed = said("USER", "like", mention("cats", head="cat", plural=True))

    assert verdict(affirmed, said("USER", "like", "cat", polarity=False)) == "negation_flip"


def test_liking_to_do_what_one_does_not_do_is_a_conflict_of_personas_alone():
    likes, does_not = said("USER", "love", "swim"), said("USER", "swim", polarity=False, form=Form.INTRANSITIVE)

    assert verdict(likes, does_not, policy=Policy(profile=Profile.PERSONA)) == "negation_flip"
    assert verdict(likes, does_not) == ""


def test_a_real_thing_denied_is_not_the_fictional_one_affirmed():
    denied = said("the peak", "be", "real mountain", polarity=False, form=Form.NOUN)

    assert verdict(denied, said("the peak", "be", "fictional mountain", form=Form.NOUN)) == ""
    assert verdict(denied, said("the peak", "be", "mountain", form=Form.NOUN)) == "negation_flip"
