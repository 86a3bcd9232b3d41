"""TLS and SASL on a real broker, for every client that we have; and secrets that show nowhere."""

import os
import subprocess
import sys
import uuid
from pathlib import Path

import msgspec
import pytest
from kafka import KafkaConsumer, KafkaProducer

from schemas.topics import CERTIFICATES, RECORDS
from stream.errors import BrokerError
from stream.kafka.connection import Connection
from stream.kafka.topics import check, create, topic_name
from stream.producer import Bounds, TurnProducer
from stream.settings import SaslMechanism, Security, Settings
from tests.broker.archiving import archiver
from tests.broker.chaos.topics import until
from tests.broker.chaos.workers import Worker, running
from tests.broker.secured import NAME, PASSWORD, secured_broker
from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
WAYS = [
    (Security.SSL, None),
    (Security.SASL_SSL, SaslMechanism.PLAIN),
    (Security.SASL_SSL, SaslMechanism.SCRAM_SHA_256),
    (Security.SASL_SSL, SaslMechanism.SCRAM_SHA_512),
    (Security.SASL_PLAINTEXT, SaslMechanism.PLAIN),
    (Security.SASL_PLAINTEXT, SaslMechanism.SCRAM_SHA_512),
]


@pytest.fixture(scope="module")
def secured(tmp_path_factory):
    secured = secured_broker(tmp_path_factory.mktemp("secured"))
    yield secured
    secured.broker.stop()


def settings(secured, folder, way, **more):
    """Return the settings of an installation without topics that speaks to the broker in one way."""
    name = f"t{uuid.uuid4().hex[:8]}"
    ours = {
        "app_id": name,
        "topic_prefix": f"{name}.",
        "partitions": 4,
        "data_dir": str(folder / "data"),
        "http_port": 0,
    }
    return Settings(**{**ours, **secured.settings(*way), **more})


def variables(settings):
    """Return settings as environment variables."""
    plain, ours = msgspec.structs.asdict(Settings()), msgspec.structs.asdict(settings)
    return {f"SKG_{name.upper()}": str(value) for name, value in ours.items() if value != plain[name]}


def sent(settings, topic, value):
    producer = KafkaProducer(**Connection.of(settings).client(), acks="all")
    producer.send(topic_name(settings, topic), value).get(timeout=60)
    producer.close()


def received(settings, topic):
    """Return the first message of a topic, as a member of a group reads it."""
    consumer = KafkaConsumer(
        topic_name(settings, topic),
        group_id=f"{settings.app_id}-test",
        auto_offset_reset="earliest",
        **Connection.of(settings).client(),
    )
    found = []
    until(lambda: found.extend(m.value for ms in consumer.poll(1_000).values() for m in ms) or bool(found))
    consumer.close()
    return found[0]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: " ".join(filter(None, way)))
