"""What a person sees while conversations are played: certificates as they arise, a live line for each conversation.

On a terminal the conversations under way stand below and move; in a pipe each one's line comes when it has ended, and
nothing is coloured.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from schemas.finding import Certificate, Finding, FindingKind, Severity
from schemas.record import TurnRecord
from schemas.session import SessionSummary
from skgeval.judgement.explain import explain
from stream.demo.figures import Figures
from stream.demo.samples import Sample

_LOUD = {Severity.PAGE: "bold red", Severity.TICKET: "bold yellow", Severity.INFO: "bold cyan"}
_PROVEN = {FindingKind.CONTRADICTION, FindingKind.FORGOTTEN}
_NAME_WIDTH = 18
_WIDE = 150
"""Columns from which the table has room for titles."""


class Display:
    """A sink of the monitor that shows a person what happens."""

    def __init__(self, console: Console, samples: Iterable[Sample]) -> None:
        """Show on `console` the conversations of `samples`."""
        self._console = console
        self._figures = {sample.id: Figures(sample.id, sample.title, len(sample.turns)) for sample in samples}
        self._live = Live(console=console, refresh_per_second=8, transient=True) if console.is_terminal else None

    def __enter__(self) -> Self:
        """Start the moving part."""
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the moving part."""
        if self._live is not None:
            self._live.stop()

    @property
    def finished(self) -> bool:
        """Whether every conversation has been played to its end."""
        return all(figures.finished for figures in self._figures.values())

    def record(self, record: TurnRecord) -> None:
        """Show a judged turn."""
        figures = self._figures[record.conversation]
        figures.take(record)
        for certificate in record.certificates:
            self._console.print(_certificate_line(certificate), soft_wrap=not self._console.is_terminal)
        for finding in record.findings:
            if finding.kind not in _PROVEN:
                self._console.print(
                    _finding_line(record.conversation, finding), soft_wrap=not self._console.is_terminal
                )
        if figures.finished:
            self._console.print(_conversation_line(figures), soft_wrap=True)
        if self._live is not None:
            self._live.update(self._under_way())

    def summary(self, summary: SessionSummary) -> None:
        """Nothing: the table at the end says it all."""

    def totals(self) -> Table:
        """Return the table of all conversations, the lowest score first."""
        wide = self._console.width >= _WIDE
        table = Table(title="What the monitor saw", title_justify="left", title_style="bold")
        table.add_column("conversation", no_wrap=True)
        if wide:
            table.add_column("what it is about")
            table.add_column("assistant", no_wrap=True)
        table.add_column("answers", no_wrap=True)
        table.add_column("score", justify="right", no_wrap=True)
        table.add_column("trend", no_wrap=True)
        table.add_column("proven, noticed")
        for figures in sorted(self._figures.values(), key=_worst_first):
            about = (figures.title, figures.assistant) if wide else ()
            score = Text("–", style="dim") if figures.score is None else Text(f"{figures.score:.2f}")
            found = Text(", ").join(part for part in (figures.faults(), figures.others()) if part)
            table.add_row(figures.conversation, *about, figures.sparkline(), score, figures.trend(), found)
        return table

    def _under_way(self) -> Table:
        table = Table.grid(padding=(0, 2))
        for figures in self._figures.values():
            if figures.seen and not figures.finished:
                turn = Text(f"turn {figures.seen}", style="dim")
                name = Text(figures.conversation, style="bold")
                table.add_row("  ▸", name, turn, figures.sparkline(), figures.quality(), figures.trend())
        return table


def _worst_first(figures: Figures) -> tuple[float, str]:
    return (2.0 if figures.score is None else figures.score, figures.conversation)


def _certificate_line(certificate: Certificate) -> Text:
    line = Text("● ", style=_LOUD[certificate.severity])
    line.append(f"{certificate.kind.value:<13} ", style=_LOUD[certificate.severity])
    line.append(f"{certificate.conversation}: ", style="bold")
    line.append(explain(certificate))
    line.append(f"  {certificate.severity.value}, {certificate.certificate_id[:8]}", style="dim")
    return line


def _finding_line(conversation: str, finding: Finding) -> Text:
    line = Text(f"○ {finding.kind.value.replace('_', ' '):<13} ", style="cyan")
    line.append(f"{conversation}: ", style="bold")
    line.append(finding.explanation or f"turn {finding.later_turn + 1}, {finding.detector.value.replace('_', ' ')}")
    return line


def _conversation_line(figures: Figures) -> Text:
    mark = Text("✗ ", style="red") if figures.faults() else Text("✓ ", style="green")
    line = mark.append(f"{figures.conversation:<{_NAME_WIDTH}}", style="bold")
    line.append_text(figures.sparkline()).append("  quality ").append_text(figures.quality())
    score = "not assessed" if figures.score is None else f"{figures.score:.2f}"
    line.append(f"  session {score}  ").append_text(figures.trend())
    if figures.faults():
        line.append("  ").append_text(figures.faults())
    return line
