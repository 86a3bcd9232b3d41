"""The dashboards as the files that Grafana is given."""

from __future__ import annotations

import json
from pathlib import Path

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard

from alerts.dashboards import assistant, fleet, pipeline
from alerts.dashboards.frame import framed
from alerts.dashboards.panels import Board


def boards() -> tuple[Board, ...]:
    """Return all dashboards, the one to open first at the beginning."""
    return fleet.board(), assistant.board(), pipeline.board()


def rendered() -> dict[str, str]:
    """Return the content of each file by its name, the same for the same dashboards."""
    return {f"{board.uid}.json": encoded(framed(board)) for board in boards()}


def encoded(dashboard: Dashboard) -> str:
    """Return a dashboard as JSON that two runs write alike.

    The SDK puts every link and mark into a menu, where some versions of Grafana do not show them (its issue 1272).
    """
    told = json.loads(JSONEncoder().encode(dashboard))
    for shown in (*told["links"], *told["annotations"]["list"]):
        shown.pop("placement", None)
    return f"{json.dumps(told, sort_keys=True, indent=2, ensure_ascii=False)}\n"


def write(folder: Path) -> list[Path]:
    """Write all files into a folder, made when missing; files of dashboards that are gone leave it."""
    folder.mkdir(parents=True, exist_ok=True)
    made = rendered()
    for path in folder.glob("*.json"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in sorted(made)]
