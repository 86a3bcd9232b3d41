"""`skg doctor` beside a broker."""

import json

import pytest

from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow


def test_the_doctor_says_what_is_wrong_with_the_topics(broker, tmp_path):
    answer = run(tmp_path, "doctor", "--json", SKG_BROKER=broker.address, SKG_TOPIC_PREFIX=f"{tmp_path.name}.")

    told = {check["name"]: check for check in json.loads(answer.stdout)["working"]}
    assert answer.returncode == 1
    assert not told["broker"]["sound"]
    assert f"topic {tmp_path.name}.conversations.turns.v1 is missing" in told["broker"]["found"]
