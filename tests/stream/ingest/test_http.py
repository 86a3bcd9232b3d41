"""Turns over real HTTP: what is taken, what is refused and how the answer says so."""

import json
import socket
from threading import Thread

import httpx
import pytest

from stream.errors import ListenError
from stream.ingest.http import Health, Service, build_app
from stream.ingest.server import HttpServer, is_loopback, open_socket
from stream.intake import Arrival, Intake
from stream.metrics import Metrics
from stream.receipt import Outcome, Receipt
from stream.redaction import load_redactor
from stream.settings import Settings
from tests.stream.fakes import NOON, said

TOKEN = "let-me-in"  # noqa: S105


class Desk:
    """A served intake whose judge takes everything, or nothing while `judging` is false."""

    def __init__(self, *, capacity=100, max_body_bytes=2_000, token="") -> None:
        self.intake = Intake(capacity)
        self.metrics = Metrics()
        self.health = Health(live=True, ready=True)
        self.turns = []
        service = Service(
            intake=self.intake,
            redactor=load_redactor(Settings()),
            metrics=self.metrics,
            health=lambda: self.health,
            clock=lambda: NOON,
            max_body_bytes=max_body_bytes,
            token=token,
        )
        self.server = HttpServer(build_app(service), open_socket("127.0.0.1", 0, token=token))
        self.client = httpx.Client(base_url=self.server.url, timeout=10)
        self.judge = None

    def judging(self):
        self.judge = Thread(target=self._judge, daemon=True)
        self.judge.start()
        return self

    def post(self, body, **headers):
        content = body if isinstance(body, bytes | str) else json.dumps(body)
        return self.client.post("/v1/turns", content=content, headers=headers)

    def close(self):
        self.intake.close()
        self.intake.refuse_waiting()
        self.client.close()
        self.server.stop()

    def _judge(self):
        while not self.intake.closed:
            for arrival in self.intake.take(10, timeout=0.05):
                self.turns.extend(arrival.turns)
                arrival.settle(
                    [
                        Receipt(
                            conversation=turn.conversation,
                            turn_id=turn.turn_id or f"index:{turn.index}",
                            outcome=Outcome.RECORDED,
                        )
                        for turn in arrival.turns
                    ]
                )


@pytest.fixture
def open_desk():
    desks = []

    def opened(**settings):
        desks.append(Desk(**settings))
        return desks[-1]

    yield opened
    for desk in desks:
        desk.close()


@pytest.fixture
def desk(open_desk):
    return open_desk().judging()


def turn(**fields):
    return {"conversation": "c1", "role": "user", "text": "Hi", **fields}


def test_one_turn_is_taken_and_its_id_comes_back(desk):
    answer = desk.post(turn(turn_id="t1"))

    assert answer.status_code == 202
    assert answer.json() == {"turns": [{"conversation": "c1", "turn_id": "t1", "outcome": "recorded"}]}


def test_a_turn_without_any_identity_is_given_an_id_and_the_time_of_arrival(desk):
    first, second = (desk.post(turn()).json()["turns"][0]["turn_id"] for _ in range(2))

    assert len(first) == 32
    assert first != second
    assert [taken.at for taken in desk.turns] == [NOON, NOON]


def test_an_array_is_taken_in_order(desk):
    answer = desk.post([turn(index=0), turn(index=1)])

    assert [taken["turn_id"] for taken in answer.json()["turns"]] == ["index:0", "index:1"]


@pytest.mark.parametrize("content_type", ["application/x-ndjson", "application/json"])
def test_one_turn_a_line_is_taken_whatever_the_content_type_says(desk, content_type):
    body = "\n".join(json.dumps(turn(index=index)) for index in range(3)) + "\n\n"

    answer = desk.post(body, **{"content-type": content_type})

    assert [taken["turn_id"] for taken in answer.json()["turns"]] == ["index:0", "index:1", "index:2"]


def test_a_turn_printed_over_several_lines_is_one_turn(desk):
    assert len(desk.post(json.dumps(turn(turn_id="t1"), indent=2)).json()["turns"]) == 1


