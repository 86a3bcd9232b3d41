"""Which words name one thing: each rule of identity, and what keeps two things apart."""

from __future__ import annotations

import pytest

from schemas.claim import ASSISTANT, EntityType, Form, Mention
from tests.skgeval.judgement.talk import Talk, claim, named, quality, subjects, the, thing, your


def keys_of(*mentions: Mention) -> list[str]:
    """Say something of each mention in turn; return the entities that were meant."""
    talk = Talk()
    return [subjects(talk.assistant(quality(mention, "fine")))[0] for mention in mentions]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (the("warranty"), the("warranty")),
        (thing("warranty"), the("warranty")),
        (your("warranty"), the("warranty")),
        (the("warranty"), your("warranty")),
        (thing("dogs", head="dog", plural=True), the("dog")),
        (the("magnetic rower"), the("rower")),
        (named("Karin Lindqvist"), named("Ms Lindqvist")),
        (named("Ms Lindqvist"), named("Karin Lindqvist")),
        (named("Karin Lindqvist"), named("Karin")),
        (named("World Health Organization", EntityType.ORGANIZATION), thing("who", text="WHO", proper=True)),
        (thing("ml", text="ML"), thing("machine learning")),
        (the("sofa"), the("couch")),
    ],
)
def test_other_words_for_one_thing_name_one_entity(earlier, later):
    first, second = keys_of(earlier, later)

    assert first == second


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (your("warranty"), the("warranty", owner="battery")),
        (the("warranty"), the("warranty", owner="battery")),
        (the("left knee"), the("right knee")),
        (the("rower"), the("magnetic rower")),
        (thing("dogs", head="dog", plural=True), your("dog")),
        (your("brother"), the("brother", owner="ASSISTANT")),
        (named("Karin Lindqvist"), named("Lena Lindqvist")),
        (named("Tokyo", EntityType.PLACE), named("Osaka", EntityType.PLACE)),
    ],
)
def test_a_part_a_modified_or_another_named_thing_is_another_entity(earlier, later):
    first, second = keys_of(earlier, later)

    assert first != second


def test_a_short_form_names_nothing_when_two_things_could_be_meant():
    magnetic, water, short = keys_of(the("magnetic rower"), the("water rower"), the("rower"))

    assert short not in {magnetic, water}


def test_a_surname_names_nobody_when_two_people_have_it():
    karin, lena, short = keys_of(named("Karin Lindqvist"), named("Lena Lindqvist"), named("Lindqvist"))

    assert short not in {karin, lena}


def test_what_a_short_form_meant_it_means_again_after_another_of_its_kind_appears():
    talk = Talk()
    talk.assistant(quality(the("magnetic rower"), "fine"))
    talk.assistant(quality(the("rower"), "fine"))
    talk.assistant(quality(the("water rower"), "fine"))

    again = talk.assistant(quality(the("rower"), "fine"))

    assert subjects(again) == ["magnetic rower"]


def test_that_one_has_a_thing_does_not_make_a_second_thing():
    """ "Our fund is small" says that we have a fund too; the fund is ours and no other."""
    talk = Talk()
    owned = quality(thing("fund", owner=ASSISTANT, definite=True), "small")
    talk.assistant(owned, claim(thing(ASSISTANT), "have", thing("fund"), form=Form.POSSESSION))

    later = talk.assistant(quality(the("fund"), "cheap"))

    assert subjects(later) == ["ASSISTANT's fund"]
