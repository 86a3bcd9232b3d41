"""What Prometheus is told: the catalogue of `schemas.metrics` on a registry of our own.

A label never holds what users or producers choose freely: assistants, versions and reasons beyond a bound are `other`.
The children of a worker keep their values in files that their supervisor reads (`stream.worker.shared`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

from schemas.finding import Finding
from schemas.metrics import LABEL_VALUES, METRICS, OTHER, Joined, MetricKind
from schemas.record import Scores, TurnRecord
from schemas.session import SessionSummary

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_MODES: dict[Joined, Literal["livesum", "livemax"]] = {Joined.SUM: "livesum", Joined.MAX: "livemax"}
"""A worker joins the gauges of its children that live; alone in its process a gauge takes no notice."""
_MAX_REASONS = 64
_LIMITS = (
    "truncated",
    "sentences_cut",
    "claims_cut",
    "claims_left",
    "claims_unplaced",
    "claims_unused",
    "llm_unavailable",
    "llm_unusable",
    "llm_budget_spent",
)
"""Flags of a record that say that a limit was reached, or that claims are not from whom they were asked of."""
_CRASHES = ("crashed", "judgement_crashed")
"""Failures in words of the runner's own; an extractor's may quote the text."""
_OF_RELEVANCE = ("no_new_prompt", "no_sentence_vectors")
"""Reasons for having no relevance that say nothing about the other components."""


class Bounded:
    """A label with at most `limit` values; the first ones keep their names, the rest are `other`."""

    def __init__(self, limit: int, allowed: tuple[str, ...] = ()) -> None:
        """Tell `limit` values apart, or exactly those `allowed`."""
        self._limit = limit
        self._allowed = frozenset(allowed)
        self._seen: set[str] = set()

    def label(self, value: str) -> str:
        """Return the label of a value."""
        if value in self._seen or value in self._allowed:
            return value
        if self._allowed or len(self._seen) >= self._limit:
            return OTHER
        self._seen.add(value)
        return value


class Metrics:
    """Counts what the runner does; only newly recorded turns move the counters of turns."""

    def __init__(self, *, max_assistants: int = 50, assistants: tuple[str, ...] = ()) -> None:
        """Build every metric of the catalogue; `assistants`, when given, are the only ones told apart."""
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        self._counters: dict[str, Counter] = {}
        self._gauges: dict[str, Gauge] = {}
        self._histograms: dict[str, Histogram] = {}
        for metric in METRICS:
            if metric.kind is MetricKind.COUNTER:
                counter = Counter(metric.name, metric.help, metric.labels, registry=self._registry)
                self._counters[metric.name] = counter
            elif metric.kind is MetricKind.GAUGE:
                mode = _MODES[metric.joined]
                gauge = Gauge(metric.name, metric.help, metric.labels, registry=self._registry, multiprocess_mode=mode)
                self._gauges[metric.name] = gauge
            else:
                self._histograms[metric.name] = Histogram(
                    metric.name, metric.help, metric.labels, registry=self._registry, buckets=metric.buckets
                )
        self._assistants = Bounded(max_assistants, assistants)
        self._max_versions = max_assistants
        self._versions: dict[str, Bounded] = {}
        self._reasons: dict[str, Bounded] = {}

    def exposition(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)

    def who(self, assistant: str, version: str) -> dict[str, str]:
        """Return the bounded labels of an assistant and its version."""
        name = self._assistants.label(assistant)
        if name == OTHER:
            return {"assistant": OTHER, "assistant_version": OTHER}
        versions = self._versions.setdefault(name, Bounded(self._max_versions))
        return {"assistant": name, "assistant_version": versions.label(version)}

    def count(self, name: str, reason: str = "", times: int = 1) -> None:
        """Add to a counter that has no label, or `reason` alone."""
        counter = self._counters[name]
        (counter.labels(reason=self._reason(name, reason)) if reason else counter).inc(times)

    def count_for(self, name: str, who: tuple[str, str], times: float = 1, **labels: str) -> None:
        """Add to a counter of one assistant and version."""
        self._counters[name].labels(**self.who(*who), **labels).inc(times)

    def set_gauge(self, name: str, value: float, **labels: str) -> None:
        """Set a gauge."""
        gauge = self._gauges[name]
        (gauge.labels(**labels) if labels else gauge).set(value)

    def move_gauge(self, name: str, step: int, assistant: str, version: str) -> None:
        """Raise or lower a gauge of one assistant."""
        self._gauges[name].labels(**self.who(assistant, version)).inc(step)

    def observe(self, name: str, value: float) -> None:
        """Put a value into a histogram that has no label."""
        self._histograms[name].observe(value)

    @contextmanager
    def stage(self, name: str, turns: int = 1) -> Iterator[None]:
        """Time one stage; with several turns at once each counts its share."""
        started = perf_counter()
        try:
            yield
        finally:
            share = (perf_counter() - started) / max(1, turns)
            for _ in range(turns):
                self._histograms["skg_stage_seconds"].labels(stage=name).observe(share)

    def turn_seconds(self, seconds: float) -> None:
        """Note how long a turn took from arrival to the end of its effects."""
        self._histograms["skg_turn_seconds"].observe(seconds)

    def recorded(self, record: TurnRecord) -> None:
        """Count a newly recorded turn with everything that was found in it."""
        who = self.who(record.assistant, record.assistant_version)
        scored = record.scores is not None and record.scores.quality is not None
        outcome = "failed" if record.failure else "scored" if scored else "not_scored"
        self._counters["skg_turns_total"].labels(**who, role=record.role.value, outcome=outcome).inc()
        if record.failure:
            reason = record.failure if record.failure in _CRASHES else "extraction_failed"
            self._counters["skg_extraction_failures_total"].labels(**who, reason=reason).inc()
        for flag in record.flags:
            self._flag(flag)
        for reason, times in sorted(record.rejections.items()):
            self.count("skg_pair_rejections_total", reason, times)
        for finding in record.findings:
            self._finding(finding, who)
        for certificate in record.certificates:
            self._counters["skg_certificates_total"].labels(
                **who, kind=certificate.kind, detector=certificate.detector, severity=certificate.severity
            ).inc()
        if record.scores is not None:
            self._scores(record, record.scores, who)

    def ended(self, summary: SessionSummary) -> None:
        """Count the end of a conversation."""
        who = self.who(summary.assistant, summary.assistant_version)
        self._counters["skg_sessions_ended_total"].labels(**who).inc()
        if summary.score is not None:
            self._histograms["skg_session_score"].labels(**who).observe(summary.score)
        if summary.slope is not None:
            self._histograms["skg_session_slope"].labels(**who).observe(summary.slope)

    def _flag(self, flag: str) -> None:
        if flag == "split":
            self.count("skg_split_conversations_total")
        elif flag == "late":
            self.count("skg_late_turns_total")
        elif flag == "gap":
            self.count("skg_gaps_total")
        elif flag in _LIMITS:
            self.count("skg_degraded_turns_total", flag)

    def _finding(self, finding: Finding, who: dict[str, str]) -> None:
        if finding.repeat_of:
            counter = self._counters["skg_repeated_findings_total"]
            counter.labels(**who, kind=finding.kind, detector=finding.detector).inc()
        else:
            counter = self._counters["skg_findings_total"]
            counter.labels(**who, kind=finding.kind, detector=finding.detector, severity=finding.severity).inc()

    def _scores(self, record: TurnRecord, scores: Scores, who: dict[str, str]) -> None:
        for component in LABEL_VALUES["component"]:
            value: float | None = getattr(scores, component)
            if value is None:
                labels = {"component": component, "reason": _why_not(component, record, scores)}
                self._counters["skg_not_assessed_total"].labels(**who, **labels).inc()
            else:
                self._histograms["skg_component_score"].labels(**who, component=component).observe(value)
        if scores.quality is None:
            return
        self._histograms["skg_turn_quality"].labels(**who).observe(scores.quality)
        if scores.regime is not None:
            self._counters["skg_turns_by_regime_total"].labels(**who, regime=scores.regime).inc()
        if scores.passed:
            self._counters["skg_passed_turns_total"].labels(**who).inc()

    def _reason(self, name: str, reason: str) -> str:
        return self._reasons.setdefault(name, Bounded(_MAX_REASONS)).label(reason)


def _why_not(component: str, record: TurnRecord, scores: Scores) -> str:
    """Return why a component has no score, in closed words."""
    if record.failure:
        return "extraction_failed"
    if not record.served:
        return "language_not_served"
    told = [reason for reason in scores.reasons if reason in _OF_RELEVANCE]
    return told[0] if component == "relevance" and told else OTHER
