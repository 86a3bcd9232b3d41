import pytest

from schemas.finding import Detector, FindingKind, Severity
from skgeval.evaluation.detection import detection
from tests.skgeval.evaluation.examples import dialogue, finding, pair, said


def test_a_dialogue_set_calculated_by_hand():
    scored = [
        (dialogue(contradiction=True, contradiction_turn=3, evidence_turns=(1, 3)), said(finding(3, 1))),
        (
            dialogue(contradiction=True, contradiction_turn=3, evidence_turns=(0, 3)),
            said(finding(3, 1, detector=Detector.SLOT, severity=Severity.TICKET)),
        ),
        (dialogue(contradiction=True, contradiction_turn=3), said(finding(1, 0))),
        (dialogue(contradiction=False), said(finding(3, 1, severity=Severity.INFO))),
        (dialogue(contradiction=False), said(finding(3, 1))),
        (dialogue(contradiction=False), said()),
    ]

    figures = detection(scored)

    assert (figures.overall.hits, figures.overall.false_alarms) == (2, 1)
    assert figures.overall.precision == pytest.approx(2 / 3)
    assert figures.overall.recall == pytest.approx(2 / 3)
    assert figures.evidence_accuracy == 0.5
    assert figures.elsewhere == 1
    assert figures.by_detector["antonym"].precision == 0.5
    assert figures.by_detector["slot"].precision == 1.0
    assert figures.by_detector_any_severity["antonym"].false_alarms == 2
    assert (figures.by_severity["page"].hits, figures.by_severity["ticket"].hits) == (1, 1)
    assert figures.by_severity["info"].false_alarms == 1


def test_in_a_pair_only_a_conflict_of_the_two_statements_counts():
    scored = [
        (pair(contradiction=True, category="colours"), said(finding(1, 0))),
        (pair(contradiction=True, category="drinks"), said(finding(1, 1))),
        (pair(contradiction=False, category="colours"), said()),
    ]

    figures = detection(scored)

    assert figures.overall.hits == 1
    assert figures.by_category["colours"].recall == 1.0
    assert figures.by_category["drinks"].recall == 0.0


def test_a_forgotten_rule_is_no_contradiction():
    verdict = said(finding(3, 1, kind=FindingKind.FORGOTTEN))

    figures = detection([(dialogue(contradiction=True, contradiction_turn=3), verdict)])

    assert figures.overall.hits == 0


def test_a_conflict_said_again_still_finds_the_labelled_turn():
    verdict = said(finding(3, 1, repeat_of="f" * 32))

    assert detection([(dialogue(contradiction=True), verdict)]).overall.hits == 1


def test_a_set_without_labelled_contradictions_is_not_measured():
    assert detection([(dialogue(contradiction=False), said()), (dialogue(), said())]) is None
