import pytest

from tests.skgeval.published.talk import LONG_ANSWER, LONG_PROMPT, Talk

ELEVEN_WORDS = "one two three four five six seven eight nine ten eleven"
TWELVE_WORDS = f"{ELEVEN_WORDS} twelve"
NINE_WORDS = "what is one two three four five six seven"
TEN_WORDS = f"{NINE_WORDS} eight"
BOTH = "both of it, and a good deal of what was not asked for at all"


def relevance(prompt, answer, *, reference="", **near):
    talk = Talk(near={tuple(pair): cosine for pair, cosine in near.get("near", {}).items()})
    talk.user(text=prompt)
    return talk.assistant(text=answer, reference=reference).scores.relevance


def test_a_response_of_twelve_words_is_compared_with_the_prompt_alone():
    assert relevance(LONG_PROMPT, TWELVE_WORDS, near={(TWELVE_WORDS, LONG_PROMPT): 0.28}) == pytest.approx(0.28)


def test_a_shorter_one_together_with_its_prompt():
    # p · (p + r) / |p + r| = (1 + c) / sqrt(2 + 2c) = sqrt((1 + c) / 2); c = 0.28: sqrt(0.64) = 0.8
    assert relevance(LONG_PROMPT, ELEVEN_WORDS, near={(ELEVEN_WORDS, LONG_PROMPT): 0.28}) == pytest.approx(0.8)
    # c = 0: sqrt(0.5) = 0.7071, so that a short answer about nothing at all passes the floor of 0.5
    assert relevance(LONG_PROMPT, "yes") == pytest.approx(0.70711, abs=1e-5)


def test_a_reference_has_six_tenths_after_a_prompt_of_ten_words():
    near = {(LONG_ANSWER, TEN_WORDS): 0.50, ("the reference", TEN_WORDS): 0.0}

    # 0.4 · 0.50 + 0.6 · 0.0 = 0.2
    assert relevance(TEN_WORDS, LONG_ANSWER, reference="the reference", near=near) == pytest.approx(0.2)


def test_a_reference_says_nothing_after_a_shorter_prompt():
    near = {(LONG_ANSWER, NINE_WORDS): 0.50}

    assert relevance(NINE_WORDS, LONG_ANSWER, reference="the reference", near=near) == pytest.approx(0.50)


def test_a_short_response_is_compared_with_the_reference_together_with_its_prompt_too():
    near = {("no", TEN_WORDS): 0.28, ("the reference", TEN_WORDS): 0.60}

    # |p + r| = sqrt(2 + 0.56) = 1.6; the reference shares 0.60 with p and 0.28 · 0.60 = 0.168 with r:
    # (0.60 + 0.168) / 1.6 = 0.48; 0.4 · 0.8 + 0.6 · 0.48 = 0.32 + 0.288 = 0.608
    assert relevance(TEN_WORDS, "no", reference="the reference", near=near) == pytest.approx(0.608)


def test_several_user_turns_are_one_prompt():
    talk = Talk(near={(BOTH, "the sun"): 0.60})
    talk.user(text="the sun")
    talk.user(text="the moon")

    # the prompt is the sum of two orthogonal vectors, of length sqrt(2): 0.60 / sqrt(2) = 0.42426
    assert talk.assistant(text=BOTH).scores.relevance == pytest.approx(0.42426, abs=1e-5)


def test_the_last_prompt_alone_counts():
    talk = Talk(near={(LONG_ANSWER, LONG_PROMPT): 0.9})
    talk.user(text=LONG_PROMPT)
    talk.assistant(text=BOTH)
    talk.user(text=TEN_WORDS)

    assert talk.assistant(text=LONG_ANSWER).scores.relevance == 0.0


def test_without_a_prompt_there_is_no_relevance_and_the_others_share_its_weight():
    scores = Talk().assistant(text=LONG_ANSWER).scores

    # no prompt is a short one: (0.05 · 1 + 0.30 · 1) / 0.35 = 1
    assert (scores.relevance, scores.quality) == (None, 1.0)
