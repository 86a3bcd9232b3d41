"""What a claim says in other words: each construction, and a neighbour that says no such thing."""

from __future__ import annotations

from msgspec.structs import replace

from schemas.claim import Form, Mention, Modality
from skgeval.judgement.implied import implied, passive, reworded, told_apart
from tests.skgeval.judgement.talk import KNOWLEDGE, claim, months, named, the, thing

ME = Mention(text="I", label="USER")


def test_not_being_able_to_stand_something_is_hating_it():
    plain = reworded(claim(ME, "stand", thing("coffee"), polarity=False), (), KNOWLEDGE)

    assert (plain.relation, plain.polarity) == ("hate", True)


def test_standing_by_something_is_no_dislike():
    said = claim(ME, "stand", thing("ground"))

    assert reworded(said, (), KNOWLEDGE) == said


def test_who_holds_a_party_in_the_park_says_where_the_party_is():
    held = claim(ME, "hold", the("party"))
    where = claim(ME, "hold in", the("park"), form=Form.PREPOSITION)

    plain = reworded(where, (held, where), KNOWLEDGE)

    assert (plain.subject.label, plain.relation) == ("party", "be in")


def test_who_eats_bread_in_the_park_does_not_say_where_the_bread_is():
    eaten = claim(ME, "eat", thing("bread"))
    where = claim(ME, "eat in", the("park"), form=Form.PREPOSITION)

    assert reworded(where, (eaten, where), KNOWLEDGE) == where


def test_a_hot_liquid_is_hot_and_a_metal_one_has_no_opposite():
    hot = claim(the("coffee"), "be", thing("hot metal liquid"), form=Form.NOUN)

    assert [one.object.label for one in implied(hot, (hot,), KNOWLEDGE)] == ["hot"]


def test_what_is_no_hot_liquid_need_not_be_cold():
    denied = claim(the("coffee"), "be", thing("hot liquid"), form=Form.NOUN, polarity=False)

    assert list(implied(denied, (denied,), KNOWLEDGE)) == []


def test_the_number_of_an_instruction_is_one_of_the_thing_it_is_about():
    you = Mention(text="", label="USER")
    kept = claim(you, "keep", the("dough"), modality=Modality.IMPERATIVE)
    how_long = claim(you, "keep for", months(2), modality=Modality.IMPERATIVE, form=Form.PREPOSITION)

    (told,) = implied(how_long, (kept, how_long), KNOWLEDGE)

    assert (told.subject.label, told.relation, told.quantity) == ("dough", "be", months(2))


def test_the_number_of_a_statement_stays_with_its_subject():
    owned = claim(ME, "keep", the("dough"))
    how_long = claim(ME, "keep for", months(2), form=Form.PREPOSITION)

    assert list(implied(how_long, (owned, how_long), KNOWLEDGE)) == []


def test_a_deed_that_one_can_have_done_is_also_said_of_what_it_was_done_to():
    wrote = claim(named("Marlowe"), "write", named("Hamlet"))

    turned = passive(wrote, KNOWLEDGE)

    assert turned is not None
    assert (turned.subject.label, turned.relation, turned.object.label) == ("hamlet", "write by", "marlowe")
    assert told_apart(wrote)


def test_a_deed_that_many_do_or_that_was_not_done_is_not_turned():
    assert passive(claim(named("Marlowe"), "read", named("Hamlet")), KNOWLEDGE) is None
    assert passive(replace(claim(named("Marlowe"), "write", named("Hamlet")), polarity=False), KNOWLEDGE) is None
    assert not told_apart(claim(named("Marlowe"), "write", thing("letters")))
