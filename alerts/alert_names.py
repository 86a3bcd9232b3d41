"""The rules that deploy/prometheus/rules define: an installed package does not have the files, and must know."""

from __future__ import annotations

ALERTS = {
    "SkgArchiveBehind": 1,
    "SkgBehind": 3,
    "SkgContradictionSpike": 1,
    "SkgContradictionsHigh": 1,
    "SkgDeadLetters": 1,
    "SkgDegradingShare": 1,
    "SkgExtractionFailing": 1,
    "SkgIngestionStalled": 1,
    "SkgQualityDropAfterRelease": 1,
    "SkgRulesBroken": 1,
    "SkgTargetDown": 1,
    "SkgTargetsAbsent": 1,
}
"""Alerts, in alphabetical order, with how many rules each has: SkgBehind is one of each severity."""

RECORDED = (
    "skg:broken_rules:increase1h",
    "skg:broken_rules:increase5m",
    "skg:broken_rules:rate5m",
    "skg:broken_rules_per_turn:ratio1h",
    "skg:broken_rules_per_turn:ratio5m",
    "skg:contradictions:baseline1d",
    "skg:contradictions:expected1h",
    "skg:contradictions:expected5m",
    "skg:contradictions:increase1h",
    "skg:contradictions:increase5m",
    "skg:contradictions:rate5m",
    "skg:contradictions_per_turn:assistant_baseline1d",
    "skg:contradictions_per_turn:baseline",
    "skg:contradictions_per_turn:baseline1d",
    "skg:contradictions_per_turn:ratio1h",
    "skg:contradictions_per_turn:ratio5m",
    "skg:degrading:share",
    "skg:judged_turns:baseline1d",
    "skg:judged_turns:increase1h",
    "skg:judged_turns:increase5m",
    "skg:judged_turns:rate5m",
    "skg:quality:assistant_baseline1d",
    "skg:quality:mean1h",
    "skg:quality:mean30m",
    "skg:quality:mean5m",
    "skg:quality_sum:increase5m",
    "skg:scored_turns:increase5m",
    "skg:turns:increase10m",
)
"""Series that alerts stand on, in alphabetical order; one rule makes each."""
