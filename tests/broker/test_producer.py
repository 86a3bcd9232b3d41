"""TurnProducer against a real broker: what arrives, what is refused, and what an absent broker does to it."""

from contextlib import suppress

import msgspec
import pytest
from kafka.admin import (
    ACL,
    ACLFilter,
    ACLOperation,
    ACLPermissionType,
    ACLResourcePatternType,
    KafkaAdminClient,
    ResourcePattern,
    ResourcePatternFilter,
    ResourceType,
)
from kafka.errors import ClusterAuthorizationFailedError

from schemas.codec import decode_json
from schemas.errors import WireError
from schemas.topics import KEY_SEPARATOR, TURNS
from schemas.turn import Role, Turn
from stream.errors import BrokerError, SettingsError, TopicsError, TurnTooLargeError, UndeliveredError
from stream.kafka.connection import Connection
from stream.kafka.wire import partition_of
from stream.producer import Bounds, TurnProducer
from stream.settings import RedactionMode
from tests.broker.chaos.topics import read_all
from tests.broker.fixtures import installed_on
from tests.broker.running import RunningBroker

pytestmark = pytest.mark.slow

QUICK = Bounds(delivery_seconds=3.0, connect_seconds=2.0)


def said(conversation, index, **fields):
    return Turn(conversation=conversation, role=Role.USER, text=f"turn {index}", index=index, **fields)


def arrived(settings):
    return [decode_json(message.value, Turn) for message in read_all(settings, TURNS)]


def test_turns_arrive_as_they_were_sent_and_each_conversation_in_its_order(installation):
    sent = [said(f"c{index % 3}", index) for index in range(300)]

    with TurnProducer(installation) as producer:
        for turn in sent:
            producer.send(turn)

    found = arrived(installation)
    for name in ("c0", "c1", "c2"):
        assert [turn for turn in found if turn.conversation == name] == [
            turn for turn in sent if turn.conversation == name
        ]


def test_a_conversation_stays_on_the_partition_that_java_clients_choose(installation):
    with TurnProducer(installation) as producer:
        alone = producer.send(said("c1", 0)).result(60)
        owned = producer.send(said("c1", 0, tenant="t1")).result(60)

    keys = {message.key: message.partition for message in read_all(installation, TURNS)}
    assert keys == {b"c1": alone.partition, f"t1{KEY_SEPARATOR}c1".encode(): owned.partition}
    assert [partition_of(key, 4) for key in keys] == list(keys.values())


def test_a_delivery_tells_the_id_that_the_turn_is_known_by(installation):
    bare = Turn(conversation="c1", role=Role.USER, text="Yes")

    with TurnProducer(installation) as producer:
        placed, named = producer.send(said("c1", 4)).result(60), producer.send(said("c1", 5, turn_id="t5")).result(60)
        first, second = (producer.send(bare).result(60) for _ in range(2))

    assert (placed.turn_id, placed.offset) == ("index:4", 0)
    assert named.turn_id == "t5"
    assert first.turn_id != second.turn_id
    assert [turn.turn_id for turn in arrived(installation)] == ["", "t5", first.turn_id, second.turn_id]


def test_a_turn_that_is_too_large_is_refused_and_the_others_go_on(installation):
    room = len(b'{"conversation":"c1","index":1,"role":"user","schema_version":1,"text":""}')
    limited = msgspec.structs.replace(installation, max_record_bytes=room + 100)

    with TurnProducer(limited) as producer:
        producer.send(said("c1", 0))
        producer.send(msgspec.structs.replace(said("c1", 1), text="a" * 100))
        with pytest.raises(TurnTooLargeError, match=f"c1 has {room + 101} bytes, and {room + 100} may be sent"):
            producer.send(msgspec.structs.replace(said("c1", 2), text="a" * 101))
        producer.send(said("c1", 3))

    assert [turn.index for turn in arrived(installation)] == [0, 1, 3]


def test_a_turn_with_an_unusable_id_is_refused(installation):
    with TurnProducer(installation) as producer, pytest.raises(WireError, match="control character"):
        producer.send(said("c\n1", 0))


def test_turns_are_redacted_before_they_are_sent(installation):
    redacting = msgspec.structs.replace(
        installation, redaction=RedactionMode.PATTERNS, redaction_key="a key of the tests alone"
    )

    with TurnProducer(redacting) as producer:
        producer.send(Turn(conversation="c1", role=Role.USER, text="I am anna@example.org", index=0))

    [message] = read_all(installation, TURNS)
    assert b"anna" not in message.value
    assert b"I am Mail" in message.value


