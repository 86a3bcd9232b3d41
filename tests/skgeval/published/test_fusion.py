"""Regimes, gates and the quarantine; relevance and consistency are set by cosines, coherence by a contradiction."""

import pytest

from schemas.record import Regime
from skgeval.judgement.fusion import fuse
from skgeval.published.constants import SHARED
from tests.skgeval.published.talk import LONG_ANSWER, LONG_PROMPT, Talk, says

ELEVEN_WORDS = "one two three four five six seven eight nine ten eleven"
TWELVE_WORDS = f"{ELEVEN_WORDS} twelve"
NINE_WORDS = "what is one two three four five six seven"
TEN_WORDS = f"{NINE_WORDS} eight"
THEN = "then there is this other long answer that says a good deal more"


def scored(relevance, consistency, *, prompt=LONG_PROMPT, answer=THEN, contradicts=False):
    """Return the second exchange, whose new node is joined to nothing (0.2), so that the first response decides."""
    talk = Talk(near={(answer, prompt): relevance})
    talk.user(text=LONG_PROMPT)
    talk.assistant(says("warranty", "last", "24 months"), text=LONG_ANSWER)
    talk.user(text=prompt)
    flip = [says("warranty", "last", "24 months", polarity=False)] if contradicts else []
    exchange = talk.assistant(says("moon", "be", "moon"), *flip, text=answer)
    assert exchange.scores.consistency == pytest.approx(consistency)
    return exchange


@pytest.mark.parametrize(
    ("prompt", "answer", "regime"),
    [
        (LONG_PROMPT, ELEVEN_WORDS, Regime.SHORT),
        (NINE_WORDS, ELEVEN_WORDS, Regime.SHORT),
        (NINE_WORDS, TWELVE_WORDS, Regime.QUESTION),
        (TEN_WORDS, TWELVE_WORDS, Regime.GENERAL),
    ],
)
def test_a_response_below_twelve_words_is_short_else_a_prompt_below_ten_is_a_question(prompt, answer, regime):
    talk = Talk()
    talk.user(text=prompt)

    assert talk.assistant(text=answer).scores.regime is regime


@pytest.mark.parametrize(
    ("prompt", "answer", "quality"),
    [
        (TEN_WORDS, TWELVE_WORDS, 0.90),  # general: 0.50 · 0.8 + 0.20 · 1 + 0.30 · 1 = 0.90
        (NINE_WORDS, TWELVE_WORDS, 0.87),  # question: 0.65 · 0.8 + 0.05 · 1 + 0.30 · 1 = 0.87
        (TEN_WORDS, ELEVEN_WORDS, 0.974342),  # short: S_loc = sqrt((1 + 0.8) / 2) = 0.948683; 0.5 · that + 0.1 + 0.4
    ],
)
def test_each_regime_has_its_weights(prompt, answer, quality):
    talk = Talk(near={(answer, prompt): 0.8})
    talk.user(text=prompt)

    assert talk.assistant(text=answer).scores.quality == pytest.approx(quality, abs=1e-6)


def test_a_contradiction_caps_quality_at_040_and_no_less():
    # 0.50 · 0.90 + 0.20 · 0.2 + 0.30 · 0.05 = 0.505, capped; quarantine needs less than 0.40
    exchange = scored(0.90, 0.2, contradicts=True)

    assert exchange.scores.coherence == pytest.approx(0.05)
    assert exchange.scores.quality == 0.40
    assert not exchange.quarantined


@pytest.mark.parametrize(("coherence", "quality"), [(0.60, 0.88), (0.59, 0.40)])
def test_the_cap_is_below_060_where_no_confidence_of_the_paper_comes_near(coherence, quality):
    # the least confidence is .45, which leaves .55; 0.50 · 1 + 0.20 · 1 + 0.30 · 0.60 = 0.88
    fused = fuse(1.0, 1.0, coherence, Regime.GENERAL, both_short=False, policy=SHARED)

    assert fused == pytest.approx(quality)


def test_the_weakest_finding_caps_too():
    talk = Talk(near={("own", "have"): 0.60, ("house", "flat"): 0.50, (THEN, LONG_PROMPT): 0.90})
    talk.user(text=LONG_PROMPT)
    talk.assistant(says("buyer", "have", "flat"))
    talk.user(text=LONG_PROMPT)

    scores = talk.assistant(says("buyer", "own", "house"), text=THEN).scores

    # a moderate drift: 1 - .45 = .55 < .60; "house" is joined by a fact: 0.45 + 0.20 + 0.30 · 0.55 = 0.815, capped
    assert (scores.coherence, scores.quality) == (pytest.approx(0.55), 0.40)


