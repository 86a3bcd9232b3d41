"""A certificate can be derived again from itself alone, and one that was tampered with cannot."""

import msgspec
import pytest

from schemas.codec import decode_json, encode_json
from schemas.finding import Certificate
from skgeval import Judge
from skgeval.knowledge import load_knowledge
from skgeval.verification import Level, verify

TALKS = {
    "number": ["The course takes six weeks.", "The course takes eight weeks."],
    "negation": ["The plan includes roaming.", "The plan does not include roaming."],
    "opposite": ["The hotel is expensive.", "The hotel is cheap."],
    "value": ["The capital of Australia is Canberra.", "The capital of Australia is Sydney."],
}


@pytest.fixture(scope="module")
def judge():
    return Judge()


@pytest.fixture(scope="module")
def knowledge():
    return load_knowledge()


def proof_of(judge, name):
    proofs = []
    for number, text in enumerate(TALKS[name]):
        turn = {"conversation": name, "role": "assistant", "text": text, "index": number, "turn_id": f"{name}-{number}"}
        proofs += judge.observe(turn).certificates
    judge.forget(name)
    return decode_json(encode_json(proofs[-1]), Certificate)


@pytest.mark.parametrize("name", sorted(TALKS))
def test_a_certificate_is_derived_again_after_its_way_through_json(judge, knowledge, name):
    verification = verify(proof_of(judge, name), knowledge)

    assert verification.sound
    assert verification.level is Level.DERIVED


@pytest.mark.parametrize("name", sorted(TALKS))
def test_the_models_read_the_same_from_the_quoted_sentences(judge, knowledge, name):
    verification = verify(proof_of(judge, name), knowledge, judge.annotator)

    assert [step.name for step in verification.steps if not step.held] == []
    assert verification.level is Level.EXTRACTED


def test_an_answer_says_so_when_read_with_its_question_again(judge, knowledge):
    turns = [
        ("user", "How long is the warranty?"),
        ("assistant", "Your warranty lasts 24 months."),
        ("user", "So the warranty is 12 months?"),
        ("assistant", "Yes, 12 months."),
    ]
    proofs = [p for role, text in turns for p in judge.observe(_turn("answer", role, text)).certificates]

    verification = verify(decode_json(encode_json(proofs[0]), Certificate), knowledge, judge.annotator)

    assert [step.name for step in verification.steps if not step.held] == []
    assert verification.level is Level.EXTRACTED


def test_a_change_that_the_user_ordered_is_judged_again(judge, knowledge):
    turns = [
        ("user", "I would like a coffee, please."),
        ("assistant", "A coffee, noted."),
        ("user", "Actually, change the coffee to tea."),
        ("assistant", "Tea it is."),
        ("user", "When will it come?"),
        ("assistant", "Your coffee is on its way."),
    ]
    proofs = [p for role, text in turns for p in judge.observe(_turn("change", role, text)).certificates]

    verification = verify(decode_json(encode_json(proofs[0]), Certificate), knowledge, judge.annotator)

    assert verification.level is Level.EXTRACTED


def test_a_forgotten_rule_is_measured_again(judge, knowledge):
    turns = [("user", "Please never use emoji in your answers."), ("assistant", "Of course, here you go 🎉🎉")]
    proofs = [p for role, text in turns for p in judge.observe(_turn("rule", role, text)).certificates]

    verification = verify(decode_json(encode_json(proofs[0]), Certificate), knowledge, judge.annotator)

    assert verification.level is Level.EXTRACTED


def test_another_claim_in_place_of_the_quoted_one_is_seen(judge, knowledge):
    proof = proof_of(judge, "number")
    harmless = msgspec.structs.replace(proof, later=msgspec.structs.replace(proof.later, claim=proof.earlier.claim))

    assert verify(harmless, knowledge).level is Level.FAILED


def test_another_conversation_does_not_carry_the_same_id(judge, knowledge):
    moved = msgspec.structs.replace(proof_of(judge, "number"), conversation="elsewhere")

    assert not verify(moved, knowledge).sound


def test_a_sentence_that_does_not_say_so_fails_at_level_two_only(judge, knowledge):
    proof = proof_of(judge, "number")
    misquoted = msgspec.structs.replace(proof, later=msgspec.structs.replace(proof.later, sentence="It was sunny."))

    verification = verify(misquoted, knowledge, judge.annotator)

    assert verification.level is Level.DERIVED
    assert not verification.sound


def test_a_calibration_moves_severity_and_not_the_id(judge, knowledge):
    proof = msgspec.structs.replace(proof_of(judge, "number"), confidence=0.99)

    assert verify(proof, knowledge).sound


def _turn(conversation, role, text):
    return {"conversation": conversation, "role": role, "text": text}
