import pytest

from schemas.finding import FindingKind, Severity
from skgeval.evaluation.cases import case_figures, drift_is_right, failure_of, is_positive, outcome_is_right
from tests.skgeval.evaluation.examples import Outcome, case, finding, said, scored

CONTRADICTION = finding(3, 1)
ELSEWHERE = finding(3, 0)
QUIET = finding(3, 1, severity=Severity.INFO)
FORGOTTEN = finding(3, 1, kind=FindingKind.FORGOTTEN)
REVISION = finding(3, 1, kind=FindingKind.REVISION, severity=Severity.INFO)
UPDATE = finding(3, 1, kind=FindingKind.WORLD_UPDATE, severity=Severity.INFO)
CONFLICT = finding(3, 1, kind=FindingKind.USER_CONFLICT, severity=Severity.INFO)


@pytest.mark.parametrize(
    ("outcomes", "findings", "right"),
    [
        ([Outcome.CONTRADICTION], [CONTRADICTION], True),
        ([Outcome.CONTRADICTION], [ELSEWHERE, CONTRADICTION], True),
        ([Outcome.CONTRADICTION], [ELSEWHERE], False),
        ([Outcome.CONTRADICTION], [QUIET], False),
        ([Outcome.CONTRADICTION], [FORGOTTEN], False),
        ([Outcome.CONTRADICTION], [], False),
        ([Outcome.FORGOTTEN], [FORGOTTEN], True),
        ([Outcome.FORGOTTEN], [CONTRADICTION], False),
        ([Outcome.NONE], [], True),
        ([Outcome.NONE], [QUIET, REVISION, CONFLICT], True),
        ([Outcome.NONE], [ELSEWHERE], False),
        ([Outcome.NONE], [FORGOTTEN], False),
        ([Outcome.ABSTAIN], [FORGOTTEN], True),
        ([Outcome.ABSTAIN], [CONTRADICTION], False),
        ([Outcome.REVISION], [REVISION], True),
        ([Outcome.REVISION], [], False),
        ([Outcome.REVISION], [REVISION, ELSEWHERE], False),
        ([Outcome.REVISION], [UPDATE], False),
        ([Outcome.REVISION, Outcome.WORLD_UPDATE], [UPDATE], True),
        ([Outcome.USER_CONFLICT], [CONFLICT], True),
        ([Outcome.USER_CONFLICT], [CONFLICT, CONTRADICTION], False),
        ([Outcome.CONTRADICTION, Outcome.ABSTAIN], [], True),
        ([Outcome.CONTRADICTION, Outcome.ABSTAIN], [ELSEWHERE], False),
    ],
)
def test_a_case_is_right_when_outcome_and_both_turns_are(outcomes, findings, right):
    example = case(*outcomes)

    assert outcome_is_right(example.expect, said(*findings)) is right
    assert bool(failure_of(example, said(*findings))) is not right


def test_a_case_that_accepts_silence_is_a_negative():
    assert is_positive(case(Outcome.CONTRADICTION).expect)
    assert is_positive(case(Outcome.CONTRADICTION, Outcome.FORGOTTEN).expect)
    assert not is_positive(case(Outcome.CONTRADICTION, Outcome.ABSTAIN).expect)
    assert not is_positive(case(Outcome.REVISION).expect)


@pytest.mark.parametrize(
    ("drift", "low", "scores", "right"),
    [
        (True, None, {"drift": True}, True),
        (True, None, {"drift": False}, False),
        (False, False, {"drift": False, "relevance": 0.5}, True),
        (False, False, {"drift": False, "relevance": 0.49}, False),
        (None, True, {"relevance": 0.49}, True),
        (None, True, {"relevance": 0.5}, False),
        (None, True, {"relevance": None}, False),
    ],
)
def test_drift_and_low_relevance_are_those_of_the_last_assistant_turn(drift, low, scores, right):
    verdict = said(scores=((1, scored(drift=not drift, relevance=0.0)), (3, scored(**scores))))

    assert drift_is_right(case(Outcome.NONE, drift=drift, low=low).expect, verdict) is right


def test_tallies_keep_positives_negatives_and_drift_apart():
    drifted = said(scores=((3, scored(drift=True)),))
    cases = [
        (case(Outcome.CONTRADICTION, detector="numeric"), said(CONTRADICTION)),
        (case(Outcome.CONTRADICTION, detector="numeric"), said(ELSEWHERE)),
        (case(Outcome.FORGOTTEN), said()),
        (case(Outcome.NONE), said()),
        (case(Outcome.NONE, drift=True), drifted),
        (case(Outcome.REVISION), said()),
    ]

    figures = case_figures(cases)

    assert (figures.positives.right, figures.positives.cases) == (1, 3)
    assert (figures.negatives.right, figures.negatives.cases) == (2, 3)
    assert (figures.drift.right, figures.drift.cases) == (1, 1)
    assert figures.by_outcome["contradiction"].share == 0.5
    assert figures.by_detector["numeric"].share == 0.5
    assert figures.detected_elsewhere == 1
