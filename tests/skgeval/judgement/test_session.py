"""A session is the fold of its records: the same bytes in, the same verdicts out, within bounds."""

from __future__ import annotations

import pytest

from schemas.annotation import AnswerType, CueKind, ReferenceKind
from schemas.claim import EntityType
from schemas.codec import decode_msgpack, encode_msgpack
from schemas.record import TurnRecord
from schemas.turn import Role
from skgeval.judgement import candidates
from skgeval.judgement.draft import Draft
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from skgeval.policy import Policy
from tests.skgeval.judgement.talk import (
    KNOWLEDGE,
    SEVERITIES,
    Talk,
    asked,
    asks,
    claim,
    cue,
    fragment,
    months,
    named,
    pointing,
    points,
    quality,
    said_by,
    the,
    thing,
    your,
)

CONVERSATION = (
    (Role.USER, (), {"questions": (asks(the("warranty"), AnswerType.NUMBER, relation="be", dimension="time"),)}),
    (Role.ASSISTANT, (claim(your("warranty"), "last", months(24)), quality(the("box"), "heavy")), {}),
    (Role.USER, (), {"questions": (asks(the("battery"), follow_up=True),), "text": "And for the battery?"}),
    (Role.ASSISTANT, (fragment(months(12)),), {"references": (points(ReferenceKind.FRAGMENT),)}),
    (
        Role.USER,
        (asked(claim(the("warranty"), "be", months(12))),),
        {"questions": (asks(None, AnswerType.YES_NO, claims=(0,)),)},
    ),
    (Role.ASSISTANT, (), {"references": (points(ReferenceKind.AFFIRMATION, "yes"),)}),
    (
        Role.ASSISTANT,
        (quality(pointing(), "light"),),
        {"references": (points(ReferenceKind.DEMONSTRATIVE, "the box", head="box"),)},
    ),
    (Role.USER, (), {"cues": (cue(CueKind.CHANGE, target=the("coffee"), current=thing("tea")),)}),
    (Role.ASSISTANT, (claim(your("coffee"), "be on", named("Way", EntityType.PLACE)),), {}),
    (Role.ASSISTANT, (claim(the("warranty"), "last", months(12)),), {}),
)


def played(policy: Policy, *, refolded: bool) -> list[bytes]:
    """Play the conversation; `refolded` makes a new session from the bytes of all records before each turn."""
    session, kept = Session("talk", policy=policy), list[bytes]()
    for number, (role, claims, facts) in enumerate(CONVERSATION):
        if refolded:
            session = Session("talk", policy=policy)
            for data in kept:
                session.apply(decode_msgpack(data, TurnRecord))
        annotation = said_by(role, *claims, **{"text": f"Turn {number}.", **facts})
        record = observe(session, annotation, policy, KNOWLEDGE, SEVERITIES)
        session.apply(record)
        kept.append(encode_msgpack(record))
    return kept


@pytest.mark.parametrize("policy", [Policy(), Policy(max_claims=3), Policy(max_open_slots=1, compare_newest=1)])
def test_a_session_folded_from_bytes_before_every_turn_goes_on_identically(policy):
    live = played(policy, refolded=False)

    assert played(policy, refolded=True) == live


def test_the_conversation_of_the_fold_test_has_something_to_lose():
    records = [decode_msgpack(data, TurnRecord) for data in played(Policy(), refolded=False)]

    assert [one.later.turn for record in records for one in record.certificates] == [5, 6, 8, 9]
    assert records[9].certificates[0].repeat_of == records[5].certificates[0].certificate_id


def test_judging_a_turn_changes_nothing_in_the_session():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))
    annotation = said_by(Role.ASSISTANT, claim(the("warranty"), "last", months(12)), text="Twelve months.")

    first = observe(talk.session, annotation, talk.policy, KNOWLEDGE, SEVERITIES)
    second = observe(talk.session, annotation, talk.policy, KNOWLEDGE, SEVERITIES)

    assert encode_msgpack(first) == encode_msgpack(second)


def compared(talk: Talk) -> int:
    """Count the earlier claims that one more claim about the shop is compared with."""
    annotation = said_by(Role.ASSISTANT, claim(the("shop"), "sell", thing("hat 0")), text="It sells hats.")
    draft = Draft(talk.session, annotation, talk.policy, KNOWLEDGE)
    record = observe(talk.session, annotation, talk.policy, KNOWLEDGE, SEVERITIES)
    return sum(1 for _ in candidates.candidates(record.claims[0], draft))


def test_the_work_of_a_turn_does_not_grow_with_the_history():
    talk = Talk()
    for number in range(100):
        talk.assistant(claim(the("shop"), "sell", thing(f"hat {number}")))
    after_hundred = compared(talk)
    for number in range(100, 600):
        talk.assistant(claim(the("shop"), "sell", thing(f"hat {number}")))

    after_six_hundred = compared(talk)

    assert after_hundred == after_six_hundred
    assert after_six_hundred <= talk.policy.compare_newest + talk.policy.compare_subject + 2


def test_the_established_claim_is_compared_however_many_came_after_it():
    talk = Talk()
    talk.assistant(claim(the("warranty"), "last", months(24)))
    for number in range(80):
        talk.assistant(quality(the(f"box {number}"), "heavy"))

    record = talk.assistant(claim(the("warranty"), "last", months(12)))

    assert [one.earlier.turn for one in record.certificates] == [0]


def test_superseded_claims_leave_first_then_the_oldest_and_the_record_is_flagged():
    talk = Talk(Policy(max_claims=2))
    talk.user(claim(your("lease"), "last", months(24)))
    talk.user(claim(your("lease"), "last", months(12)))

    flagged = talk.assistant(quality(the("box"), "heavy"))
    again = talk.assistant(quality(the("hat"), "heavy"))

    assert "claims_left" in flagged.flags
    assert "claims_left" in again.flags
    assert list(talk.session.graph.claims) == ["2.0", "3.0"]


def test_an_entity_leaves_with_the_last_claim_that_speaks_of_it():
    talk = Talk(Policy(max_claims=3))

    for number in range(50):
        talk.assistant(quality(the(f"box {number}"), "heavy"))

    assert list(talk.session.graph.entities) == ["box 47", "box 48", "box 49"]
    assert talk.session.names.headed("47") == ("box 47",)
    assert talk.session.names.headed("46") == ()


def test_turns_out_of_order_and_missing_turns_are_flagged():
    talk = Talk()

    flags = [talk.assistant(index=index).flags for index in (0, 1, 4, 3)]

    assert flags == [(), (), ("gap",), ("late",)]
