"""Dead letters on a real broker: listed with their reasons, and put back as they came."""

import json

import pytest
from kafka import KafkaProducer
from msgspec.structs import replace

from schemas.errors import WireError
from schemas.topics import DEAD_LETTERS, TURNS
from stream.errors import BrokerError, DeadLetterNotFoundError, TopicsError
from stream.kafka.connection import Connection
from stream.kafka.dead_letters import LetterSource, dead_letter, read_letters, resend
from stream.kafka.topics import topic_name
from tests.broker.chaos.topics import read_all
from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow

ERROR = WireError(kind="Turn", field="role", problem="is missing")
VALUES = [b"\xff\x00", b"my password is hunter2", None, b"{}" * 400_000]


def bury(settings, *letters):
    producer = KafkaProducer(**Connection.of(settings).client(), acks="all", max_request_size=2_000_000)
    for value, key, headers in letters:
        source = LetterSource(topic="turns", partition=1, offset=7, timestamp_ms=1_772_712_000_000, headers=headers)
        made = dead_letter(value=value, key=key, source=source, error=ERROR, most_bytes=1_000_000)
        producer.send(topic_name(settings, DEAD_LETTERS), key=made.key, value=made.value, headers=made.headers).get()
    producer.close()


def turns(settings):
    return read_all(settings, TURNS)


def skg(settings, tmp_path, *arguments):
    names = {"SKG_BROKER": settings.broker, "SKG_TOPIC_PREFIX": settings.topic_prefix, "SKG_APP_ID": settings.app_id}
    return run(tmp_path, "dlq", *arguments, **names)


def test_letters_go_back_as_they_came_marked_as_sent_again(installation):
    bury(installation, *((value, b"talk", (("traceparent", b"00-1"),)) for value in VALUES))

    done = resend(installation, None)

    assert done.sent == ("0:0", "0:1", "0:2", "0:3")
    back = turns(installation)
    assert [message.value for message in back] == VALUES
    assert {message.key for message in back} == {b"talk"}
    assert len({message.partition for message in back}) == 1
    assert [dict(message.headers)["skg-mode"] for message in back] == [b"resend"] * 4
    assert [dict(message.headers)["traceparent"] for message in back] == [b"00-1"] * 4


def test_what_failed_again_is_left_unless_it_is_named(installation):
    bury(installation, (b"first", b"a", ()), (b"second", b"b", ()), (b"first", b"a", (("skg-dlq-letter", b"0:0"),)))

    everything = resend(installation, None)
    insisting = resend(installation, ["0:2"])

    assert (everything.sent, everything.left) == (("0:1",), ("0:0", "0:2"))
    assert (insisting.sent, insisting.left) == (("0:2",), ())
    assert [message.value for message in turns(installation)] == [b"second", b"first"]


def test_nothing_is_sent_when_one_id_is_not_there(installation):
    bury(installation, (b"first", b"a", ()))

    with pytest.raises(DeadLetterNotFoundError, match="0:9, nonsense"):
        resend(installation, ["0:0", "0:9", "nonsense"])

    assert turns(installation) == []


def test_a_topic_and_a_broker_that_are_not_there_are_said_to_be(installation):
    with pytest.raises(TopicsError, match="is missing"):
        list(read_letters(replace(installation, topic_prefix="elsewhere.")))
    with pytest.raises(BrokerError, match="nothing answers"):
        list(read_letters(replace(installation, broker="127.0.0.1:1")))


def test_the_command_lists_without_a_word_of_the_text_and_sends_again(installation, tmp_path):
    bury(installation, *((value, b"shop\x1ftalk", ()) for value in VALUES[:2]))

    table = skg(installation, tmp_path, "list")
    lines = skg(installation, tmp_path, "list", "--json", "--limit", "1")
    sent = skg(installation, tmp_path, "resend", "0:1")

    assert "0:0" in table.stdout
    assert "hunter2" not in table.stdout + lines.stdout
    (told,) = map(json.loads, lines.stdout.splitlines())
    assert (told["id"], told["key"], told["bytes"], told["offset"]) == ("0:1", "shop␟talk", 22, 7)
    assert told["message"] == "Turn: field `role`: is missing"
    assert sent.stdout == "Sent again: 1 (0:1).\n"
    assert [message.value for message in turns(installation)] == [b"my password is hunter2"]


@pytest.mark.parametrize("arguments", [("resend",), ("resend", "0:0", "--all"), ("resend", "9:9")])
def test_the_command_refuses_nonsense(installation, tmp_path, arguments):
    result = skg(installation, tmp_path, *arguments)

    assert result.returncode == 2
    assert "Traceback" not in result.stderr
