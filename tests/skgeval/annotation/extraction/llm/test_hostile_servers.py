"""Endpoints that mean no good, or are no endpoints at all: what they may take of time and memory, and learn."""

from __future__ import annotations

import gzip
import itertools
import json
import socket
import threading
import time
from contextlib import contextmanager

import pytest
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from skgeval.annotation.annotate import Annotator, annotate
from skgeval.annotation.encoding import HashEncoder
from skgeval.annotation.errors import ReadingStoppedError
from skgeval.annotation.extraction.llm.options import OnFailure, Price
from skgeval.annotation.extraction.llm.reply import MOST_TOKENS
from tests.llm_server import by_text, claim, claims, serving
from tests.skgeval.annotation.extraction.llm.conftest import turn

TEXT = "The warranty lasts 24 months."
GOOD = claim(TEXT, "warranty", "last", "24 months")
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
ENDLESS_S = 60.0
"""Longer than any deadline here: a test that waits for it fails."""


@contextmanager
def raw(answer):
    """Serve bytes: `answer` yields what is sent after a request has come, until the caller hangs up."""
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve():
        while not over.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=speak, args=(connection,), daemon=True).start()

    def speak(connection):
        with connection:
            try:
                connection.recv(65_536)
                for part in answer():
                    if over.is_set():
                        return
                    connection.sendall(part)
            except OSError:
                return

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        over.set()
        listener.close()


def dripping(head, drop):
    def answer():
        yield head
        latest = time.monotonic() + ENDLESS_S
        while time.monotonic() < latest:
            time.sleep(0.02)
            yield drop

    return answer


def pouring(head):
    def answer():
        yield head
        yield from itertools.repeat(b"x" * 65_536)

    return answer


@pytest.mark.parametrize(
    "answer",
    [
        dripping(b"", b""),
        dripping(b"HTTP/1.1 200 OK\r\n", b"X-More: 1\r\n"),
        dripping(HEAD + b"\r\n", b" "),
        dripping(b"HTTP/1.1 400 No\r\n\r\n", b"x"),
    ],
    ids=["nothing", "headers", "body", "an error's body"],
)
def test_no_endpoint_holds_a_turn_longer_than_its_attempts_may_take(answer, build, read, noted):
    with raw(answer) as url:
        found = read(build(base_url=url, timeout=0.4, retries=1), TEXT)

    assert found.flags in {("llm_unavailable",), ("llm_unusable",)}
    assert noted.outcomes in (["timeout"], ["rejected"])


@pytest.mark.parametrize(
    ("head", "outcome"),
    [
        (HEAD + b"\r\n", "too_large"),
        (b"HTTP/1.1 400 No\r\n\r\n", "rejected"),
        (b"HTTP/1.1 500 No\r\n\r\n", "server_error"),
    ],
    ids=["an answer", "a refusal", "a failure"],
)
def test_what_has_no_end_is_not_read_to_the_end(head, outcome, build, read, noted):
    with raw(pouring(head)) as url:
        read(build(base_url=url, max_answer_bytes=100_000), TEXT)

    assert noted.outcomes == [outcome]


def test_a_small_answer_that_unpacks_to_a_large_one_is_too_large(server, build, read, noted):
    packed = gzip.compress(b" " * 30_000_000)
    server.say = lambda _turn: Response(packed, headers={"Content-Encoding": "gzip"}, media_type="application/json")

    read(build(), TEXT)

    assert noted.outcomes == ["too_large"]


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_turns_are_not_taken_elsewhere(status, server, build, read, noted):
    with serving(by_text({TEXT: GOOD})) as elsewhere:
        server.say = lambda _turn: RedirectResponse(f"{elsewhere.url}/chat/completions", status)

        found = read(build(), TEXT)

        assert elsewhere.requests == []
    assert noted.outcomes == ["denied"]
    assert found.flags == ("llm_unavailable",)


