"""Compose's broker without a container: real Kafka, with the properties that the image makes of its variables."""

import os
import shutil
import subprocess
import sys
import time

import msgspec
import pytest

from schemas.topics import TOPICS
from stream.errors import BrokerError
from stream.kafka.topics import check, create
from stream.settings import load_settings
from tests.deploy.reading import DEPLOY, compose, our_services

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        "SKG_TEST_BROKER" in os.environ, reason="another broker is given, so Kafka itself may be absent"
    ),
]
KAFKA = compose()["services"]["kafka"]
FOR_JAVA = ("KAFKA_OPTS", "KAFKA_HEAP_OPTS")
"""Variables of the image's start scripts, which are no properties."""
FOUND = "import jars, properties; print(jars.fetched_jars(), *(properties.free_port() for _ in range(3)))"
"""What deploy/kafka, which is no package of ours, says of jars and ports."""
DEADLINE_S = 60.0


class Ports(msgspec.Struct, frozen=True):
    """Where the three listeners are here, instead of at the numbers that they have in their container."""

    internal: int
    controller: int
    external: int

    def placed(self, text):
        for number, port in ((9092, self.internal), (9093, self.controller), (9094, self.external)):
            text = text.replace(f":{number}", f":{port}")
        return (
            text.replace("://:", "://127.0.0.1:")
            .replace("://kafka:", "://127.0.0.1:")
            .replace("localhost", "127.0.0.1")
        )


def properties(ports, folder):
    """Return server.properties as the image makes it: KAFKA_NODE_ID is node.id, and so on."""
    given = {name: value for name, value in KAFKA["environment"].items() if name.startswith("KAFKA_")}
    lines = [
        f"{name.removeprefix('KAFKA_').lower().replace('_', '.')}={ports.placed(value)}\n"
        for name, value in given.items()
        if name not in FOR_JAVA
    ]
    return "".join(lines).replace("/var/lib/kafka/data", str(folder / "data"))


def healthy(ports):
    """Run the health check of compose.yaml."""
    _, *command = KAFKA["healthcheck"]["test"]
    moved = [part.replace("9092", str(ports.internal)).replace("localhost", "127.0.0.1") for part in command]
    return subprocess.run(moved, capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Give a folder with the secrets that compose.yaml reads."""
    found = tmp_path_factory.mktemp("compose")
    subprocess.run(["sh", shutil.copy(DEPLOY / "secrets.sh", found)], check=True, capture_output=True)
    return found


@pytest.fixture(scope="module")
def running(folder):
    """Give the ports of a broker that runs with the properties and the secrets of compose.yaml."""
    command = [sys.executable, "-c", FOUND]
    found = subprocess.run(command, cwd=DEPLOY / "kafka", capture_output=True, text=True, check=True)
    jars, *numbers = found.stdout.split()
    ports = Ports(*map(int, numbers))
    configuration = folder / "server.properties"
    configuration.write_text(properties(ports, folder))
    login = KAFKA["environment"]["KAFKA_OPTS"].replace("/run", str(folder))
    java = ["java", *KAFKA["environment"]["KAFKA_HEAP_OPTS"].split(), login, "-cp", f"{jars}/*"]
    cluster = KAFKA["environment"]["CLUSTER_ID"]
    with (folder / "log").open("wb") as log:
        tool = [*java, "kafka.tools.StorageTool", "format", "--cluster-id", cluster, "--config", str(configuration)]
        subprocess.run(tool, stdout=log, stderr=log, check=True)
        process = subprocess.Popen([*java, "kafka.Kafka", str(configuration)], stdout=log, stderr=log)
    deadline = time.monotonic() + DEADLINE_S
    while not healthy(ports) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.2)
    yield ports
    process.kill()
    process.wait()


def settings(folder, port, **more):
    environment = {**our_services()["topics"]["environment"], "SKG_BROKER": f"127.0.0.1:{port}", **more}
    secret = {name: value.replace("/run", str(folder)) for name, value in environment.items()}
    secret.pop("SKG_POLICY_FILE")
    return load_settings(secret)


def test_the_topics_are_made_by_whoever_knows_the_password_and_seen_from_both_sides(running, folder):
    assert healthy(running), (folder / "log").read_text()

    made = create(settings(folder, running.internal))
    check(settings(folder, running.external))

    assert len(made) == len(TOPICS)


def test_nobody_is_let_in_with_another_password(running, folder):
    other = folder / "other"
    other.write_text("guessed")

    with pytest.raises(BrokerError):
        check(settings(folder, running.internal, SKG_BROKER_PASSWORD_FILE=str(other)))
