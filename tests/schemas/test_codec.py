from datetime import UTC, datetime

import msgspec
import pytest

from schemas.annotation import Annotation, Vectors
from schemas.claim import Span
from schemas.codec import check, convert, decode_json, decode_msgpack, encode_json, encode_msgpack
from schemas.errors import WireError
from schemas.finding import Certificate, Detector, Evidence, Finding, FindingKind, Severity
from schemas.record import Scores, TurnRecord
from schemas.session import SessionEnd
from schemas.turn import Role, Turn


def turn_bytes(**fields):
    return msgspec.json.encode({"conversation": "c1", "role": "user", "text": "Hello.", **fields})


def problem_of(data, kind=Turn):
    with pytest.raises(WireError) as caught:
        decode_json(data, kind)
    return caught.value.field, str(caught.value)


def record(**fields):
    needed = {"conversation": "c1", "slot": 0, "position": 0, "turn_id": "t0", "role": Role.USER, "text_digest": "d"}
    return TurnRecord(**{**needed, **fields})


def test_a_turn_with_only_the_needed_fields_is_read():
    turn = decode_json(turn_bytes(), Turn)

    assert turn == Turn(conversation="c1", role=Role.USER, text="Hello.")


def test_a_turn_in_json_has_sorted_keys_and_its_version():
    turn = Turn(conversation="c1", role=Role.USER, text="Hello.", index=3)

    assert encode_json(turn) == b'{"conversation":"c1","index":3,"role":"user","schema_version":1,"text":"Hello."}'


def test_fields_that_are_not_known_are_ignored():
    assert decode_json(turn_bytes(mood="sunny", nested={"a": [1]}), Turn).text == "Hello."


@pytest.mark.parametrize(
    ("data", "field", "words"),
    [
        (b'{"role":"user","text":"x"}', "conversation", "is missing: give every conversation an id of its own"),
        (turn_bytes(role="bot"), "role", "use one of user, assistant, system, tool"),
        (turn_bytes(text=5), "text", "expected `str`, got `int`"),
        (turn_bytes(text=None), "text", "expected `str`, got `null`"),
        (turn_bytes(index=-1), "index", "use the 0-based position"),
        (turn_bytes(index=2**60), "index", "use the 0-based position"),
        (turn_bytes(index=True), "index", "got `bool`"),
        (turn_bytes(at="2026-01-31T12:00:00"), "at", "with a zone"),
        (turn_bytes(at=1769860800), "at", "RFC 3339"),
        (turn_bytes(at="yesterday"), "at", "RFC 3339"),
        (turn_bytes(conversation=""), "conversation", "is empty"),
        (turn_bytes(conversation=" "), "conversation", "is empty"),
        (turn_bytes(conversation="c" * 513), "conversation", "at most 512"),
        (turn_bytes(conversation="a\x1fb"), "conversation", "U+001F at character 1"),
        (turn_bytes(tenant="a\x00"), "tenant", "U+0000 at character 1"),
        (turn_bytes(turn_id="\x85"), "turn_id", "U+0085 at character 0"),
        (turn_bytes(assistant="bot\n"), "assistant", "U+000A at character 3"),
        (turn_bytes(assistant_version="\x7f"), "assistant_version", "U+007F"),
        (b"", "", "is empty: send one value per message"),
        (b"null", "", "expected `object`, got `null`"),
        (b"[1]", "", "expected `object`, got `array`"),
        (b'{"conversation":"c1"', "", "cannot be read"),
        (b"\x00\x01", "", "cannot be read"),
        (b'{"conversation":"c1","role":"user","text":"\xff"}', "", "is not UTF-8 (byte 43)"),
        (b'{"text":"\\ud83d","role":}', "", "cannot be read"),
        (b'{"text":"\\ud83d","score":NaN}', "", "NaN is not JSON"),
    ],
)
def test_a_malformed_turn_names_the_field_and_says_what_to_do(data, field, words):
    found, sentence = problem_of(data)

    assert found == field
    assert words in sentence
    assert sentence.startswith("Turn: ")


def test_the_longest_id_and_the_largest_index_are_accepted():
    turn = decode_json(turn_bytes(conversation="c" * 512, index=2**53 - 1), Turn)

    assert (len(turn.conversation), turn.index) == (512, 9007199254740991)


def test_a_fault_deep_inside_a_value_is_named_by_its_path():
    needed = b'{"conversation":"c","role":"user","turn_id":"t","text":"","text_digest":"",'
    data = needed + b'"claims":[{"subject":{"text":"a"}}]}'

    assert problem_of(data, Annotation) == (
        "claims[0].subject.label",
        "Annotation: field `claims[0].subject.label`: is missing",
    )


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_deep_json_is_an_error_and_no_crash(opening):
    inside = opening * 100_000

    assert "nested too deeply" in problem_of(b'{"conversation":"c","role":"user","text":"x","extra":' + inside)[1]
    assert "nested too deeply" in problem_of(b'{"text":"\\ud83d","extra":' + inside)[1]


def test_half_of_a_surrogate_pair_in_a_text_is_repaired():
    data = b'{"conversation":"c1","role":"user","text":"cut \\ud83d"}'

    assert decode_json(data, Turn).text == "cut \ufffd"
    assert decode_json('{"conversation":"c1","role":"user","text":"cut \ud83d"}', Turn).text == "cut \ufffd"