def test_an_empty_array_is_taken_for_what_it_is(desk):
    assert desk.post([]).json() == {"turns": []}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (turn(role="robot"), "role"),
        ({"conversation": "c1", "role": "user"}, "text"),
        ([turn(), turn(conversation="")], "[1].conversation"),
        (json.dumps(turn()) + "\n" + json.dumps(turn(at="yesterday")), "[1].at"),
        ("[1, 2", ""),
        ("", ""),
        (b"\xff\xfe", ""),
        ("[" * 100_000, ""),
    ],
)
def test_a_malformed_body_is_refused_whole_and_the_field_named(open_desk, body, field):
    desk = open_desk(max_body_bytes=200_000).judging()

    answer = desk.post(body)

    assert answer.status_code == 400
    assert answer.json()["field"] == field
    assert answer.json()["problem"]
    assert desk.turns == []
    assert 'skg_rejected_requests_total{reason="malformed"} 1.0' in desk.metrics.exposition().decode()


def test_a_body_of_the_limit_is_taken_and_one_byte_more_is_not(open_desk):
    body = json.dumps(turn(turn_id="t1"))
    exact, tight = open_desk(max_body_bytes=len(body)).judging(), open_desk(max_body_bytes=len(body) - 1).judging()

    assert exact.post(body).status_code == 202
    assert tight.post(body).status_code == 413


def test_a_body_of_undeclared_length_is_cut_off_at_the_limit(desk):
    answer = desk.client.post("/v1/turns", content=(b"x" * 500 for _ in range(10)))

    assert answer.status_code == 413


def test_when_the_judge_is_behind_the_answer_says_when_to_come_back(open_desk):
    desk = open_desk(capacity=2)
    desk.intake.offer(Arrival([said("c1", "user", "Hi"), said("c1", "user", "Hi")], lambda _receipts: None))

    answer = desk.post(turn())

    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert 'skg_rejected_requests_total{reason="behind"} 1.0' in desk.metrics.exposition().decode()


def test_a_caller_whose_turn_waits_when_the_monitor_stops_is_told_to_send_it_again(open_desk):
    desk = open_desk()
    answers = []
    caller = Thread(target=lambda: answers.append(desk.post(turn()).status_code))
    caller.start()
    while not desk.intake.waiting:
        pass

    desk.intake.close()
    desk.intake.refuse_waiting()
    caller.join()

    assert answers == [503]
    assert desk.post(turn()).status_code == 503


def test_without_the_token_nothing_is_taken(open_desk):
    desk = open_desk(token=TOKEN).judging()

    assert desk.post(turn()).status_code == 401
    assert desk.post(turn(), authorization="Bearer wrong").status_code == 401
    assert desk.post(turn(), authorization=f"Bearer {TOKEN}").status_code == 202
    assert len(desk.turns) == 1


def test_metrics_are_in_prometheus_text_format(desk):
    answer = desk.client.get("/metrics")

    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert "# TYPE skg_turns_total counter" in answer.text
    assert 'skg_queue_turns{queue="ingest"} 0.0' in answer.text
    assert "_created" not in answer.text


def test_health_follows_the_judge(desk):
    assert desk.client.get("/health/live").status_code == 200
    assert desk.client.get("/health/ready").json() == {"ready": True}

    desk.health = Health(live=True, ready=False, details={"waiting_turns": 9})

    assert desk.client.get("/health/live").status_code == 200
    assert desk.client.get("/health/ready").status_code == 503
    assert desk.client.get("/health/ready").json() == {"ready": False, "waiting_turns": 9}


def test_other_methods_and_places_are_not_there(desk):
    assert desk.client.get("/v1/turns").status_code == 405
    assert desk.client.get("/v2/turns").status_code == 404


def test_an_address_open_to_the_network_needs_a_token():
    with pytest.raises(ListenError, match="SKG_HTTP_TOKEN"):
        open_socket("0.0.0.0", 0, token="")  # noqa: S104
    open_socket("0.0.0.0", 0, token=TOKEN).close()  # noqa: S104


def test_a_taken_port_is_an_error_that_names_the_address():
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = taken.getsockname()[1]

    with pytest.raises(ListenError, match=f"127.0.0.1:{port}: address already in use"):
        open_socket("127.0.0.1", port, token="")
    taken.close()


def test_loopback_is_this_machine_alone():
    assert [is_loopback(host) for host in ("127.0.0.1", "127.1.2.3", "::1", "localhost")] == [True] * 4
    assert [is_loopback(host) for host in ("0.0.0.0", "::", "10.0.0.1", "example.org")] == [False] * 4  # noqa: S104


def test_a_request_whose_body_never_ends_is_told_when_the_server_stops(open_desk):
    desk = open_desk()
    host, port = desk.server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as slow:
        slow.sendall(b"POST /v1/turns HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
        desk.post({"conversation": "c"})  # answered, so the slow one is being read

        desk.close()

        answer = slow.recv(1000)
    assert answer.startswith(b"HTTP/1.1 503")
