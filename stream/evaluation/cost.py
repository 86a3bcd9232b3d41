"""What judging one exchange costs when a conversation has become long, by both methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice, zip_longest
from statistics import median
from time import process_time

import msgspec

from schemas.annotation import Annotation
from schemas.turn import Role
from skgeval.evaluation.labelled import DataSet
from skgeval.judgement.observe import observe
from skgeval.judgement.session import Session
from skgeval.judgement.severity import load_severities
from skgeval.knowledge import load_knowledge
from skgeval.policy import Policy
from skgeval.published.judge import Baseline, judge
from skgeval.published.reading import read
from skgeval.published.whiteboard import Whiteboard
from stream.evaluation.examiner import Plan, annotations_of, baseline_of

AT = (10, 100, 400)
"""Exchanges after which the cost is taken."""
_TIMED = 9
"""Exchanges timed from each length on; their median is reported."""

Exchange = tuple[Annotation, ...]
"""The user's turns and the answer to them."""
Judging = Callable[[Exchange], float]
"""Judges the next exchange of its conversation; returns milliseconds."""


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds of processor time for judging an exchange after `turn` others; reading and encoding are not in it.

    `distinct` counts the exchanges at hand: where there are fewer than `turn`, the conversation says them again.
    """

    turn: int
    distinct: int
    ours: float
    published: float


def costs(sets: Sequence[DataSet], plan: Plan) -> tuple[Cost, ...]:
    """Let both methods judge one conversation made of exchanges of all sets, one of each in turn.

    No one set's way of talking fills it: hundreds of pairs about "a man" are like nobody's conversation. It is grown to
    each length apart, and goes on by the same exchanges each time: only what came before differs.
    """
    known = tuple(islice(_in_turn([_exchanges(data, plan) for data in sets]), AT[-1] + _TIMED))
    if not known:
        return ()
    baseline = baseline_of(plan)
    timed = known[-_TIMED:]
    return tuple(
        Cost(
            turn=turn,
            distinct=len(known),
            ours=_timed(_our_judge(), tuple(islice(cycle(known), turn)), timed),
            published=_timed(_published_judge(baseline), tuple(islice(cycle(known), turn)), timed),
        )
        for turn in AT
    )


def _exchanges(data: DataSet, plan: Plan) -> Iterator[Exchange]:
    """Yield the user's turns and the answer to them; an answer without a prompt is left out."""
    for example in data.examples:
        prompt: list[Annotation] = []
        for annotation in annotations_of(example, plan):
            if annotation.role is Role.USER:
                prompt.append(annotation)
            elif annotation.role is Role.ASSISTANT and prompt:
                yield (*prompt, annotation)
                prompt = []


def _in_turn(sources: Sequence[Iterator[Exchange]]) -> Iterator[Exchange]:
    """Yield one of each source in turn, until all are at their end."""
    for round_of_all in zip_longest(*sources):
        yield from (exchange for exchange in round_of_all if exchange is not None)


def _timed(judge_next: Judging, before: Sequence[Exchange], timed: Sequence[Exchange]) -> float:
    for exchange in before:
        judge_next(exchange)
    return median(judge_next(exchange) for exchange in timed)


def _our_judge() -> Judging:
    policy, knowledge, severities = Policy(), load_knowledge(), load_severities()
    session = Session("long", policy=policy)

    def judge_next(exchange: Exchange) -> float:
        placed = [msgspec.structs.replace(annotation, index=None) for annotation in exchange]
        started = process_time()
        for annotation in placed:
            session.apply(observe(session, annotation, policy, knowledge, severities))
        return 1e3 * (process_time() - started)

    return judge_next


def _published_judge(baseline: Baseline) -> Judging:
    board = Whiteboard()

    def judge_next(exchange: Exchange) -> float:
        *prompt, response = (read(annotation, baseline.encoder) for annotation in exchange)
        started = process_time()
        board.apply(judge(board, prompt, response, baseline))
        return 1e3 * (process_time() - started)

    return judge_next
