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
    source = LetterSource(topic="t", partition=0, offset=1, timestamp_ms=2, headers=(("skg-dlq-letter", b"0:1"),))
    error = WireError(kind="Turn", field="text", problem="is missing")

    again = {name for name, _ in dead_letter(value=b"", key=None, source=source, error=error).headers}
    first = LetterSource(topic="t", partition=0, offset=1, timestamp_ms=2)
    once = {name for name, _ in dead_letter(value=b"", key=None, source=first, error=error).headers}

    assert again == promised(DEAD_LETTERS)
    assert once == promised(DEAD_LETTERS, always=True)


def test_a_turn_that_is_sent_again_says_so():
    assert MODE in promised(TURNS)
    assert promised(TURNS, always=True) == set()