@pytest.mark.parametrize(
    ("relevance", "quality"),
    [
        (0.50, 0.59),  # 0.50 · 0.50 + 0.20 · 0.2 + 0.30 · 1 = 0.59, and 0.50 < 0.50 does not hold
        (0.48, 0.435),  # (0.24 + 0.04 + 0.30) · 0.75 = 0.58 · 0.75
        (0.20, 0.33),  # (0.10 + 0.04 + 0.30) · 0.75 = 0.44 · 0.75, and 0.20 < 0.20 does not hold
        (0.18, 0.16125),  # (0.09 + 0.04 + 0.30) · 0.75 · 0.5 = 0.43 · 0.375: both gates, one after the other
    ],
)
def test_weak_relevance_with_low_consistency_scales_and_so_does_next_to_none(relevance, quality):
    exchange = scored(relevance, 0.2)

    assert exchange.scores.quality == pytest.approx(quality)
    assert exchange.scores.drift == (relevance < 0.20)


def test_the_gates_come_after_the_cap():
    # 0.50 · 0.48 + 0.20 · 0.2 + 0.30 · 0.05 = 0.295 < 0.40; · 0.75 = 0.22125
    assert scored(0.48, 0.2, contradicts=True).scores.quality == pytest.approx(0.22125)


@pytest.mark.parametrize(
    ("share", "consistency", "quality"),
    [
        (0.3125, 0.45, 0.44),  # 0.50 · 0.10 + 0.20 · 0.45 + 0.30 · 1 = 0.44, and 0.45 < 0.45 does not hold
        (0.3, 0.44, 0.16425),  # (0.05 + 0.088 + 0.30) · 0.75 · 0.5 = 0.438 · 0.375
    ],
)
def test_consistency_of_045_opens_no_gate_and_less_opens_both(share, consistency, quality):
    # one node joined by a fact, one by nothing: share · 1.0 + (1 - share) · 0.2
    talk = Talk(near={(THEN, LONG_PROMPT): 0.10})
    talk.user(text=LONG_PROMPT)
    talk.assistant(says("warranty", "last", "24 months"))
    talk.user(text=LONG_PROMPT)
    joined = says("shop", "give", "warranty", importance=share)

    exchange = talk.assistant(joined, says("moon", "be", "moon", importance=1.0 - share), text=THEN)

    assert exchange.scores.consistency == pytest.approx(consistency)
    assert exchange.scores.quality == pytest.approx(quality)


def test_both_gates_stay_shut_where_prompt_and_response_are_short():
    # S_loc = sqrt((1 - 0.98) / 2) = 0.1 < 0.20 and S_cons = 0.2 < 0.45: 0.50 · 0.1 + 0.10 · 0.2 + 0.40 · 1 = 0.47
    exchange = scored(-0.98, 0.2, prompt=NINE_WORDS, answer=ELEVEN_WORDS)
    assert exchange.scores.quality == pytest.approx(0.47)
    assert not exchange.scores.drift

    # a prompt of ten words is not short: 0.47 · 0.75 · 0.5 = 0.17625
    exchange = scored(-0.98, 0.2, prompt=TEN_WORDS, answer=ELEVEN_WORDS)
    assert exchange.scores.quality == pytest.approx(0.17625)
    assert exchange.scores.drift


@pytest.mark.parametrize(
    ("relevance", "passed"),
    [
        (0.52, True),  # 0.26 + 0.04 + 0.30 = 0.60 >= 0.60
        (0.50, False),  # 0.59 < 0.60
    ],
)
def test_a_turn_passes_at_quality_060_and_relevance_050(relevance, passed):
    assert scored(relevance, 0.2).scores.passed is passed


class TestQuarantine:
    def said_then(self, relevance):
        """Say something in a turn of that relevance, then deny it."""
        talk = Talk(near={(THEN, LONG_PROMPT): relevance})
        talk.user(text=LONG_PROMPT)
        talk.assistant(says("sun", "be", "hot"), text=LONG_ANSWER)
        talk.user(text=LONG_PROMPT)
        first = talk.assistant(says("moon", "be", "cold"), text=THEN)
        return talk, first

    @pytest.mark.parametrize(
        ("relevance", "quality", "seen"),
        [
            (0.40, 0.405, True),  # (0.20 + 0.04 + 0.30) · 0.75 = 0.405
            (0.38, 0.3975, False),  # (0.19 + 0.04 + 0.30) · 0.75 = 0.3975 < 0.40
        ],
    )
    def test_what_a_turn_below_040_says_is_compared_with_nothing_later(self, relevance, quality, seen):
        talk, first = self.said_then(relevance)
        talk.user(text=LONG_PROMPT)

        denied = talk.assistant(says("moon", "be", "cold", polarity=False))

        assert first.scores.quality == pytest.approx(quality)
        assert first.quarantined is not seen
        assert bool(denied.contradictions) is seen

    def test_its_names_stay_to_be_joined_to_and_are_not_new_again(self):
        talk, _ = self.said_then(0.38)
        talk.user(text=LONG_PROMPT)

        exchange = talk.assistant(says("rocket", "reach", "moon"))

        assert {node.key: node.anchor for node in exchange.entities} == {"rocket": 1.0}