def test_settings_without_a_broker_and_a_missing_topic_are_told_at_once(installation):
    with pytest.raises(SettingsError, match="SKG_BROKER"):
        TurnProducer(msgspec.structs.replace(installation, broker=""))
    with pytest.raises(BrokerError, match="nothing answers"):
        TurnProducer(msgspec.structs.replace(installation, broker="127.0.0.1:1"), QUICK)
    with pytest.raises(TopicsError, match="skg topics create"):
        TurnProducer(msgspec.structs.replace(installation, topic_prefix="absent."), QUICK)


def test_nothing_is_lost_or_reordered_while_the_broker_restarts(private_broker, tmp_path):
    settings = installed_on(private_broker, tmp_path)

    with TurnProducer(settings) as producer:
        for index in range(300):
            if index == 100:
                producer.flush()
                private_broker.kill()
            if index == 200:
                private_broker.start()
            producer.send(said("c1", index))

    assert [turn.index for turn in arrived(settings)] == list(range(300))


def test_what_an_absent_broker_does_not_acknowledge_is_told_and_the_producer_goes_on_after_its_return(
    private_broker, tmp_path
):
    settings = installed_on(private_broker, tmp_path)
    producer = TurnProducer(settings, QUICK)
    producer.send(said("c1", 0)).result(60)

    private_broker.stop()
    lost = producer.send(said("c1", 1))
    with pytest.raises(UndeliveredError, match="1 turn was not acknowledged"):
        producer.flush()
    private_broker.start()
    while not _sent(producer, said("c1", 2)):
        pass
    producer.close()

    assert isinstance(lost.exception(), BrokerError)
    assert arrived(settings)[-1].index == 2


def _sent(producer, turn):
    try:
        return producer.send(turn).exception(60) is None
    except BrokerError:
        return False
    finally:
        producer._failed = 0


def test_a_full_buffer_makes_the_sender_wait_and_an_absent_broker_ends_the_waiting(private_broker, tmp_path):
    settings = installed_on(private_broker, tmp_path)
    producer = TurnProducer(settings, msgspec.structs.replace(QUICK, turns=5))
    for index in range(50):
        producer.send(said("c1", index))
        assert len(producer._waiting) <= 5
    producer.flush()

    private_broker.stop()
    futures = [producer.send(said("c1", index)) for index in range(5)]
    producer.send(said("c1", 5))  # waits until the first ones are given up
    with pytest.raises(UndeliveredError):
        producer.close()

    assert all(isinstance(future.exception(0), BrokerError) for future in futures)


@pytest.fixture
def guarded_broker(tmp_path):
    """Give a broker on which all may write, and nobody idempotently."""
    running = RunningBroker(
        tmp_path / "guarded",
        "--property",
        "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "--property",
        "allow.everyone.if.no.acl.found=true",
    )
    yield running
    running.kill()  # in order it could not end: with rules on the cluster it may not speak to itself


def _forbid_idempotence(settings):
    """Put the rules in force under which a broker refuses to give a producer its number."""
    forbidden = [
        ACL("User:ANONYMOUS", "*", operation, ACLPermissionType.DENY, ResourcePattern(kind, name))
        for kind, name, operation in (
            (ResourceType.CLUSTER, "kafka-cluster", ACLOperation.IDEMPOTENT_WRITE),
            # Whoever may write to some topic is given one all the same; the broker tries a topic of this name.
            (ResourceType.TOPIC, "hardcode", ACLOperation.WRITE),
        )
    ]
    everything = ACLFilter(
        None,
        None,
        ACLOperation.ANY,
        ACLPermissionType.ANY,
        ResourcePatternFilter(ResourceType.ANY, None, ACLResourcePatternType.ANY),
    )
    admin = KafkaAdminClient(**Connection.of(settings).client())
    admin.create_acls(forbidden)
    with suppress(ClusterAuthorizationFailedError):  # once the rules are in force they forbid to ask for them as well
        while True:
            admin.describe_acls(everything)
    admin.close()


def test_where_idempotence_is_forbidden_turns_are_sent_without(guarded_broker, tmp_path):
    settings = installed_on(guarded_broker, tmp_path)
    _forbid_idempotence(settings)

    with TurnProducer(settings) as producer:
        for index in range(10):
            producer.send(said("c1", index))

    assert producer._client is None
    assert "enable_idempotence" not in producer._manner
    assert [turn.index for turn in arrived(settings)] == list(range(10))
