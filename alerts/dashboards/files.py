"""The dashboards as the files that Grafana is given."""

from __future__ import annotations

from pathlib import Path

from grafana_foundation_sdk.cog.encoder import JSONEncoder

from alerts.dashboards import assistant, fleet, pipeline
from alerts.dashboards.frame import framed
from alerts.dashboards.panels import Board


def boards() -> tuple[Board, ...]:
    """Return all dashboards, the one to open first at the beginning."""
    return fleet.board(), assistant.board(), pipeline.board()


def rendered() -> dict[str, str]:
    """Return the content of each file by its name, the same for the same dashboards."""
    encoder = JSONEncoder(sort_keys=True, indent=2, ensure_ascii=False)
    return {f"{board.uid}.json": f"{encoder.encode(framed(board))}\n" for board in boards()}


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
