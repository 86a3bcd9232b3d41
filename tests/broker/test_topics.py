"""Topics on a real broker: made as planned, and refused when they are not as they must be."""

import time

import msgspec
import pytest
from kafka.admin import ConfigResource, ConfigResourceType, KafkaAdminClient, NewPartitions, NewTopic

from schemas.topics import ANNOTATIONS, CERTIFICATES, DEAD_LETTERS, LEDGER, RECORDS, TURNS
from stream.errors import BrokerError, SettingsError, TopicsError
from stream.kafka.connection import Connection
from stream.kafka.topics import check, create, plan, topic_name
from stream.settings import Settings
from tests.broker.fixtures import installed_on, remove
from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow


@pytest.fixture
def admin(installation):
    client = KafkaAdminClient(**Connection.of(installation).client())
    yield client
    client.close()


def configure(admin, name, **configs):
    dotted = {key.replace("_", "."): value for key, value in configs.items()}
    admin.alter_configs([ConfigResource(ConfigResourceType.TOPIC, name, dotted)])


@pytest.fixture
def neighbour(installation):
    """Give settings of another installation on the same broker, without topics."""
    settings = msgspec.structs.replace(
        installation, app_id=f"{installation.app_id}b", topic_prefix=f"b{installation.topic_prefix}"
    )
    yield settings
    remove(settings)


