"""From lines to the intake: what can be read waits for the judge, what cannot is reported, counted and passed over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

import msgspec
import structlog

from schemas.errors import WireError
from schemas.turn import Turn
from stream.ingest.lines import Lines
from stream.ingest.source import Line, Position
from stream.intake import Arrival, Intake
from stream.metrics import Metrics
from stream.receipt import Receipt

_log = structlog.get_logger(__name__)


class Checkpoint:
    """How far a followed file has been recorded, kept in a file of its own."""

    def __init__(self, path: Path) -> None:
        """Keep the position at `path`."""
        self._path = path

    def read(self) -> Position:
        """Return the position, the beginning when there is none."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Position)
        except (OSError, msgspec.DecodeError):
            return Position()

    def write(self, position: Position) -> None:
        """Replace the position; a crash leaves the old or the new one."""
        written = self._path.with_suffix(".new")
        written.write_bytes(msgspec.json.encode(position))
        written.replace(self._path)


class Feeder:
    """Brings the lines of one source to the intake."""

    def __init__(self, intake: Intake, metrics: Metrics, clock: Callable[[], datetime]) -> None:
        """Bring lines to `intake`."""
        self._intake = intake
        self._metrics = metrics
        self._clock = clock

    def feed(self, source: Iterable[Line], lines: Lines, checkpoint: Checkpoint | None = None) -> None:
        """Read a source to its end, waiting while the judge is behind; stop early when the intake closes."""

        def recorded(line: Line) -> Callable[[list[Receipt] | None], None]:
            def settle(receipts: list[Receipt] | None) -> None:
                if receipts is not None and checkpoint is not None:
                    checkpoint.write(line.after)

            return settle

        for line in source:
            turns = self._read(line, lines)
            if turns and not self._intake.put(Arrival(turns, recorded(line))):
                return
            if self._intake.closed:
                return

    def _read(self, line: Line, lines: Lines) -> list[Turn]:
        if line.data is None:
            self._metrics.count("skg_undecodable_total", "too_large")
            _log.warning("line_too_long", source=lines.source, line=line.number)
            return []
        try:
            with self._metrics.stage("decode"):
                return lines.read(line.data, self._clock(), line.after.place())
        except WireError as error:
            self._metrics.count("skg_undecodable_total", "malformed")
            _log.warning("bad_line", source=lines.source, line=line.number, field=error.field, problem=error.problem)
            return []
