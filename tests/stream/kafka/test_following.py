from faust.types import TP

from stream.kafka.consumer import Following

PLACE = TP("turns", 0)


def test_messages_that_follow_on_each_other_are_not_missed():
    following = Following()
    following.start({PLACE: 7})

    missing = []
    for offset in (7, 8, 9):
        missing.append(following.missing(PLACE, offset))
        following.handed_on(PLACE, offset)

    assert missing == [None, None, None]


def test_a_message_beyond_the_next_one_tells_which_should_have_come():
    following = Following()
    following.start({PLACE: 7})

    assert following.missing(PLACE, 8) == 7
    assert following.missing(PLACE, 40) == 7


def test_a_message_that_was_not_handed_on_is_still_expected():
    following = Following()
    following.start({PLACE: 7})
    following.missing(PLACE, 7)

    assert following.missing(PLACE, 8) == 7


def test_a_message_that_comes_again_is_no_jump():
    following = Following()
    following.start({PLACE: 7})
    following.handed_on(PLACE, 7)

    assert following.missing(PLACE, 3) is None


def test_nothing_is_expected_of_a_partition_that_has_not_been_started():
    following = Following()
    following.start({PLACE: 7})
    following.start({})

    assert following.missing(PLACE, 500) is None


def test_patience_ends_with_a_jump_that_stays_and_begins_anew_after_one_that_was_mended():
    following = Following(patience=10.0)
    following.start({PLACE: 7})

    following.missing(PLACE, 9)
    at_first, later, too_late = (following.patient(PLACE, now) for now in (100.0, 109.9, 110.0))
    following.missing(PLACE, 7)
    following.handed_on(PLACE, 7)
    following.missing(PLACE, 20)
    anew = following.patient(PLACE, 200.0)

    assert (at_first, later, too_late) == (True, True, False)
    assert anew
