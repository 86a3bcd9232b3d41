"""Strange text through everything, from the line to the record: nothing is lost, nothing crashes."""

import json

import pytest

from schemas.codec import decode_msgpack, encode_msgpack
from schemas.conversation import read_conversation
from schemas.record import TurnRecord
from stream.composition import load_engine
from stream.policies import load_policies
from stream.scoring import judge_all
from stream.settings import Settings

pytestmark = pytest.mark.slow

STRANGE = {
    "empty": "",
    "blank": " \n\t ",
    "nulls": "a\x00b\x00",
    "emoji": "🎉🎉👩‍👩‍👧 🚀",
    "code": "```python\nx = 1\nprint(x)\n```",
    "table": "| plan | price |\n|---|---|\n| basic | 5 |\n| full | 9 |",
    "right_to_left": "الضمان صالح لمدة أربعة وعشرين شهراً من تاريخ الشراء.",
    "chinese": "保修期为二十四个月，从购买之日起计算。",
    "one_word": "word",
    "no_spaces": "x" * 5_000,
    "brackets": "[(" * 2_000,
    "many_sentences": "It is fine. " * 10_000,
    "a_megabyte": "The warranty of the drill lasts 24 months, and the battery lasts longer than that. " * 12_500,
    "markdown": "# A\n\n> quote\n\n* one\n  * two\n\n1. three\n\n---\n\n<b>x</b> & [y](http://example.org)",
}


@pytest.fixture(scope="module")
def engine():
    return load_engine(Settings(encoder="hash"), load_policies(""))


def conversation(text):
    turns = [
        {"role": "user", "text": "How long is the warranty?"},
        {"role": "assistant", "text": "Your warranty lasts 24 months."},
        {"role": "user", "text": text},
        {"role": "assistant", "text": text},
        {"role": "assistant", "text": "Your warranty lasts 12 months."},
    ]
    return read_conversation(json.dumps({"id": "c1", "turns": turns}))


@pytest.mark.parametrize("name", STRANGE)
def test_strange_text_takes_its_slots_and_the_turns_around_it_are_judged_as_ever(name, engine):
    records, notes = judge_all(conversation(STRANGE[name]), engine)

    assert notes == []
    assert [record.slot for record in records] == [0, 1, 2, 3, 4]
    assert [record.failure for record in records] == [""] * 5
    assert [certificate.earlier.turn for certificate in records[-1].certificates] == [1]


@pytest.mark.parametrize("name", STRANGE)
def test_a_record_of_strange_text_is_the_same_after_a_journey_through_bytes(name, engine):
    records, _ = judge_all(conversation(STRANGE[name]), engine)

    assert [decode_msgpack(encode_msgpack(record), TurnRecord) for record in records] == records


def test_half_a_surrogate_pair_is_mended_and_flagged(engine):
    line = '{"id": "c1", "turns": [{"role": "user", "text": "Hi \\ud83d"}, {"role": "assistant", "text": "\\u0000"}]}'

    records, notes = judge_all(read_conversation(line), engine)

    assert notes == []
    assert "repaired_text" in records[1].flags


def test_a_record_stays_far_below_a_megabyte_whatever_the_text(engine):
    sizes = {name: len(encode_msgpack(judge_all(conversation(text), engine)[0][3])) for name, text in STRANGE.items()}

    assert max(sizes.values()) < 500_000, sizes
