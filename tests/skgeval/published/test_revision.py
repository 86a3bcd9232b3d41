"""A prompt with a cue and a known name lets this turn, and no later one, say something else."""

import pytest

from tests.skgeval.published.talk import Talk, says

BEFORE = (says("warranty", "last", "24 months"), says("shop", "open", "shutters", importance=0.9))
DENIAL = says("warranty", "last", "24 months", polarity=False)
CHANGE = "Please change the warranty to something else, since that one is of no use"


def revised(prompt, *claims, before=BEFORE):
    talk = Talk()
    talk.user()
    talk.assistant(*before)
    talk.user(text=prompt)
    return talk.assistant(*(claims or (DENIAL,)))


def test_a_cue_and_the_name_of_a_node_let_its_earlier_edges_be_ignored():
    exchange = revised(CHANGE)

    # "warranty" is the longest name in the prompt: 8 / 8 = 1 >= 0.60
    assert exchange.revised == ("warranty",)
    assert exchange.contradictions == ()


def test_without_a_cue_nothing_is_revised():
    exchange = revised("Please tell me about the warranty once more, since I did not get it")

    assert exchange.revised == ()
    assert [found.criterion for found in exchange.contradictions] == ["negation_flip"]


@pytest.mark.parametrize(("filler", "found"), [("y" * 53, True), ("y" * 54, False)])
def test_a_cue_counts_in_the_first_60_characters(filler, found):
    # 53 letters, a blank and "change" are 60 characters; with one letter more the cue ends in the 61st
    assert bool(revised(f"{filler} change the warranty").revised) is found


def test_a_cue_is_a_word_and_not_a_part_of_one():
    assert revised("Exchanged goods have a warranty, as you surely know by now, I think").revised == ()


def test_a_cue_without_the_name_of_a_node_revises_nothing():
    assert revised("Please change the other thing to something else, of which you spoke").revised == ()


@pytest.mark.parametrize(("name", "found"), [("bill", ("bill",)), ("tax", ())])
def test_a_name_of_three_letters_is_none(name, found):
    before, denial = says(name, "be", "due"), says(name, "be", "due", polarity=False)

    assert revised(f"Please change the {name} to something else", denial, before=(before,)).revised == found


@pytest.mark.parametrize(("other", "found"), [("warranties xyz", False), ("warranties xy", True)])
def test_a_target_is_at_least_06_as_long_as_the_longest_name_in_the_prompt(other, found):
    # "warranty" has 8 letters: 8 / 14 = 0.571 < 0.60; 8 / 13 = 0.615
    before = (*BEFORE, says("store", "sell", other))

    assert ("warranty" in revised(f"Please change the warranty and the {other}", before=before).revised) is found


def test_only_what_this_turn_speaks_of_is_a_target():
    assert revised("Please change the shop, the warranty is fine", DENIAL, before=BEFORE).revised == ("warranty",)


@pytest.mark.parametrize(
    ("prompt", "target"),
    [
        ("Now would you change it? The shop", ("shop",)),  # "it" is the fifth word
        ("Now would you please do change it? The shop", ()),  # the seventh: "shop" is not in this turn's claims
        ("Now would you please change it, the shop", ("shop",)),  # the sixth
    ],
)
def test_a_pronoun_among_the_first_six_words_means_the_most_important_earlier_node(prompt, target):
    # "shop" and "shutters" have importance 0.9, and "shop" came first
    assert revised(prompt).revised == target


def test_the_revision_holds_for_one_turn():
    talk = Talk()
    talk.user()
    talk.assistant(says("warranty", "last", "24 months"))
    talk.user(text=CHANGE)
    accepted = talk.assistant(DENIAL)
    talk.user()

    again = talk.assistant(DENIAL)

    # the user's own change is a contradiction from the next turn on
    assert (accepted.scores.coherence, again.scores.coherence) == (1.0, pytest.approx(0.05))
