"""A dead letter is the message as it came, with the reason beside it and nothing of what it says."""

import pytest

from schemas.codec import decode_json
from schemas.errors import WireError
from schemas.turn import Turn
from stream.kafka.dead_letters import LetterSource, dead_letter
from stream.kafka.wire import MODE, RESEND

SOURCE = LetterSource(topic="turns", partition=3, offset=12, timestamp_ms=1_772_712_000_000)
PRIVATE = "my password is hunter2"


def error_of(raw):
    with pytest.raises(WireError) as caught:
        decode_json(raw, Turn)
    return caught.value


def letter(error, headers=(), value=b"\xff\x00 raw", key=b"talk", most_bytes=1_000_000):
    source = LetterSource(**{name: getattr(SOURCE, name) for name in SOURCE.__struct_fields__} | {"headers": headers})
    return dead_letter(value=value, key=key, source=source, error=error, most_bytes=most_bytes)


def test_a_header_of_null_is_kept_as_it_is():
    made = letter(ValueError(), headers=(("theirs", None), ("skg-dlq-letter", None)))

    assert made.headers[0] == ("theirs", None)
    assert "skg-dlq-letter" not in dict(made.headers)


@pytest.mark.parametrize(("key", "value"), [(b"k\xff", b"\xff\x00"), (None, b"{}"), (b"k", None), (b"", b"")])
def test_key_and_value_are_untouched(key, value):
    made = letter(ValueError(), key=key, value=value)

    assert (made.key, made.value) == (key, value)


def test_headers_say_where_it_stood_and_what_is_wrong():
    told = dict(letter(error_of(b"{}")).headers)

    assert told["skg-dlq-topic"] == b"turns"
    assert told["skg-dlq-partition"] == b"3"
    assert told["skg-dlq-offset"] == b"12"
    assert told["skg-dlq-time"] == b"1772712000000"
    assert told["skg-dlq-error"] == b"WireError"
    assert b"field `conversation`: is missing" in told["skg-dlq-message"]
    assert told["skg-dlq-version"]


@pytest.mark.parametrize(
    "error",
    [
        ValueError(PRIVATE),
        error_of(f'{{"conversation": "c", "text": "t", "role": "{PRIVATE}"}}'.encode()),
        error_of(f'{{"conversation": "c", "text": "t", "role": "it\'s {PRIVATE}\'s"}}'.encode()),
        error_of(f'{{"conversation": "c", "role": "user", "text": {{"{PRIVATE}": 1}}}}'.encode()),
        error_of(f"{PRIVATE}".encode()),
        error_of(f'{{"conversation": "c", "role": "user", "text": "t", "at": "{PRIVATE}"}}'.encode()),
    ],
    ids=str,
)
def test_no_header_quotes_the_message(error):
    made = letter(error)

    assert "hunter2" not in repr(made.headers)


def test_the_producers_own_headers_are_kept_and_ours_of_a_message_sent_again_are_not():
    made = letter(ValueError(), headers=(("traceparent", b"00-1"), (MODE, RESEND.encode()), ("skg-dlq-letter", b"0:7")))

    assert ("traceparent", b"00-1") in made.headers
    assert MODE not in dict(made.headers)
    assert dict(made.headers)["skg-dlq-letter"] == b"0:7"


def test_of_a_message_that_unpacked_to_more_than_the_topic_takes_the_beginning_and_the_size_are_kept():
    huge = b"{" * 3_000_000
    producers = (("trace", b"x" * 500_000),)

    made = letter(error_of(b"{}"), value=huge, headers=producers)

    assert huge.startswith(made.value)
    assert len(made.value) + sum(len(name) + len(content) for name, content in made.headers) < 1_000_000
    assert made.key == b"talk"
    assert int(dict(made.headers)["skg-dlq-cut"]) > 3_500_000


def test_a_key_that_is_as_long_as_a_message_is_not_kept_with_a_cut_letter():
    made = letter(error_of(b"{}"), value=b"{", key=b"k" * 2_000_000)

    assert (made.key, made.value) == (None, b"{")
