"""An endpoint that fails, costs too much, or goes away: who reads then, and what is asked again."""

from __future__ import annotations

import threading

import pytest
from starlette.responses import PlainTextResponse

from schemas.turn import Role
from skgeval.annotation.annotate import WITHHELD, Annotator, annotate, annotate_many
from skgeval.annotation.encoding import HashEncoder
from skgeval.annotation.errors import ReadingStoppedError, WithheldError
from skgeval.annotation.extraction.llm.breaker import Admission, Breaker
from skgeval.annotation.extraction.llm.options import OnFailure, Price
from skgeval.annotation.extraction.llm.store import AnswerStore
from tests.llm_server import claim, claims, slowly
from tests.skgeval.annotation.extraction.llm.conftest import POLICY, turn
from tests.stream.worker.programs import until

TEXT = "The warranty lasts 24 months."
GERMAN = "Die Garantie dauert vierundzwanzig Monate, das steht im Vertrag."
GOOD = claim(TEXT, "warranty", "last", "24 months")
DOWN = PlainTextResponse("down", 503)


def down(_turn):
    return DOWN


def good(_turn):
    return claims(GOOD)


def test_an_answer_is_asked_for_once_and_kept(server, build, read, noted):
    server.say = good
    first = read(build(), TEXT)
    server.say = down

    again = read(build(), TEXT)

    assert again == first
    assert len(server.requests) == 1
    assert noted.reuses == 1


def test_another_model_speaker_or_text_is_another_question(server, build, read):
    server.say = good
    read(build(), TEXT)

    read(build(model="other"), TEXT)
    read(build(), TEXT, Role.USER)
    read(build(), TEXT + " ")

    assert len(server.requests) == 4


def test_a_failure_is_not_kept(server, build, read):
    server.say = down
    read(build(), TEXT)
    server.say = good

    assert read(build(), TEXT).flags == ()


def test_three_failures_open_the_breaker(server, build, read, noted):
    server.say = down
    extractor = build(pause=600.0)

    flags = [read(extractor, f"{TEXT} {number}").flags for number in range(6)]

    assert set(flags) == {("llm_unavailable",)}
    assert len(server.requests) == 3
    assert noted.state.breaker_open


def test_one_success_closes_the_breaker(server, build, read, noted):
    server.say = down
    extractor = build(pause=0.001)
    for number in range(3):
        read(extractor, f"{TEXT} {number}")
    assert noted.state.breaker_open
    server.say = good

    until(lambda: read(extractor, TEXT).flags, lambda flags: flags == ())
    assert not noted.state.breaker_open


def test_no_turn_waits_for_the_call_that_tries_an_endpoint_again(server, build, read, noted):
    server.say = down
    extractor = build(pause=0.001, timeout=60.0)
    for number in range(3):
        read(extractor, f"{TEXT} {number}")
    hangs, answered = threading.Event(), threading.Event()

    def hanging(turn):
        hangs.set()
        answered.wait(60)
        return good(turn)

    server.say = hanging
    flags = [read(extractor, TEXT).flags for _ in range(3)]

    assert hangs.wait(60)
    assert flags == [("llm_unavailable",)] * 3
    answered.set()
    until(lambda: noted.state.breaker_open, lambda is_open: not is_open)
    assert read(extractor, TEXT).flags == ()
    assert noted.outcomes[3:] == ["good"]


def test_a_breaker_tries_one_call_at_a_time_after_its_pause():
    now = [0.0]
    breaker = Breaker(failures=2, pause=10.0, clock=lambda: now[0])
    breaker.failed()
    assert breaker.admits() is Admission.YES
    breaker.failed()

    now[0] = 9.9
    assert breaker.admits() is Admission.NO
    now[0] = 10.0
    assert breaker.admits() is Admission.TRIAL
    assert breaker.admits() is Admission.NO
    breaker.failed()
    now[0] = 19.9
    assert breaker.admits() is Admission.NO
    now[0] = 20.0
    assert breaker.admits() is Admission.TRIAL
    breaker.succeeded()
    assert breaker.admits() is Admission.YES
    assert not breaker.is_open


def test_a_spent_budget_degrades_to_local_until_the_hour_is_over(server, build, read, noted):
    server.say = good
    now = [3_600.0 * 5]
    price = Price(input=10_000.0, output=0.0)  # 100 tokens read cost 1
    extractor = build(price=price, budget_per_hour=2.0, parts={"clock": lambda: now[0]})

    flags = [read(extractor, f"{TEXT} {number}").flags for number in range(3)]

    assert flags == [(), (), ("llm_budget_spent",)]
    assert (noted.state.spent, noted.state.over_budget) == (2.0, True)
    assert [call.cost for call in noted.calls] == [1.0, 1.0]
    now[0] += 3_600.0
    assert read(extractor, f"{TEXT} 9").flags == ()
    assert not noted.state.over_budget


