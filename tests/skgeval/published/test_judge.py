"""Whole conversations: exchanges, who is compared with whom, and what is null."""

import pytest

from schemas.annotation import Vectors
from schemas.record import Regime
from schemas.turn import Role
from skgeval.published.judge import Baseline, judge_all
from tests.skgeval.judgement.talk import said_by
from tests.skgeval.published.talk import LONG_ANSWER, NEAR_FLOOR, WORDS, MeasuredEncoder, Talk, says

YES, NO = says("warranty", "cover", "water"), says("warranty", "cover", "water", polarity=False)


def test_speakers_are_not_told_apart_so_the_user_s_error_is_the_assistant_s():
    talk = Talk()
    talk.user(YES)
    talk.assistant()
    talk.user()

    exchange = talk.assistant(NO)

    (found,) = exchange.contradictions
    assert (found.earlier.turn, found.later.turn, found.confidence) == (0, 3, 0.95)
    assert exchange.scores.coherence == pytest.approx(0.05)


def test_what_prompt_and_response_say_is_of_one_turn_and_is_not_compared():
    talk = Talk()
    talk.user(YES)

    assert talk.assistant(NO).contradictions == ()


def test_coherence_is_what_the_strongest_contradiction_leaves():
    talk = Talk(near={("own", "have"): 0.60, ("house", "flat"): 0.50})
    talk.user()
    talk.assistant(YES, says("buyer", "have", "flat"))
    talk.user()

    exchange = talk.assistant(NO, says("buyer", "own", "house"))

    # a moderate drift of .45 and a negation flip of .95: 1 - .95
    assert {found.confidence for found in exchange.contradictions} == {0.45, 0.95}
    assert exchange.scores.coherence == pytest.approx(0.05)


def test_only_the_strongest_contradiction_of_a_node_is_told():
    talk = Talk(near={("own", "have"): 0.60, ("house", "flat"): 0.50})
    talk.user()
    talk.assistant(says("buyer", "have", "flat"), says("buyer", "like", "tea"))
    talk.user()

    exchange = talk.assistant(says("buyer", "own", "house"), says("buyer", "like", "tea", polarity=False))

    assert [found.criterion for found in exchange.contradictions] == ["negation_flip"]


@pytest.mark.parametrize(("prompt", "found"), [("a b c d e f g h i", True), ("a b c d e f g h i j", False)])
def test_a_short_prompt_lowers_the_floor_of_relations_also_before_a_short_answer(prompt, found):
    # r = .40 lies between the floors of .30 and .50; no test answers below r = .50 but the one made to in this test:
    # the drift's own limit is lowered, so that the floor alone decides
    talk = Talk(near={("own", "have"): 0.40, ("house", "flat"): 0.50})
    talk.baseline = Baseline(encoder=talk.encoder, words=WORDS, constants=NEAR_FLOOR)
    talk.user()
    talk.assistant(says("buyer", "have", "flat"))
    talk.user(text=prompt)

    exchange = talk.assistant(says("buyer", "own", "house"), text="it is so")

    assert bool(exchange.contradictions) is found
    assert exchange.scores.regime is Regime.SHORT


def test_a_node_that_means_another_thing_each_time_is_not_compared():
    talk = Talk()
    talk.user()
    talk.assistant(says("people", "like", "tea"))
    talk.user()

    assert talk.assistant(says("people", "like", "tea", polarity=False)).contradictions == ()


def test_what_was_not_read_is_null():
    talk = Talk()
    talk.user()

    failed = talk.assistant(failure="timed_out").scores
    foreign = talk.assistant(served=False, vectors=Vectors()).scores

    assert (failed.consistency, failed.coherence) == (None, None)
    assert (foreign.relevance, foreign.consistency, foreign.coherence, foreign.quality) == (None, None, None, None)
    assert foreign.session_score == failed.session_score


def test_claims_in_a_language_without_vectors_are_compared_all_the_same():
    talk = Talk()
    talk.user()
    talk.assistant(YES)
    talk.user()

    scores = talk.assistant(NO, served=False, claims_served=True, vectors=Vectors()).scores

    # all that is left of quality is coherence: 0.05
    assert (scores.relevance, scores.consistency) == (None, None)
    assert (scores.coherence, scores.quality) == (pytest.approx(0.05), pytest.approx(0.05))


def test_an_empty_answer_is_not_assessed():
    talk = Talk()
    talk.user()

    assert talk.assistant(text="", vectors=Vectors()).scores.quality is None


def test_a_conversation_is_judged_exchange_by_exchange_and_system_and_tool_are_not_read():
    encoder = MeasuredEncoder()
    turns = [
        said_by(Role.SYSTEM, YES, text="Be kind."),
        said_by(Role.USER, text="Is it covered?"),
        said_by(Role.ASSISTANT, YES, text=LONG_ANSWER),
        said_by(Role.TOOL, NO, text="It is not."),
        said_by(Role.USER, text="Really?"),
        said_by(Role.ASSISTANT, YES, text=LONG_ANSWER),
        said_by(Role.USER, NO, text="No."),
    ]

    exchanges = list(judge_all(turns, Baseline(encoder=encoder, words=WORDS)))

    assert [exchange.turn for exchange in exchanges] == [2, 5]
    assert [exchange.contradictions for exchange in exchanges] == [(), ()]
