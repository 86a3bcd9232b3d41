"""How a clause is put forward."""

from __future__ import annotations

import pytest

from schemas.claim import Modality
from schemas.turn import Role
from tests.skgeval.annotation.extraction.conftest import Read, said

CASES = [
    ("If it snows, the pass is closed.", "pass | be | closed"),
    ("Is the pass closed?", "asked: pass | be | closed"),
    ("Do you own a boat?", "asked: USER | own | boat"),
    ("The pass may be closed.", "possible: pass | be | closed"),
    ("Coffee can cause insomnia.", "possible: coffee | cause | insomnia"),
    ("Coffee cannot cause insomnia.", "coffee | not cause | insomnia"),
    ("You should drink water.", "advised: USER | drink | water"),
    ("You must not park here.", "advised: USER | not park | "),
    ("It is important to avoid sugar.", "advised: USER | avoid | sugar"),
    ("Make sure you have a permit.", "advised: USER | have | permit"),
    ("Remember that you are diabetic.", "USER | be | diabetic"),
    ("Please note that the gym is closed.", "gym | be | closed"),
    ("She noted that the gym is closed.", "reported: gym | be | closed"),
    ("She said that the gym is closed.", "reported: gym | be | closed"),
    ("My notes said you are diabetic.", "reported: USER | be | diabetic"),
    ("I wish I had a boat.", "ASSISTANT | not have | boat"),
    ("I wish I had bought a boat.", "hypothetical: ASSISTANT | buy | boat"),
    ("My sister wishes she had a boat.", "hypothetical: she | have | boat"),
    ("I'm lucky that I own a boat.", "ASSISTANT | own | boat"),
    ("I hope the gym is open.", "hypothetical: gym | be | open"),
    ("A student would like neither tea nor milk.", "hypothetical: student | not like | milk"),
    ("I would buy a boat.", "hypothetical: ASSISTANT | buy | boat"),
    ("I will always write in Dutch.", "promised: ASSISTANT | write in | dutch"),
    ("I think the gym is open.", "gym | be | open"),
    ("I know the gym is open.", "gym | be | open"),
    ("I don't know if the gym is open.", "hypothetical: gym | be | open"),
    ("It is possible that the gym is open.", "possible: gym | be | open"),
    ("It is true that the gym is open.", "gym | be | open"),
    ("The gym is closed because the roof leaks.", "roof | leak | "),
    ("Close the window.", "imperative: USER | close | window"),
    ("I'm glad that you own a boat.", "USER | own | boat"),
    ("The problem is that the gym is closed.", "gym | be | closed"),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_clause_has_the_modality_that_its_words_give_it(read: Read, text: str, expected: str):
    claims = [said(claim) for claim in read(text).claims]

    assert expected in claims


def test_a_condition_is_a_qualifier_of_what_depends_on_it(read: Read):
    claim = next(claim for claim in read("If it snows, the pass is closed.").claims if claim.relation == "be")

    assert claim.qualifiers == ("if it snows",)
    assert claim.modality is Modality.ASSERTED


def test_a_belief_is_hedged(read: Read):
    assert read("I think the gym is open.").claims[0].hedged
    assert not read("The gym is open.").claims[0].hedged


def test_a_report_names_its_source(read: Read):
    claim = read("The manual says that the lamp is waterproof.").claims[0]

    assert (claim.modality, claim.attribution) == (Modality.REPORTED, "manual")


def test_a_question_creates_no_fact(read: Read):
    claims = read("Could a planner be useful with this app?", Role.USER).claims

    assert all(claim.modality is not Modality.ASSERTED for claim in claims)


def test_chat_runs_clauses_together_and_both_are_stated(read: Read):
    claims = [said(claim) for claim in read("i dont paint stamps im into chess", Role.USER).claims]

    assert claims == ["USER | not paint | stamp", "USER | like | chess"]


def test_three_clauses_without_a_full_stop_are_three_statements(read: Read):
    claims = [said(claim) for claim in read("i am a baker i work in a hotel i love my cat", Role.USER).claims]

    assert "USER | be | baker" in claims
    assert "USER | work in | hotel" in claims
    assert "USER | love | USER's cat" in claims


def test_a_remark_without_i_is_the_speakers(read: Read):
    assert said(read("love horses!", Role.USER).claims[0]) == "USER | love | horse"