def test_a_budget_outlives_the_process(server, build, read):
    server.say = good
    options = {"price": Price(input=10_000.0), "budget_per_hour": 1.0, "parts": {"clock": lambda: 0.0}}
    read(build(**options), TEXT)

    assert read(build(**options), f"{TEXT} 2").flags == ("llm_budget_spent",)


def test_a_language_that_nobody_else_reads_is_not_served_while_the_endpoint_is_away(server, build):
    server.say = down
    annotator = Annotator(extractor=build(), encoder=HashEncoder())

    annotation = annotate(turn(GERMAN), annotator)

    assert (annotation.language, annotation.served, annotation.claims_served) == ("de", False, False)
    assert annotation.flags == ("llm_unavailable",)
    assert annotation.sentences[0].text == GERMAN


def test_a_turn_read_locally_names_the_local_extractor_in_its_digests(server, build, local):
    server.say = down
    annotator = Annotator(extractor=build(), encoder=HashEncoder())

    annotation = annotate(turn(TEXT), annotator)

    assert annotation.digests == Annotator(extractor=local, encoder=HashEncoder()).digests()
    assert annotation.digests != annotator.digests()


def test_dead_letter_withholds_the_turn(server, build, read):
    server.say = down
    extractor = build(on_failure=OnFailure.DEAD_LETTER)

    with pytest.raises(WithheldError, match="server_error"):
        read(extractor, TEXT)

    annotation = annotate(turn(TEXT), Annotator(extractor=extractor, encoder=HashEncoder()))
    assert annotation.flags == (WITHHELD,)
    assert annotation.failure == "extractor llm: server_error: HTTP 503"


def test_wait_goes_on_when_the_endpoint_is_back(server, build, read, noted):
    answers = [DOWN, DOWN]
    server.say = lambda turn: answers.pop() if answers else good(turn)

    found = read(build(on_failure=OnFailure.WAIT, pause=0.05), TEXT)

    assert found.flags == ()
    assert found.claims
    assert "server_error: HTTP 503" in noted.waiting[0]
    assert noted.waiting[-1] == ""


def test_wait_does_not_wait_for_what_time_does_not_mend(server, build, read):
    server.say = lambda _turn: PlainTextResponse("the text is too long", 400)

    assert read(build(on_failure=OnFailure.WAIT), TEXT).flags == ("llm_unusable",)


def test_a_wait_ends_when_the_process_is_told_to(server, build, read):
    server.say = down
    stop = threading.Event()
    extractor = build(on_failure=OnFailure.WAIT, pause=60.0, parts={"stop": stop})
    threading.Timer(0.2, stop.set).start()

    with pytest.raises(ReadingStoppedError):
        read(extractor, TEXT)


def test_several_turns_are_asked_about_at_a_time_and_answered_in_order(server, build):
    server.say = slowly(0.1, lambda turn: claims(claim(turn["text"], turn["text"].split()[1], "be", "old")))
    extractor = build(concurrency=3)
    annotator = Annotator(
        extractor=extractor, encoder=HashEncoder(), ahead=lambda turns: extractor.ask_ahead(turns, POLICY)
    )
    turns = [turn(f"The {name} is old.") for name in ("tea", "cat", "dog", "hat", "cup", "car", "bed", "tea")]

    read = annotate_many(turns, annotator)

    assert [found.claims[0].subject.label for found in read] == [one.text.split()[1] for one in turns]
    assert server.most_at_once == 3
    assert len(server.requests) == 7


def test_the_store_lets_the_longest_unused_go(tmp_path):
    store = AnswerStore(tmp_path, most_bytes=5_000)
    for number in range(4):
        store.put(f"key {number}", "x" * 1_000)
    store.get("key 0")

    for number in range(4, 7):
        store.put(f"key {number}", "x" * 1_000)

    assert store.get("key 0")
    assert store.get("key 6")
    assert store.get("key 1") is None
    store.put("too large", "x" * 6_000)
    assert store.get("too large") is None


def test_the_first_answer_under_a_key_stays(tmp_path):
    store = AnswerStore(tmp_path, most_bytes=5_000)
    store.put("key", "first")

    store.put("key", "second")

    assert AnswerStore(tmp_path, most_bytes=5_000).get("key") == "first"
