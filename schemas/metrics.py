"""The metrics of the monitor as data: names, labels from closed sets, buckets (DESIGN.md, sections 4 and 5).

The runners build their registry from this list, dashboards and alert rules are checked against it. A label never holds
a conversation, user or turn id; assistants beyond a bound are `other`. Counters count newly recorded turns only: a
redelivered turn moves nothing but `skg_duplicate_turns_total`, and one that was sent again by hand (`RESENT`) nothing
but `skg_resent_turns_total` and what tells of time. A worker's processes are told apart by `stage` alone.
docs/metrics.md tells what each means after a restart, a takeover, a resend and a backlog.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from schemas.finding import Detector, FindingKind, Severity
from schemas.record import Regime
from schemas.turn import Role


class MetricKind(StrEnum):
    """What a metric measures: events so far, a state now, or a distribution."""

    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


class Joined(StrEnum):
    """How a gauge of several processes of one worker becomes one value."""

    SUM = "sum"
    MAX = "max"


class Metric(msgspec.Struct, frozen=True, kw_only=True):
    """One metric; `buckets` are the upper bounds of a histogram, +Inf left out; `joined` matters for gauges alone."""

    name: str
    kind: MetricKind
    help: str
    labels: tuple[str, ...] = ()
    buckets: tuple[float, ...] = ()
    joined: Joined = Joined.SUM


OTHER = "other"
"""The label of an assistant or reason outside its closed set."""

LABEL_VALUES: dict[str, tuple[str, ...]] = {
    "role": tuple(Role),
    "kind": tuple(FindingKind),
    "detector": tuple(Detector),
    "severity": tuple(Severity),
    "regime": tuple(Regime),
    "component": ("relevance", "consistency", "coherence"),
    "outcome": ("scored", "not_scored", "failed"),
    "ended": (
        "good",
        "timeout",
        "unreachable",
        "rate_limited",
        "server_error",
        "rejected",
        "denied",
        "refused",
        "truncated",
        "malformed",
        "too_large",
    ),
    "direction": ("input", "output"),
    "stage": ("decode", "annotate", "judge", "write", "act", "archive"),
    "queue": ("ingest", "annotate", "judge", "archive"),
}
"""Every value of the labels that code closes; settings bound assistant, assistant_version and reason."""

FAILURES = ("extraction_failed", "crashed", "judgement_crashed", "annotation_too_large", "record_too_large")
"""Reasons of `skg_extraction_failures_total`: what an extractor says may quote the text and is `extraction_failed`."""

NOT_ASSESSED: dict[str, tuple[str, ...]] = {
    "relevance": ("no_new_prompt", "no_sentence_vectors", "language_not_served", "extraction_failed", OTHER),
    "consistency": ("language_not_served", "extraction_failed", OTHER),
    "coherence": ("language_not_served", "extraction_failed", "empty", OTHER),
}
"""Reasons of `skg_not_assessed_total`, by component."""

_CONFLICTS = (
    Detector.NEGATION_FLIP,
    Detector.STATE_RULE,
    Detector.SLOT,
    Detector.ANTONYM,
    Detector.NUMERIC_MISMATCH,
    Detector.EXCLUSIVE_OBJECT,
    Detector.GEOMETRIC_NEGATION,
)
FOUND_BY: dict[FindingKind, tuple[Detector, ...]] = {
    FindingKind.CONTRADICTION: _CONFLICTS,
    FindingKind.FORGOTTEN: tuple(detector for detector in Detector if detector.startswith("rule_")),
    FindingKind.DRIFT: (Detector.TOPIC_DRIFT,),
    FindingKind.REVISION: (Detector.OWNER_CHANGE, Detector.ANNOUNCED_CORRECTION),
    FindingKind.USER_CONFLICT: _CONFLICTS,
    FindingKind.WORLD_UPDATE: _CONFLICTS,
}
"""Which detectors report which kind of finding."""

BEGUN: dict[str, tuple[dict[str, str], ...]] = {
    "skg_turns_total": (
        {"role": Role.USER, "outcome": "not_scored"},
        {"role": Role.ASSISTANT, "outcome": "scored"},
        {"role": Role.ASSISTANT, "outcome": "not_scored"},
        {"role": Role.ASSISTANT, "outcome": "failed"},
    ),
    "skg_resent_turns_total": ({},),
    "skg_turn_quality": ({},),
    "skg_component_score": tuple({"component": component} for component in LABEL_VALUES["component"]),
    "skg_passed_turns_total": ({},),
    "skg_recent_slope": ({},),
    "skg_extraction_failures_total": tuple({"reason": reason} for reason in FAILURES),
    "skg_not_assessed_total": tuple(
        {"component": component, "reason": reason} for component, reasons in NOT_ASSESSED.items() for reason in reasons
    ),
    "skg_sessions_ended_total": ({},),
    "skg_live_conversations": ({},),
    "skg_degrading_conversations": ({},),
}
"""Series of an assistant's version that are there with 0 from its first turn on, by their further labels.

