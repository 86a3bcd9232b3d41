from schemas.finding import Detector, FindingKind, Severity
from skgeval.published.findings import findings
from skgeval.published.whiteboard import Criterion
from tests.skgeval.published.talk import Talk, says


def found(near, before, after):
    talk = Talk(near=near)
    talk.user()
    talk.assistant(before)
    talk.user()
    exchange = talk.assistant(after)
    (finding,) = findings(exchange)
    return exchange.contradictions[0], finding


def test_a_contradiction_is_a_loud_finding_at_the_response():
    _, finding = found({}, says("warranty", "cover", "water"), says("warranty", "cover", "water", polarity=False))

    assert (finding.kind, finding.severity) == (FindingKind.CONTRADICTION, Severity.PAGE)
    assert (finding.detector, finding.strength) == (Detector.NEGATION_FLIP, 0.95)
    assert (finding.earlier_turn, finding.later_turn) == (1, 3)
    assert finding.explanation == (
        "turn 4 (assistant) has [warranty] not cover [water], but turn 2 (assistant) has [warranty] cover [water] "
        "(negation flip; relations 0.00, objects 1.00)."
    )


def test_a_drift_is_a_contradiction_to_the_paper():
    near = {("own", "have"): 0.60, ("house", "flat"): 0.30}

    told, finding = found(near, says("buyer", "have", "flat"), says("buyer", "own", "house"))

    assert told.criterion is Criterion.SEMANTIC_DRIFT
    assert (finding.kind, finding.detector) == (FindingKind.CONTRADICTION, Detector.TOPIC_DRIFT)
