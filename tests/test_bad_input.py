"""Input that nobody should send: each gives a clear error or a flagged record; nothing is lost, nothing crashes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from schemas.codec import decode_json, decode_msgpack, encode_json, encode_msgpack
from schemas.errors import WireError
from schemas.record import TurnRecord
from schemas.turn import Turn
from skgeval import Judge
from stream.composition import ModelEngine, load_judging
from stream.ledger import read_records
from stream.ledger.memory import MemoryLedger
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.policies import Policies
from stream.receipt import Outcome
from stream.runner import Limits, Runner
from tests.stream.fakes import NOON, FakeArchive, Remembering, said

MAX_RECORD = 1_000_000
"""Bytes of the largest value that a broker takes by default."""


@pytest.fixture(scope="module")
def judge():
    return Judge(encoder="hash")


@pytest.fixture
def runner(judge):
    ledger, metrics = MemoryLedger(), Metrics()
    outbox = Outbox(ledger, FakeArchive(), [Remembering()], metrics)
    made = Runner(ModelEngine(judge.annotator, load_judging(Policies())), ledger, outbox, metrics, Limits())
    made.recover(NOON)
    made.ledger = ledger
    return made


@pytest.fixture
def observe(judge, request):
    """Judge one turn of a conversation of its own."""

    def judged(text, role="assistant", **fields):
        judge.forget(request.node.nodeid)
        return judge.observe({"conversation": request.node.nodeid, "role": role, "text": text, **fields})

    yield judged
    judge.forget(request.node.nodeid)


@pytest.mark.parametrize("text", ["", " ", "\n\n\t"])
def test_empty_text_takes_its_slot_and_is_not_assessed(observe, text):
    record = observe(text)

    assert (record.slot, record.words, record.claims) == (0, 0, ())
    assert record.scores.quality is None
    assert "empty" in record.scores.reasons


@pytest.mark.parametrize(
    "text", ["The warranty lasts 24 months. " * 35_000, "a" * 1_000_000], ids=["sentences", "letters"]
)
def test_a_megabyte_is_cut_and_flagged(observe, text):
    record = observe(text)

    assert "truncated" in record.flags
    assert record.failure == ""
    assert len(encode_msgpack(record)) < MAX_RECORD


def test_ten_thousand_sentences_are_read_up_to_a_bound_and_flagged(observe):
    record = observe(" ".join(f"Room {number} has {number} chairs." for number in range(10_000)))

    assert "sentences_cut" in record.flags
    assert 0 < len(record.claims) <= 200
    assert len(encode_msgpack(record)) < MAX_RECORD


@pytest.mark.parametrize("text", ["The sky\x00 is blue.", "The sky \ud83d is blue.", "\ud83d\x00"])
def test_null_bytes_and_lone_surrogates_are_mended_and_flagged(observe, text):
    record = observe(text)

    assert "repaired_text" in record.flags
    assert decode_json(encode_json(record), TurnRecord).turn_id == record.turn_id


def test_lone_surrogates_in_a_reference_do_not_crash(observe):
    assert observe("The sky is blue.", reference="It is \udc00 blue.").failure == ""


@pytest.mark.parametrize(
    "text",
    ["🎉🏃🏅", "👨‍👩‍👧‍👦 " * 50, "```python\nx = 1\nprint(x)\n```", "    x = 1\n    y = 2", "```\nnever closed"],
)
def test_only_emoji_or_only_code_claims_nothing(observe, text):
    record = observe(text)

    assert record.claims == ()
    assert record.failure == ""


def test_only_a_table_claims_its_cells(observe):
    record = observe("| plan | warranty |\n| --- | --- |\n| basic | 12 months |\n| plus | 24 months |")

    assert {claim.claim.quantity.value for claim in record.claims if claim.claim.quantity} == {12.0, 24.0}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("السماء زرقاء والشمس مشرقة اليوم في المدينة القديمة.", "ar"),
        ("היום השמיים כחולים והשמש זורחת מעל העיר העתיקה.", "he"),
        ("天空是蓝色的，太阳很亮，今天我们去公园散步，然后回家吃饭。", "zh"),
    ],
)
def test_languages_that_are_not_served_are_not_assessed(observe, text, language):
    record = observe(text)

    assert (record.language, record.served) == (language, False)
    assert (record.scores.relevance, record.scores.consistency, record.scores.coherence) == (None, None, None)


@pytest.mark.parametrize("text", ["[" * 5_000 + "]" * 5_000, '{"a":' * 3_000 + "1" + "}" * 3_000])
def test_deep_json_as_a_turns_text_is_only_text(observe, text):
    record = observe(text)

    assert (record.claims, record.failure) == ((), "")


def test_deep_json_on_the_wire_is_an_error():
    with pytest.raises(WireError):
        decode_json(b'{"conversation":' + b"[" * 100_000 + b"]" * 100_000 + b"}", Turn)


@pytest.mark.parametrize(
    ("turn", "field"),
    [
        ({"role": "robot", "text": "Hi"}, "role"),
        ({"text": "Hi"}, "role"),
        ({"role": "user"}, "text"),
        ({"role": "user", "text": 5}, "text"),
        ({"role": "user", "text": None}, "text"),
        ({"conversation": "", "role": "user", "text": "Hi"}, "conversation"),
        ({"conversation": "c\x1f1", "role": "user", "text": "Hi"}, "conversation"),
        ({"role": "user", "text": "Hi", "turn_id": "t\n1"}, "turn_id"),
        ({"role": "user", "text": "Hi", "tenant": "a\x7fb"}, "tenant"),
        ({"role": "user", "text": "Hi", "index": -1}, "index"),
        ({"role": "user", "text": "Hi", "index": 1.5}, "index"),
        ({"role": "user", "text": "Hi", "at": "2026-01-01T00:00:00"}, "at"),
        ({"role": "user", "text": "Hi", "at": "yesterday"}, "at"),
    ],
)
def test_a_malformed_turn_is_an_error_that_names_the_field(judge, turn, field):
    with pytest.raises(WireError) as caught:
        judge.observe(turn)

    assert caught.value.field == field


def test_a_missing_conversation_on_the_wire_is_an_error_that_names_it():
    with pytest.raises(WireError) as caught:
        decode_json(b'{"role": "user", "text": "Hi"}', Turn)

    assert caught.value.field == "conversation"


def test_a_malformed_turn_leaves_the_session_as_it_was(judge):
    judge.forget("spared")
    judge.observe({"conversation": "spared", "role": "user", "text": "Hi"})

    with pytest.raises(WireError):
        judge.observe({"conversation": "spared", "role": "robot", "text": "Hi"})

    assert judge.observe({"conversation": "spared", "role": "assistant", "text": "Hello."}).slot == 1


def test_a_duplicated_turn_is_recorded_once_and_answered(runner):
    turn = said("c1", "assistant", "The warranty lasts 24 months.", turn_id="t1")

    outcomes = [receipt.outcome for receipt in runner.process([turn, turn], NOON)]

    assert outcomes == [Outcome.RECORDED, Outcome.DUPLICATE]
    assert len(list(read_records(runner.ledger, "", "c1", 0))) == 1


def test_a_turn_without_an_id_is_known_again_by_what_it_says(runner):
    turn = said("c1", "assistant", "The warranty \ud83d lasts 24 months.")

    outcomes = [receipt.outcome for receipt in runner.process([turn], NOON) + runner.process([turn], NOON)]

    assert outcomes == [Outcome.RECORDED, Outcome.DUPLICATE]


def test_the_same_id_with_another_text_is_a_conflict_and_the_first_is_kept(runner):
    first = said("c1", "assistant", "The warranty lasts 24 months.", turn_id="t1")
    other = said("c1", "assistant", "The warranty lasts 12 months.", turn_id="t1")

    outcomes = [receipt.outcome for receipt in runner.process([first, other], NOON)]

    assert outcomes == [Outcome.RECORDED, Outcome.CONFLICT]
    assert [record.claims[0].claim.quantity.value for record in read_records(runner.ledger, "", "c1", 0)] == [24.0]


def test_a_late_turn_is_judged_on_arrival_and_flagged(judge):
    judge.forget("late")
    for index, text in ((0, "The warranty lasts 24 months."), (2, "The box is blue.")):
        judge.observe({"conversation": "late", "role": "assistant", "text": text, "index": index})

    late = judge.observe({"conversation": "late", "role": "assistant", "text": "The lid is red.", "index": 1})

    assert (late.slot, late.position) == (2, 1)
    assert "late" in late.flags


def test_a_late_turn_is_the_earlier_side_of_its_contradiction(judge):
    judge.forget("late sides")
    turns = [(2, "Your warranty lasts 12 months."), (0, "Your warranty lasts 24 months.")]

    records = [
        judge.observe({"conversation": "late sides", "role": "assistant", "text": text, "index": index})
        for index, text in turns
    ]

    (finding,) = records[1].findings
    assert (finding.earlier_turn, finding.later_turn) == (0, 2)


def test_a_gap_in_the_indices_is_flagged(judge):
    judge.forget("gap")
    judge.observe({"conversation": "gap", "role": "user", "text": "Hi", "index": 0})

    assert "gap" in judge.observe({"conversation": "gap", "role": "assistant", "text": "Hello.", "index": 5}).flags


def test_a_clock_that_goes_back_is_flagged_and_loses_nothing(judge):
    judge.forget("clock")
    noon = datetime(2026, 3, 5, 12, tzinfo=UTC)
    times = [noon, noon - timedelta(hours=1), noon + timedelta(hours=1)]

    records = [
        judge.observe({"conversation": "clock", "role": "assistant", "text": f"Box {number} is blue.", "at": at})
        for number, at in enumerate(times)
    ]

    assert ["late" in record.flags for record in records] == [False, True, False]
    assert [record.slot for record in records] == [0, 1, 2]


def test_consecutive_assistant_turns_have_no_relevance_but_are_compared(judge):
    judge.forget("monologue")
    judge.observe({"conversation": "monologue", "role": "user", "text": "How long is the warranty?"})
    judge.observe({"conversation": "monologue", "role": "assistant", "text": "Your warranty lasts 24 months."})

    second = judge.observe({"conversation": "monologue", "role": "assistant", "text": "Your warranty lasts 12 months."})

    assert second.scores.relevance is None
    assert second.scores.quality is not None
    assert len(second.certificates) == 1


def test_two_conversations_interleaved_do_not_see_each_other(judge):
    for name in ("left", "right"):
        judge.forget(name)
    turns = [("left", "Your warranty lasts 24 months."), ("right", "Your warranty lasts 12 months.")]

    records = [judge.observe({"conversation": name, "role": "assistant", "text": text}) for name, text in turns * 2]

    assert [record.slot for record in records] == [0, 0, 1, 1]
    assert [record.findings for record in records] == [(), (), (), ()]


def test_every_odd_turn_survives_the_ledgers_codec(judge):
    judge.forget("odd")
    odd = ["", "\x00", "🎉", "[" * 300, "天空是蓝色的，太阳很亮。", "| a |\n| - |\n| 1 |", "x" * 5_000, "?!" * 500]

    records = [judge.observe({"conversation": "odd", "role": "assistant", "text": text}) for text in odd]

    assert [decode_msgpack(encode_msgpack(record), TurnRecord) for record in records] == records
