"""deploy/kafka/broker.py: a broker in the background, one for each data folder, and none left behind."""

import json
import os
import signal
import subprocess
import sys

import pytest
from kafka.admin import KafkaAdminClient

from tests.broker.chaos.topics import until
from tests.broker.running import PROGRAM

pytestmark = pytest.mark.slow
OWNER = """
import sys
from pathlib import Path
from tests.broker.running import RunningBroker
broker = RunningBroker(Path(sys.argv[1]))
print(broker.pid, flush=True)
sys.stdin.read()
"""


def program(verb, data):
    return subprocess.run(
        [sys.executable, str(PROGRAM), verb, "--data", str(data), *(["--short-lived"] if verb != "stop" else [])],
        capture_output=True,
        text=True,
        check=False,
    )


def lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_in_the_background_answers_refuses_a_second_and_is_stopped(tmp_path):
    started = json.loads(program("start", tmp_path).stdout)
    try:
        admin = KafkaAdminClient(bootstrap_servers=started["address"])
        topics = admin.list_topics()
        admin.close()
        second = program("run", tmp_path)
    finally:
        stopped = program("stop", tmp_path)

    assert topics == []
    assert (second.returncode, second.stderr) == (1, f"broker.py: a broker with the data of {tmp_path} runs already\n")
    assert stopped.returncode == 0
    until(lambda: not lives(started["pid"]))
    assert program("stop", tmp_path).returncode == 0


def test_a_broker_ends_with_whoever_started_it_even_by_a_kill(tmp_path):
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    pid = int(owner.stdout.readline())

    owner.send_signal(signal.SIGKILL)
    owner.communicate()

    until(lambda: not lives(pid))
