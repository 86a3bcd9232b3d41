"""Consistency: what anchors a new entity, how anchors add up, and when a jump is a drift."""

from __future__ import annotations

import numpy as np
import pytest

from schemas.annotation import AnswerType, Question
from schemas.claim import USER, Claim, EntityType, Mention, Modality, Span
from schemas.record import BoundClaim, NewEntity, OpenSlot, SemanticLink
from schemas.turn import Role
from skgeval.judgement.consistency import anchored, asked_about, consistency, graph_consistency, is_drift, opens_topic
from skgeval.policy import Policy

POLICY = Policy()


def row(*components: int) -> bytes:
    return np.array(components, dtype=np.int8).tobytes()


def entity(key: str, *, importance: float = 0.5, anchor: float = 0.0) -> NewEntity:
    return NewEntity(
        key=key,
        label=key,
        type=EntityType.OBJECT,
        mention=Mention(text=key, label=key),
        importance=importance,
        anchor=anchor,
    )


def fact(key: str, subject: str, thing: str) -> BoundClaim:
    claim = Claim(
        subject=Mention(text=subject, label=subject),
        relation="have",
        object=Mention(text=thing, label=thing),
        speaker=Role.ASSISTANT,
        sentence=0,
        span=Span(start=0, end=1),
    )
    return BoundClaim(key=key, turn=3, turn_id="3", claim=claim, subject=subject, object=thing, family="have", text="")


def test_a_fact_with_an_earlier_entity_anchors_fully_from_either_side():
    claims = (fact("3.0", "router", "cable"), fact("3.1", "lamp", "router"))

    cable, lamp = anchored((entity("cable"), entity("lamp")), claims, (), {"router"}, POLICY)

    assert (cable.anchor, cable.anchored_by) == (1.0, "3.0")
    assert (lamp.anchor, lamp.anchored_by) == (1.0, "3.1")


def test_a_fact_between_two_new_entities_anchors_neither():
    first, second = anchored(
        (entity("starter"), entity("rye")), (fact("3.0", "starter", "rye"),), (), {"router"}, POLICY
    )

    assert (first.anchor, second.anchor) == (0.2, 0.2)
    assert first.anchored_by == ""


def test_a_semantic_link_anchors_by_two_thirds_and_a_fact_wins_over_it():
    link = SemanticLink(entity="modem", earlier="router", cosine=0.7)

    (linked,) = anchored((entity("modem"),), (), (link,), {"router"}, POLICY)
    (joined,) = anchored((entity("modem"),), (fact("3.0", "modem", "router"),), (link,), {"router"}, POLICY)

    assert (linked.anchor, linked.anchored_by) == (0.65, "link:router")
    assert (joined.anchor, joined.anchored_by) == (1.0, "3.0")


def test_a_link_to_an_entity_of_the_same_response_anchors_nothing():
    link = SemanticLink(entity="rye", earlier="starter", cosine=0.7)

    (free,) = anchored((entity("rye"),), (), (link,), {"router"}, POLICY)

    assert free.anchor == 0.2


def test_the_first_fact_that_joins_is_the_one_recorded():
    claims = (fact("3.0", "router", "cable"), fact("3.1", "cable", "router"))

    (cable,) = anchored((entity("cable"),), claims, (), {"router"}, POLICY)

    assert cable.anchored_by == "3.0"


def test_anchors_count_by_importance():
    new = (entity("a", importance=0.9, anchor=1.0), entity("b", importance=0.1, anchor=0.2))

    assert graph_consistency(new) == pytest.approx(0.92)


def test_nothing_new_is_consistent():
    assert graph_consistency(()) == 1.0


def test_before_anything_was_said_every_entity_is_consistent():
    measured = consistency(
        (entity("a", anchor=0.2),), anything_earlier=False, response_row=b"", anchor_row=b"", policy=POLICY
    )

    assert measured.value == 1.0


def test_closeness_to_the_anchor_response_is_the_other_way_to_be_consistent():
    new = (entity("a", anchor=0.2),)

    measured = consistency(new, anything_earlier=True, response_row=row(4, 3), anchor_row=row(1, 0), policy=POLICY)

    assert measured.value == pytest.approx(0.85 * 0.8)
    assert measured.graph == pytest.approx(0.2)
    assert measured.first_cosine == pytest.approx(0.8)


