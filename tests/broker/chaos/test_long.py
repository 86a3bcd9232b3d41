"""A conversation that never ends costs the ledger no more a turn than it did at first; with the real judge."""

from statistics import mean

import msgspec

from schemas.codec import encode_msgpack
from schemas.topics import ANNOTATIONS, LEDGER
from schemas.turn import Role, Turn
from stream.bench.growth import said_later
from stream.bench.parts import load_parts
from stream.bench.replies import exchanges, grown
from stream.commands.bench import bundled
from stream.kafka.topics import topic_name
from stream.kafka.wire import Source, conversation_key
from stream.ledger import Place
from tests.broker.chaos.forms import forms
from tests.broker.chaos.load import open_producer
from tests.broker.chaos.topics import Progress, read_all, until
from tests.broker.chaos.workers import REAL, Worker, running

REPLIES = 25
"""Different replies of 80 words; both windows hold each of them as often."""
EARLY = 50
CONVERSATION = "growing"


class Length(msgspec.Struct, frozen=True, kw_only=True):
    turns: int


def annotations(turns):
    """Yield what is said in so many turns: the same replies about ever new things."""
    parts = load_parts("hash")
    read = [
        parts.annotate(Turn(conversation=CONVERSATION, role=Role.ASSISTANT, text=exchange.reply, index=number))
        for number, exchange in enumerate(grown(exchanges(bundled()), 80)[:REPLIES])
    ]
    for number in range(turns):
        said = said_later(read[number % REPLIES], number, number // REPLIES)
        yield msgspec.structs.replace(said, conversation=CONVERSATION, turn_id=f"turn-{number}")


def send(settings, turns):
    producer = open_producer(settings)
    key = conversation_key("", CONVERSATION)
    for number, annotation in enumerate(annotations(turns)):
        headers = Source(partition=0, offset=number, arrived=0).headers("Annotation")
        producer.send(topic_name(settings, ANNOTATIONS), key=key, value=encode_msgpack(annotation), headers=headers)
    producer.flush()
    producer.close()


def judged(settings):
    progress = Progress(settings)
    try:
        until(lambda: not progress.behind("judge", [ANNOTATIONS]), 600.0)
    finally:
        progress.close()


@forms(short=Length(turns=400), long=Length(turns=5_000))
def test_the_changelog_of_a_long_conversation_takes_no_more_bytes_a_turn_than_at_first(form, chaotic, tmp_path, report):
    worker = Worker(chaotic, tmp_path, role="judge", program=REAL)

    with running(worker):
        send(chaotic, form.turns)
        judged(chaotic)
        worker.terminate()

    slots = {}
    for message in read_all(chaotic, LEDGER):
        place = Place.parse((message.key or b"").decode())
        if place is not None and message.value is not None:
            slots[place.slot] = len(message.key) + len(message.value)
    early = mean(slots[slot] for slot in range(EARLY, EARLY + REPLIES))
    late = mean(slots[slot] for slot in range(form.turns - REPLIES, form.turns))
    report(f"long conversation: {len(slots)} turns; {early:.0f} bytes a turn at turn {EARLY}, {late:.0f} at the end")
    assert sorted(slots) == list(range(form.turns))
    assert abs(late / early - 1) < 0.1
