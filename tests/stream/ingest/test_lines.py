"""Lines to turns, in the forms that people and programs write."""

import pytest

from schemas.errors import WireError
from schemas.turn import Role
from stream.ingest.lines import Lines
from stream.redaction import load_redactor
from stream.settings import Settings
from tests.stream.fakes import NOON


def read(*lines, allow_plain=False, where=""):
    source = Lines("stdin", load_redactor(Settings()), allow_plain=allow_plain)
    return [turn for line in lines for turn in source.read(line.encode(), NOON, where)]


def test_a_full_turn_is_taken_as_it_is():
    [turn] = read('{"conversation": "c1", "role": "user", "text": "Hi", "turn_id": "t1", "at": "2026-01-01T00:00:00Z"}')

    assert (turn.conversation, turn.role, turn.text, turn.turn_id) == ("c1", Role.USER, "Hi", "t1")
    assert turn.at.year == 2026


def test_a_turn_without_conversation_belongs_to_the_source():
    [turn] = read('  {"role": "assistant", "text": "Hello"}\r\n')

    assert (turn.conversation, turn.role, turn.at) == ("stdin", Role.ASSISTANT, NOON)


def test_half_a_surrogate_pair_is_mended_where_no_conversation_is_named():
    [turn] = read('{"role": "user", "text": "Hi \\ud83d"}')

    assert turn.text == "Hi \ufffd"


def test_a_whole_conversation_on_a_line_gives_its_turns_with_their_indices():
    turns = read('{"id": "c7", "turns": [{"role": "user", "text": "Hi"}, {"role": "assistant", "text": "Hello"}]}')

    assert [(turn.conversation, turn.index, turn.text) for turn in turns] == [("c7", 0, "Hi"), ("c7", 1, "Hello")]


def test_a_blank_line_is_nothing():
    assert read("", "  \n") == []


@pytest.mark.parametrize(
    ("line", "role", "text"),
    [
        ("user: Hi there", Role.USER, "Hi there"),
        ("Assistant:Hello", Role.ASSISTANT, "Hello"),
        ("  U :  It costs: 5 euro ", Role.USER, "It costs: 5 euro"),
        ("bot: ok", Role.ASSISTANT, "ok"),
        ("system: Answer in French.", Role.SYSTEM, "Answer in French."),
    ],
)
def test_plain_lines_are_read_where_they_are_allowed(line, role, text):
    [turn] = read(line, allow_plain=True)

    assert (turn.role, turn.text, turn.conversation) == (role, text, "stdin")


def test_a_plain_line_where_none_are_allowed_says_how_to_allow_them():
    with pytest.raises(WireError, match="--plain"):
        read("user: Hi")


def test_a_plain_line_without_a_speaker_is_refused():
    with pytest.raises(WireError, match="who speaks"):
        read("Hello there", allow_plain=True)
    with pytest.raises(WireError, match="who speaks"):
        read("Note: this is odd", allow_plain=True)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('{"role": "user"}', "text"),
        ("{}", "role"),
        ('{"conversation": "c1", "role": "robot", "text": "Hi"}', "role"),
        ('{"conversation": "a\\u0000b", "role": "user", "text": "Hi"}', "conversation"),
        ('{"id": "c1", "turns": [{"role": "user", "text": "Hi"}, {"role": "user"}]}', "turns[1].text"),
        ('{"id": "", "turns": [{"role": "user", "text": "Hi"}]}', "id"),
        ('{"conversation": "c1", "role": "user", "text": "Hi"', ""),
        ("{" * 100_000, ""),
    ],
)
def test_a_bad_line_names_the_field_at_fault(line, field):
    with pytest.raises(WireError) as caught:
        read(line)

    assert caught.value.field == field


def test_equal_words_said_twice_are_two_turns_and_reading_again_gives_the_same_ids():
    line = '{"role": "user", "text": "Yes"}'

    once, again = read(line, line), read(line, line)

    assert once[0].turn_id != once[1].turn_id
    assert [turn.turn_id for turn in once] == [turn.turn_id for turn in again]


def test_equal_words_at_two_places_of_a_file_are_two_turns_for_two_processes_too():
    line = '{"role": "user", "text": "Yes"}'

    assert read(line, where="7:0")[0].turn_id != read(line, where="7:40")[0].turn_id


def test_an_index_or_a_time_of_the_producer_is_identity_enough():
    [by_index] = read('{"role": "user", "text": "Yes", "index": 3}')
    [by_time] = read('{"role": "user", "text": "Yes", "at": "2026-01-01T00:00:00Z"}')

    assert (by_index.turn_id, by_time.turn_id) == ("", "")
