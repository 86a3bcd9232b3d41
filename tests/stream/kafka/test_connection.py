"""The connection to a broker: what settings give, and mistakes found before anything connects."""

import msgspec
import pytest
from kafka.errors import NoBrokersAvailable

from stream.errors import SettingsError
from stream.kafka.connection import Connection
from stream.settings import SaslMechanism, Security, Settings
from tests.broker.certificates import authority, locked, signed

SESAME = "open-sesame"
SASL = {"broker_security": Security.SASL_SSL, "broker_username": "monitor", "broker_password": SESAME}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture(scope="module")
def ours(folder):
    return authority(folder, "ours")


@pytest.fixture(scope="module")
def client(folder, ours):
    return signed(folder, "client", by=ours)


def settings(**more):
    return msgspec.structs.replace(Settings(broker="127.0.0.1:9092"), **more)


def refusal(**more):
    with pytest.raises(SettingsError) as caught:
        Connection.of(settings(**more))
    return caught.value


def test_several_brokers_are_separated_by_commas():
    connection = Connection.of(settings(broker="one:9092, two:9093"))

    assert connection.client()["bootstrap_servers"] == ["one:9092", "two:9093"]
    assert connection.faust()["broker"] == ["kafka://one:9092", "kafka://two:9093"]


@pytest.mark.parametrize(
    "broker", ["localhost", "localhost:", ":9092", "kafka://localhost:9092", "localhost:0", "h:70000"]
)
def test_what_is_no_host_and_port_is_refused(broker):
    error = refusal(broker=broker)

    assert (error.field, error.problem) == ("broker", f"{broker} is not HOST:PORT")


def test_a_broker_that_has_no_address_is_named():
    connection = Connection.of(settings(broker="127.0.0.1:9092,nowhere.invalid:9092"))

    assert connection.explained(NoBrokersAvailable()) == "no address is known here for nowhere.invalid"


def test_without_a_broker_it_says_what_to_set():
    assert refusal(broker="").problem == "is empty; set SKG_BROKER to HOST:PORT of your Kafka"


def test_nothing_of_tls_or_sasl_is_sent_on_a_plain_connection():
    connection = Connection.of(settings())

    assert not [name for name in connection.client() if name.startswith(("ssl", "sasl"))]
    assert connection.faust()["broker_credentials"] is None


@pytest.mark.parametrize("missing", ["broker_username", "broker_password"])
def test_sasl_needs_name_and_password(missing):
    assert refusal(**{**SASL, missing: ""}).field == missing


@pytest.mark.parametrize("given", ["broker_username", "broker_password"])
@pytest.mark.parametrize("security", [Security.PLAINTEXT, Security.SSL])
def test_a_name_or_password_that_would_not_be_sent_is_a_mistake(security, given):
    error = refusal(broker_security=security, **{given: SESAME})

    assert error.field == "broker_security"
    assert "sends no name and password" in error.problem


@pytest.mark.parametrize("given", ["broker_ca_file", "broker_certificate_file", "broker_key_file"])
def test_files_for_tls_on_a_connection_without_it_are_a_mistake(given):
    assert refusal(**{given: "some.pem"}).field == "broker_security"


@pytest.mark.slow  # needs the program `openssl`
def test_a_certificate_needs_its_key(client):
    error = refusal(broker_security=Security.SSL, broker_certificate_file=str(client.certificate))

    assert error.field == "broker_certificate_file"


def test_a_file_that_is_not_there_is_named(folder):
    error = refusal(broker_security=Security.SSL, broker_ca_file=str(folder / "none.crt"))

    assert (error.field, error.problem) == (
        "broker_ca_file",
        f"{folder / 'none.crt'} cannot be read: No such file or directory",
    )


def test_a_file_that_holds_no_certificate_is_named(folder):
    (folder / "nonsense.crt").write_text("nonsense")

    error = refusal(broker_security=Security.SSL, broker_ca_file=str(folder / "nonsense.crt"))

    assert error.problem == f"{folder / 'nonsense.crt'} holds no certificates in PEM"


@pytest.mark.slow  # needs the program `openssl`
@pytest.mark.parametrize("key", ["another", "locked"])
def test_a_key_that_does_not_open_the_certificate_is_refused_without_asking_anybody(folder, ours, client, key):
    path = ours.key if key == "another" else locked(folder, client)

    error = refusal(
        broker_security=Security.SSL, broker_certificate_file=str(client.certificate), broker_key_file=str(path)
    )

    assert error.field == "broker_key_file"
    assert "is not the key, in PEM and without pass phrase" in error.problem


@pytest.mark.parametrize("mechanism", SaslMechanism)
def test_both_kinds_of_client_are_told_the_same(mechanism):
    connection = Connection.of(settings(**SASL, broker_sasl_mechanism=mechanism))
    client, credentials = connection.client(), connection.faust()["broker_credentials"]

    assert client["sasl_mechanism"] == credentials.mechanism.value == mechanism
    assert client["sasl_plain_username"] == credentials.username == "monitor"
    assert client["sasl_plain_password"] == credentials.password == SESAME
    assert client["security_protocol"] == credentials.protocol.value == "SASL_SSL"
    assert client["ssl_context"].check_hostname
    assert credentials.ssl_context.check_hostname


def test_the_password_shows_nowhere():
    connection = Connection.of(settings(**SASL))

    shown = [repr(connection), str(connection), repr(connection.client()), repr(connection.faust()), f"{connection}"]

    assert [text for text in shown if SESAME in text] == []
