"""The agents on a real broker: what happens to turns that come twice, late, split, or after the end."""

import asyncio

import msgspec
import pytest
from aiokafka import AIOKafkaProducer

from schemas.codec import decode_json, encode_json
from schemas.record import TurnRecord
from schemas.session import Forgotten, SessionSummary
from schemas.topics import CERTIFICATES, DEAD_LETTERS, LEDGER, RECORDS, TOPICS, TURNS
from schemas.turn import Role, Turn
from stream.kafka.annotate import TOO_LARGE
from stream.kafka.topics import topic_name
from stream.kafka.wire import conversation_key, kind_of
from tests.broker.chaos.topics import drained, read_all, until
from tests.broker.chaos.workers import Worker, running, skg
from tests.broker.fixtures import installed_on, remove
from tests.broker.sending import producer

pytestmark = pytest.mark.slow
IDLE_S = 4.0


@pytest.fixture(scope="module")
def worker(broker, tmp_path_factory):
    """Give a worker that annotates and judges without models."""
    folder = tmp_path_factory.mktemp("agents")
    settings = installed_on(broker, folder, archive_url=f"sqlite:///{folder / 'archive.db'}")
    made = Worker(settings, folder)
    with running(made):
        yield made
    remove(settings)


@pytest.fixture(scope="module")
def impatient_worker(broker, tmp_path_factory):
    """Give a worker for which conversations end after a few seconds."""
    folder = tmp_path_factory.mktemp("impatient")
    url = f"sqlite:///{folder / 'archive.db'}"
    settings = installed_on(broker, folder, archive_url=url, session_idle_seconds=IDLE_S, tick_seconds=1.0)
    made = Worker(settings, folder)
    with running(made):
        yield made
    remove(settings)


def turn(conversation, number, text="hello", **fields):
    told = {"index": number, "turn_id": f"{conversation}:{number}", **fields}
    return Turn(conversation=conversation, role=Role.USER, text=text, **told)


def send(worker, *turns, partition=None):
    with producer(worker.settings) as sending:
        for one in turns:
            key = conversation_key(one.tenant, one.conversation)
            sending.send(topic_name(worker.settings, TURNS), key=key, value=encode_json(one), partition=partition)


def records(worker, conversation):
    drained(worker.settings)
    found = [decode_json(message.value, TurnRecord) for message in of_kind(worker, RECORDS, TurnRecord)]
    return [record for record in found if record.conversation == conversation]


def of_kind(worker, topic, kind):
    return [one for one in read_all(worker.settings, topic) if kind_of(dict(one.headers)) == kind.__name__]


def metric(worker, name):
    lines = worker.metrics().splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.split("{")[0].split(" ")[0] == name)


def test_a_turn_that_is_sent_twice_is_recorded_once_and_told_again(worker):
    before = metric(worker, "skg_duplicate_turns_total")

    send(worker, turn("twice", 0), turn("twice", 0))

    first, again = records(worker, "twice")
    assert encode_json(first) == encode_json(again)
    until(lambda: metric(worker, "skg_duplicate_turns_total") == before + 1)


def test_another_text_under_a_known_id_changes_nothing(worker):
    send(worker, turn("conflict", 0, "first"), turn("conflict", 0, "second"))

    assert len(records(worker, "conflict")) == 1
    until(lambda: metric(worker, "skg_id_conflicts_total") >= 1)


def test_the_order_of_arrival_gives_the_slots(worker):
    send(worker, *(turn("order", number) for number in (0, 2, 1)))

    assert [(record.slot, record.position) for record in records(worker, "order")] == [(0, 0), (1, 2), (2, 1)]


def test_a_conversation_on_two_partitions_is_noticed(worker):
    send(worker, turn("split", 0), partition=0)
    drained(worker.settings)
    send(worker, turn("split", 1), partition=1)

    found = records(worker, "split")
    assert [record.source_partition for record in found] == [0, 1]
    assert [record.flags for record in found] == [(), ("split",)]
    until(lambda: metric(worker, "skg_split_conversations_total") >= 1)


def test_conversations_of_two_tenants_are_apart(worker):
    send(worker, turn("shared", 0, tenant="a"), turn("shared", 0, tenant="b"))

    assert [
        (record.tenant, record.slot) for record in sorted(records(worker, "shared"), key=lambda one: one.tenant)
    ] == [
        ("a", 0),
        ("b", 0),
    ]


def test_bytes_that_are_no_turn_stall_nothing_and_are_kept_as_they_are(worker):
    rubbish = [f"{{rubbish {number}".encode() for number in range(10)]
    with producer(worker.settings) as sending:
        for number in range(2):
            sending.send(topic_name(worker.settings, TURNS), key=b"good", value=encode_json(turn("good", number)))
            for bad in rubbish if number == 0 else ():
                sending.send(topic_name(worker.settings, TURNS), key=b"good", value=bad)
            sending.send(topic_name(worker.settings, TURNS), key=b"good", value=None) if number == 0 else None

    assert [record.slot for record in records(worker, "good")] == [0, 1]
    letters = [letter for letter in read_all(worker.settings, DEAD_LETTERS) if letter.key == b"good"]
    assert [letter.value for letter in letters] == [*rubbish, None]


