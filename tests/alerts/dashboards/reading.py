"""The committed dashboards, and everything that they ask of Prometheus."""

import json
import re

import msgspec

from tests.house.repository import ROOT

FOLDER = ROOT / "deploy/grafana/dashboards"
VALUES = re.compile(r"label_values\((.*), (\w+)\)")
FALLBACK = re.compile(r' or (vector\(0\)|on \(\) label_replace\(vector\(0\), "\w+", "none", "", ""\))$')


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One query: `kind` is instant, range, values (of a label), or mark."""

    where: str
    kind: str
    expr: str

    def __str__(self):
        return self.where


def committed():
    """Return each dashboard as Grafana gets it, by its uid."""
    boards = [json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))]
    return {board["uid"]: board for board in boards}


def panels(board):
    """Return the panels of a dashboard without its headings."""
    return [panel for panel in board["panels"] if panel["type"] != "row"]


def queries(board):
    """Return everything that a dashboard asks."""
    title = board["title"].removeprefix("SKG / ")
    found = []
    for panel in panels(board):
        for target in panel["targets"]:
            kind = "instant" if target.get("instant") else "range"
            where = f"{title}: {panel['title']} {target['refId']}"
            found.append(Asked(where=where, kind=kind, expr=target["expr"]))
    marks = board["annotations"]["list"]
    found += [Asked(where=f"{title}: {mark['name']}", kind="mark", expr=mark["target"]["expr"]) for mark in marks]
    choices = [variable for variable in board["templating"]["list"] if variable["type"] == "query"]
    found += [Asked(where=f"{title}: ${made['name']}", kind="values", expr=made["query"]["query"]) for made in choices]
    return found