def test_a_key_that_an_endpoint_echoes_is_in_no_failure(server, build):
    key = "sk-very-secret-0123456789"
    server.say = lambda _turn: JSONResponse({"error": {"message": f"Incorrect API key provided: {key}"}}, 401)
    extractor = build(api_key=key, on_failure=OnFailure.DEAD_LETTER)

    annotation = annotate(turn(TEXT), Annotator(extractor=extractor, encoder=HashEncoder()))

    assert annotation.failure == "extractor llm: denied: HTTP 401"
    assert key not in repr(annotation)


def test_an_endpoint_may_call_its_json_what_it_likes_and_a_page_is_no_answer(server, build, read, noted):
    body = claims(GOOD).body
    server.say = lambda _turn: Response(body, media_type="text/html")
    assert read(build(), TEXT).flags == ()
    server.say = lambda _turn: PlainTextResponse("<html>Sign in</html>", media_type="application/json")

    read(build(), f"{TEXT} ")

    assert noted.outcomes == ["good", "malformed"]


def counted(usage):
    body = json.loads(claims(GOOD).body)
    return JSONResponse({**body, "usage": usage} if usage != "none" else {k: body[k] for k in body if k != "usage"})


@pytest.mark.parametrize(
    "usage",
    [
        "none",
        None,
        [],
        {},
        {"prompt_tokens": -5, "completion_tokens": -5},
        {"prompt_tokens": MOST_TOKENS + 1, "completion_tokens": 10**30},
        {"prompt_tokens": "12", "completion_tokens": None},
        {"prompt_tokens": True, "completion_tokens": 1.5},
    ],
)
def test_tokens_that_are_not_told_or_not_likely_are_reckoned_from_the_bytes(usage, server, build, read, noted):
    server.say = lambda _turn: counted(usage)

    assert read(build(price=Price(input=1.0, output=1.0)), TEXT).flags == ()

    (call,) = noted.calls
    asked = sum(len(one["content"].encode()) for one in server.requests[0]["messages"])
    asked += len(json.dumps(server.requests[0]["response_format"]["json_schema"]["schema"], separators=(",", ":")))
    assert call.read == -(-asked // 4)
    assert 0 < call.written < 200
    assert call.cost == pytest.approx((call.read + call.written) / 1_000_000)


@pytest.mark.parametrize("told", [0, MOST_TOKENS])
def test_tokens_that_are_likely_are_taken_as_they_are_told(told, server, build, read, noted):
    server.say = lambda _turn: counted({"prompt_tokens": told, "completion_tokens": told})

    read(build(), TEXT)

    assert (noted.calls[0].read, noted.calls[0].written) == (told, told)


def test_nobody_is_waited_for_as_long_as_they_ask(server, build, read, noted):
    server.say = lambda _turn: PlainTextResponse("later", 429, {"Retry-After": "100"})

    read(build(timeout=0.2, retries=2), TEXT)

    assert noted.outcomes == ["timeout"]
    assert len(server.requests) == 1


def test_a_slow_answer_is_told_of_while_it_is_waited_for(server, build, read, noted, monkeypatch):
    monkeypatch.setattr("skgeval.annotation.extraction.llm.extractor._LONG_S", 0.1)
    asked, release = threading.Event(), threading.Event()

    def slow(_turn):
        asked.set()
        release.wait(ENDLESS_S)
        return claims(GOOD)

    server.say = slow
    threading.Thread(target=lambda: (asked.wait(ENDLESS_S), time.sleep(1.0), release.set()), daemon=True).start()

    assert read(build(timeout=ENDLESS_S), TEXT).flags == ()

    assert noted.waiting[0] == "waits for an answer of the language model at 127.0.0.1"
    assert noted.waiting[-1] == ""


def test_a_program_that_ends_leaves_a_call_that_hangs(build, read):
    stop = threading.Event()
    with raw(dripping(b"", b"")) as url:
        extractor = build(base_url=url, timeout=ENDLESS_S, parts={"stop": stop})
        threading.Timer(0.3, stop.set).start()

        with pytest.raises(ReadingStoppedError):
            read(extractor, TEXT)

        extractor.close()
    # the threads that called have ended too: none would let the interpreter go
    latest = time.monotonic() + ENDLESS_S
    while any(thread.name.startswith("llm_") for thread in threading.enumerate()) and time.monotonic() < latest:
        time.sleep(0.05)
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("llm_")] == []
