"""One assistant: the panels about what was found, and about what could not be judged."""

from __future__ import annotations

from alerts.dashboards.colours import CONTRADICTED
from alerts.dashboards.one import BY, FINE, LEGEND, WHO
from alerts.dashboards.panels import RATE, Graph, Query
from alerts.dashboards.promql import BROKEN_RULES, events, found, increase, or_zero, seen, selected

_KINDS = (
    ("Revisions", "revision", "Changes that an answer announced, or that a user asked for. They are no faults."),
    (
        "Conflicts of users",
        "user_conflict",
        "Users who say otherwise than they said before. No fault of the assistant.",
    ),
    ("Drift", "drift", "Answers that leave what the conversation is about."),
)


def findings() -> tuple[Graph, ...]:
    """Return the panels about contradictions, broken rules, and findings that are no faults."""
    return (
        Graph(
            title="Contradictions per 1,000 turns by version",
            description="Those of severity page, for each thousand judged turns. Alerts compare them with the past.",
            unit="short",
            decimals=1,
            lowest=0,
            width=12,
            queries=(
                Query(
                    expr=f"1000 * {selected('skg:contradictions_per_turn:ratio1h', *WHO)}",
                    legend="{{assistant_version}}, one hour",
                ),
                Query(
                    expr=f"1000 * {selected('skg:contradictions_per_turn:ratio5m', *WHO)}",
                    legend="{{assistant_version}}, five minutes",
                ),
            ),
            steps=CONTRADICTED,
        ),
        Graph(
            title="Contradictions by detector and severity",
            description="All severities, repeats left out. `skg certificates list` shows each with its evidence.",
            unit="short",
            lowest=0,
            bars=True,
            width=12,
            interval=FINE,
            queries=(
                Query(
                    expr=seen(
                        increase("skg_findings_total", RATE, "detector, severity", *WHO, 'kind="contradiction"'),
                        "detector",
                    ),
                    legend="{{detector}} {{severity}}",
                ),
            ),
        ),
        Graph(
            title="Broken rules by checker",
            description="Rules that answers forgot, by kind of rule. Those of severity page count toward alerts.",
            unit="short",
            lowest=0,
            bars=True,
            width=12,
            interval=FINE,
            queries=(
                Query(
                    expr=seen(
                        increase("skg_findings_total", RATE, "detector, severity", *WHO, 'kind="forgotten"'), "detector"
                    ),
                    legend="{{detector}} {{severity}}",
                ),
            ),
        ),
        Graph(
            title="Broken rules per 1,000 turns by version",
            description="Those of severity page, for each thousand judged turns.",
            unit="short",
            decimals=1,
            lowest=0,
            width=12,
            interval=FINE,
            queries=(Query(expr=found(BROKEN_RULES, RATE, BY, *WHO), legend=LEGEND),),
        ),
        *(
            Graph(
                title=title,
                description=description,
                unit="short",
                lowest=0,
                bars=True,
                interval=FINE,
                queries=(Query(expr=increase("skg_findings_total", RATE, BY, *WHO, f'kind="{kind}"'), legend=LEGEND),),
            )
            for title, kind, description in _KINDS
        ),
    )


def unjudged() -> tuple[Graph, ...]:
    """Return the panels about turns that have no scores, or count for nothing."""
    return (
        Graph(
            title="Components without a score",
            description="Why a component could not be assessed. A missing score is never counted as 0.",
            unit="short",
            lowest=0,
            bars=True,
            interval=FINE,
            queries=(
                Query(
                    expr=seen(events("skg_not_assessed_total", RATE, "component, reason", *WHO), "reason"),
                    legend="{{component}} {{reason}}",
                ),
            ),
        ),
        Graph(
            title="Turns recorded without claims",
            description="Turns that could not be read, by reason. Many of them hide contradictions.",
            unit="short",
            lowest=0,
            bars=True,
            interval=FINE,
            queries=(
                Query(
                    expr=seen(increase("skg_extraction_failures_total", RATE, "reason", *WHO), "reason"),
                    legend="{{reason}}",
                ),
            ),
        ),
        Graph(
            title="Turns sent again",
            description="Turns that came with mode=resend. They are judged and archived, and move nothing else here.",
            unit="short",
            lowest=0,
            bars=True,
            interval=FINE,
            queries=(Query(expr=or_zero(increase("skg_resent_turns_total", RATE, "", *WHO)), legend="sent again"),),
        ),
    )
