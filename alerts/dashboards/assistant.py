"""One assistant and its versions: what got worse, since when, and which detector says so."""

from __future__ import annotations

from alerts.dashboards.colours import QUALITY
from alerts.dashboards.findings import findings, unjudged
from alerts.dashboards.numbers import (
    broken_rules,
    contradictions,
    degrading_conversations,
    judged_turns,
    live_conversations,
)
from alerts.dashboards.one import ONE, WHO
from alerts.dashboards.panels import RANGE, Board, Mark, Number, Query, Section, Variable
from alerts.dashboards.promql import mean, selected
from alerts.dashboards.quality import quality, trend


def board() -> Board:
    """Return the dashboard of one assistant."""
    return Board(
        uid="skg-assistant",
        title="SKG / Assistant",
        description="One assistant and its versions. Violet lines mark where a version starts to be judged.",
        variables=(
            Variable(
                name="assistant",
                label="Assistant",
                description="One of those that turns have named.",
                query="label_values(skg_turns_total, assistant)",
            ),
            Variable(
                name="version",
                label="Version",
                description="Versions of that assistant.",
                query=f"label_values(skg_turns_total{{{ONE}}}, assistant_version)",
                several=True,
            ),
        ),
        marks=(version_starts(),),
        sections=(
            Section(title="In the time that is looked at", panels=_numbers()),
            Section(title="Quality", panels=quality()),
            Section(title="What was found", panels=findings()),
            Section(title="Trend", panels=trend()),
            Section(title="What could not be judged", panels=unjudged()),
        ),
    )


def version_starts() -> Mark:
    """Return marks where a version is judged that was not judged in the ten minutes before, while another one was.

    A version that nobody has seen for a day is marked as well. One whose users are only silent for a while is not.
    `$__interval` is the distance of two points, so each start is marked once however long the time that is looked at.
    """
    judged = selected("skg:judged_turns:rate5m", ONE)
    before = "offset $__interval"
    silent = f"max_over_time({judged}[10m] {before}) > 0"
    unseen = f"max_over_time({judged}[1d] {before}) > 0"
    return Mark(
        name="Version starts",
        expr=f"({judged} > 0 unless {silent}) and on (assistant) ({silent}) or ({judged} > 0 unless {unseen})",
        title="Version {{assistant_version}}",
        text="{{assistant}} {{assistant_version}} starts to be judged.",
        colour="purple",
        labels=("assistant", "assistant_version"),
    )


def _numbers() -> tuple[Number, ...]:
    return (
        judged_turns("Turns of this assistant that were judged.", *WHO),
        contradictions(*WHO),
        broken_rules(*WHO),
        Number(
            title="Quality",
            description="Mean quality Q of scored turns, from 0 to 1.",
            unit="none",
            decimals=2,
            queries=(Query(expr=mean("skg_turn_quality", RANGE, "", *WHO)),),
            steps=QUALITY,
        ),
        degrading_conversations(*WHO),
        live_conversations("Conversations with this assistant that have not ended.", *WHO),
    )
