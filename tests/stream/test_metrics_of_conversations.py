"""Which metrics move when real conversations are judged by the embedded monitor: every one that alerts look at."""

from datetime import timedelta

import pytest

from schemas.metrics import METRICS, WHO
from stream.composition import load_engine
from stream.demo.samples import interleaved, load_samples
from stream.ledger.memory import MemoryLedger
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.policies import load_policies
from stream.runner import Limits, Runner
from stream.settings import Settings
from tests.stream.fakes import NOON, FakeArchive, Remembering, WordEngine, said
from tests.stream.samples import samples, total

pytestmark = pytest.mark.slow
NEVER_HERE = {"skg_resent_turns_total"}
"""An embedded monitor has no dead letters to send again."""
CHOSEN = {
    "travel-museum",
    "health-sleep",
    "coding-french",
    "support-order",
    "travel-weather",
    "health-physio",
    "cooking-cats",
}
"""Samples with a finding of every kind, some of which degrade; one answers in a language that is not served."""
TALKS = [sample for sample in load_samples() if sample.id in CHOSEN]
OF_A_MODEL = {metric.name for metric in METRICS if metric.name.startswith("skg_llm_")}


class Judged:
    """Samples of `skg demo`, judged in one process; then everybody has fallen silent."""

    def __init__(self):
        self.seen, self.metrics, ledger = Remembering(), Metrics(), MemoryLedger()
        engine = load_engine(Settings(), load_policies(""))
        outbox = Outbox(ledger, FakeArchive(), [self.seen], self.metrics)
        runner = Runner(engine, ledger, outbox, self.metrics, Limits())
        runner.process(list(interleaved(TALKS, at_once=5)), NOON)
        self.living = self.metrics.exposition().decode()
        runner.tick(NOON + timedelta(hours=1))
        self.ended = self.metrics.exposition().decode()

    def findings(self):
        return [finding for record in self.seen.records for finding in record.findings if not finding.repeat_of]


@pytest.fixture(scope="module")
def judged():
    return Judged()


def test_findings_are_counted_by_kind_detector_and_severity_as_the_records_have_them(judged):
    expected = {}
    for finding in judged.findings():
        key = (("detector", finding.detector), ("kind", finding.kind), ("severity", finding.severity))
        expected[key] = expected.get(key, 0) + 1

    counted = {}
    for labels, value in samples(judged.living, "skg_findings_total").items():
        key = tuple(pair for pair in labels if pair[0] not in WHO)
        counted[key] = counted.get(key, 0) + value

    assert {key: value for key, value in counted.items() if value} == expected
    assert {dict(key)["kind"] for key in expected} == {
        "contradiction",
        "forgotten",
        "drift",
        "revision",
        "user_conflict",
    }


def test_no_finding_made_a_series_that_was_not_there_at_0(judged):
    with_findings = {dict(labels)["assistant"] for labels in samples(judged.living, "skg_findings_total")}
    each = len(samples(judged.living, "skg_findings_total")) / len(with_findings)

    assert each == 31


def test_judged_turns_and_their_scores_add_up(judged):
    answers = [record for record in judged.seen.records if record.scores is not None]
    scored = [record.scores for record in answers if record.scores.quality is not None]

    told = total(judged.living, "skg_turns_total", role="assistant")
    assert told == len(answers)
    assert total(judged.living, "skg_turns_total", role="assistant", outcome="scored") == len(scored)
    assert total(judged.living, "skg_turn_quality_count") == len(scored)
    assert total(judged.living, "skg_turn_quality_sum") == pytest.approx(sum(one.quality for one in scored))
    for component in ("relevance", "consistency", "coherence"):
        assessed = total(judged.living, "skg_component_score_count", component=component)
        assert assessed + total(judged.living, "skg_not_assessed_total", component=component) == len(answers)


def test_degrading_is_counted_of_those_that_live_and_the_slopes_tell_how_they_fall(judged):
    newest = {record.conversation: record.scores for record in judged.seen.records if record.scores is not None}
    falling = sum(scores.degrading for scores in newest.values())
    slopes = [
        record.scores.recent_slope
        for record in judged.seen.records
        if record.scores is not None and record.scores.recent_error is not None
    ]

    assert falling > 0
    assert total(judged.living, "skg_degrading_conversations") == falling
    assert total(judged.living, "skg_live_conversations") == len(TALKS)
    assert total(judged.living, "skg_recent_slope_count") == len(slopes)
    assert total(judged.living, "skg_recent_slope_bucket", le="-0.01") == sum(slope <= -0.01 for slope in slopes)


def test_who_has_fallen_silent_is_no_longer_shown_and_was_counted(judged):
    assert total(judged.ended, "skg_live_conversations") == 0
    assert total(judged.ended, "skg_degrading_conversations") == 0
    assert total(judged.ended, "skg_sessions_ended_total") == len(TALKS)
    assert total(judged.ended, "skg_session_score_count") > 0


def test_every_metric_of_an_assistant_has_moved(judged):
    """Failures are those of an engine that crashes: no sample conversation makes the real one do so."""
    ledger, metrics = MemoryLedger(), Metrics()
    failing = Runner(WordEngine(), ledger, Outbox(ledger, FakeArchive(), [], metrics), metrics, Limits())
    failing.process([said("c1", "assistant", "crash the reader", index=0)], NOON)
    text = judged.living + judged.ended + metrics.exposition().decode()

    still = {
        metric.name
        for metric in METRICS
        if set(WHO) <= set(metric.labels)
        and not any(line.startswith(metric.name) and not line.endswith(" 0.0") for line in text.splitlines())
    }

    assert still - OF_A_MODEL - NEVER_HERE <= {"skg_repeated_findings_total"}
