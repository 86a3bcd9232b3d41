"""Looks side by side: a slow one, a failing one and a broken one hold up none of the others."""

from threading import Event

from alerts.errors import ArchiveError
from stream.check import Check
from stream.deployment.examining import Look, examine

SOUND = Check(name="sound", found="all is well")


def hangs():
    yield SOUND
    Event().wait()


def fails():
    raise ArchiveError(url="sqlite:///a.db", problem="is away")


def crashes():
    yield SOUND
    raise ValueError("a text that nobody may see")


def look(one):
    return Look(name=one.__name__, look=one, todo="mend it")


def test_what_was_found_before_the_time_was_up_is_kept():
    assert examine([look(hangs), Look(name="quick", look=lambda: [SOUND], todo="")], 0.2) == [
        SOUND,
        Check(name="hangs", found="no answer within 0 s", sound=False, todo="mend it"),
        SOUND,
    ]


def test_an_error_of_ours_is_told_in_its_own_words():
    (check,) = examine([look(fails)], 60.0)

    assert not check.sound
    assert check.found.startswith("archive sqlite:///a.db: is away")


def test_any_other_error_is_told_by_its_place_alone():
    _, check = examine([look(crashes)], 60.0)

    assert not check.sound
    assert "ValueError at " in check.found
    assert "nobody may see" not in check.found
