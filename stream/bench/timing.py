"""Turns per second of each step, and what a judgement costs as a conversation grows."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import process_time

import msgspec

from schemas.annotation import Annotation
from schemas.turn import Role, Turn
from skgeval.judgement.session import Session
from stream.bench.growth import said_later
from stream.bench.parts import Parts
from stream.bench.replies import Exchange

CONVERSATION = 10
"""Exchanges per conversation."""
TIMED = 50
"""Judgements timed from each length on; their median is reported."""


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """Turns per second of processor time, and the share of strings whose rows were remembered.

    `judgement` is that of a process that only judges, as on Kafka; `judgement_between` that of one that runs models in
    between, which throws everything out of the processor's caches. The latter is part of `pipeline`.
    """

    floor: float
    annotation: float
    judgement: float
    judgement_between: float
    pipeline: float
    remembered: float


def speed(parts: Parts, others: Sequence[Exchange], timed: Sequence[Exchange]) -> Speed:
    """Time the reply of every exchange in `timed`, after the pipeline has seen `others`.

    Floor and pipeline take turns, so that a busy machine slows both alike. Prompts are read and judged off the clock.
    """
    for number, exchange in enumerate(others):
        prompt, reply = _turns(exchange, "others", number)
        parts.annotate(prompt)
        parts.annotate(reply)
    known, asked = parts.memo.hits, parts.memo.hits + parts.memo.misses
    floor = annotation = judgement = 0.0
    talks: list[list[Annotation]] = []
    session = Session("timed")
    for number, exchange in enumerate(timed):
        if number % CONVERSATION == 0:
            session = Session(f"timed-{number}", policy=parts.policy)
            talks.append([])
        prompt, reply = _turns(exchange, session.conversation, number % CONVERSATION)
        asked_for = parts.annotate(prompt)
        parts.judge(session, asked_for)
        started = process_time()
        parts.floor(exchange.reply)
        parsed = process_time()
        read = parts.annotate(reply)
        annotated = process_time()
        parts.judge(session, read)
        judged = process_time()
        floor += parsed - started
        annotation += annotated - parsed
        judgement += judged - annotated
        talks[-1] += [asked_for, read]
    count = len(timed)
    strings = parts.memo.hits + parts.memo.misses - asked
    return Speed(
        floor=count / floor,
        annotation=count / annotation,
        judgement=count / _judged_alone(parts, talks),
        judgement_between=count / judgement,
        pipeline=count / (annotation + judgement),
        remembered=(parts.memo.hits - known) / strings if strings else 0.0,
    )


def _judged_alone(parts: Parts, talks: Sequence[Sequence[Annotation]]) -> float:
    """Return the seconds that judging the replies takes when nothing else is done; prompts are off the clock."""
    spent = 0.0
    for number, talk in enumerate(talks):
        session = Session(f"timed-{number}", policy=parts.policy)
        for annotation in talk:
            started = process_time()
            parts.judge(session, annotation)
            spent += process_time() - started if annotation.role is Role.ASSISTANT else 0.0
    return spent


def judgement_by_turn(parts: Parts, replies: Sequence[Annotation], at: Sequence[int]) -> dict[int, float]:
    """Return the median microseconds of the judgements after each number of turns in `at`.

    A conversation is grown to each of these lengths; then all go on by the same replies, taking turns, so that a busy
    machine slows short and long ones alike.
    """
    sessions = {turn: Session("growing", policy=parts.policy) for turn in at}
    for turn, session in sessions.items():
        for number in range(turn):
            parts.judge(session, said_later(replies[number % len(replies)], number, number // len(replies)))
    spent: dict[int, list[float]] = {turn: [] for turn in at}
    for number in range(TIMED):
        for turn, session in sessions.items():
            reply = said_later(replies[number % len(replies)], turn + number, turn // len(replies) + 1)
            started = process_time()
            parts.judge(session, reply)
            spent[turn].append(process_time() - started)
    return {turn: 1e6 * median(times) for turn, times in spent.items()}


def _turns(exchange: Exchange, conversation: str, place: int) -> tuple[Turn, Turn]:
    return (
        Turn(conversation=conversation, role=Role.USER, text=exchange.prompt, index=2 * place),
        Turn(conversation=conversation, role=Role.ASSISTANT, text=exchange.reply, index=2 * place + 1),
    )
