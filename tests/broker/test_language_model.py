"""A worker on a real broker whose turns are read by a language model that fails, and is waited for or not."""

import json
import re
import threading

import pytest
from msgspec.structs import replace
from starlette.responses import PlainTextResponse

from schemas.annotation import Annotation
from schemas.codec import decode_msgpack, encode_json
from schemas.topics import ANNOTATIONS, DEAD_LETTERS, TURNS
from schemas.turn import Role, Turn
from stream.kafka.topics import topic_name
from stream.kafka.wire import conversation_key
from tests.broker.chaos.topics import read_all
from tests.broker.sending import producer
from tests.broker.test_worker import RealWorker
from tests.llm_server import claim, claims, serving, slowly
from tests.stream.worker.programs import until

pytestmark = pytest.mark.slow
DOWN = PlainTextResponse("down", 503)
TURNS_SENT = 5
RESTARTS = re.compile(r"^skg_worker_restarts_total\{.*\} (\S+)$", re.MULTILINE)


def good(turn):
    return claims(claim(turn["text"], "lamp", "cost", turn["text"].split()[-1]))


def down(_turn):
    return DOWN


def send(settings):
    with producer(settings) as sending:
        for number in range(TURNS_SENT):
            turn = Turn(conversation="c", role=Role.ASSISTANT, text=f"The lamp costs {number}", index=number)
            value = encode_json(turn)
            sending.send(topic_name(settings, TURNS), key=conversation_key("", "c"), value=value)


def annotated(settings):
    return [decode_msgpack(message.value, Annotation) for message in read_all(settings, ANNOTATIONS)]


def asking(installation, server, on_failure):
    return replace(
        installation,
        llm_base_url=server.url,
        llm_model="m",
        llm_retries=0,
        llm_pause_seconds=0.5,
        llm_on_failure=on_failure,
        stuck_seconds=5.0,
    )


def test_turns_that_the_model_did_not_read_are_dead_letters_as_they_came(tmp_path, installation):
    with serving(down) as server:
        settings = asking(installation, server, "dead_letter")
        send(settings)
        with RealWorker(tmp_path, settings, "annotate") as worker:
            letters = until(lambda: read_all(settings, DEAD_LETTERS), lambda found: len(found) == TURNS_SENT)
            worker.stop()

    assert [json.loads(letter.value)["index"] for letter in letters] == list(range(TURNS_SENT))
    assert annotated(settings) == []


def test_turns_wait_in_order_for_a_model_that_is_away_and_the_worker_is_not_stuck(tmp_path, installation):
    with serving(down) as server:
        settings = asking(installation, server, "wait")
        send(settings)
        with RealWorker(tmp_path, settings, "annotate") as worker:
            until(worker.metrics, lambda text: "skg_llm_waiting 1.0" in text)
            threading.Event().wait(4 * settings.stuck_seconds)
            assert annotated(settings) == []
            server.say = good
            found = until(lambda: annotated(settings), lambda found: len(found) == TURNS_SENT)
            told = worker.metrics()
            code = worker.stop()

    assert [annotation.index for annotation in found] == list(range(TURNS_SENT))
    assert all(annotation.claims and not annotation.flags for annotation in found)
    assert sum(float(value) for value in RESTARTS.findall(told)) == 0
    assert code == 0


def test_a_worker_that_waits_ends_when_it_is_told_to_and_nothing_is_lost(tmp_path, installation):
    with serving(down) as server:
        settings = asking(installation, server, "wait")
        send(settings)
        with RealWorker(tmp_path, settings, "annotate") as worker:
            until(worker.metrics, lambda text: "skg_llm_waiting 1.0" in text)
            assert worker.stop() == 0
            assert "child_killed" not in worker.said()
        server.say = good
        with RealWorker(tmp_path, settings, "annotate") as worker:
            found = until(lambda: annotated(settings), lambda found: len(found) == TURNS_SENT)
            worker.stop()

    assert [annotation.index for annotation in found] == list(range(TURNS_SENT))


def test_a_worker_ends_when_it_is_told_to_while_an_endpoint_keeps_it_waiting(tmp_path, installation):
    with serving(slowly(20.0, good)) as server:
        settings = replace(
            asking(installation, server, "fallback"), llm_timeout=60.0, llm_cache_dir=str(tmp_path / "a")
        )
        send(settings)
        with RealWorker(tmp_path, settings, "annotate") as worker:
            until(lambda: server.requests, len)
            assert worker.stop() == 0
            assert "child_killed" not in worker.said()
        server.say = good
        with RealWorker(tmp_path, settings, "annotate") as worker:
            found = until(lambda: annotated(settings), lambda found: len(found) == TURNS_SENT)
            worker.stop()

    assert [annotation.index for annotation in found] == list(range(TURNS_SENT))
    assert all(annotation.claims and not annotation.flags for annotation in found)
