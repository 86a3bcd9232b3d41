from schemas.finding import FindingKind, Severity
from schemas.record import Scores, TurnRecord
from schemas.turn import Role
from skgeval.evaluation.judged import Judged, judged
from skgeval.evaluation.labelled import DataSet
from skgeval.evaluation.report import failures, measure
from skgeval.policy import Profile
from tests.skgeval.evaluation.examples import Outcome, case, dialogue, finding, said


def data_set(*examples):
    return DataSet(name="tiny", profile=Profile.ASSISTANT, examples=examples)


def record(slot, role, **fields):
    return TurnRecord(
        conversation="x", slot=slot, position=slot, turn_id=str(slot), role=role, text_digest="", **fields
    )


def test_a_verdict_collects_findings_and_scores_of_all_records():
    verdict = judged(
        "x",
        [
            record(0, Role.USER),
            record(1, Role.ASSISTANT, scores=Scores(session_score=0.5)),
            record(2, Role.USER, failure="time-out"),
            record(3, Role.ASSISTANT, scores=Scores(), findings=(finding(3, 1),)),
        ],
    )

    assert [turn.turn for turn in verdict.turns] == [1, 3]
    assert (len(verdict.findings), verdict.failures, verdict.session_score) == (1, 1, 0.5)


def test_a_set_is_measured_by_what_its_labels_allow():
    report = measure(data_set(dialogue(contradiction=True), dialogue(contradiction=False)), [said(), said()])

    assert report.detection is not None
    assert (report.cases, report.alarms, report.revisions, report.topics, report.humans) == (None,) * 5
    assert (report.conversations, report.turns) == (2, 8)


def test_a_wrong_case_is_shown_with_its_statements_and_findings():
    wrong = finding(3, 0)

    (failure,) = failures(data_set(case(Outcome.CONTRADICTION), case(Outcome.NONE)), [said(wrong), said()])

    assert failure.expected == "contradiction at 3 against 1"
    assert failure.found == (wrong,)
    assert failure.statements == ("[0] user: turn 0", "[1] assistant: turn 1", "[3] assistant: turn 3")


def test_misses_and_false_alarms_of_a_labelled_set_are_shown():
    data = data_set(
        dialogue(contradiction=True, contradiction_turn=3, evidence_turns=(1, 3)),
        dialogue(contradiction=False),
        dialogue(contradiction=False),
    )

    found = failures(data, [said(), said(finding(3, 1)), said(finding(3, 1, severity=Severity.INFO))])

    assert [failure.expected for failure in found] == ["contradiction", "no contradiction"]
    assert found[0].statements == ("[1] assistant: turn 1", "[3] assistant: turn 3")


def test_in_a_clean_set_every_alarm_is_shown_and_drift_is_none():
    drift = finding(1, kind=FindingKind.DRIFT, severity=Severity.INFO)

    found = failures(data_set(dialogue(), dialogue()), [said(drift), said(drift, finding(3, 1))])

    assert [(failure.expected, len(failure.found)) for failure in found] == [("no alarm", 1)]


def test_a_crash_is_counted_and_shown_and_the_others_are_measured():
    data = data_set(dialogue(contradiction=True), dialogue(contradiction=False))
    verdicts = [Judged(id="x", crash="KeyError in observe.py, line 3"), said()]

    report = measure(data, verdicts)
    (failure,) = failures(data, verdicts)

    assert (report.crashes, report.detection.overall.recall) == (1, 0.0)
    assert report.first_crash == "x: KeyError in observe.py, line 3"
    assert failure.expected == "no crash, but there was KeyError in observe.py, line 3"
