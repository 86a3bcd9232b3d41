import time

import msgspec

from schemas.topics import ANNOTATIONS, RECORDS, TURNS
from stream.kafka.wire import Source
from tests.broker.chaos.comparing import compare
from tests.broker.chaos.forms import forms
from tests.broker.chaos.load import Load, Shape, talk
from tests.broker.chaos.topics import Progress, drained, read_all
from tests.broker.chaos.workers import Worker, running

LONGEST_S = 10.0


class Stops(msgspec.Struct, frozen=True, kw_only=True):
    count: int
    rate: float


def uncommitted_outputs(settings):
    """Return how many turns and annotations were answered without being committed: work that would be done again.

    Told by the turns behind the messages: a rebalance before the stop may have had some answered twice.
    """
    turns, annotations, records = (read_all(settings, topic) for topic in (TURNS, ANNOTATIONS, RECORDS))
    progress = Progress(settings)
    try:
        annotated = _below(turns, progress.committed("annotate"))
        judged = _below(annotations, progress.committed("judge"))
    finally:
        progress.close()
    answered = {_turn(message) for message in annotations}, {_turn(message) for message in records}
    return {
        "annotate": len(answered[0] - {(message.partition, message.offset) for message in annotated}),
        "judge": len(answered[1] - {_turn(message) for message in judged}),
    }


def _below(messages, committed):
    offsets = {place.partition: offset for place, offset in committed.items()}
    return [message for message in messages if message.offset < offsets.get(message.partition, 0)]


def _turn(message):
    source = Source.of(dict(message.headers), 0)
    return source.partition, source.offset


@forms(short=Stops(count=1, rate=100.0), long=Stops(count=5, rate=150.0))
def test_a_worker_that_is_told_to_stop_under_load_ends_in_time_with_everything_committed(
    form, chaotic, tmp_path, report
):
    worker = Worker(chaotic, tmp_path)
    shape = Shape(rate=form.rate)
    ends, left = [], []

    with running(worker), Load(chaotic, talk(shape), rate=shape.rate) as load:
        for _ in range(form.count):
            time.sleep(3.0)
            ends.append(worker.terminate())
            left.append(uncommitted_outputs(chaotic))
            worker.start()
            worker.wait_ready()
        turns = load.stop()
        drained(chaotic)
        verdict = compare(chaotic, turns)
        ends.append(worker.terminate())

    slowest = max(seconds for seconds, _ in ends)
    report(f"told to stop: {len(ends)} times at {form.rate:.0f}/s; slowest {slowest:.1f} s; {verdict.line()}")
    assert slowest < LONGEST_S
    assert {code for _, code in ends} == {0}
    assert left == [{"annotate": 0, "judge": 0}] * form.count
    assert verdict.faults() == {}
    assert verdict.repeats == 0
