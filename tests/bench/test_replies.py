"""Replies of a wanted length."""

from __future__ import annotations

import pytest

from schemas.turn import Role
from skgeval.evaluation.labelled import Example, Utterance
from stream.bench.replies import Exchange, cut, exchanges, grown, of_length


def said(role: Role, text: str) -> Utterance:
    return Utterance(role=role, text=text)


def replying(words: int) -> Exchange:
    return Exchange(prompt="", reply=" ".join(["word"] * words))


def test_a_reply_is_paired_with_all_user_turns_before_it():
    example = Example(
        id="c",
        turns=(
            said(Role.USER, "Hello."),
            said(Role.USER, "Are you there?"),
            said(Role.ASSISTANT, "Yes."),
            said(Role.ASSISTANT, "How can I help?"),
        ),
    )

    assert exchanges([example]) == [
        Exchange(prompt="Hello.\nAre you there?", reply="Yes."),
        Exchange(prompt="", reply="How can I help?"),
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (1, "One two three."),
        (3, "One two three."),
        (4, 'One two three. "Four five!"'),
        (6, 'One two three. "Four five!" six'),
        (9, 'One two three. "Four five!" six\nseven'),
    ],
)
def test_a_long_reply_ends_with_the_sentence_or_line_that_reaches_the_length(words, expected):
    assert cut('One two three. "Four five!" six\nseven', words) == expected


def test_a_point_inside_a_number_ends_no_sentence():
    assert cut("It costs 2.5 euros. Or three.", 3) == "It costs 2.5 euros."


def test_replies_far_too_short_are_left_out_and_longer_ones_are_cut():
    found = [replying(51), replying(52), replying(300)]

    chosen = of_length([*found, Exchange(prompt="", reply="One sentence of words. " * 100)], 80, 10)

    assert [len(exchange.reply.split()) for exchange in chosen] == [52, 300, 80]


def test_the_nearest_in_length_are_chosen_and_stay_in_order():
    found = [replying(200), replying(81), replying(100), replying(79)]

    assert [len(exchange.reply.split()) for exchange in of_length(found, 80, 3)] == [81, 100, 79]


def test_short_replies_grow_by_those_that_follow():
    found = [Exchange(prompt="p", reply="One two."), Exchange(prompt="q", reply="Three.")]

    assert [exchange.reply for exchange in grown(found, 4)] == [
        "One two.\n\nThree.\n\nOne two.",
        ("Three.\n\nOne two.\n\nThree."),
    ]
