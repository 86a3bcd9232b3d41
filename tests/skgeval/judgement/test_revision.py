"""What a conflict is: a fault, a revision, a change in the world, or a user's own affair (METHOD.md, section 7)."""

from __future__ import annotations

import pytest

from schemas.annotation import CueKind
from schemas.claim import Mention, Tense, TimeScope
from schemas.record import ClaimStatus
from tests.skgeval.judgement.talk import Talk, claim, cue, kinds, months, quality, the, thing, your

ME = Mention(text="I", label="USER")
PAST = TimeScope(tense=Tense.PAST)


def statuses(talk: Talk) -> list[str]:
    return [one.status.value for one in talk.session.graph.claims.values()]


def test_the_assistant_against_itself_is_a_contradiction_and_the_later_claim_is_disputed():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))

    record = talk.assistant(claim(the("warranty"), "last", months(12)))

    assert kinds(record) == [("contradiction", 0, 1)]
    assert record.scores.coherence == pytest.approx(0.08)
    assert statuses(talk) == ["current", "disputed"]


def test_a_contradicting_claim_does_not_become_the_established_one():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))
    talk.assistant(claim(the("warranty"), "last", months(12)))

    back = talk.assistant(claim(the("warranty"), "last", months(24)))
    other = talk.assistant(claim(the("warranty"), "last", months(36)))

    assert kinds(back) == []
    assert [(one.earlier.turn, one.repeat_of) for one in other.certificates] == [(0, "")]


def test_the_same_conflict_said_again_names_the_first_certificate():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))
    (first,) = talk.assistant(claim(the("warranty"), "last", months(12))).certificates

    (again,) = talk.assistant(claim(the("warranty"), "be", months(12))).certificates

    assert again.repeat_of == first.certificate_id
    assert again.earlier.turn == 0


def test_further_claims_in_conflict_are_listed_in_one_certificate():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))
    talk.assistant(claim(the("warranty"), "last", months(24)))

    (certificate,) = talk.assistant(claim(the("warranty"), "last", months(12))).certificates

    assert certificate.earlier.turn == 0
    assert [side.turn for side in certificate.also] == [1]


def test_an_announced_correction_is_a_revision_and_what_it_replaced_may_not_return():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))

    corrected = talk.assistant(claim(the("warranty"), "last", months(12)), cues=(cue(CueKind.CORRECTION),))
    returned = talk.assistant(claim(the("warranty"), "last", months(24)))

    assert kinds(corrected) == [("revision", 0, 1)]
    assert corrected.scores.coherence == 1.0
    assert kinds(returned) == [("contradiction", 1, 2)]


def test_a_correction_made_only_after_the_user_objects_is_an_acknowledged_contradiction():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))
    talk.user(claim(the("warranty"), "last", months(12)))

    record = talk.assistant(claim(the("warranty"), "last", months(12)), cues=(cue(CueKind.APOLOGY),))

    assert kinds(record) == [("contradiction", 0, 2)]
    assert record.certificates[0].acknowledged


def test_after_any_other_user_turn_an_announced_correction_is_a_revision():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))
    talk.user(quality(the("box"), "heavy"))

    record = talk.assistant(claim(the("warranty"), "last", months(12)), cues=(cue(CueKind.CORRECTION),))

    assert kinds(record) == [("revision", 0, 2)]


def test_an_assistant_that_agrees_with_an_objection_and_repeats_itself_contradicts_the_objection():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))
    talk.user(claim(the("warranty"), "last", months(12)))

    record = talk.assistant(claim(the("warranty"), "last", months(24)), cues=(cue(CueKind.AGREEMENT),))

    assert kinds(record) == [("contradiction", 1, 2)]


def test_a_user_who_states_a_new_value_of_their_own_slot_revises_it_without_any_cue():
    talk = Talk()
    talk.user(claim(your("lease"), "last", months(24)))

    record = talk.user(claim(your("lease"), "last", months(12)))

    assert kinds(record) == [("revision", 0, 1)]
    assert statuses(talk) == ["superseded", "current"]


def test_two_pasts_of_one_user_cannot_both_be_and_are_no_revision():
    talk = Talk()
    talk.user(claim(ME, "work for", months(24), time=PAST))

    record = talk.user(claim(ME, "work for", months(12), time=PAST))

    assert kinds(record) == [("user_conflict", 0, 1)]


def test_a_user_who_flips_a_preference_without_a_cue_conflicts_and_the_newest_one_holds():
    talk = Talk()
    talk.user(claim(ME, "love", thing("pizza")))

    flipped = talk.user(claim(ME, "hate", thing("pizza")))
    followed = talk.assistant(claim(ME, "hate", thing("pizza")))
    ignored = talk.assistant(claim(ME, "love", thing("pizza")))

    assert kinds(flipped) == [("user_conflict", 0, 1)]
    assert kinds(followed) == []
    assert kinds(ignored) == [("contradiction", 1, 3)]


def test_a_user_who_flips_a_preference_with_a_cue_revises_it():
    talk = Talk()
    talk.user(claim(ME, "love", thing("pizza")))

    record = talk.user(claim(ME, "hate", thing("pizza")), cues=(cue(CueKind.CHANGE),))

    assert kinds(record) == [("revision", 0, 1)]


def test_a_user_against_the_assistant_on_what_is_not_theirs_is_a_conflict_that_binds_nobody():
    talk = Talk()
    talk.assistant(quality(the("lawn"), "wet"))

    objected = talk.user(quality(the("lawn"), "dry"))
    held = talk.assistant(quality(the("lawn"), "wet"))

    assert kinds(objected) == [("user_conflict", 0, 1)]
    assert kinds(held) == []


def test_an_assistant_that_goes_along_with_a_misquote_contradicts_itself():
    talk = Talk()
    talk.assistant(claim(your("warranty"), "last", months(24)))

    misquoted = talk.user(claim(your("warranty"), "last", months(12)), cues=(cue(CueKind.MISQUOTE),))
    adopted = talk.assistant(claim(your("warranty"), "last", months(12)))

    assert kinds(misquoted) == [("user_conflict", 0, 1)]
    assert kinds(adopted) == [("contradiction", 0, 2)]


def test_what_was_and_no_longer_is_is_an_update_of_the_world():
    talk = Talk()
    talk.assistant(quality(the("shop"), "closed", time=PAST))

    record = talk.assistant(quality(the("shop"), "open"))

    assert kinds(record) == [("world_update", 0, 1)]
    assert record.scores.coherence == 1.0


def test_the_assistant_is_bound_by_what_users_say_of_their_own_and_not_of_the_world():
    talk = Talk()
    talk.user(claim(your("lease"), "last", months(24)), claim(the("season"), "last", months(24)))

    own = talk.assistant(claim(your("lease"), "last", months(12)))
    world = talk.assistant(claim(the("season"), "last", months(12)))

    assert kinds(own) == [("contradiction", 0, 1)]
    assert kinds(world) == []


def test_a_late_turn_is_judged_on_arrival_in_the_conversations_own_order():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)), index=5)

    record = talk.assistant(claim(the("warranty"), "last", months(12)), index=2)

    assert kinds(record) == [("contradiction", 2, 5)]
    assert record.flags == ("late",)
    assert [one.status for one in talk.session.graph.claims.values()] == [ClaimStatus.DISPUTED, ClaimStatus.CURRENT]
