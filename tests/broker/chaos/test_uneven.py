"""Loads that are not as one would wish: one partition takes nearly all, and bytes that are no turns come between."""

from collections.abc import Iterator
from itertools import count, islice

import msgspec
from kafka.partitioner.default import murmur2

from schemas.topics import DEAD_LETTERS
from tests.broker.chaos.comparing import compare
from tests.broker.chaos.forms import forms
from tests.broker.chaos.load import Load, Sent, Shape, among, talk
from tests.broker.chaos.topics import drained, read_all
from tests.broker.chaos.workers import Worker, running

POISON = (
    b"",
    b"\x00\xff\xfe not text",
    b"{",
    b'{"conversation": 7}',
    b"[1, 2, 3]",
    b'{"conversation": "c", "role": "user", "text": "hi", "schema_version": 99}',
    b'{"conversation": "\\u0000", "role": "user", "text": "hi"}',
)
_COLD_EVERY = 10


class Crowd(msgspec.Struct, frozen=True, kw_only=True):
    rate: float
    conversations: int
    turns: int


def on_partition(partition, partitions) -> Iterator[str]:
    """Yield conversations whose turns go to one partition."""
    names = (f"hot-{number}" for number in count())
    return (name for name in names if (murmur2(name.encode()) & 0x7FFFFFFF) % partitions == partition)


def poisoned(messages) -> Iterator[Sent]:
    """Put bytes that are no turn after every second message, under the same key."""
    for number, message in enumerate(messages):
        yield message
        if number % 2:
            yield Sent(key=message.key, value=POISON[number // 2 % len(POISON)])


@forms(short=Crowd(rate=100.0, conversations=30, turns=12), long=Crowd(rate=150.0, conversations=300, turns=40))
def test_a_hot_partition_keeps_its_order_and_does_not_starve_the_others(form, chaotic, tmp_path, report):
    hot = list(islice(on_partition(1, chaotic.partitions), form.conversations))
    cold = [f"cold-{number}" for number in range(form.conversations // _COLD_EVERY)]
    workers = [Worker(chaotic, tmp_path, name=name) for name in ("worker-a", "worker-b")]

    with running(*workers):
        with Load(chaotic, among([*hot, *cold], form.turns), rate=form.rate) as load:
            turns = load.finish()
        seconds = drained(chaotic)
        verdict = compare(chaotic, turns)
        for worker in workers:
            worker.terminate()

    report(
        f"hot partition: {len(hot)} of {len(hot) + len(cold)} conversations; {verdict.line()}; {seconds:.1f} s behind"
    )
    assert verdict.faults() == {}


@forms(
    short=Shape(rate=120.0, conversations=10, turns=20, waves=1),
    long=Shape(rate=225.0, conversations=40, turns=50, waves=6),
)
def test_one_in_three_messages_is_no_turn_and_the_good_ones_come_out_in_order(form, chaotic, tmp_path, report):
    worker = Worker(chaotic, tmp_path)

    with running(worker):
        with Load(chaotic, poisoned(talk(form)), rate=form.rate) as load:
            turns = load.finish()
        drained(chaotic)
        verdict = compare(chaotic, turns)
        letters = read_all(chaotic, DEAD_LETTERS)
        worker.terminate()

    bad = [(message.key, message.value) for message in load.sent if message.turn is None]
    report(f"poison: {len(bad)} of {len(load.sent)} messages, {len(letters)} dead letters; {verdict.line()}")
    assert sorted((letter.key, letter.value) for letter in letters) == sorted(bad)
    assert verdict.faults() == {}
