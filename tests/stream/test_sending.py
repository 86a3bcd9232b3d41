"""The order in which the turns of a file are sent."""

from stream.sending import NumberedTurn, interleaved, one_after_another
from tests.stream.fakes import said


def line(number, turns):
    return [NumberedTurn(line=number, turn=said(f"c{number}", "user", "Hi", index=index)) for index in range(turns)]


def order(turns):
    return [(numbered.line, numbered.turn.index) for numbered in turns]


def test_lines_follow_one_another():
    assert order(one_after_another([line(1, 2), line(2, 1)])) == [(1, 0), (1, 1), (2, 0)]


def test_interleaved_lines_take_turns_and_keep_their_own_order():
    lines = [line(1, 3), line(2, 1), line(3, 2)]

    assert order(interleaved(lines)) == [(1, 0), (2, 0), (3, 0), (1, 1), (3, 1), (1, 2)]


def test_only_so_many_lines_are_held_as_go_on_side_by_side():
    read = []

    def lines():
        for number in range(1_000):
            read.append(number)
            yield line(number, 2)

    next(interleaved(lines()))

    assert len(read) == 100
