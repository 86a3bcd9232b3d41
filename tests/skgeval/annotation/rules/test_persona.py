"""Which sentences give the assistant a character to play."""

from __future__ import annotations

import pytest

from schemas.annotation import RuleKind
from schemas.turn import Role
from tests.skgeval.annotation.rules.said import lifted, said, set_of

SETTING = [
    "Talk like a pirate.",
    "From now on you speak like Shakespeare.",
    "Stay in character.",
    "Never break character.",
    "Please answer like a pirate from now on.",
    "Pretend to be a lighthouse keeper for the rest of this conversation.",
    "I want you to talk like Yoda.",
    "Act as a strict librarian throughout this chat.",
    "Could you speak like a cowboy?",
    "Role-play as Captain Vane and always stay in character.",
    "Reply in the style of Shakespeare.",
]
NOT_SETTING = [
    "Who played the pirate in that film?",
    "He talks like a pirate.",
    "I dressed up as a pirate.",
    "Write a story about a pirate.",
    "She acts as if nothing happened.",
    "What would Shakespeare say?",
    "Do you know how to speak Yoda?",
    "He is quite a character.",
    "My son pretends to be a dog.",
    "The part plays a big role in it.",
]


@pytest.mark.parametrize("sentence", SETTING)
def test_a_character_to_play_is_a_rule(sentence):
    assert len(set_of(RuleKind.PERSONA, sentence)) == 1


@pytest.mark.parametrize("sentence", NOT_SETTING)
def test_characters_of_others_are_no_rule(sentence):
    assert said(sentence) == ()


def test_a_system_turn_gives_a_character():
    (rule,) = set_of(RuleKind.PERSONA, "You are a pirate who sells fish.", role=Role.SYSTEM)

    assert rule.unit == "a pirate"


@pytest.mark.parametrize(
    "sentence",
    [
        "Stop talking like a pirate.",
        "You can drop the pirate act now.",
        "Be yourself again.",
        "You can stop pretending.",
        "Drop the persona.",
    ],
)
def test_the_play_ends(sentence):
    assert RuleKind.PERSONA in lifted(sentence)
