"""What a person sees: sentences, bars, a table, and no colour codes in a pipe."""

import io

import msgspec
import pytest
from rich.console import Console

from schemas.finding import FindingKind
from schemas.record import Label
from stream.demo.display import Display
from stream.demo.figures import Figures, bar, colour
from stream.demo.samples import Sample
from tests.stream.fakes import NOON, WordEngine, said
from tests.stream.test_runner import Desk

TURNS = (
    said("talk", "user", "Hi", index=0, at=NOON),
    said("talk", "assistant", "Hello", index=1, at=NOON),
    said("talk", "assistant", "this is wrong", index=2, at=NOON),
)


def watched(*, terminal):
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=150, highlight=False)
    display = Display(console, [Sample(id="talk", title="A talk", shows=(), turns=TURNS)])
    desk = Desk(engine=WordEngine())
    desk.take(*TURNS)
    with display:
        for record in desk.records("talk"):
            display.record(record)
    console.print(display.totals())
    return display, out.getvalue()


def test_in_a_pipe_a_certificate_is_one_sentence_and_a_conversation_one_line_without_colour_codes():
    display, said_out = watched(terminal=False)

    assert display.finished
    assert "\x1b" not in said_out
    certificate, conversation, *_ = said_out.splitlines()
    assert certificate.startswith("● contradiction talk: In turn 3 the assistant said")
    assert conversation.startswith("✗ talk")
    assert "█▂".replace("█", bar(0.9)).replace("▂", bar(0.2)) in conversation
    assert "1 contradiction" in conversation


def test_on_a_terminal_it_is_coloured_and_says_the_same():
    _, said_out = watched(terminal=True)

    assert "\x1b" in said_out
    assert "contradiction" in said_out


def test_the_table_at_the_end_has_a_row_for_each_conversation():
    _, said_out = watched(terminal=False)

    [row] = [line for line in said_out.splitlines() if "A talk" in line]
    assert "0.20" in row
    assert "stable" in row
    assert "1 contradiction" in row


@pytest.mark.parametrize("width", [80, 120, 150])
def test_the_table_shows_every_score_however_narrow_the_terminal(width):
    console = Console(file=io.StringIO(), width=width)
    title = "A question about the weather, and a change of topic that is fine"
    display = Display(console, [Sample(id="support-shipping", title=title, shows=(), turns=TURNS)])
    desk = Desk(engine=WordEngine())
    desk.take(*TURNS)
    for record in desk.records("talk"):
        display.record(msgspec.structs.replace(record, conversation="support-shipping"))

    console.print(display.totals())

    assert isinstance(console.file, io.StringIO)
    table = console.file.getvalue()[console.file.getvalue().index("What the monitor saw") :]
    assert max(len(line) for line in table.splitlines()) <= width
    for whole in ("support-shipping", "score", "0.20", "→ stable", "1 contradiction"):
        assert whole in table


@pytest.mark.parametrize(
    ("quality", "character"), [(None, "·"), (0.0, "▁"), (0.124, "▁"), (0.125, "▂"), (0.5, "▅"), (0.99, "█"), (1.0, "█")]
)
def test_a_bar_is_as_high_as_the_quality(quality, character):
    assert bar(quality) == character


def test_colours_change_at_three_quarters_and_at_a_half():
    assert [colour(quality) for quality in (0.75, 0.749, 0.5, 0.499, None)] == [
        "green",
        "yellow",
        "yellow",
        "red",
        "dim",
    ]


def test_a_conversation_that_was_never_scored_has_no_figures():
    figures = Figures("talk", "A talk", 2)

    assert figures.quality().plain.strip() == "–"
    assert figures.trend().plain == ""
    assert not figures.finished


def test_faults_and_what_else_was_noticed_stand_apart():
    figures = Figures("talk", "A talk", 2)
    figures.kinds.update({FindingKind.FORGOTTEN: 2, FindingKind.REVISION: 1})
    figures.label = Label.DEGRADING

    assert figures.faults().plain == "2 forgotten rules"
    assert figures.others().plain == "1 revision"
    assert figures.trend().plain == "↘ degrading"
