"""One assistant: the panels about scores and their trend."""

from __future__ import annotations

from alerts.dashboards.colours import DEGRADING, QUALITY
from alerts.dashboards.one import BY, FINE, LEGEND, WHO
from alerts.dashboards.panels import RATE, Graph, Heat, Query
from alerts.dashboards.promql import increase, mean, quantile, selected, total


def quality() -> tuple[Graph | Heat, ...]:
    """Return the panels about quality and what it is made of."""
    component = "component"
    return (
        Graph(
            title="Quality by version",
            description="Mean quality Q of scored turns, from 0 to 1. A drop at a violet line came with a release.",
            unit="none",
            decimals=2,
            lowest=0,
            highest=1,
            width=12,
            interval=FINE,
            queries=(Query(expr=mean("skg_turn_quality", RATE, BY, *WHO), legend=LEGEND),),
            steps=QUALITY,
        ),
        Graph(
            title="Worst tenth by version",
            description="A tenth of scored turns has a quality below this line: it falls before the mean does.",
            unit="none",
            decimals=2,
            lowest=0,
            highest=1,
            width=12,
            interval=FINE,
            queries=(Query(expr=quantile(0.1, "skg_turn_quality", RATE, BY, *WHO), legend=LEGEND),),
        ),
        Graph(
            title="Component scores",
            description="Means of what quality is made of: relevance, consistency and coherence, over chosen versions.",
            unit="none",
            decimals=2,
            lowest=0,
            highest=1,
            interval=FINE,
            queries=(Query(expr=mean("skg_component_score", RATE, component, *WHO), legend="{{component}}"),),
        ),
        Graph(
            title="Passed turns by version",
            description="Share of scored turns that passed the policy's thresholds.",
            unit="percentunit",
            lowest=0,
            highest=1,
            interval=FINE,
            queries=(
                Query(
                    expr=(
                        f"{increase('skg_passed_turns_total', RATE, BY, *WHO)}"
                        f" / ({increase('skg_turn_quality_count', RATE, BY, *WHO)} > 0)"
                    ),
                    legend=LEGEND,
                ),
            ),
        ),
        Graph(
            title="Scored turns by weights",
            description="Which fusion weights scored turns were given: short answers, questions, and all others.",
            unit="short",
            lowest=0,
            bars=True,
            interval=FINE,
            queries=(Query(expr=increase("skg_turns_by_regime_total", RATE, "regime", *WHO), legend="{{regime}}"),),
        ),
        Graph(
            title="Score of ended conversations",
            description="Mean score of the conversations that ended, from 0 to 1.",
            unit="none",
            decimals=2,
            lowest=0,
            highest=1,
            width=12,
            interval=FINE,
            queries=(Query(expr=mean("skg_session_score", RATE, BY, *WHO), legend=LEGEND),),
        ),
        Graph(
            title="Conversations that ended",
            description="How many ended, by the version that spoke last.",
            unit="short",
            lowest=0,
            bars=True,
            width=12,
            interval=FINE,
            queries=(Query(expr=increase("skg_sessions_ended_total", RATE, BY, *WHO), legend=LEGEND),),
        ),
    )


def trend() -> tuple[Graph | Heat, ...]:
    """Return the panels about conversations that get worse."""
    return (
        Graph(
            title="Degrading conversations by version",
            description="Share of live conversations whose recent trend falls.",
            unit="percentunit",
            lowest=0,
            highest=1,
            queries=(Query(expr=selected("skg:degrading:share", *WHO), legend=LEGEND),),
            steps=DEGRADING,
        ),
        Heat(
            title="Recent trend",
            description="Change of quality a turn, by a conversation's recent turns: below 0 it gets worse.",
            unit="none",
            width=8,
            queries=(Query(expr=increase("skg_recent_slope_bucket", RATE, "le", *WHO), legend="{{le}}"),),
        ),
        Heat(
            title="Trend of ended conversations",
            description="Change of quality over a whole conversation, for those that ended: below 0 it got worse.",
            unit="none",
            width=8,
            queries=(Query(expr=increase("skg_session_slope_bucket", RATE, "le", *WHO), legend="{{le}}"),),
        ),
        Graph(
            title="Live conversations by version",
            description="Conversations that have not ended.",
            unit="short",
            lowest=0,
            width=24,
            height=6,
            queries=(Query(expr=total("skg_live_conversations", BY, *WHO), legend=LEGEND),),
        ),
    )
