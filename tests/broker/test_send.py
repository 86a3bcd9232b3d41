"""`skg send` as a real program: a file, standard input and HTTP to a real broker."""

import json
import signal
import time

import httpx
import pytest

from schemas.codec import decode_json
from schemas.topics import TURNS
from schemas.turn import Turn
from tests.broker.chaos.topics import read_all
from tests.broker.fixtures import installed_on
from tests.stream.commands.programs import run, start, wait_for

pytestmark = pytest.mark.slow

TOKEN = "let-me-in"  # noqa: S105
WARRANTY = {
    "id": "w",
    "turns": [
        {"role": "user", "text": "How long is the warranty?"},
        {"role": "assistant", "text": "24 months.", "assistant": "shop"},
    ],
}


def variables(settings, **more):
    return {
        "SKG_BROKER": settings.broker,
        "SKG_APP_ID": settings.app_id,
        "SKG_TOPIC_PREFIX": settings.topic_prefix,
        "SKG_PARTITIONS": str(settings.partitions),
        **more,
    }


def arrived(settings):
    return [decode_json(message.value, Turn) for message in read_all(settings, TURNS)]


def written(folder, *lines):
    file = folder / "in.jsonl"
    file.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return file.name


def test_conversations_and_turns_of_a_file_are_sent_and_reported(installation, tmp_path):
    source = written(
        tmp_path,
        WARRANTY,
        {"conversation": "c1", "role": "user", "text": "Hi", "at": "2026-03-05T12:00:00Z"},
        {"role": "user", "text": "Nobody's turn"},
    )

    answer = run(tmp_path, "send", source, **variables(installation))

    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "sent 4 turns of 3 conversations\n", "")
    found = {(turn.conversation, turn.index): turn for turn in arrived(installation)}
    assert set(found) == {("w", 0), ("w", 1), ("c1", None), ("in", None)}
    assert found["w", 1].assistant == "shop"
    assert found["w", 0].at is None
    assert found["in", None].turn_id


def test_a_file_sent_twice_gives_the_same_turns_twice(installation, tmp_path):
    source = written(tmp_path, WARRANTY, {"role": "user", "text": "Yes"}, {"role": "user", "text": "Yes"})

    for _ in range(2):
        run(tmp_path, "send", source, **variables(installation))

    turns = [(turn.conversation, turn.turn_id, turn.index) for turn in arrived(installation)]
    assert len(turns) == 8
    assert len(set(turns)) == 4


def test_bad_lines_are_told_with_their_numbers_and_the_good_ones_are_sent(installation, tmp_path):
    large = {"conversation": "c1", "role": "user", "text": "a" * 1_000_000}
    source = written(tmp_path, WARRANTY, "{broken", "", {"id": "y", "turns": [{"role": "user"}]}, large, WARRANTY)

    answer = run(tmp_path, "send", source, **variables(installation))

    assert answer.returncode == 1
    assert answer.stdout == "sent 4 turns of 1 conversation\n"
    assert [line.split(":")[0] for line in answer.stderr.splitlines()] == ["line 2", "line 4", "line 5"]
    assert "field `turns[0].text`: is missing" in answer.stderr
    assert "a turn of conversation c1 has 1000" in answer.stderr


def test_standard_input_is_the_dash_and_conversations_may_be_interleaved(installation, tmp_path):
    one_partition = variables(installation)
    lines = "".join(
        json.dumps({"id": "same", "turns": [{"role": "user", "text": f"{name}{turn}"} for turn in range(2)]}) + "\n"
        for name in "ab"
    )

    answer = run(tmp_path, "send", "-", "--interleave", "--rate", "1000", given=lines, **one_partition)

    assert answer.stdout == "sent 4 turns of 1 conversation\n"
    assert [turn.text for turn in arrived(installation)] == ["a0", "b0", "a1", "b1"]


def test_the_rate_is_kept(installation, tmp_path):
    turns = [{"role": "user", "text": "Hi"}] * 21
    source = written(tmp_path, {"id": "w", "turns": turns})

    run(tmp_path, "send", source, "--rate", "20", **variables(installation))

    times = [message.timestamp_ms for message in read_all(installation, TURNS)]
    assert times[-1] - times[0] >= 950


def test_interrupted_it_tells_what_was_sent(installation, tmp_path):
    program = start(tmp_path, "send", "-", **variables(installation))
    program.stdin.write(json.dumps(WARRANTY) + "\n")
    program.stdin.flush()
    while len(arrived(installation)) < 2:
        time.sleep(0.1)

    program.send_signal(signal.SIGINT)
    said, told = program.communicate()

    assert (program.returncode, said) == (1, "sent 2 turns of 1 conversation\n")
    assert told.splitlines()[-1] == "stopped before the end"  # a busy broker may have been warned of before it