def problems(settings, at_least=1):
    """Return what is wrong with the topics, once so much is: a broker takes a moment to know what was changed."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            check(settings)
        except TopicsError as error:
            if len(error.problems) >= at_least:
                return list(error.problems)
        time.sleep(0.05)
    raise AssertionError("too little is wrong")


def test_topics_that_were_made_pass_the_check(installation):
    check(installation)


def test_topics_that_are_there_are_not_made_again(installation):
    assert create(installation) == []


def test_the_topics_have_the_names_and_the_partitions_of_the_plan(installation, admin):
    prefix = installation.topic_prefix
    described = {topic["topic"]: len(topic["partitions"]) for topic in admin.describe_topics()}

    assert {name: count for name, count in described.items() if name.startswith((prefix, installation.app_id))} == {
        f"{prefix}conversations.turns.v1": 4,
        f"{prefix}conversations.annotations.v1": 4,
        f"{prefix}conversations.records.v1": 4,
        f"{prefix}conversations.certificates.v1": 4,
        f"{prefix}conversations.turns.v1.dlq": 1,
        f"{installation.app_id}-judge-ledger-changelog": 4,
    }


def test_every_topic_that_is_missing_is_named_at_once(neighbour):
    assert problems(neighbour) == [f"topic {planned.name} is missing" for planned in plan(neighbour)]


def test_a_missing_topic_is_made_and_the_others_are_left(installation, admin):
    name = topic_name(installation, RECORDS)
    admin.delete_topics([name])

    found = problems(installation)
    made = create(installation)

    assert found == [f"topic {name} is missing"]
    assert made == [name]
    check(installation)


def test_a_changelog_with_other_partitions_than_annotations_is_refused(installation, admin):
    name = topic_name(installation, LEDGER)
    admin.create_partitions({name: NewPartitions(5)})

    assert problems(installation) == [f"topic {name} has 5 partitions and needs 4"]


def test_dead_letters_may_have_any_number_of_partitions(installation, admin):
    admin.create_partitions({topic_name(installation, DEAD_LETTERS): NewPartitions(3)})

    check(installation)


def test_a_worker_need_not_be_told_how_many_partitions_there_are(installation):
    check(msgspec.structs.replace(installation, partitions=12))


def test_nothing_is_made_beside_topics_with_another_number_of_partitions(installation, admin):
    name = topic_name(installation, TURNS)
    admin.delete_topics([name])
    found = problems(installation)

    with pytest.raises(TopicsError, match="has 4 partitions and needs 12"):
        create(msgspec.structs.replace(installation, partitions=12))

    assert problems(installation) == found == [f"topic {name} is missing"]


@pytest.mark.parametrize("policy", ["compact", "compact,delete"])
def test_a_compacted_source_is_refused(installation, admin, policy):
    name = topic_name(installation, TURNS)
    configure(admin, name, cleanup_policy=policy, message_timestamp_type="LogAppendTime")

    assert problems(installation) == [f"topic {name} has cleanup.policy={policy} and needs delete"]


@pytest.mark.parametrize("policy", ["delete", "compact,delete"])
def test_a_changelog_that_forgets_is_refused(installation, admin, policy):
    name = topic_name(installation, LEDGER)
    configure(admin, name, cleanup_policy=policy)

    assert problems(installation) == [f"topic {name} has cleanup.policy={policy} and needs compact"]


def test_turns_with_the_times_of_their_producers_are_refused_with_what_to_run(installation, admin):
    name = topic_name(installation, TURNS)
    configure(admin, name, message_timestamp_type="CreateTime")

    (problem,) = problems(installation)

    assert problem == (
        f"topic {name} has message.timestamp.type=CreateTime and needs LogAppendTime (`kafka-configs.sh"
        f" --bootstrap-server {installation.broker} --alter --entity-type topics --entity-name {name}"
        " --add-config message.timestamp.type=LogAppendTime`)"
    )


def test_a_topic_that_takes_a_largest_record_and_no_byte_more_beside_it_is_refused(installation, admin):
    name = topic_name(installation, CERTIFICATES)
    configure(admin, name, max_message_bytes=str(900_000 + 65_535))

    assert problems(installation) == [f"topic {name} has max.message.bytes=965535 and needs 965536"]


def test_a_topic_that_takes_a_largest_record_with_key_and_headers_will_do(installation, admin):
    configure(admin, topic_name(installation, CERTIFICATES), max_message_bytes=str(900_000 + 65_536))

    check(installation)


def test_larger_records_make_topics_that_take_them(neighbour):
    settings = msgspec.structs.replace(neighbour, max_record_bytes=2_000_000)

    create(settings)

    check(settings)


def test_all_that_is_wrong_is_told_at_once_with_what_to_run(neighbour, admin):
    annotations, ledger = topic_name(neighbour, ANNOTATIONS), topic_name(neighbour, LEDGER)
    configs = {"cleanup.policy": "compact,delete", "max.message.bytes": "1000"}
    admin.create_topics(
        [NewTopic(annotations, 6, 1, topic_configs=configs), NewTopic(ledger, 5, 1, topic_configs=configs)]
    )
    wanted = [
        f"topic {topic_name(neighbour, TURNS)} is missing",
        f"topic {annotations} has cleanup.policy=compact,delete and needs delete",
        f"topic {annotations} has max.message.bytes=1000 and needs 965536",
        f"topic {topic_name(neighbour, RECORDS)} is missing",
        f"topic {topic_name(neighbour, CERTIFICATES)} is missing",
        f"topic {topic_name(neighbour, DEAD_LETTERS)} is missing",
        f"topic {ledger} has 5 partitions and needs 6",
        f"topic {ledger} has cleanup.policy=compact,delete and needs compact",
        f"topic {ledger} has max.message.bytes=1000 and needs 965536",
    ]

    found = problems(neighbour, at_least=len(wanted))

    assert found == wanted
    assert "`skg topics create` makes what is missing" in str(TopicsError(problems=tuple(found)))


def test_more_copies_than_brokers_are_told_in_a_sentence(neighbour):
    with pytest.raises(BrokerError, match="InvalidReplicationFactorError: Replication-factor is invalid"):
        create(msgspec.structs.replace(neighbour, replication_factor=99))


def test_topics_of_another_kind_on_the_same_broker_do_not_matter(installation, admin):
    name = f"{installation.topic_prefix}of-somebody-else"
    admin.create_topics([NewTopic(name, 1, 1)])

    check(installation)

    admin.delete_topics([name])


def test_a_broker_that_is_not_there_is_named(tmp_path):
    answer = run(tmp_path, "topics", "check", SKG_BROKER="127.0.0.1:1")

    assert answer.returncode == 2
    assert answer.stderr.startswith("skg: Kafka at 127.0.0.1:1: nothing answers")
    assert len(answer.stderr.splitlines()) == 1


def test_without_a_broker_the_commands_say_what_to_set():
    with pytest.raises(SettingsError, match="set SKG_BROKER to HOST:PORT"):
        check(Settings())


def test_the_commands_make_topics_and_find_them_good(neighbour, tmp_path):
    named = {
        "SKG_BROKER": neighbour.broker,
        "SKG_APP_ID": neighbour.app_id,
        "SKG_TOPIC_PREFIX": neighbour.topic_prefix,
    }

    before = run(tmp_path, "topics", "check", **named)
    made = run(tmp_path, "topics", "create", **named, SKG_PARTITIONS="3")
    after = run(tmp_path, "topics", "check", **named)

    assert before.returncode == 2
    assert "`skg topics create` makes what is missing" in before.stderr
    assert made.stdout.splitlines()[0] == f"{neighbour.topic_prefix}conversations.turns.v1: made, 3 partitions"
    assert (after.returncode, after.stdout) == (0, "All 6 topics are as they must be.\n")


def test_a_private_broker_keeps_its_topics_when_it_is_killed_and_started_again(private_broker, tmp_path):
    settings = installed_on(private_broker, tmp_path)
    address = private_broker.address

    private_broker.kill()
    private_broker.start()

    assert private_broker.address == address
    check(settings)
