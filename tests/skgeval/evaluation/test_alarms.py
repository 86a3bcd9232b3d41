from schemas.finding import Detector, FindingKind, Severity
from skgeval.evaluation.alarms import alarm_rate, revision_errors
from tests.skgeval.evaluation.examples import Outcome, case, dialogue, finding, pair, said


def test_alarms_per_thousand_assistant_turns():
    scored = [
        (dialogue(10), said(finding(3, 1), finding(5, 1, repeat_of="f" * 32))),
        (dialogue(6), said(finding(3, 0, kind=FindingKind.FORGOTTEN, detector=Detector.RULE_LENGTH))),
        (dialogue(4), said(finding(3, 1, severity=Severity.INFO), finding(3, kind=FindingKind.DRIFT))),
    ]

    figures = alarm_rate(scored)

    assert (figures.assistant_turns, figures.alarms, figures.per_thousand) == (10, 2, 200.0)
    assert figures.by_detector == {"antonym": 1, "rule_length": 1}
    assert figures.by_severity == {"info": 1, "page": 2}


def test_where_contradictions_are_labelled_an_alarm_is_expected():
    assert alarm_rate([(dialogue(contradiction=True), said())]) is None
    assert alarm_rate([(pair(contradiction=False), said())]) is None
    assert alarm_rate([(case(Outcome.NONE), said())]) is None


def test_revision_errors_calculated_by_hand():
    revised = dialogue(10, contradiction=False, legit_revision=True, revision_turns=(4, 8))
    steady = dialogue(10, contradiction=False, legit_revision=False)
    scored = [
        (revised, said(finding(4, 2, kind=FindingKind.REVISION, severity=Severity.INFO), finding(5, 1))),
        (revised, said(finding(3, 1))),
        (steady, said(finding(3, 1), finding(5, 1))),
        (steady, said(finding(3, 1, severity=Severity.INFO))),
    ]

    figures = revision_errors(scored)

    assert (figures.errors, figures.dialogues_with_errors) == (4, 3)
    assert (figures.errors_after_revision, figures.dialogues_with_revision) == (1, 2)
    assert (figures.revision_turns, figures.recognised) == (4, 0.25)


def test_a_set_without_labelled_revisions_has_no_revision_errors():
    assert revision_errors([(dialogue(contradiction=False), said(finding(3, 1)))]) is None