def test_mistakes_are_one_line(installation, tmp_path):
    source = written(tmp_path, WARRANTY)
    absent = variables(installation, SKG_TOPIC_PREFIX="absent.")

    assert run(tmp_path, "send", **variables(installation)).returncode == 2
    assert "SKG_BROKER" in run(tmp_path, "send", source).stderr
    missing = run(tmp_path, "send", "nowhere.jsonl", **variables(installation))
    assert missing.stderr == "skg: nowhere.jsonl: cannot be read: No such file or directory\n"
    topics = run(tmp_path, "send", source, **absent)
    assert topics.returncode == 2
    assert topics.stderr.splitlines()[-1].startswith("skg: topic absent.conversations.turns.v1 is missing")


class Ingest:
    """`skg send --http` as a program, and a client of it."""

    def __init__(self, folder, settings, **more):
        self.program = start(folder, "send", "--http", "127.0.0.1:0", **variables(settings, **more))
        url = json.loads(wait_for(self.program.stderr, "ingest_started"))["ingest"]
        self.client = httpx.Client(base_url=url.removesuffix("/v1/turns"), timeout=60)

    def post(self, body, **headers):
        return self.client.post("/v1/turns", json=body, headers=headers)

    def is_ready(self):
        return self.client.get("/health/ready").status_code == 200

    def await_ready(self, *, ready):
        deadline = time.monotonic() + 60
        while self.is_ready() is not ready:
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def close(self):
        self.client.close()
        self.program.send_signal(signal.SIGTERM)
        self.program.communicate(timeout=60)
        return self.program.returncode


@pytest.fixture
def opened(tmp_path):
    running = []

    def opened(settings, **more):
        running.append(Ingest(tmp_path, settings, **more))
        return running[-1]

    yield opened
    for ingest in running:
        ingest.close()


def turn(**fields):
    return {"conversation": "c1", "role": "user", "text": "Hi", **fields}


def test_a_turn_is_accepted_once_the_broker_has_it(installation, opened):
    ingest = opened(installation)
    ingest.await_ready(ready=True)

    answer = ingest.post([turn(index=3), turn(turn_id="t1"), turn()])

    taken = answer.json()["turns"]
    assert answer.status_code == 202
    assert [one["outcome"] for one in taken] == ["accepted"] * 3
    assert [one["turn_id"] for one in taken[:2]] == ["index:3", "t1"]
    found = arrived(installation)
    assert [one.turn_id for one in found] == ["", "t1", taken[2]["turn_id"]]
    assert all(one.at is not None for one in found)
    assert "skg_sent_turns_total 3.0" in ingest.client.get("/metrics").text


def test_what_is_malformed_too_large_or_without_the_token_is_refused_and_nothing_is_sent(installation, opened):
    ingest = opened(installation, SKG_HTTP_TOKEN=TOKEN, SKG_MAX_RECORD_BYTES="500")
    ingest.await_ready(ready=True)
    allowed = {"authorization": f"Bearer {TOKEN}"}

    without = ingest.post(turn(index=0))
    malformed = ingest.post([turn(index=0), turn(role="robot")], **allowed)
    large = ingest.post([turn(index=0), turn(index=1, text="a" * 500)], **allowed)

    assert [answer.status_code for answer in (without, malformed, large)] == [401, 400, 413]
    assert malformed.json()["field"] == "[1].role"
    assert large.json()["field"] == "[1].text"
    assert "500 may be sent" in large.json()["problem"]
    assert arrived(installation) == []


def test_while_the_broker_is_away_callers_are_told_to_come_back_and_then_taken(private_broker, opened, tmp_path):
    settings = installed_on(private_broker, tmp_path)
    ingest = opened(settings)
    ingest.await_ready(ready=True)
    assert ingest.post(turn(index=0)).status_code == 202

    private_broker.stop()
    refused = [ingest.post(turn(index=1)) for _ in range(3)]
    ingest.await_ready(ready=False)
    alive = ingest.client.get("/health/live").status_code
    metrics = ingest.client.get("/metrics").text
    private_broker.start()
    ingest.await_ready(ready=True)
    again = ingest.post(turn(index=1))

    assert [answer.status_code for answer in refused] == [503] * 3
    assert [answer.headers["retry-after"] for answer in refused] == ["5"] * 3
    assert refused[0].json()["error"] == "broker_unavailable"
    assert alive == 200
    assert 'skg_rejected_requests_total{reason="broker_unavailable"} 3.0' in metrics
    assert again.status_code == 202
    assert {one.index for one in arrived(settings)} == {0, 1}


def test_it_starts_without_a_broker_and_stops_in_order(opened, installation):
    ingest = opened(installation, SKG_BROKER="127.0.0.1:1")

    refused = ingest.post(turn(index=0))

    assert refused.status_code == 503
    assert not ingest.is_ready()
    assert ingest.close() == 0
