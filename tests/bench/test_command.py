"""All figures of `skg bench`, and what a judgement costs as a conversation grows, in calls rather than seconds."""

from __future__ import annotations

import json
import sys
from statistics import median

import msgspec
import pytest

from schemas.annotation import Annotation
from schemas.turn import Role, Turn
from skgeval.judgement.session import Session
from stream.bench.growth import said_later
from stream.bench.parts import Parts, load_parts
from stream.bench.replies import Exchange, exchanges, grown
from stream.bench.report import measure
from stream.bench.timing import speed
from stream.commands.bench import bundled, sample

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def parts() -> Parts:
    return load_parts("hash")


@pytest.fixture(scope="module")
def replies(parts) -> list[Annotation]:
    found = grown(exchanges(bundled()), 80)[:20]
    return [
        parts.annotate(Turn(conversation="c", role=Role.ASSISTANT, text=exchange.reply, index=number))
        for number, exchange in enumerate(found)
    ]


def test_every_figure_is_measured_and_written_as_json(parts, tmp_path):
    steps: list[str] = []

    measured = measure(parts, sample(tmp_path, 2), steps.append, at=(10, 20))

    figures = json.loads(msgspec.json.encode(measured))
    for step in ("floor", "annotation", "judgement", "judgement_between", "pipeline"):
        assert list(figures[step]) == ["20", "80", "250"]
        assert all(value > 0 for value in figures[step].values())
    assert list(figures["judgement_us_by_turn"]) == ["10", "20"]
    assert set(figures["kib_per_live_conversation"]) == {"graph", "vectors", "index", "total"}
    assert figures["bytes_per_record"] > 0
    assert steps[0] == "speed at 20 words"


def test_the_share_of_remembered_strings_counts_the_timed_replies_alone(parts):
    found = [Exchange(prompt="Why is my bread so flat?", reply="The yeast of your sourdough was asleep, I fear.")]

    first = speed(parts, (), found)
    again = speed(parts, (), found)

    assert first.remembered < 1.0
    assert again.remembered == 1.0


def test_a_judgement_late_in_a_long_conversation_makes_hardly_more_calls_than_an_early_one(parts, replies):
    session = Session("growing", policy=parts.policy)
    calls: list[int] = []

    for number in range(400):
        reply = said_later(replies[number % len(replies)], number, number // len(replies))
        calls.append(calls_of(parts, session, reply))

    assert median(calls[-60:]) <= 1.25 * median(calls[100:160])


def calls_of(parts: Parts, session: Session, reply: Annotation) -> int:
    count = 0

    def counting(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counting)
    try:
        parts.judge(session, reply)
    finally:
        sys.setprofile(None)
    return count
