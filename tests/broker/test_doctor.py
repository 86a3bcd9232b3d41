"""`skg doctor` beside a broker."""

import json
import time

import msgspec
import pytest

from schemas.codec import encode_json
from schemas.topics import TURNS
from schemas.turn import Role, Turn
from stream.deployment.kafka import look_at_roles
from stream.kafka.topics import topic_name
from tests.broker.chaos.workers import Worker, running
from tests.broker.sending import producer
from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow


def test_the_doctor_says_what_is_wrong_with_the_topics(broker, tmp_path):
    answer = run(tmp_path, "doctor", "--json", SKG_BROKER=broker.address, SKG_TOPIC_PREFIX=f"{tmp_path.name}.")

    told = {check["name"]: check for check in json.loads(answer.stdout)["working"]}
    assert answer.returncode == 1
    assert not told["broker"]["sound"]
    assert f"topic {tmp_path.name}.conversations.turns.v1 is missing" in told["broker"]["found"]


def test_a_role_is_behind_when_its_first_waiting_message_waits_longer_than_is_allowed(installation, tmp_path):
    worker = Worker(installation, tmp_path, role="annotate")
    with running(worker):
        worker.freeze()  # it stays a member of its group, and reads nothing
        with producer(installation) as sending:
            value = encode_json(Turn(conversation="c", role=Role.USER, text="hello"))
            sending.send(topic_name(installation, TURNS), key=b"c", value=value)
        time.sleep(2.0)
        behind, patient = (annotators(installation, seconds) for seconds in (1.0, 60.0))

    assert not behind.sound
    assert behind.found.startswith("1 process; 1 message waits, the first for ")
    assert behind.todo.startswith("more than SKG_READY_LAG_SECONDS (1): ")
    assert patient.sound
    assert patient.found.startswith("1 process; 1 message waits, the first for ")


def annotators(settings, seconds):
    """Return what is said of the annotators when so many seconds are allowed."""
    told = look_at_roles(msgspec.structs.replace(settings, ready_lag_seconds=seconds))
    return next(check for check in told if check.name == "role annotate")
