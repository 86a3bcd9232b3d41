"""The front door: turns or mappings in, records out, conversations apart."""

from __future__ import annotations

import subprocess
import sys

import pytest

from schemas.errors import WireError
from schemas.turn import Role, Turn
from skgeval import Judge
from skgeval.policy import Policy, Profile

HOT = {"role": "assistant", "text": "The coffee is hot."}
COLD = {"role": "assistant", "text": "The coffee is cold."}


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(encoder="hash")


def test_a_mapping_of_role_and_text_is_enough_to_prove_a_contradiction(judge):
    judge.forget()
    judge.observe(HOT)

    record = judge.observe(COLD)

    assert record.findings[0].explanation == (
        "In turn 2 the assistant said “The coffee is cold”; in turn 1 it had said “The coffee is hot”."
    )


def test_conversations_and_tenants_are_judged_apart(judge):
    judge.observe({**HOT, "conversation": "one", "tenant": "a"})

    others = [
        judge.observe({**COLD, "conversation": "two", "tenant": "a"}),
        judge.observe(Turn(conversation="one", tenant="b", role=Role.ASSISTANT, text=COLD["text"])),
    ]

    assert [record.findings for record in others] == [(), ()]


def test_a_forgotten_conversation_starts_anew(judge):
    judge.observe({**HOT, "conversation": "forgotten"})
    judge.forget("forgotten")

    record = judge.observe({**COLD, "conversation": "forgotten"})

    assert (record.slot, record.findings) == (0, ())


def test_a_whole_conversation_is_judged_apart_from_the_one_of_that_name(judge):
    judge.observe({**HOT, "conversation": "whole"})

    records = judge.score({"id": "whole", "turns": [COLD, COLD]})

    assert [record.findings for record in records] == [(), ()]


def test_a_mapping_that_is_no_turn_names_the_field_at_fault(judge):
    with pytest.raises(WireError) as caught:
        judge.observe({"role": "wizard", "text": "Abracadabra."})

    assert caught.value.field == "role"


@pytest.mark.parametrize(
    ("rule", "reply", "quoted"),
    [
        ("Never use emoji.", "A great choice! \U0001f60a It comes in oak.", "“A great choice! \U0001f60a”"),
        ("Never use emoji.", "\U0001f60a A great choice!", "“\U0001f60a A great choice!”"),
        (
            "Don't give me code unless I ask for it.",
            "It ends.\n\n```python\nprint(1)\n```\n",
            "“It ends. ```python print(1) ```”",
        ),
        ("Answer in at most 3 words.", "It comes in oak. It is light.", "“It comes in oak”"),
    ],
)
def test_a_broken_rule_is_quoted_where_it_was_broken(judge, rule, reply, quoted):
    judge.forget("rule")
    judge.observe({"conversation": "rule", "role": "user", "text": rule})

    record = judge.observe({"conversation": "rule", "role": "assistant", "text": reply})

    assert f": {quoted}; in turn 1" in record.findings[0].explanation


def test_a_policy_takes_the_place_of_the_profiles_own(judge):
    own = Policy(profile=Profile.PERSONA, report_strength=0.9)

    assert Judge(encoder="hash", policy=own).policy == own
    assert judge.policy == Policy()


def test_what_stands_below_the_front_door_loads_no_parser():
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, skgeval.judgement.observe; print('spacy' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert loaded.stdout.strip() == "False"


def test_a_yes_to_a_question_about_what_somebody_owns_is_judged(judge):
    talk = (
        ("user", "I am looking for a theatre in the old town."),
        ("assistant", "There are five theatres, the one with the lowest entrance fee is the Globe theatre."),
        ("user", "That sounds good. Can I get their address and phone number?"),
        ("assistant", "Of course! Anything else?"),
    )

    records = [judge.observe({"conversation": "owned", "role": role, "text": text}) for role, text in talk]

    assert [record.slot for record in records] == [0, 1, 2, 3]
