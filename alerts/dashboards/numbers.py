"""The numbers at the head of a dashboard that mean the same for the fleet and for one assistant."""

from __future__ import annotations

from alerts.dashboards.colours import CONTRADICTED, DEGRADING
from alerts.dashboards.panels import RANGE, Number, Query, neutral
from alerts.dashboards.promql import BROKEN_RULES, CONTRADICTIONS, degrading, found, judged, or_zero, total


def judged_turns(description: str, *who: str) -> Number:
    """Return how many turns were judged, of all assistants or of those that label matchers choose."""
    return Number(
        title="Judged turns",
        description=description,
        unit="short",
        queries=(Query(expr=or_zero(judged(RANGE, "", *who))),),
        steps=neutral(),
    )


def contradictions(*who: str) -> Number:
    """Return their contradictions for each thousand judged turns."""
    description = "Contradictions of severity page for each thousand judged turns; repeats are left out."
    return _found(CONTRADICTIONS, "Contradictions", description, *who)


def broken_rules(*who: str) -> Number:
    """Return the rules that their answers forgot, for each thousand judged turns."""
    description = "Rules of severity page that answers forgot, for each thousand judged turns."
    return _found(BROKEN_RULES, "Broken rules", description, *who)


def degrading_conversations(*who: str) -> Number:
    """Return which share of their live conversations gets worse."""
    return Number(
        title="Degrading",
        description="Share of live conversations whose recent trend falls.",
        unit="percentunit",
        queries=(Query(expr=or_zero(degrading("", *who))),),
        steps=DEGRADING,
    )


def live_conversations(description: str, *who: str) -> Number:
    """Return how many of their conversations have not ended."""
    return Number(
        title="Live conversations",
        description=description,
        unit="short",
        queries=(Query(expr=or_zero(total("skg_live_conversations", "", *who))),),
        steps=neutral(),
    )


def _found(kind: str, title: str, description: str, *who: str) -> Number:
    return Number(
        title=f"{title} per 1,000 turns",
        description=description,
        unit="short",
        decimals=1,
        queries=(Query(expr=or_zero(found(kind, RANGE, "", *who))),),
        steps=CONTRADICTED,
    )
