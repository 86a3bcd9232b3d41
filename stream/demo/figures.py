"""One conversation in a line: how good each answer was, where it is heading, what was proven."""

from __future__ import annotations

from collections import Counter

from rich.text import Text

from schemas.finding import FindingKind
from schemas.record import Label, TurnRecord
from schemas.turn import Role

_BARS = "▁▂▃▄▅▆▇█"
_NOT_SCORED = "·"
_ARROWS = {Label.DEGRADING: "↘", Label.IMPROVING: "↗", Label.STABLE: "→"}
_COLOURS = {Label.DEGRADING: "red", Label.IMPROVING: "green", Label.STABLE: "default"}
_FAULTS = {FindingKind.CONTRADICTION: "contradiction", FindingKind.FORGOTTEN: "forgotten rule"}
_NOTICED = {
    FindingKind.DRIFT: "drift",
    FindingKind.REVISION: "revision",
    FindingKind.WORLD_UPDATE: "world update",
    FindingKind.USER_CONFLICT: "user conflict",
}
_GOOD, _FAIR = 0.75, 0.5


class Figures:
    """What one conversation has come to so far."""

    def __init__(self, conversation: str, title: str, turns: int) -> None:
        """Start before the first of `turns` turns."""
        self.conversation = conversation
        self.title = title
        self.expected = turns
        self.seen = 0
        self.assistant = ""
        self.qualities: list[float | None] = []
        self.score: float | None = None
        self.label: Label | None = None
        self.degrading = False
        self.kinds: Counter[FindingKind] = Counter()

    @property
    def finished(self) -> bool:
        """Whether all turns have been judged."""
        return self.seen >= self.expected

    def take(self, record: TurnRecord) -> None:
        """Take in a judged turn."""
        self.seen += 1
        self.assistant = record.assistant
        self.kinds.update(finding.kind for finding in record.findings)
        if record.role is not Role.ASSISTANT or record.scores is None:
            return
        self.qualities.append(record.scores.quality)
        self.degrading = record.scores.degrading
        if record.scores.quality is not None:
            self.score = record.scores.session_score
            self.label = record.scores.label

    def sparkline(self) -> Text:
        """Return a bar for each answer."""
        line = Text()
        for quality in self.qualities:
            line.append(bar(quality), style=colour(quality))
        return line

    def quality(self) -> Text:
        """Return the quality of the last answer that was scored."""
        scored = [quality for quality in self.qualities if quality is not None]
        return Text(f"{scored[-1]:.2f}", style=colour(scored[-1])) if scored else Text("  – ", style="dim")

    def trend(self) -> Text:
        """Return where the conversation is heading."""
        if self.label is None:
            return Text("")
        return Text(f"{_ARROWS[self.label]} {self.label.value}", style=_COLOURS[self.label])

    def faults(self) -> Text:
        """Return how often the assistant contradicted itself or forgot a rule."""
        parts = [counted(self.kinds[kind], noun) for kind, noun in _FAULTS.items() if self.kinds[kind]]
        return Text(", ".join(parts), style="bold red") if parts else Text("")

    def others(self) -> Text:
        """Return what else was noticed; no fault of the assistant but for drift."""
        parts = [counted(self.kinds[kind], noun) for kind, noun in _NOTICED.items() if self.kinds[kind]]
        return Text(", ".join(parts), style="yellow" if FindingKind.DRIFT in self.kinds else "dim")


def counted(count: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "drift"), counted(2, "world update")
    ('1 drift', '2 world updates')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def bar(quality: float | None) -> str:
    """Return one character whose height is the quality.

    >>> bar(0.0) + bar(0.5) + bar(1.0) + bar(None)
    '▁▅█·'
    """
    return _NOT_SCORED if quality is None else _BARS[min(len(_BARS) - 1, int(quality * len(_BARS)))]


def colour(quality: float | None) -> str:
    """Return the colour of a quality."""
    if quality is None:
        return "dim"
    if quality >= _GOOD:
        return "green"
    return "yellow" if quality >= _FAIR else "red"