`increase()` does not see the event that a series begins with. `skg_findings_total` begins too, with the kinds,
detectors and severities that can occur together, except that a change in the world alerts nobody.
"""

REASONS: dict[str, tuple[str, ...]] = {
    "skg_dead_letters_total": ("undecodable", "unread", "crashed"),
    "skg_undecodable_total": (
        "too_large",
        "malformed",
        "unknown_kind",
        "annotation",
        "judge_crashed",
        "judgement_crashed",
    ),
    "skg_archive_retries_total": ("database", "broker"),
    "skg_archive_left_out_total": ("unknown_kind", "undecodable", "refused"),
}
"""Every reason of counters that have this label alone and a closed set: with 0 from the start of each process on."""

WHO = ("assistant", "assistant_version")
_SCORE = tuple(tenth / 10 for tenth in range(1, 11))
_SLOPE = (-0.5, -0.3, -0.2, -0.1, -0.05, 0.0, 0.05, 0.1, 0.2, 0.3, 0.5)
_RECENT_SLOPE = (-0.1, -0.05, -0.03, -0.02, -0.01, -0.005, 0.0, 0.01, 0.03)
"""Per turn, not per session: at -0.01 and below a conversation counts as degrading (METHOD.md, section 10)."""
_BYTES = tuple(float(2**power) for power in range(8, 21))
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


def _counter(name: str, text: str, *labels: str) -> Metric:
    return Metric(name=name, kind=MetricKind.COUNTER, help=text, labels=labels)


def _gauge(name: str, text: str, *labels: str, joined: Joined = Joined.SUM) -> Metric:
    return Metric(name=name, kind=MetricKind.GAUGE, help=text, labels=labels, joined=joined)


def _histogram(name: str, text: str, buckets: tuple[float, ...], *labels: str) -> Metric:
    return Metric(name=name, kind=MetricKind.HISTOGRAM, help=text, labels=labels, buckets=buckets)


METRICS = (
    _counter("skg_turns_total", "Turns recorded.", *WHO, "role", "outcome"),
    _counter("skg_resent_turns_total", "Turns recorded that were sent again by hand; nothing else counts them.", *WHO),
    _histogram("skg_turn_quality", "Quality Q of scored assistant turns.", _SCORE, *WHO),
    _histogram("skg_component_score", "Scores that quality is made of.", _SCORE, *WHO, "component"),
    _counter("skg_turns_by_regime_total", "Scored turns by the fusion weights used.", *WHO, "regime"),
    _counter("skg_passed_turns_total", "Scored turns that passed.", *WHO),
    _counter("skg_findings_total", "Findings, repeats left out.", *WHO, "kind", "detector", "severity"),
    _counter("skg_repeated_findings_total", "Findings that say a known conflict again.", *WHO, "kind", "detector"),
    _counter("skg_certificates_total", "Certificates issued.", *WHO, "kind", "detector", "severity"),
    _counter(
        "skg_not_assessed_total", "Components of assistant turns that have no score.", *WHO, "component", "reason"
    ),
    _gauge("skg_live_conversations", "Conversations that have not ended.", *WHO),
    _gauge("skg_degrading_conversations", "Live conversations whose recent trend falls.", *WHO),
    _histogram(
        "skg_recent_slope", "Recent trend after a scored turn: change of quality per turn.", _RECENT_SLOPE, *WHO
    ),
    _histogram("skg_session_score", "Score of ended conversations.", _SCORE, *WHO),
    _histogram("skg_session_slope", "Slope of ended conversations, per whole session.", _SLOPE, *WHO),
    _counter("skg_sessions_ended_total", "Conversations that ended.", *WHO),
    _counter("skg_duplicate_turns_total", "Turns seen again; nothing was judged anew."),
    _counter("skg_id_conflicts_total", "Turns with a known id and another text; the first was kept."),
    _counter("skg_late_turns_total", "Turns older than the newest of their conversation."),
    _counter("skg_gaps_total", "Turns that follow a missing index."),
    _counter("skg_undecodable_total", "Messages that are no turn.", "reason"),
    _counter("skg_rejected_requests_total", "HTTP requests refused.", "reason"),
    _counter("skg_extraction_failures_total", "Turns recorded without claims.", *WHO, "reason"),
    _counter(
        "skg_degraded_turns_total", "Turns for which a limit was reached, or read otherwise than was asked.", "reason"
    ),
    _counter("skg_llm_calls_total", "Calls to a language model, by how they ended.", *WHO, "ended"),
    _counter("skg_llm_tokens_total", "Tokens that calls to a language model took.", *WHO, "direction"),
    _counter("skg_llm_cost_total", "What calls to a language model cost, in the currency of llm_prices.", *WHO),
    _counter("skg_llm_kept_answers_total", "Answers of a language model that were there already.", *WHO),
    _counter("skg_llm_dropped_claims_total", "Claims of a language model that were not taken in.", "reason"),
    _gauge("skg_llm_breaker_open", "1 while a language model that failed is left alone, else 0.", joined=Joined.MAX),
    _gauge("skg_llm_budget_spent", "What this hour's calls have cost.", joined=Joined.MAX),
    _gauge("skg_llm_over_budget", "1 while this hour's budget is spent, else 0.", joined=Joined.MAX),
    _gauge("skg_llm_waiting", "1 while turns wait for a language model, else 0.", joined=Joined.MAX),
    _counter("skg_pair_rejections_total", "Pairs of claims that a gate kept from comparison.", "reason"),
    _counter("skg_sent_turns_total", "Turns that HTTP ingest sent to Kafka and the broker acknowledged."),
    _gauge("skg_queue_turns", "Turns that wait.", "queue"),
    _histogram("skg_stage_seconds", "Time of one turn in one stage.", _SECONDS, "stage"),
    _histogram("skg_turn_seconds", "Time from arrival to the end of a turn's effects.", _SECONDS),
    _gauge("skg_assistants_folded", "Assistants that are shown as `other`.", joined=Joined.MAX),
    _gauge("skg_ledger_records", "Records in the ledger of live conversations."),
    _gauge("skg_cached_sessions", "Sessions held in memory."),
    _counter("skg_session_rebuilds_total", "Sessions folded again from the ledger."),
    _gauge(
        "skg_event_lag_seconds",
        "How long ago the newest processed message arrived; 0 when none waits.",
        "stage",
        joined=Joined.MAX,
    ),
    _gauge("skg_consumer_lag", "Messages of a worker's partitions that are not committed yet.", "stage"),
    _gauge(
        "skg_commit_age_seconds",
        "Time since the last commit while messages wait; 0 when none waits.",
        "stage",
        joined=Joined.MAX,
    ),
    _gauge("skg_recovering", "1 while state is read from the changelog, else 0.", "stage", joined=Joined.MAX),
    _counter("skg_dead_letters_total", "Messages put on the dead-letter topic.", "reason"),
    _counter("skg_changelog_bytes_total", "Bytes of ledger records sent to the changelog."),
    _histogram("skg_changelog_record_bytes", "Size of one ledger record in the changelog.", _BYTES),
    _counter("skg_split_conversations_total", "Turns on another partition than the conversation's first."),
    _counter("skg_stale_acknowledgements_total", "Messages left to the new owner of a partition given away meanwhile."),
    _counter("skg_forgotten_conversations_total", "Conversations erased on request."),
    _counter("skg_archived_messages_total", "Messages that a transaction of the archive holds."),
    _counter("skg_archive_commits_total", "Transactions of the archive, committed."),
    _counter("skg_archive_left_out_total", "Messages that the archive cannot read or hold.", "reason"),
    _counter("skg_archive_retries_total", "Tries again at a database or a broker that was away.", "reason"),
    _counter("skg_worker_restarts_total", "Child processes started again, by how they had ended.", "stage", "reason"),
    _gauge(
        "skg_build_info",
        "Always 1; versions and digests of what runs.",
        "version",
        "policy",
        "knowledge",
        "encoder",
        joined=Joined.MAX,
    ),
)