def test_a_whole_surrogate_pair_is_one_character():
    assert decode_json(b'{"conversation":"c1","role":"user","text":"\\ud83d\\ude00"}', Turn).text == "\U0001f600"


def test_null_characters_in_a_text_are_kept_for_the_annotator_to_mend():
    assert decode_json(turn_bytes(text="a\x00b"), Turn).text == "a\x00b"


def test_a_newer_version_is_refused_before_its_other_fields_are_looked_at():
    expected = (
        "schema_version",
        "Turn: field `schema_version`: 2 is newer than 1, the newest this program reads: upgrade skgeval-monitor first",
    )

    assert problem_of(turn_bytes(schema_version=2)) == expected
    assert problem_of(turn_bytes(schema_version=2, role=["a", "b"])) == expected


def test_a_version_that_never_was_is_refused():
    assert "0 is no version" in problem_of(turn_bytes(schema_version=0))[1]
    assert problem_of(turn_bytes(schema_version="1"))[0] == "schema_version"


def test_a_newer_certificate_inside_a_record_is_refused():
    side = Evidence(turn=1, turn_id="t1", speaker=Role.ASSISTANT, sentence="It is hot.", span=Span(start=0, end=10))
    newer = Certificate(
        certificate_id="0" * 32,
        kind=FindingKind.CONTRADICTION,
        detector=Detector.ANTONYM,
        severity=Severity.PAGE,
        strength=0.88,
        confidence=0.5,
        assistant="default",
        assistant_version="",
        conversation="c1",
        earlier=side,
        later=side,
        explanation="",
        schema_version=9,
    )

    with pytest.raises(WireError) as caught:
        convert(msgspec.to_builtins(record(certificates=(newer,))), TurnRecord)

    assert caught.value.field == "certificates[0].schema_version"


def test_json_rounds_floats_to_nine_significant_digits_and_messagepack_does_not():
    value = record(scores=Scores(relevance=0.12345678912345, slope=-0.00000012345678912))

    assert b'"relevance":0.123456789' in encode_json(value)
    assert b'"slope":-1.23456789e-7' in encode_json(value)
    assert decode_msgpack(encode_msgpack(value), TurnRecord) == value


def test_messagepack_brings_back_bytes_times_and_enums():
    value = record(
        at=datetime(2026, 1, 31, 12, 0, 0, 123456, tzinfo=UTC),
        vectors=Vectors(dimensions=2, turn=b"\x01\xff"),
        findings=(
            Finding(
                kind=FindingKind.DRIFT,
                detector=Detector.TOPIC_DRIFT,
                severity=Severity.INFO,
                strength=1 / 3,
                confidence=0.1,
                later_turn=1,
            ),
        ),
        rejections={"tense": 2},
    )

    assert decode_msgpack(encode_msgpack(value), TurnRecord) == value
    assert decode_json(encode_json(value), TurnRecord).vectors.turn == b"\x01\xff"


def test_messagepack_names_the_field_at_fault():
    data = msgspec.msgpack.encode({"conversation": "c", "last_slot": "3", "idle_since": "2026-01-31T12:00:00Z"})

    with pytest.raises(WireError) as caught:
        decode_msgpack(data, SessionEnd)

    assert caught.value.field == "last_slot"


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x91" * 100_000, b"\x81\xa1a" + b"\x91" * 100_000, b"\x81\xa1"])
def test_bytes_that_are_no_messagepack_are_a_wire_error(data):
    with pytest.raises(WireError):
        decode_msgpack(data, TurnRecord)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_number_that_json_cannot_hold_is_an_error_that_names_it(value):
    with pytest.raises(WireError) as caught:
        encode_json(record(scores=Scores(quality=value)))

    assert caught.value.field == "scores.quality"


@pytest.mark.parametrize("encode", [encode_json, encode_msgpack])
def test_a_text_that_is_no_unicode_cannot_be_written(encode):
    with pytest.raises(WireError) as caught:
        encode(Turn(conversation="c", role=Role.USER, text="cut \ud83d"))

    assert caught.value.field == "text"


def test_a_turn_made_in_python_is_checked_like_one_from_the_wire():
    with pytest.raises(WireError) as caught:
        check(Turn(conversation="a\tb", role=Role.USER, text=""))

    assert caught.value.field == "conversation"


def test_a_mapping_becomes_a_turn():
    assert convert({"conversation": "c", "role": "tool", "text": "ok"}, Turn).role is Role.TOOL


@pytest.mark.parametrize("fields", [None, 3, "turn", [("role", "user")], {1: 2}])
def test_what_is_no_mapping_of_fields_is_a_wire_error(fields):
    with pytest.raises(WireError):
        convert(fields, Turn)


def test_the_same_value_gives_the_same_bytes_in_whatever_order_it_was_built():
    first = record(rejections={"tense": 1, "modality": 2})
    second = record(rejections={"modality": 2, "tense": 1})

    assert encode_json(first) == encode_json(second)
    assert encode_msgpack(first) == encode_msgpack(second)
