"""What stands around the panels of every dashboard: variables, marks, and the way to the others."""

from __future__ import annotations

from collections.abc import Iterator

from grafana_foundation_sdk.builders import dashboard as grafana
from grafana_foundation_sdk.cog.builder import Builder
from grafana_foundation_sdk.models import dashboard as model

from alerts.dashboards.drawing import SOURCE, asked, drawn
from alerts.dashboards.panels import Board, Mark, Query, Variable

TAG = "skg"
_SCHEMA = 41
"""The form that Grafana 11.6 to 12.1 write themselves; newer ones bring it to theirs when they read it."""
RUNBOOKS = "https://example.com/skg/runbooks"
"""Where your copy of docs/runbooks is served; alerts say the same by Prometheus' external label `skg_runbooks`."""
FIRING = Mark(
    name="Alerts",
    expr='ALERTS{service="skg",alertstate="firing",severity!="info"}',
    title="{{alertname}}",
    text="{{alertname}} ({{severity}}) {{assistant}} {{assistant_version}} {{stage}}",
    colour="red",
    labels=("alertname", "severity"),
)
"""On every dashboard: since when, and for how long, an alert fired."""


def framed(board: Board) -> model.Dashboard:
    """Return Grafana's dashboard for one of ours; its panels are numbered from 1 on, in order."""
    made = (
        grafana.Dashboard(board.title)
        .uid(board.uid)
        .description(board.description)
        .tags([TAG])
        .time(board.since, "now")
        .timezone("browser")
        .refresh("30s")
        .tooltip(model.DashboardCursorSync.CROSSHAIR)
    )
    for variable in _variables(board):
        made.with_variable(variable)
    for mark in (FIRING, *board.marks):
        made.annotation(_mark(mark))
    for link in _links():
        made.link(link)
    for section in board.sections:
        made.with_row(grafana.Row(section.title))
        for panel in section.panels:
            made.with_panel(drawn(panel))
    done = made.build()
    done.schema_version = _SCHEMA
    for number, placed in enumerate(done.panels or (), start=1):
        placed.id_val = number
    return done


def _variables(board: Board) -> Iterator[Builder[model.VariableModel]]:
    source = grafana.DatasourceVariable("datasource").label("Data source").type("prometheus")
    yield source.description("The Prometheus that scrapes the monitor.")
    for variable in board.variables:
        yield _choice(variable)
    yield grafana.ConstantVariable("runbooks").label("Runbooks").value(RUNBOOKS)


def _choice(variable: Variable) -> grafana.QueryVariable:
    made = (
        grafana.QueryVariable(variable.name)
        .label(variable.label)
        .description(variable.description)
        .datasource(SOURCE)
        .query({"query": variable.query, "refId": variable.name})
        .definition(variable.query)
        .refresh(model.VariableRefresh.ON_TIME_RANGE_CHANGED)
        .sort(model.VariableSort.NATURAL_ASC)
    )
    if variable.several:
        everything = model.VariableOption(selected=True, text=["All"], value=["$__all"])
        made.multi(True).include_all(True).all_value(".*").current(everything)
    return made


def _mark(mark: Mark) -> grafana.AnnotationQuery:
    return (
        grafana.AnnotationQuery()
        .name(mark.name)
        .datasource(SOURCE)
        .enable(True)
        .icon_color(mark.colour)
        .target(asked(Query(expr=mark.expr), "Anno").range().interval("15s"))
        .title_format(mark.title)
        .text_format(mark.text)
        .tag_keys(",".join(mark.labels))
    )


def _links() -> Iterator[grafana.DashboardLink]:
    others = grafana.DashboardLink("Dashboards").type(model.DashboardLinkType.DASHBOARDS).tags([TAG])
    yield others.as_dropdown(False).keep_time(True).include_vars(True).tooltip("The other dashboards of the monitor")
    for title, url, icon, tooltip in (
        ("Alerts", "/alerting/list?search=SKG", "bell", "All rules, and which of them fire"),
        ("Runbooks", "${runbooks}", "doc", "What to do when an alert fires"),
    ):
        link = grafana.DashboardLink(title).type(model.DashboardLinkType.LINK).url(url)
        yield link.icon(icon).tooltip(tooltip).target_blank(True)
