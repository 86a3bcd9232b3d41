import pytest

from schemas.finding import Detector, FindingKind
from schemas.turn import Role
from skgeval import Judge
from skgeval.annotation.annotate import annotate_many
from skgeval.evaluation.judged import judged
from skgeval.evaluation.labelled import Example, Utterance
from stream.evaluation import examiner
from stream.evaluation.examiner import Plan, examine, reader_digest
from stream.method import Method

EXAMPLE = Example(
    id="x",
    turns=(
        Utterance(role=Role.USER, text="How tall is the tower?"),
        Utterance(role=Role.ASSISTANT, text="The tower is 30 metres tall."),
        Utterance(role=Role.USER, text="Are you sure?"),
        Utterance(role=Role.ASSISTANT, text="The tower is 90 metres tall."),
    ),
)


@pytest.mark.slow
def test_an_example_is_judged_as_through_the_front_door(tmp_path):
    turns = [{"role": str(said.role), "text": said.text} for said in EXAMPLE.turns]
    records = Judge(encoder="hash").score({"id": "x", "turns": turns})

    (fresh,) = examine(EXAMPLE, Plan(encoder="hash"))
    plan = Plan(encoder="hash", cache=str(tmp_path), reader=reader_digest("hash", ""))
    cached = [examine(EXAMPLE, plan)[0] for _ in range(2)]

    assert fresh == judged("x", records)
    assert fresh.findings
    assert cached == [fresh, fresh]


@pytest.mark.slow
def test_both_methods_judge_the_same_annotations(monkeypatch):
    read = []
    monkeypatch.setattr(examiner, "annotate_many", lambda *given: read.append(given) or annotate_many(*given))

    ours, published = examine(EXAMPLE, Plan(encoder="hash", methods=(Method.OURS, Method.PUBLISHED)))

    assert len(read) == 1
    assert (ours,) == examine(EXAMPLE, Plan(encoder="hash"))
    [finding] = published.findings
    assert (finding.kind, finding.detector) == (FindingKind.CONTRADICTION, Detector.NUMERIC_MISMATCH)
    assert (finding.earlier_turn, finding.later_turn) == (1, 3)
    assert [turn.turn for turn in published.turns] == [1, 3]


def test_a_crash_of_one_method_leaves_the_other_its_verdict(monkeypatch):
    def crash(*_given):
        raise KeyError("tower")

    monkeypatch.setattr(examiner, "_annotations", lambda *_given: ())
    monkeypatch.setattr(examiner, "baseline_of", crash)

    ours, published = examine(EXAMPLE, Plan(encoder="hash", methods=(Method.OURS, Method.PUBLISHED)))

    assert (ours.crash, published.crash[:8]) == ("", "KeyError")


def test_a_crash_is_an_outcome_that_names_its_place(monkeypatch):
    def crash(*_given):
        raise KeyError("tower")

    monkeypatch.setattr(examiner, "annotate_many", crash)
    monkeypatch.setattr(examiner, "_annotator", lambda *_given: None)

    (verdict,) = examine(EXAMPLE, Plan(encoder="hash"))

    assert verdict.id == "x"
    assert verdict.crash.startswith("KeyError: 'tower' (test_examiner.py, line ")