def test_admin_producer_consumer_and_faust_get_through(secured, tmp_path, way):
    installed = settings(secured, tmp_path, way)
    create(installed)
    check(installed)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SKG_")}

    sent(installed, RECORDS, b"a record")
    log = tmp_path / "echo.log"
    with log.open("wb") as out:
        echo = subprocess.Popen(
            [sys.executable, "-m", "tests.broker.echo", str(tmp_path / "echo")],
            cwd=ROOT,
            env={**environment, **variables(installed)},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        answer = received(installed, CERTIFICATES)
    finally:
        echo.kill()
        echo.wait()

    assert answer == b"a record"
    assert PASSWORD not in log.read_text()


def test_a_worker_judges_and_archives_over_tls_with_a_password_that_none_of_its_logs_holds(secured, tmp_path):
    installed = settings(
        secured,
        tmp_path,
        (Security.SASL_SSL, SaslMechanism.SCRAM_SHA_512),
        archive_url=f"sqlite:///{tmp_path / 'archive.db'}",
        log_level="debug",
    )
    create(installed)
    worker = Worker(installed, tmp_path)

    with running(worker):
        sent_turn = b'{"conversation": "c1", "role": "assistant", "text": "The sky is blue."}'
        producer = KafkaProducer(**Connection.of(installed).client(), acks="all")
        producer.send(f"{installed.topic_prefix}conversations.turns.v1", sent_turn, key=b"c1").get(timeout=60)
        producer.close()
        record = received(installed, RECORDS)

    assert b'"conversation":"c1"' in record
    assert PASSWORD not in worker.said()


@pytest.mark.parametrize("mechanism", SaslMechanism)
def test_a_wrong_password_is_refused_in_a_sentence_without_it(secured, tmp_path, mechanism):
    wrong = settings(secured, tmp_path, (Security.SASL_SSL, mechanism), broker_password="guess-8")  # noqa: S106 - wrong

    with pytest.raises(BrokerError, match=f"does not accept our name and password \\({NAME}, {mechanism}\\)") as caught:
        check(wrong)

    assert "guess-8" not in str(caught.value)


@pytest.mark.parametrize("security", [Security.SASL_SSL, Security.SASL_PLAINTEXT])
def test_a_producer_and_an_archive_with_a_wrong_password_say_so_instead_of_waiting(secured, tmp_path, security):
    way = (security, SaslMechanism.PLAIN)
    wrong = settings(secured, tmp_path, way, broker_password="guess-8", archive_url=f"sqlite:///{tmp_path}/a.db")  # noqa: S106

    with pytest.raises(BrokerError, match="does not accept our name and password"):
        TurnProducer(wrong, Bounds(connect_seconds=2.0))
    with archiver(wrong, tmp_path / "archiver") as running:
        until(lambda: running.status.problem)

    assert running.status.problem == f"broker: it does not accept our name and password ({NAME}, PLAIN)"


@pytest.mark.parametrize("words", ["topics check", "worker --role judge", "dlq list", "forget c1"])
def test_the_commands_say_so_too(secured, tmp_path, words):
    wrong = settings(secured, tmp_path, (Security.SASL_PLAINTEXT, SaslMechanism.PLAIN), broker_password="guess-8")  # noqa: S106

    answer = run(tmp_path, *words.split(), **variables(wrong))

    assert answer.returncode == 2
    assert answer.stderr.splitlines()[-1] == (
        f"skg: Kafka at {wrong.broker}: it does not accept our name and password ({NAME}, PLAIN)"
    )


def test_a_broker_that_another_authority_vouches_for_is_not_spoken_to(secured, tmp_path):
    way = (Security.SASL_SSL, SaslMechanism.PLAIN)
    deceived = settings(secured, tmp_path, way, broker_ca_file=str(secured.stranger.certificate))

    with pytest.raises(BrokerError, match=r"certificate is not good: .*; broker_ca_file is .*stranger\.crt"):
        check(deceived)


def test_a_broker_under_a_name_that_its_certificate_does_not_hold_is_not_spoken_to(secured, tmp_path):
    way = (Security.SASL_SSL, SaslMechanism.PLAIN)
    port = secured.broker.listeners[Security.SASL_SSL].partition(":")[2]

    with pytest.raises(BrokerError, match="certificate is not valid for 'localhost'"):
        check(settings(secured, tmp_path, way, broker=f"localhost:{port}"))


def test_a_client_without_the_certificate_that_the_broker_wants_gets_nowhere(secured, tmp_path):
    bare = settings(secured, tmp_path, (Security.SSL, None), broker_certificate_file="", broker_key_file="")

    with pytest.raises(BrokerError, match="it may want a certificate of ours: broker_certificate_file is not set"):
        check(bare)


def test_a_plain_client_gets_nowhere_on_a_listener_with_tls(secured, tmp_path):
    plain = Settings(broker=secured.broker.listeners[Security.SSL], data_dir=str(tmp_path))

    with pytest.raises(BrokerError, match=r"broker_security \(PLAINTEXT\)"):
        check(plain)


def test_the_doctor_reaches_the_broker_and_shows_no_password(secured, tmp_path):
    installed = settings(secured, tmp_path, (Security.SASL_SSL, SaslMechanism.SCRAM_SHA_256))
    create(installed)
    (tmp_path / "password").write_text(PASSWORD + "\n")
    told = {name: value for name, value in variables(installed).items() if name != "SKG_BROKER_PASSWORD"}

    answer = run(tmp_path, "doctor", **told, SKG_BROKER_PASSWORD_FILE=str(tmp_path / "password"))

    assert "6 topics" in answer.stdout
    assert PASSWORD not in answer.stdout + answer.stderr
