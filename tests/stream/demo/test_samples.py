"""The sample conversations: varied, complete, and each shows what it was written for."""

from collections import Counter

import pytest

from schemas.conversation import Conversation
from schemas.finding import Detector, FindingKind
from schemas.record import Label
from schemas.turn import Role
from stream.composition import load_engine
from stream.demo.samples import interleaved, load_samples
from stream.policies import load_policies
from stream.scoring import judge_all
from stream.settings import Settings

SAMPLES = load_samples()
FAULTLESS = {"support-router", "cooking-bread", "travel-flight", "travel-weather", "coding-review"}


def test_there_are_enough_of_them_and_every_id_is_its_own():
    assert len(SAMPLES) >= 14
    assert len({sample.id for sample in SAMPLES}) == len(SAMPLES)


def test_every_field_begins_with_its_first_conversation():
    assert [sample.id.split("-")[0] for sample in SAMPLES[:6]] == [
        *("support", "cooking", "travel", "finance", "health", "coding")
    ]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.id)
def test_a_sample_has_six_to_fourteen_turns_that_end_with_the_assistant(sample):
    assert 6 <= len(sample.turns) <= 14
    assert sample.turns[-1].role is Role.ASSISTANT
    assert sample.title


def test_together_they_show_every_detector_of_contradictions_and_most_checkers():
    shown = Counter(detector for sample in SAMPLES for detector in sample.shows)

    contradictions = {detector for detector in Detector if not detector.value.startswith("rule_")}
    assert contradictions - set(shown) == set()
    assert sum(detector.value.startswith("rule_") for detector in shown) >= 12


def test_playing_mingles_a_few_conversations_and_keeps_the_order_of_each():
    turns = list(interleaved(SAMPLES, at_once=3))

    assert {turn.conversation for turn in turns[:3]} == {sample.id for sample in SAMPLES[:3]}
    for sample in SAMPLES:
        assert [turn for turn in turns if turn.conversation == sample.id] == list(sample.turns)


@pytest.fixture(scope="module")
def engine():
    return load_engine(Settings(), load_policies(""))


def judged(sample, engine):
    records, notes = judge_all(Conversation(id=sample.id, turns=sample.turns), engine)
    assert notes == []
    return records


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.id)
def test_a_sample_shows_what_it_was_written_for_and_nothing_else(sample, engine):
    found = [finding for record in judged(sample, engine) for finding in record.findings]

    assert {finding.detector for finding in found} == set(sample.shows)


@pytest.mark.slow
@pytest.mark.parametrize(
    "sample", [sample for sample in SAMPLES if sample.id in FAULTLESS], ids=lambda sample: sample.id
)
def test_a_talk_without_a_fault_gets_no_certificate(sample, engine):
    assert [record.certificates for record in judged(sample, engine) if record.certificates] == []


@pytest.mark.slow
def test_the_same_answers_turned_round_are_degrading_and_improving_and_the_first_scores_lower(engine):
    by_id = {
        sample.id: judged(sample, engine)[-1].scores
        for sample in SAMPLES
        if sample.id in {"health-sleep", "finance-budget"}
    }

    falling, rising = by_id["health-sleep"], by_id["finance-budget"]
    assert (falling.label, rising.label) == (Label.DEGRADING, Label.IMPROVING)
    assert falling.session_score < rising.session_score


@pytest.mark.slow
def test_what_the_owner_changed_is_a_revision_and_what_follows_is_held_against_it(engine):
    [order] = [judged(sample, engine) for sample in SAMPLES if sample.id == "support-order"]

    found = [(finding.kind, finding.later_turn) for record in order for finding in record.findings]
    assert found == [(FindingKind.REVISION, 4), (FindingKind.CONTRADICTION, 9)]
