"""The monitor itself: the panels about what went wrong, by reason."""

from __future__ import annotations

from alerts.dashboards.panels import RATE, Graph, Query
from alerts.dashboards.promql import events, increase, seen

_FINE = "1m"
_TROUBLES = (
    ("Dead letters", "skg_dead_letters_total", "Messages put on the dead-letter topic: skg dlq list shows them."),
    (
        "Restarts",
        "skg_worker_restarts_total",
        "Child processes started again, by how they had ended. Many in a row are trouble.",
    ),
    ("Refused requests", "skg_rejected_requests_total", "HTTP requests that ingest refused."),
    ("Undecodable", "skg_undecodable_total", "Messages that are no turn."),
    (
        "Recorded without claims",
        "skg_extraction_failures_total",
        "Turns that could not be read. They are recorded and have no scores.",
    ),
    (
        "Limits reached",
        "skg_degraded_turns_total",
        "Turns for which a limit was reached, or that were read otherwise than was asked.",
    ),
)
_ORDER = (
    ("seen again", "skg_duplicate_turns_total"),
    ("known id, another text", "skg_id_conflicts_total"),
    ("older than the newest", "skg_late_turns_total"),
    ("after a missing index", "skg_gaps_total"),
    ("on another partition", "skg_split_conversations_total"),
    ("partition given away", "skg_stale_acknowledgements_total"),
)


def troubles() -> tuple[Graph, ...]:
    """Return a panel for each kind of trouble."""
    return tuple(
        Graph(
            title=title,
            description=description,
            unit="short",
            lowest=0,
            bars=True,
            interval=_FINE,
            queries=(Query(expr=seen(events(metric, RATE, _labels(metric)), "reason"), legend=_legend(metric)),),
        )
        for title, metric, description in _TROUBLES
    )


def order() -> tuple[Graph, ...]:
    """Return the panels about turns that came twice, late, or elsewhere."""
    return (
        Graph(
            title="Turns out of order",
            description=(
                "Turns that producers sent twice, late, with a gap before them, under a known id or to another "
                "partition. Duplicates after a restart are normal: nothing is judged twice."
            ),
            unit="short",
            lowest=0,
            bars=True,
            width=16,
            interval=_FINE,
            queries=tuple(Query(expr=increase(metric, RATE, ""), legend=legend) for legend, metric in _ORDER),
        ),
        Graph(
            title="Pairs left uncompared",
            description="Pairs of claims that a gate kept from comparison: how candidates become few.",
            unit="short",
            lowest=0,
            bars=True,
            interval=_FINE,
            queries=(
                Query(expr=seen(events("skg_pair_rejections_total", RATE, "reason"), "reason"), legend="{{reason}}"),
            ),
        ),
    )


def _labels(metric: str) -> str:
    return "stage, reason" if metric == "skg_worker_restarts_total" else "reason"


def _legend(metric: str) -> str:
    return "{{stage}} {{reason}}" if metric == "skg_worker_restarts_total" else "{{reason}}"
