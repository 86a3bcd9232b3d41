"""Every assistant beside the others: who contradicts itself, who gets worse, which versions are about."""

from __future__ import annotations

from alerts.dashboards.colours import CONTRADICTED, DEGRADING, QUALITY
from alerts.dashboards.numbers import contradictions, degrading_conversations, judged_turns, live_conversations
from alerts.dashboards.panels import (
    RANGE,
    RATE,
    Board,
    Column,
    Graph,
    Number,
    Query,
    Section,
    Table,
    none_wanted,
)
from alerts.dashboards.promql import BROKEN_RULES, CONTRADICTIONS, degrading, found, judged, mean, or_zero, total

_ASSISTANT = "/d/skg-assistant?${datasource:queryparam}&${__url_time_range}&var-assistant=${__value.raw:percentencode}"
_VERSION = "assistant, assistant_version"
_LAST_JUDGED = f"1000 * max_over_time(timestamp(skg:judged_turns:rate5m > 0)[{RANGE}:$__interval])"
"""The newest time at which a version was judged, in milliseconds since the epoch as Grafana takes times."""


def board() -> Board:
    """Return the dashboard that people open first."""
    return Board(
        uid="skg-fleet",
        title="SKG / Fleet",
        description="All assistants, the worst first. Click on one to see why.",
        sections=(
            Section(title="Now", panels=_numbers()),
            Section(title="Assistants", panels=(_assistants(), *_graphs())),
            Section(title="Versions", panels=(_versions(),)),
        ),
    )


def _numbers() -> tuple[Number, ...]:
    return (
        Number(
            title="Pages firing",
            description="Alerts of severity page that fire now. Who fires is under Alerts, above.",
            unit="short",
            queries=(Query(expr=or_zero('count(ALERTS{service="skg",alertstate="firing",severity="page"})')),),
            steps=none_wanted(),
        ),
        Number(
            title="Tickets firing",
            description="Alerts of severity ticket that fire now: for office hours.",
            unit="short",
            queries=(Query(expr=or_zero('count(ALERTS{service="skg",alertstate="firing",severity="ticket"})')),),
            steps=none_wanted("orange"),
        ),
        judged_turns("Turns of assistants that were judged in the time that is looked at."),
        contradictions(),
        degrading_conversations(),
        live_conversations("Conversations that have not ended."),
    )


def _assistants() -> Table:
    by = "assistant"
    return Table(
        title="Assistants",
        description=(
            "Figures of the time that is looked at. Rates are per judged turn and count severity page; an empty cell "
            "is an assistant without a judged turn. `other` stands for assistants beyond `max_assistants`."
        ),
        labels=((by, "Assistant"),),
        columns=(
            Column(title="Judged turns", expr=judged(RANGE, by), unit="short", decimals=0),
            Column(
                title="Contradictions per 1,000",
                expr=found(CONTRADICTIONS, RANGE, by),
                unit="short",
                decimals=1,
                steps=CONTRADICTED,
            ),
            Column(
                title="Broken rules per 1,000",
                expr=found(BROKEN_RULES, RANGE, by),
                unit="short",
                decimals=1,
                steps=CONTRADICTED,
            ),
            Column(title="Quality", expr=mean("skg_turn_quality", RANGE, by), unit="none", decimals=2, steps=QUALITY),
            Column(
                title="Degrading",
                expr=degrading(by),
                unit="percentunit",
                steps=DEGRADING,
            ),
            Column(title="Live conversations", expr=total("skg_live_conversations", by), unit="short", decimals=0),
        ),
        sorted_by="Contradictions per 1,000",
        links=(("Assistant", _ASSISTANT),),
    )


def _graphs() -> tuple[Graph, ...]:
    by = "assistant"
    return (
        Graph(
            title="Contradictions per 1,000 turns",
            description="Those of severity page, for each thousand judged turns. A gap is a time without one.",
            unit="short",
            lowest=0,
            interval="5m",
            width=12,
            queries=(Query(expr=found(CONTRADICTIONS, RATE, by), legend="{{assistant}}"),),
        ),
        Graph(
            title="Quality",
            description="Mean quality Q of scored turns, from 0 to 1.",
            unit="none",
            decimals=2,
            lowest=0,
            highest=1,
            interval="5m",
            width=12,
            queries=(Query(expr=mean("skg_turn_quality", RATE, by), legend="{{assistant}}"),),
        ),
        Graph(
            title="Judged turns a minute",
            description="Turns of assistants that were judged.",
            unit="short",
            lowest=0,
            width=12,
            queries=(Query(expr="60 * sum by (assistant) (skg:judged_turns:rate5m)", legend="{{assistant}}"),),
        ),
        Graph(
            title="Degrading conversations",
            description="Share of live conversations whose recent trend falls.",
            unit="percentunit",
            lowest=0,
            highest=1,
            width=12,
            queries=(Query(expr=degrading(by), legend="{{assistant}}"),),
        ),
    )


def _versions() -> Table:
    return Table(
        title="Versions",
        description="Every version of every assistant that is known, with the figures of the time that is looked at.",
        labels=(("assistant", "Assistant"), ("assistant_version", "Version")),
        columns=(
            Column(title="Judged turns", expr=judged(RANGE, _VERSION), unit="short", decimals=0),
            Column(
                title="Last judged",
                expr=_LAST_JUDGED,
                unit="dateTimeFromNow",
            ),
            Column(
                title="Contradictions per 1,000",
                expr=found(CONTRADICTIONS, RANGE, _VERSION),
                unit="short",
                decimals=1,
                steps=CONTRADICTED,
            ),
            Column(
                title="Quality", expr=mean("skg_turn_quality", RANGE, _VERSION), unit="none", decimals=2, steps=QUALITY
            ),
            Column(
                title="Live conversations", expr=total("skg_live_conversations", _VERSION), unit="short", decimals=0
            ),
        ),
        sorted_by="Last judged",
        links=(("Assistant", _ASSISTANT),),
    )
