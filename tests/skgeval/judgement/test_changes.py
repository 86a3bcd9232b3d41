"""Changes that a user orders or reports: what they replace, and what holds afterwards."""

from __future__ import annotations

from schemas.annotation import CueKind, ReferenceKind
from schemas.claim import EntityType, Form, Mention
from tests.skgeval.judgement.talk import Talk, claim, cue, kinds, months, named, pointing, points, the, thing, your

ME = Mention(text="I", label="USER")


def holds(talk: Talk) -> list[tuple[str, str]]:
    """Return subject and value of all current claims."""
    current = [one for one in talk.session.graph.claims.values() if one.status.value == "current"]
    return [(one.subject, one.claim.object.label) for one in current]


def test_a_new_number_replaces_the_one_of_the_same_kind():
    talk = Talk()
    talk.assistant(claim(the("course"), "last", months(6)))

    record = talk.user(cues=(cue(CueKind.CHANGE, target=the("course"), current=thing("8 months"), quantity=months(8)),))

    assert kinds(record) == [("revision", 0, 1)]
    assert holds(talk) == [("course", "8 months")]


def test_going_back_to_the_replaced_number_is_a_contradiction_with_the_change():
    talk = Talk()
    talk.assistant(claim(the("course"), "last", months(6)))
    talk.user(cues=(cue(CueKind.CHANGE, target=the("course"), current=thing("8 months"), quantity=months(8)),))

    followed = talk.assistant(claim(the("course"), "last", months(8)))
    ignored = talk.assistant(claim(the("course"), "last", months(6)))

    assert kinds(followed) == []
    assert kinds(ignored) == [("contradiction", 1, 3)]


def test_that_changed_to_another_thing_lets_it_take_the_place_of_what_was_spoken_of():
    talk = Talk()
    talk.assistant(claim(the("coffee"), "serve with", thing("milk"), form=Form.PASSIVE))

    that = points(ReferenceKind.DEMONSTRATIVE, "that")
    record = talk.user(references=(that,), cues=(cue(CueKind.CHANGE, target=pointing(), current=thing("tea")),))

    assert kinds(record) == [("revision", 0, 1)]
    assert holds(talk) == [("tea", "milk")]


def test_rename_him_replaces_the_name():
    talk = Talk()
    talk.assistant(claim(the("name", owner="hero"), "be", named("Tom"), form=Form.NAME))

    him = points(ReferenceKind.PRONOUN, "him", gender="m")
    record = talk.user(references=(him,), cues=(cue(CueKind.CHANGE, target=pointing(), current=named("Jack")),))

    assert kinds(record) == [("revision", 0, 1)]
    assert holds(talk) == [("hero's name", "jack")]


def test_a_removed_part_is_denied_from_now_on():
    talk = Talk()
    talk.assistant(claim(the("plan"), "include", thing("gym")))
    removed = talk.user(cues=(cue(CueKind.RETRACTION, target=the("gym")),))

    without = talk.assistant(claim(the("plan"), "include", thing("gym"), polarity=False))
    within = talk.assistant(claim(the("plan"), "include", thing("gym")))

    assert kinds(removed) == [("revision", 0, 1)]
    assert kinds(without) == []
    assert kinds(within) == [("contradiction", 1, 3)]


def test_moving_from_one_value_to_another_replaces_it_wherever_it_was_said():
    talk = Talk()
    talk.user(claim(named("Anneke"), "live in", named("Eastfield", EntityType.PLACE), form=Form.PREPOSITION))

    record = talk.user(
        cues=(
            cue(
                CueKind.CHANGE,
                superseded=named("Eastfield", EntityType.PLACE),
                current=named("Harbour Park", EntityType.PLACE),
            ),
        )
    )

    assert kinds(record) == [("revision", 0, 1)]
    assert ("anneke", "harbour park") in holds(talk)


def test_a_changed_order_binds_although_the_old_one_was_never_said():
    talk = Talk()
    talk.user(cues=(cue(CueKind.CHANGE, target=the("coffee"), current=thing("tea")),))

    record = talk.assistant(claim(your("coffee"), "be on", thing("way"), form=Form.PREPOSITION))

    assert holds(talk)[0] == ("USER", "tea")
    assert kinds(record) == [("contradiction", 0, 1)]


def test_saying_that_the_replaced_thing_was_taken_off_goes_back_to_nothing():
    talk = Talk()
    talk.user(cues=(cue(CueKind.CHANGE, target=the("coffee"), current=thing("tea")),))

    record = talk.assistant(claim(your("coffee"), "include", thing("order"), polarity=False))

    assert kinds(record) == []


def test_from_now_on_a_new_preference_takes_the_place_of_the_old_one():
    talk = Talk()
    talk.user(claim(ME, "prefer", thing("tabs")))

    changed = talk.user(claim(ME, "prefer", thing("spaces")), cues=(cue(CueKind.CHANGE),))

    assert kinds(changed) == [("revision", 0, 1)]


def test_also_adds_to_what_was_said_and_replaces_nothing():
    talk = Talk()
    talk.user(claim(ME, "have", thing("dog")))

    record = talk.user(claim(ME, "have", thing("cat")), cues=(cue(CueKind.CHANGE),), text="Actually I also have a cat.")

    assert kinds(record) == []


def test_an_announced_correction_replaces_a_value_that_need_not_exclude_the_other():
    talk = Talk()
    talk.assistant(claim(the("laptop"), "have", thing("old port")))

    record = talk.assistant(claim(the("laptop"), "have", thing("new port")), cues=(cue(CueKind.CORRECTION),))

    assert kinds(record) == [("revision", 0, 1)]
