import pytest

from schemas.finding import Detector, FindingKind, Severity
from skgeval.evaluation.calibration import calibrate, earns
from tests.skgeval.evaluation.examples import dialogue, finding, said


def test_a_detector_is_judged_over_all_sets_and_at_any_severity():
    labelled = [
        (dialogue(contradiction=True), said(finding(3, 1))),
        (dialogue(contradiction=True), said(finding(3, 1, severity=Severity.INFO))),
        (dialogue(contradiction=False), said()),
        (dialogue(contradiction=False), said(finding(3, 1, detector=Detector.SLOT))),
    ]
    clean = [
        (dialogue(1000), said(finding(3, 1, severity=Severity.INFO))),
        (dialogue(1000), said(finding(3, 1, kind=FindingKind.FORGOTTEN, detector=Detector.RULE_END))),
    ]
    chats = [(dialogue(100, topic_shift_turns=()), said(finding(3, 1), finding(5, 1)))]

    slot, antonym, rule = calibrate([labelled, clean, chats])

    assert (antonym.detector, antonym.labelled.recall, antonym.labelled.balanced_precision) == ("antonym", 1.0, 1.0)
    assert (antonym.clean_alarms, antonym.per_thousand, antonym.earns) == (1, 1.0, Severity.PAGE)
    assert (slot.detector, slot.labelled.balanced_precision, slot.earns) == ("slot", 0.0, Severity.INFO)
    assert (rule.detector, rule.clean_alarms, rule.earns) == ("rule_end", 1, None)


@pytest.mark.parametrize(
    ("precision", "alarms", "tier"),
    [
        (0.95, 2.0, Severity.PAGE),
        (0.949, 2.0, Severity.TICKET),
        (0.95, 2.01, Severity.TICKET),
        (0.85, 6.0, Severity.TICKET),
        (0.849, 0.0, Severity.INFO),
        (1.0, 6.01, Severity.INFO),
        (None, 0.0, None),
        (1.0, None, None),
    ],
)
def test_a_tier_is_earned_by_precision_and_by_silence_on_clean_turns(precision, alarms, tier):
    assert earns(precision, alarms) is tier
