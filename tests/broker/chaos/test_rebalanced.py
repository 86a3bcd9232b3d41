import random
import time

import msgspec

from tests.broker.chaos.comparing import compare
from tests.broker.chaos.forms import forms
from tests.broker.chaos.load import Load, Shape, once_more, talk
from tests.broker.chaos.topics import drained
from tests.broker.chaos.workers import Worker, restarts, running


class Frozen(msgspec.Struct, frozen=True, kw_only=True):
    times: int
    rate: float
    asleep: float
    awake: float


class Moves(msgspec.Struct, frozen=True, kw_only=True):
    count: int
    rate: float


def two_workers(settings, folder):
    return [Worker(settings, folder, name=name) for name in ("worker-a", "worker-b")]


def settled(settings, load):
    """Stop the load, let every conversation go on by one turn, and compare."""
    turns = load.stop()
    drained(settings)
    turns = once_more(settings, turns)
    drained(settings)
    return compare(settings, turns)


@forms(
    short=Frozen(times=1, rate=60.0, asleep=9.0, awake=3.0), long=Frozen(times=3, rate=150.0, asleep=12.0, awake=10.0)
)
def test_a_worker_frozen_past_its_session_time_out_and_woken_writes_over_nothing(form, chaotic, tmp_path, report):
    chance = random.Random(9)
    workers = two_workers(chaotic, tmp_path)
    shape = Shape(rate=form.rate)

    with running(*workers), Load(chaotic, talk(shape), rate=shape.rate) as load:
        time.sleep(2.0)
        for number in range(form.times):
            time.sleep(chance.uniform(0.5, 3.0))
            workers[number % 2].freeze()
            time.sleep(form.asleep)
            workers[number % 2].wake()
            time.sleep(form.awake)
        verdict = settled(chaotic, load)
        for worker in workers:
            worker.terminate()

    again = restarts(*workers)
    report(f"frozen: {form.times} x {form.asleep:.0f} s at {form.rate:.0f}/s; {verdict.line()}; restarts: {again}")
    assert verdict.faults() == {}


@forms(short=Moves(count=2, rate=60.0), long=Moves(count=10, rate=150.0))
def test_workers_that_join_and_leave_under_load_hand_over_every_conversation(form, chaotic, tmp_path, report):
    chance = random.Random(10)
    first, second = two_workers(chaotic, tmp_path)
    shape = Shape(rate=form.rate)
    seconds = []

    try:
        with running(first), Load(chaotic, talk(shape), rate=shape.rate) as load:
            staying, moving = first, second
            for number in range(form.count):
                time.sleep(chance.uniform(0.5, 3.0))
                if number % 2 == 0:
                    moving.start()
                    moving.wait_ready()
                    staying, moving = moving, staying
                else:
                    seconds.append(moving.terminate()[0])
            verdict = settled(chaotic, load)
            seconds += [worker.terminate()[0] for worker in (first, second) if worker.running()]
    finally:
        second.end()

    again = restarts(first, second)
    report(
        f"joining and leaving: {form.count} moves at {form.rate:.0f}/s; {verdict.line()}; slowest to leave "
        f"{max(seconds):.1f} s; restarts: {again}"
    )
    assert verdict.faults() == {}