def test_headers_of_null_stall_nothing_and_what_had_them_can_be_sent_again(worker, tmp_path):
    nulls = [("theirs", None), ("skg-mode", None), ("skg-dlq-letter", None)]
    good = encode_json(turn("null", 0))
    asyncio.run(send_nulls(worker, (b"null", b"{rubbish", nulls), (b"null", good, nulls)))

    assert [record.slot for record in records(worker, "null")] == [0]
    letters = [letter for letter in read_all(worker.settings, DEAD_LETTERS) if letter.key == b"null"]
    assert [(letter.value, letter.headers[0]) for letter in letters] == [(b"{rubbish", ("theirs", None))]
    ids = [f"{letter.partition}:{letter.offset}" for letter in letters]
    assert skg(worker.settings, tmp_path, "dlq", "resend", *ids).startswith("Sent again: 1 ")


async def send_nulls(worker, *messages):
    """Send what kafka-python would not."""
    async with AIOKafkaProducer(bootstrap_servers=worker.settings.broker) as sending:
        for key, value, headers in messages:
            await sending.send_and_wait(
                topic_name(worker.settings, TURNS), key=key, value=value, headers=headers, partition=0
            )


def test_bytes_that_unpack_to_more_than_a_topic_takes_stall_nothing(worker):
    with producer(worker.settings, compression_type="gzip", max_request_size=9_000_000, batch_size=1) as sending:
        sending.send(topic_name(worker.settings, TURNS), key=b"bomb", value=b"{" * 5_000_000)
        sending.send(topic_name(worker.settings, TURNS), key=b"bomb", value=encode_json(turn("bomb", 0)))

    assert [record.slot for record in records(worker, "bomb")] == [0]
    [letter] = [one for one in read_all(worker.settings, DEAD_LETTERS) if one.key == b"bomb"]
    assert set(letter.value) == set(b"{")
    assert int(dict(letter.headers)["skg-dlq-cut"]) > 5_000_000


def test_a_turn_of_a_megabyte_and_more_is_recorded(worker):
    with producer(worker.settings, compression_type="gzip", max_request_size=9_000_000) as sending:
        for number, text in enumerate(("word " * 500_000, "after it")):
            value = encode_json(turn("huge", number, text))
            sending.send(topic_name(worker.settings, TURNS), key=b"huge", value=value)

    assert [(record.slot, record.failure) for record in records(worker, "huge")] == [(0, TOO_LARGE), (1, "")]


def test_a_silent_conversation_is_summed_up_and_goes_on_in_a_new_epoch(impatient_worker):
    worker = impatient_worker
    send(worker, turn("silent", 0), turn("silent", 1))
    until(lambda: summaries(worker, "silent") == [(0, 2)])

    send(worker, turn("silent", 2))

    assert [(record.epoch, record.slot) for record in records(worker, "silent")] == [(0, 0), (0, 1), (1, 0)]
    until(lambda: summaries(worker, "silent") == [(0, 2), (1, 1)])
    kept = {message.key: message.value for message in read_all(worker.settings, LEDGER) if b"silent" in message.key}
    assert [key for key, value in kept.items() if value is not None] == [b"\x1fsilent\x1fend"]


def test_a_forgotten_conversation_is_gone_everywhere_and_may_begin_anew(worker, tmp_path):
    certified = [turn("forget", number) for number in range(5)]
    send(worker, *certified)
    assert len(records(worker, "forget")) == 5
    until(lambda: "forget" in skg(worker.settings, tmp_path, "certificates", "list", "--json"))

    said = skg(worker.settings, tmp_path, "forget", "forget")

    first, ledger, archive, *copies = said.splitlines()
    assert (first, ledger) == ("Forgotten: forget.", "Ledger: 5 records removed.")
    assert archive.startswith("Archive: removed 1 conversations, 5 turns")
    assert [line.split(":")[0].strip() for line in copies[1:]] == [
        topic_name(worker.settings, topic) for topic in TOPICS
    ]
    for topic in (RECORDS, CERTIFICATES):
        told = [decode_json(message.value, Forgotten) for message in of_kind(worker, topic, Forgotten)]
        assert [(one.conversation, one.epoch) for one in told] == [("forget", 0)]
    drained(worker.settings)
    assert "forget" not in skg(worker.settings, tmp_path, "certificates", "list", "--json")
    send(worker, msgspec.structs.replace(certified[0], text="again"))
    assert [(one.epoch, one.slot) for one in records(worker, "forget")][-1] == (1, 0)


def summaries(worker, conversation):
    told = [decode_json(message.value, SessionSummary) for message in of_kind(worker, RECORDS, SessionSummary)]
    return [(one.epoch, one.turns) for one in told if one.conversation == conversation]
