"""Grafana's own panels, made of ours: everything that says how they look stands here."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TypeVar, assert_never

from grafana_foundation_sdk.builders import common, heatmap, prometheus, stat, table, timeseries
from grafana_foundation_sdk.builders import dashboard as grafana
from grafana_foundation_sdk.cog.builder import Builder
from grafana_foundation_sdk.models import common as looks
from grafana_foundation_sdk.models import dashboard as model
from grafana_foundation_sdk.models.heatmap import HeatmapColorMode
from grafana_foundation_sdk.models.prometheus import PromQueryFormat

from alerts.dashboards.panels import AnyPanel, Column, Graph, Heat, Number, Query, Step, Table

SOURCE = looks.DataSourceRef(type_val="prometheus", uid="${datasource}")
Made = TypeVar("Made", stat.Panel, timeseries.Panel, heatmap.Panel, table.Panel)


def drawn(panel: AnyPanel) -> Builder[model.Panel]:
    """Return Grafana's panel for one of ours."""
    match panel:
        case Number():
            return _number(panel)
        case Graph():
            return _graph(panel)
        case Heat():
            return _heat(panel)
        case Table():
            return _table(panel)
        case _:
            assert_never(panel)


def asked(query: Query, ref: str) -> prometheus.Dataquery:
    """Return a query to the chosen source under a name of its own."""
    made = prometheus.Dataquery().ref_id(ref).datasource(SOURCE).expr(query.expr)
    return made.legend_format(query.legend) if query.legend else made


def _number(panel: Number) -> stat.Panel:
    made = (
        _framed(stat.Panel(), panel)
        .color_mode(looks.BigValueColorMode.VALUE)
        .graph_mode(looks.BigValueGraphMode.NONE if panel.now else looks.BigValueGraphMode.AREA)
        .reduce_options(common.ReduceDataOptions().calcs(["lastNotNull"]))
    )
    for ref, query in zip(ascii_uppercase, panel.queries, strict=False):
        made.with_target(asked(query, ref).instant() if panel.now else asked(query, ref).range())
    return made


def _graph(panel: Graph) -> timeseries.Panel:
    legend = common.VizLegendOptions().display_mode(looks.LegendDisplayMode.LIST).show_legend(True)
    made = (
        _framed(timeseries.Panel(), panel)
        .legend(legend.placement(looks.LegendPlacement.BOTTOM))
        .tooltip(common.VizTooltipOptions().mode(looks.TooltipDisplayMode.MULTI).sort(looks.SortOrder.DESCENDING))
        # a colour stays with its name when another series comes or goes
        .color_scheme(grafana.FieldColor().mode(model.FieldColorModeId.PALETTE_CLASSIC_BY_NAME))
        .show_points(looks.VisibilityMode.AUTO)
    )
    if panel.bars:
        stacking = common.StackingConfig().mode(looks.StackingMode.NORMAL)
        made.draw_style(looks.GraphDrawStyle.BARS).fill_opacity(80).line_width(0).stacking(stacking)
    else:
        made.draw_style(looks.GraphDrawStyle.LINE).line_width(2)
    if panel.steps:
        made.thresholds_style(common.GraphThresholdsStyleConfig().mode(looks.GraphThresholdsStyleMode.DASHED))
    if panel.interval:
        made.interval(panel.interval)
    for ref, query in zip(ascii_uppercase, panel.queries, strict=False):
        made.with_target(asked(query, ref).range())
    return made


def _heat(panel: Heat) -> heatmap.Panel:
    colours = heatmap.HeatmapColorOptions().mode(HeatmapColorMode.SCHEME).scheme("Oranges").steps(64)
    made = (
        _framed(heatmap.Panel(), panel)
        .calculate(False)
        .color(colours)
        .y_axis(heatmap.YAxisConfig().unit(panel.unit))
        .cell_values(heatmap.CellValues().unit("short"))
        .interval(panel.interval)
    )
    for ref, query in zip(ascii_uppercase, panel.queries, strict=False):
        made.with_target(asked(query, ref).range().format(PromQueryFormat.HEATMAP))
    return made


def _table(panel: Table) -> table.Panel:
    headings = dict(panel.labels)
    made = _framed(table.Panel(), panel).cell_height(looks.TableCellHeight.SM)
    made.sort_by([common.TableSortByFieldState().display_name(panel.sorted_by).desc(True)])
    for ref, column in zip(ascii_uppercase, panel.columns, strict=False):
        made.with_target(asked(Query(expr=column.expr), ref).instant().format(PromQueryFormat.TABLE))
        # what Grafana calls the numbers of a query, and of the only one
        headings[f"Value #{ref}" if len(panel.columns) > 1 else "Value"] = column.title
        made.override_by_name(column.title, _cells(column))
    for heading, url in panel.links:
        link = {"title": f"{heading} in detail", "url": url}
        made.override_by_name(heading, [model.DynamicConfigValue(id_val="links", value=[link])])
    order = {name: place for place, name in enumerate(headings)}
    arranged = {"excludeByName": {"Time": True}, "indexByName": order, "renameByName": headings}
    made.with_transformation(model.DataTransformerConfig(id_val="merge", options={}))
    made.with_transformation(model.DataTransformerConfig(id_val="organize", options=arranged))
    return made


def _cells(column: Column) -> list[model.DynamicConfigValue]:
    properties: dict[str, object] = {"unit": column.unit}
    if column.decimals is not None:
        properties["decimals"] = column.decimals
    if column.steps:
        properties["thresholds"] = _thresholds(column.steps).build()
        properties["custom.cellOptions"] = looks.TableColorTextCellOptions()
    return [model.DynamicConfigValue(id_val=name, value=value) for name, value in properties.items()]


def _framed(made: Made, panel: AnyPanel) -> Made:
    made.title(panel.title).description(panel.description).unit(panel.unit).datasource(SOURCE)
    made.span(panel.width).height(panel.height)
    if panel.decimals is not None:
        made.decimals(panel.decimals)
    if panel.lowest is not None:
        made.min(panel.lowest)
    if panel.highest is not None:
        made.max(panel.highest)
    if panel.steps:
        made.thresholds(_thresholds(panel.steps))
    return made


def _thresholds(steps: tuple[Step, ...]) -> grafana.ThresholdsConfig:
    made = [model.Threshold(color=step.colour, value=step.value) for step in steps]
    return grafana.ThresholdsConfig().mode(model.ThresholdsMode.ABSOLUTE).steps(made)
