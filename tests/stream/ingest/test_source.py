"""Lines of streams and of files that grow, are renamed, and are cut."""

import io

import pytest

from stream.errors import SourceError
from stream.ingest.source import Position, follow, read_lines


def test_lines_of_a_stream_are_counted_from_one_and_the_last_needs_no_ending():
    lines = list(read_lines(io.BytesIO(b"one\n\ntwo\nthree"), limit=100))

    assert [(line.number, line.data) for line in lines] == [(1, b"one"), (2, b""), (3, b"two"), (4, b"three")]


def test_a_line_as_long_as_the_limit_is_kept_and_one_byte_more_is_not():
    lines = list(read_lines(io.BytesIO(b"12345\n123456\n1\n"), limit=5))

    assert [line.data for line in lines] == [b"12345", None, b"1"]


def test_a_line_far_beyond_the_limit_is_never_held():
    lines = list(read_lines(io.BytesIO(b"x" * 1_000_000 + b"\nshort\n"), limit=10))

    assert [line.data for line in lines] == [None, b"short"]


class Script:
    """Runs one step at each look, then stops."""

    def __init__(self, *steps):
        self.steps = list(steps)

    def __call__(self) -> bool:
        if not self.steps:
            return False
        self.steps.pop(0)()
        return True


def append(path, text):
    def step():
        with path.open("ab") as file:
            file.write(text)

    return step


def followed(path, *steps, start=None):
    return [line.data for line in follow(path, 100, start or Position(), Script(*steps))]


def test_what_is_appended_is_read_as_it_comes(tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"one\n")

    assert followed(path, append(path, b"two\nthr"), append(path, b"ee\n")) == [b"one", b"two", b"three"]


def test_half_a_line_waits_for_its_end(tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"half")

    assert followed(path) == []


def test_a_file_that_is_not_there_yet_is_waited_for(tmp_path):
    path = tmp_path / "turns.jsonl"

    assert followed(path, lambda: None, append(path, b"one\n")) == [b"one"]


def test_after_a_rotation_the_old_file_is_read_to_its_end_and_then_the_new_one(tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"one\n")

    def rotate():
        path.rename(tmp_path / "turns.1")
        append(tmp_path / "turns.1", b"two\nlast without end")()
        path.write_bytes(b"three\n")

    assert followed(path, rotate, lambda: None) == [b"one", b"two", b"last without end", b"three"]


def test_a_file_that_was_cut_is_read_from_its_beginning(tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"one\ntwo\n")

    def cut():
        with path.open("r+b") as file:
            file.truncate(0)
            file.write(b"new\n")

    assert followed(path, cut, lambda: None) == [b"one", b"two", b"new"]


def test_a_later_process_goes_on_after_the_line_that_was_recorded(tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"one\ntwo\nthree\n")
    first = next(iter(follow(path, 100, Position(), Script())))

    later = list(follow(path, 100, first.after, Script()))

    assert [(line.number, line.data) for line in later] == [(2, b"two"), (3, b"three")]


def test_the_position_in_another_file_of_that_name_counts_for_nothing(tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(b"one\n")

    assert followed(path, start=Position(inode=1, offset=2, line=1)) == [b"one"]


def test_a_folder_cannot_be_followed(tmp_path):
    with pytest.raises(SourceError, match="cannot be read"):
        followed(tmp_path)
