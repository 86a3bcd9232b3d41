import pytest

from tests.skgeval.judgement.talk import claim, quality, thing
from tests.skgeval.published.talk import LONG_ANSWER, Talk, says

OTHER_ANSWER = "this answer of thirteen words goes on about one quite different thing instead"


@pytest.mark.parametrize(("cosine", "edges"), [(0.50, []), (0.51, [("rain", "umbrella", 0.51)])])
def test_a_semantic_edge_needs_a_cosine_above_050_of_label_and_type(cosine, edges):
    # 50 / sqrt(100² · 1²) = 0.50, and > does not hold
    talk = Talk(near={("rain Object", "umbrella Object"): cosine})
    talk.assistant(says("umbrella", "be", "x"))

    links = talk.assistant(says("rain", "fall on", "x")).links

    assert [(link.entity, link.earlier, link.cosine) for link in links] == edges


def test_a_new_node_is_joined_to_every_earlier_node_like_it_and_to_none_of_its_own_turn():
    near = {("rain Object", "umbrella Object"): 0.60, ("hail Object", "umbrella Object"): 0.70}
    talk = Talk(near={**near, ("hood Object", "cape Object"): 0.90, ("coat Object", "umbrella Object"): 0.80})
    talk.assistant(says("umbrella", "be", "x"), says("coat", "be", "x"))

    links = talk.assistant(says("rain", "be", "x"), says("hail", "be", "x"), says("hood", "hang on", "cape")).links

    # rain · coat = 0.60 · 0.80 = 0.48 and is no edge; hail · coat = 0.70 · 0.80 = 0.56 and is one, the second of hail's
    assert [(link.entity, link.earlier) for link in links] == [
        ("rain", "umbrella"),
        ("hail", "umbrella"),
        ("hail", "coat"),
    ]


def test_anchors_are_1_by_a_fact_065_by_a_semantic_edge_and_02_without():
    talk = Talk(near={("rain Object", "umbrella Object"): 0.51})
    talk.assistant(says("umbrella", "be", "dry"))

    exchange = talk.assistant(
        says("coat", "cover", "umbrella", importance=1.0),  # coat: joined by a fact to an earlier node, 1.0
        says("rain", "fall on", "roof", importance=0.5),  # rain: by a semantic edge, 0.65; roof: by nothing, 0.2
        text=OTHER_ANSWER,
    )

    assert {node.key: node.anchor for node in exchange.entities} == {"coat": 1.0, "rain": 0.65, "roof": 0.2}
    # (1.0 · 1.0 + 0.5 · 0.65 + 0.5 · 0.2) / (1.0 + 0.5 + 0.5) = 1.425 / 2 = 0.7125
    assert exchange.scores.consistency == pytest.approx(0.7125)


def test_a_fact_joins_in_either_direction_and_goes_before_a_semantic_edge():
    talk = Talk(near={("rain Object", "umbrella Object"): 0.90})
    talk.assistant(says("umbrella", "be", "dry"))

    (rain,) = talk.assistant(says("umbrella", "keep off", "rain")).entities

    assert rain.anchor == 1.0


def test_a_node_is_as_important_as_its_most_important_claim():
    talk = Talk()
    talk.assistant(says("umbrella", "be", "dry"))

    exchange = talk.assistant(says("rain", "be", "dry", importance=0.2), says("rain", "wet", "dry", importance=0.9))

    assert [node.importance for node in exchange.entities] == [0.9]


def test_the_graph_says_1_where_nothing_is_earlier_or_nothing_is_new():
    talk = Talk()

    first = talk.assistant(says("umbrella", "be", "dry"))
    second = talk.assistant(quality(thing("umbrella"), "dry"), text=OTHER_ANSWER)

    assert (first.scores.consistency, second.scores.consistency) == (1.0, 1.0)
    assert second.entities == ()


@pytest.mark.parametrize(("cosine", "consistency"), [(0.80, 0.68), (0.20, 0.2)])
def test_from_the_second_exchange_on_085_of_the_cosine_with_the_first_response_counts_where_it_is_more(
    cosine, consistency
):
    # 0.85 · 0.80 = 0.68 > 0.2 (one new node, joined to nothing); 0.85 · 0.20 = 0.17 < 0.2
    talk = Talk(near={(OTHER_ANSWER, LONG_ANSWER): cosine})
    talk.assistant(says("umbrella", "be", "dry"))

    exchange = talk.assistant(claim(thing("moon"), "be", thing("moon")), text=OTHER_ANSWER)

    assert exchange.scores.consistency == pytest.approx(consistency)
    assert exchange.scores.components.first_cosine == cosine


def test_the_session_stays_anchored_in_the_first_response_whatever_the_user_asks_for():
    near = {("a third answer of thirteen words that is near the one in between it", OTHER_ANSWER): 0.99}
    talk = Talk(near=near)
    talk.assistant(says("umbrella", "be", "dry"))
    talk.user(text="let us talk about something else now, about the moon and the stars")
    talk.assistant(says("moon", "be", "far"), text=OTHER_ANSWER)

    exchange = talk.assistant(says("star", "be", "hot"), text=next(iter(near))[0])

    assert exchange.scores.components.first_cosine == 0.0
