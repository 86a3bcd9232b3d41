"""Everything that `skg bench` measures, in the shape that it prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from schemas.annotation import Annotation
from schemas.record import TurnRecord
from schemas.turn import Role, Turn
from skgeval.judgement.session import Session
from stream.bench.memory import Weight, bytes_per_record, weight_of_conversation
from stream.bench.parts import Parts
from stream.bench.replies import Exchange, of_length
from stream.bench.timing import Speed, judgement_by_turn, speed

WORDS = (20, 80, 250)
JUDGED_WORDS = 80
TURNS = (10, 50, 200, 1_000, 5_000)
READ = 100
"""Different replies from which long conversations are made."""

Advance = Callable[[str], None]


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Turns per second by words per reply, on one core; microseconds by turn; sizes.

    `judgement` is that of a process that only judges, `judgement_between` of one that runs models in between;
    `times_floor` is what the pipeline takes of the floor's time, `remembered` the share of strings whose rows were in
    memory, `replies` how many were timed.
    """

    floor: dict[int, float]
    annotation: dict[int, float]
    judgement: dict[int, float]
    judgement_between: dict[int, float]
    pipeline: dict[int, float]
    judgement_us_by_turn: dict[int, float]
    kib_per_live_conversation: Weight
    bytes_per_record: float
    times_floor: dict[int, float]
    remembered: dict[int, float]
    replies: dict[int, int]


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """What is measured on: exchanges by words per reply, and the turns of whole conversations for the records."""

    exchanges: dict[int, list[Exchange]]
    conversations: Sequence[Sequence[Turn]]


def sample_of(found: Sequence[Exchange], conversations: Sequence[Sequence[Turn]], replies: int) -> Sample:
    """Choose twice `replies` exchanges for each length: every second one is timed, after all of the others."""
    return Sample(
        exchanges={words: of_length(found, words, 2 * replies) for words in WORDS}, conversations=conversations
    )


def measure(parts: Parts, sample: Sample, advance: Advance, at: Sequence[int] = TURNS) -> Figures:
    """Run every measurement; `advance` hears the name of each before it starts, `at` are the turns of the long talk."""
    speeds: dict[int, Speed] = {}
    for words, exchanges in sample.exchanges.items():
        advance(f"speed at {words} words")
        speeds[words] = speed(parts, exchanges[::2], exchanges[1::2])
    advance("replies for long conversations")
    replies = _read(parts, sample.exchanges[JUDGED_WORDS][:READ])
    advance("judgement in a growing conversation")
    by_turn = judgement_by_turn(parts, replies, at)
    advance("memory of a live conversation")
    weight = weight_of_conversation(parts, replies)
    advance("size of records")
    size = bytes_per_record(record for turns in sample.conversations for record in _records(parts, turns))
    return Figures(
        floor={words: one.floor for words, one in speeds.items()},
        annotation={words: one.annotation for words, one in speeds.items()},
        judgement={words: one.judgement for words, one in speeds.items()},
        judgement_between={words: one.judgement_between for words, one in speeds.items()},
        pipeline={words: one.pipeline for words, one in speeds.items()},
        judgement_us_by_turn=by_turn,
        kib_per_live_conversation=weight,
        bytes_per_record=size,
        times_floor={words: one.floor / one.pipeline for words, one in speeds.items()},
        remembered={words: one.remembered for words, one in speeds.items()},
        replies={words: len(exchanges[1::2]) for words, exchanges in sample.exchanges.items()},
    )


def _read(parts: Parts, exchanges: Sequence[Exchange]) -> list[Annotation]:
    return [
        parts.annotate(Turn(conversation="read", role=Role.ASSISTANT, text=exchange.reply, index=number))
        for number, exchange in enumerate(exchanges)
    ]


def _records(parts: Parts, turns: Sequence[Turn]) -> list[TurnRecord]:
    session = Session(turns[0].conversation, policy=parts.policy) if turns else Session("")
    return [parts.judge(session, parts.annotate(turn)) for turn in turns]
