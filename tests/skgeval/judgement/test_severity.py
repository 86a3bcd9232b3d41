"""The severity table: complete, named by its digest, and honest about rare faults."""

from __future__ import annotations

import msgspec
import pytest

from schemas.finding import Detector, Severity
from skgeval.errors import SeverityTableError
from skgeval.judgement.severity import SeverityRow, SeverityTable, load_severities, parse_severities
from skgeval.policy import Policy


def table(precision: float = 0.95, **rows: SeverityRow) -> SeverityTable:
    every = {detector: SeverityRow(severity=Severity.PAGE, precision=precision) for detector in Detector}
    return SeverityTable(version="test", data="none", command="none", rows=every | rows)


def test_the_shipped_table_has_a_row_for_every_detector_and_is_provisional():
    shipped = load_severities()

    assert set(shipped.rows) == set(Detector)
    assert shipped.version == "provisional-2"


@pytest.mark.parametrize(
    "detector",
    [
        Detector.RULE_LANGUAGE,
        Detector.RULE_LENGTH,
        Detector.RULE_MENTION,
        Detector.RULE_AVOID,
        Detector.RULE_FORMAT,
    ],
)
def test_hard_checkers_page(detector):
    assert load_severities().severity(detector) is Severity.PAGE


@pytest.mark.parametrize("detector", [Detector.RULE_TONE, Detector.RULE_PERSONA])
def test_soft_checkers_make_tickets(detector):
    assert load_severities().severity(detector) is Severity.TICKET


def test_drift_is_information():
    assert load_severities().severity(Detector.TOPIC_DRIFT) is Severity.INFO


def test_confidence_at_a_base_rate_of_one_half_is_the_measured_precision():
    assert table(0.95).confidence(Detector.SLOT, Policy(base_rate=0.5)) == pytest.approx(0.95)


def test_confidence_falls_with_the_base_rate_as_bayes_says():
    confidence = table(0.95).confidence(Detector.SLOT, Policy(base_rate=0.01))

    assert confidence == pytest.approx(0.0095 / (0.0095 + 0.0495))


def test_a_detector_that_is_right_half_the_time_adds_nothing_to_the_base_rate():
    assert table(0.5).confidence(Detector.SLOT, Policy(base_rate=0.01)) == pytest.approx(0.01)


def test_another_precision_gives_another_digest():
    assert table(0.95).digest() == table(0.95).digest()
    assert table(0.95).digest() != table(0.94).digest()


def test_a_table_without_a_row_for_a_detector_is_refused_by_name():
    rows = dict(table().rows)
    del rows[Detector.SLOT]

    with pytest.raises(SeverityTableError, match="no row for slot"):
        SeverityTable(version="test", data="none", command="none", rows=rows)


@pytest.mark.parametrize("precision", [0.0, 1.0, 1.5])
def test_a_precision_that_is_certain_or_impossible_is_refused(precision):
    with pytest.raises(SeverityTableError, match="precision of"):
        table(precision)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("version = ", "Invalid value"),
        ('version = "x"', "missing required field"),
        ('version = "x"\ndata = ""\ncommand = ""\n[rows.telepathy]\nseverity = "page"\nprecision = 0.9', "telepathy"),
        ('version = "x"\ndata = ""\ncommand = ""\nrows = {}\nnotes = 1', "notes"),
    ],
)
def test_a_text_that_is_no_table_is_refused_with_the_reason(text, problem):
    with pytest.raises(SeverityTableError, match=problem):
        parse_severities(text)


def test_a_table_survives_its_own_encoding():
    shipped = load_severities()

    assert msgspec.json.decode(msgspec.json.encode(shipped), type=SeverityTable) == shipped
