"""Headers as they are written, against those that the catalogue promises to other programs."""

from schemas.errors import WireError
from schemas.topics import ANNOTATIONS, CERTIFICATES, DEAD_LETTERS, HEADERS, RECORDS, TURNS
from stream.kafka.dead_letters import LetterSource, dead_letter
from stream.kafka.wire import MODE, RESEND, Source


def promised(topic, *, always=False):
    return {header.name for header in HEADERS if topic.name in header.topics and (header.always or not always)}


def test_what_follows_from_a_turn_has_the_headers_of_the_catalogue():
    written = {name for name, _ in Source(partition=1, offset=2, arrived=3, mode=RESEND).headers("Annotation")}

    assert written == promised(ANNOTATIONS) == promised(RECORDS) == promised(CERTIFICATES)


def test_a_dead_letter_has_the_headers_of_the_catalogue():
    once = letter_headers(value=b"", headers=())
    again = letter_headers(value=b"", headers=(("skg-dlq-letter", b"0:1"),))
    cut = letter_headers(value=b"x" * 2_000, headers=())

    assert once == promised(DEAD_LETTERS, always=True)
    assert again - once == {"skg-dlq-letter"}
    assert cut - once == {"skg-dlq-cut"}
    assert again | cut == promised(DEAD_LETTERS)


def letter_headers(value, headers):
    source = LetterSource(topic="t", partition=0, offset=1, timestamp_ms=2, headers=headers)
    error = WireError(kind="Turn", field="text", problem="is missing")
    return {
        name for name, _ in dead_letter(value=value, key=None, source=source, error=error, most_bytes=1_000).headers
    }


def test_a_turn_that_is_sent_again_says_so():
    assert MODE in promised(TURNS)
    assert promised(TURNS, always=True) == set()
