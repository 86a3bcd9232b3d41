"""Who is told apart in metrics, and who gives up the place of a name."""

import pytest

from stream.labels import Bounded, LabelLimits, Labels

HOUR = 3_600.0
DAY = 24 * HOUR


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def left():
    return []


def labels(clock, left, **limits):
    return Labels(LabelLimits(**limits), left.append, clock)


def version(made, assistant, version):
    return made.who(assistant, version)["assistant_version"]


def test_values_are_told_apart_up_to_the_bound_and_the_rest_are_other():
    bounded = Bounded(2)

    assert [bounded.label(value) for value in ("a", "b", "c", "a", "d")] == ["a", "b", "other", "a", "other"]


def test_with_a_list_of_names_only_those_are_told_apart():
    bounded = Bounded(0, ("shop",))

    assert [bounded.label(value) for value in ("shop", "bank")] == ["shop", "other"]


def test_a_version_that_was_silent_for_an_hour_gives_its_place_to_a_new_one(clock, left):
    made = labels(clock, left, max_versions=2)
    made.who("shop", "1")
    clock.now = 1.0
    made.who("shop", "2")

    clock.now = HOUR - 0.1
    early = version(made, "shop", "3")
    clock.now = HOUR
    late = version(made, "shop", "3")

    assert (early, late) == ("other", "3")
    assert left == [{"assistant": "shop", "assistant_version": "1"}]
    assert version(made, "shop", "2") == "2"
    assert version(made, "shop", "1") == "other"


def test_while_there_is_room_nobody_leaves(clock, left):
    made = labels(clock, left, max_versions=2)
    made.who("shop", "1")

    clock.now = 30 * DAY
    made.who("shop", "2")

    assert left == []
    assert version(made, "shop", "1") == "1"


def test_a_version_whose_conversations_live_keeps_its_place(clock, left):
    made = labels(clock, left, max_versions=1)
    who = made.who("shop", "1")
    made.live(who, 1)

    clock.now = DAY
    meanwhile = version(made, "shop", "2")
    made.live(who, -1)
    after = version(made, "shop", "2")

    assert (meanwhile, after) == ("other", "2")


def test_an_assistant_gives_up_its_place_after_a_day_with_all_of_its_versions(clock, left):
    made = labels(clock, left, max_assistants=1)
    made.who("shop", "1")

    clock.now = DAY - 0.1
    early = made.who("bank", "1")["assistant"]
    clock.now = DAY
    late = made.who("bank", "1")["assistant"]

    assert (early, late) == ("other", "bank")
    assert left == [{"assistant": "shop"}]


def test_months_of_releases_never_take_more_places_than_the_bound(clock, left):
    made = labels(clock, left, max_versions=5)

    shown = set()
    for day in range(90):
        clock.now = day * DAY
        shown.add(version(made, "shop", f"release {day}"))

    assert "other" not in shown
    assert len(shown) - len(left) <= 5


def test_ids_of_users_as_assistants_fill_the_bound_and_move_nobody_out(clock, left):
    made = labels(clock, left, max_assistants=3)
    made.who("shop", "1")

    for number in range(1_000):
        clock.now += 1.0
        made.who(f"user {number}", "")
        made.who("shop", "1")

    assert left == []
    assert made.who("shop", "1")["assistant"] == "shop"
    assert made.folded == 998


def test_an_assistant_that_got_a_place_is_no_longer_folded(clock, left):
    made = labels(clock, left, max_assistants=1)
    made.who("shop", "1")
    made.who("bank", "1")
    folded = made.folded

    clock.now = DAY
    made.who("bank", "1")

    assert (folded, made.folded) == (1, 0)
