"""The alerts that deploy/prometheus/rules define: an installed package does not have the files, and must know."""

from __future__ import annotations

ALERTS = (
    "SkgArchiveBehind",
    "SkgBehind",
    "SkgContradictionSpike",
    "SkgContradictionsHigh",
    "SkgDeadLetters",
    "SkgDegradingShare",
    "SkgExtractionFailing",
    "SkgIngestionStalled",
    "SkgQualityDropAfterRelease",
    "SkgRulesBroken",
    "SkgTargetDown",
    "SkgTargetsAbsent",
)
"""Names, in alphabetical order."""
