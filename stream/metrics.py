"""What Prometheus is told: the catalogue of `schemas.metrics` on a registry of our own.

A label never holds what users or producers choose freely: assistants, versions and reasons beyond a bound are `other`
(`stream.labels`). The children of a worker keep their values in files that their supervisor reads
(`stream.worker.shared`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from time import monotonic, perf_counter
from typing import Literal, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

from schemas.finding import Finding, FindingKind, Severity
from schemas.metrics import (
    BEGUN,
    FAILURES,
    FOUND_BY,
    LABEL_VALUES,
    METRICS,
    NOT_ASSESSED,
    OTHER,
    REASONS,
    Joined,
    MetricKind,
)
from schemas.record import RESENT, Scores, TurnRecord
from schemas.session import SessionSummary
from schemas.turn import Role
from skgeval.judgement.severity import load_severities
from stream.labels import Bounded, LabelLimits, Labels, Who

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
_FAULTS = (FindingKind.CONTRADICTION, FindingKind.FORGOTTEN, FindingKind.DRIFT)
"""Kinds whose severity is that of their detector; the others blame nobody and are told at info."""
_QUIET = (FindingKind.WORLD_UPDATE,)
"""Kinds that no alert looks at; their series begin with the first finding."""


class Files(Protocol):
    """Where a process keeps its values, if not in memory."""

    def known(self) -> Iterable[tuple[str, str]]:
        """Return the labels (assistant, version) of which an earlier process of this place left values."""
        ...

    def forget(self, labels: Mapping[str, str]) -> None:
        """Let go of every value with these labels."""
        ...


class Metrics:
    """Counts what the runner does; only newly recorded turns move the counters of turns."""

    def __init__(
        self, limits: LabelLimits | None = None, files: Files | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        """Build every metric of the catalogue; `limits` say which assistants are told apart, `clock` tells seconds."""
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
        self._by_name = {**self._counters, **self._gauges, **self._histograms}
        self._files = files
        self._begun: set[tuple[str, str]] = set()
        self._reasons: dict[str, Bounded] = {}
        for name, reasons in REASONS.items():
            for reason in reasons:
                self.count(name, reason, times=0)
        bounds = limits or LabelLimits()
        self._labels = Labels(bounds, self._left, clock)
        for assistant, version in files.known() if files is not None else ():
            self._labels.who(assistant, version)
        for assistant in bounds.assistants:
            self._begin_series("skg_turns_total", {"assistant": assistant, "assistant_version": ""})

    def exposition(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)

    def who(self, assistant: str, version: str) -> Who:
        """Return the bounded labels of an assistant and its version."""
        folded = self._labels.folded
        who = self._labels.who(assistant, version)
        if self._labels.folded != folded:
            self.set_gauge("skg_assistants_folded", self._labels.folded)
        return who

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

    def show_conversation(self, who: Who, step: int, *, degrading: bool) -> None:
        """Show one more live conversation of an assistant (`step` 1), or one less (-1), that degrades or does not.

        Who shows one less gives the labels under which it was shown: until then nobody else has their place.
        """
        self._labels.live(who, step)
        self._gauges["skg_live_conversations"].labels(**who).inc(step)
        self._gauges["skg_degrading_conversations"].labels(**who).inc(step if degrading else 0)

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
        """Count a newly recorded turn with everything that was found in it; one sent again by hand counts as that."""
        who = self.who(record.assistant, record.assistant_version)
        self._begin(who, record.role)
        if RESENT in record.flags:
            self._counters["skg_resent_turns_total"].labels(**who).inc()
            return
        scored = record.scores is not None and record.scores.quality is not None
        outcome = "failed" if record.failure else "scored" if scored else "not_scored"
        self._counters["skg_turns_total"].labels(**who, role=record.role.value, outcome=outcome).inc()
        if record.failure:
            reason = record.failure if record.failure in FAILURES else FAILURES[0]
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
        """Count the end of a conversation, unless every turn of it was sent again by hand."""
        if summary.resent_turns == summary.turns:
            return
        who = self.who(summary.assistant, summary.assistant_version)
        self._counters["skg_sessions_ended_total"].labels(**who).inc()
        if summary.score is not None:
            self._histograms["skg_session_score"].labels(**who).observe(summary.score)
        if summary.slope is not None:
            self._histograms["skg_session_slope"].labels(**who).observe(summary.slope)

    def _begin(self, who: Who, role: Role) -> None:
        """Let the series of a version exist before its first event; a user's turn often names no version."""
        key = (who["assistant"], who["assistant_version"])
        if key in self._begun or (role is not Role.ASSISTANT and not who["assistant_version"]):
            return
        self._begun.add(key)
        for name in BEGUN:
            self._begin_series(name, who)
        for kind, detector, severity in _possible():
            self._counters["skg_findings_total"].labels(**who, kind=kind, detector=detector, severity=severity)

    def _begin_series(self, name: str, who: Who) -> None:
        for labels in BEGUN[name]:
            self._by_name[name].labels(**who, **labels)

    def _left(self, labels: Who) -> None:
        """Let go of what was counted for an assistant, or one version of it, whose place has gone to another."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that files keep what is removed: ours do not
            for metric in METRICS:
                if set(labels) <= set(metric.labels):
                    self._by_name[metric.name].remove_by_labels(labels)
        if self._files is not None:
            self._files.forget(labels)
        assistant, version = labels["assistant"], labels.get("assistant_version")
        self._begun = {key for key in self._begun if key[0] != assistant or version not in (None, key[1])}

    def _flag(self, flag: str) -> None:
        if flag == "split":
            self.count("skg_split_conversations_total")
        elif flag == "late":
            self.count("skg_late_turns_total")
        elif flag == "gap":
            self.count("skg_gaps_total")
        elif flag in _LIMITS:
            self.count("skg_degraded_turns_total", flag)

    def _finding(self, finding: Finding, who: Who) -> None:
        if finding.repeat_of:
            counter = self._counters["skg_repeated_findings_total"]
            counter.labels(**who, kind=finding.kind, detector=finding.detector).inc()
        else:
            counter = self._counters["skg_findings_total"]
            counter.labels(**who, kind=finding.kind, detector=finding.detector, severity=finding.severity).inc()

    def _scores(self, record: TurnRecord, scores: Scores, who: Who) -> None:
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
        if scores.recent_slope is not None and scores.recent_error is not None:
            # Two turns always make a line, and say nothing of where a conversation goes.
            self._histograms["skg_recent_slope"].labels(**who).observe(scores.recent_slope)

    def _reason(self, name: str, reason: str) -> str:
        return self._reasons.setdefault(name, Bounded(_MAX_REASONS)).label(reason)


@cache
def _possible() -> tuple[tuple[FindingKind, str, Severity], ...]:
    """Return the kinds, detectors and severities that findings can have together, as far as alerts look at them."""
    table = load_severities()
    return tuple(
        (kind, detector, table.severity(detector) if kind in _FAULTS else Severity.INFO)
        for kind, detectors in FOUND_BY.items()
        if kind not in _QUIET
        for detector in detectors
    )


def _why_not(component: str, record: TurnRecord, scores: Scores) -> str:
    """Return why a component has no score, in closed words."""
    if record.failure:
        return "extraction_failed"
    if not record.served:
        return "language_not_served"
    told = [reason for reason in scores.reasons if reason in NOT_ASSESSED[component]]
    return told[0] if told else OTHER