def test_distance_from_the_anchor_response_takes_nothing_away():
    measured = consistency(
        (entity("a", anchor=0.65),), anything_earlier=True, response_row=row(0, 1), anchor_row=row(1, 0), policy=POLICY
    )

    assert measured.value == pytest.approx(0.65)


def test_in_the_first_exchange_the_graph_alone_counts():
    measured = consistency(
        (entity("a", anchor=0.2),), anything_earlier=True, response_row=row(1, 0), anchor_row=b"", policy=POLICY
    )

    assert measured.value == pytest.approx(0.2)
    assert measured.first_cosine is None


def opens(new: tuple[NewEntity, ...], prompt: bytes, *, words: int = 6, asks_anew: bool = False) -> bool:
    return opens_topic(
        new,
        asks_anew=asks_anew,
        words=words,
        prompt_rows=prompt,
        exchange_rows=(row(100, 0), b""),
        dimensions=2,
        policy=POLICY,
    )


FREE = (entity("rocket", anchor=0.2),)
LINKED = (entity("milk", anchor=0.65),)


def test_a_prompt_apart_from_the_exchange_that_names_something_unrelated_opens_a_topic():
    assert opens(FREE, row(34, 94))
    assert not opens(FREE, row(36, 93))


def test_a_question_about_something_never_spoken_of_opens_a_topic_likewise():
    assert opens((), row(34, 94), asks_anew=True)
    assert not opens((), row(36, 93), asks_anew=True)


def test_what_the_prompt_asks_about_is_known_to_the_answer():
    rocket, orbit, fuel = anchored(
        (entity("rocket"), entity("orbit"), entity("fuel")),
        (fact("3.0", "rocket", "fuel"),),
        (),
        {"router", *asked_about((asking("rocket", "reach", "orbit"),))},
        POLICY,
    )

    assert (rocket.anchor, rocket.anchored_by) == (1.0, "asked")
    assert (orbit.anchor, orbit.anchored_by) == (1.0, "asked")
    assert (fuel.anchor, fuel.anchored_by) == (1.0, "3.0")


def test_a_question_is_about_its_subject_and_what_it_puts_forward_and_not_about_who_talks():
    assert asked_about((asking(USER, "store", "Beans"), asking("rocket", "reach", "orbit"))) == {
        "beans",
        "rocket",
        "orbit",
    }


def asking(subject: str, relation: str, thing: str) -> OpenSlot:
    claim = Claim(
        subject=Mention(text=subject, label=subject),
        relation=relation,
        object=Mention(text=thing, label=thing),
        speaker=Role.USER,
        sentence=0,
        span=Span(start=0, end=1),
        modality=Modality.ASKED,
    )
    question = Question(sentence=0, expects=AnswerType.OPEN)
    return OpenSlot(question=question, asked_by=Role.USER, turn=2, text="", claims=(claim,))


def test_a_follow_up_question_about_something_related_opens_none():
    assert not opens(LINKED, row(30, 95))


def test_a_short_prompt_that_names_nothing_opens_none_however_far_it_is():
    assert not opens((), row(0, 1), words=11)


def test_a_longer_prompt_far_from_the_exchange_opens_one():
    assert opens((), row(19, 98), words=12)
    assert not opens((), row(21, 98), words=12)


def test_the_first_prompt_of_a_conversation_opens_none():
    assert not opens_topic(
        FREE, asks_anew=False, words=20, prompt_rows=row(1, 0), exchange_rows=(), dimensions=2, policy=POLICY
    )


@pytest.mark.parametrize(
    ("relevance", "consistency_value", "expected"),
    [
        (0.19, 0.44, True),
        (0.20, 0.44, False),
        (0.19, 0.45, False),
        (None, 0.10, False),
        (0.10, None, False),
    ],
)
def test_a_drift_has_low_relevance_and_low_consistency_both_known(relevance, consistency_value, expected):
    assert (
        is_drift(relevance, consistency_value, both_short=False, topic_opened_by_user=False, policy=POLICY) is expected
    )


def test_short_talk_and_topics_of_the_user_are_no_drift():
    assert not is_drift(0.1, 0.2, both_short=True, topic_opened_by_user=False, policy=POLICY)
    assert not is_drift(0.1, 0.2, both_short=False, topic_opened_by_user=True, policy=POLICY)
