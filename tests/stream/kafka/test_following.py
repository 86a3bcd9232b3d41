import asyncio
from types import SimpleNamespace

import pytest
from faust.transport.drivers.aiokafka import Consumer
from faust.types import TP

from stream.kafka.consumer import Following, contiguous

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


class Fetched:
    """What Faust has fetched in one go, which may be while it is still going back."""

    def __init__(self, monkeypatch, offsets, going_back):
        monkeypatch.setattr(Consumer, "__init__", lambda *_, **__: None)  # no broker is asked here
        self.consumer = contiguous(frozenset({PLACE.topic}))(None, None)
        self.consumer.app = SimpleNamespace(consumer_generation_id=2)
        self.consumer._following.start({PLACE: 1})
        self.consumer._went_back_in = 1 if going_back else 2
        self.sought = []
        self._offsets = offsets
        monkeypatch.setattr(Consumer, "getmany", lambda *_: self._messages())
        monkeypatch.setattr(Consumer, "seek_wait", self._seek)

    async def _messages(self):
        for offset in self._offsets:
            yield PLACE, SimpleNamespace(offset=offset)

    async def _seek(self, places):
        self.sought.append(places)

    def handed_on(self):
        async def all_of_them():
            async for place, message in self.consumer.getmany(1.0):
                handed_on.append(message.offset)
                self.consumer._following.handed_on(place, message.offset)

        handed_on = []
        asyncio.run(all_of_them())
        return handed_on


def test_what_was_fetched_while_faust_went_back_is_read_again_though_nothing_follows_it(monkeypatch):
    fetched = Fetched(monkeypatch, [1, 2, 3], going_back=True)

    while_going_back = fetched.handed_on()
    fetched.consumer._went_back_in = 2
    fetched._offsets = []
    fetched.handed_on()

    assert while_going_back == []
    assert fetched.sought == [{PLACE: 1}]


@pytest.mark.parametrize("offsets", [[1, 2], []])
def test_nothing_is_read_again_where_nothing_was_left_out(offsets, monkeypatch):
    fetched = Fetched(monkeypatch, offsets, going_back=False)

    assert fetched.handed_on() == offsets
    assert fetched.sought == []
