"""Who lives and who degrades: turns in, gauges out, also when only the ledger is at hand."""

from datetime import timedelta

import pytest

from schemas.codec import encode_msgpack
from schemas.record import RESENT, TurnRecord
from schemas.turn import Role
from stream.activity import Activity
from stream.ledger import Place, last_records, write_record
from stream.ledger.memory import MemoryLedger
from stream.metrics import Metrics
from tests.stream.fakes import NOON, scores
from tests.stream.samples import value


def said(slot, *, quality=None, version="1", resent=False, epoch=0):
    """Return the record of an assistant's turn of this quality (below 0.5 it degrades), or of a user's."""
    return TurnRecord(
        conversation="c1",
        epoch=epoch,
        slot=slot,
        position=slot,
        turn_id=f"t{slot}",
        role=Role.USER if quality is None else Role.ASSISTANT,
        text_digest="d",
        assistant="shop",
        assistant_version=version,
        scores=None if quality is None else scores(quality),
        flags=(RESENT,) if resent else (),
    )


class Shown:
    """An activity with its metrics."""

    def __init__(self):
        self.metrics = Metrics()
        self.activity = Activity(self.metrics)

    def hear(self, *records):
        for record in records:
            self.activity.heard(record, NOON)
        return self

    def gauges(self, version="1"):
        who = {"assistant": "shop", "assistant_version": version}
        names = ("skg_live_conversations", "skg_degrading_conversations")
        return tuple(value(self.metrics, name, **who) for name in names)


@pytest.fixture
def shown():
    return Shown()


def found_in_ledger(*records):
    """Return what is shown after a restart, with these records in the ledger."""
    ledger = MemoryLedger()
    for record in records:
        write_record(ledger, record, encode_msgpack(record))
    after = Shown()
    after.activity.found(last_records(ledger, Place.of(records[-1])), NOON)
    return after


def test_a_conversation_lives_and_degrades_as_its_newest_scored_turn_says(shown):
    shown.hear(said(0), said(1, quality=0.2), said(2))
    falling = shown.gauges()
    shown.hear(said(3, quality=0.9))

    assert falling == (1.0, 1.0)
    assert shown.gauges() == (1.0, 0.0)


def test_a_conversation_moves_to_the_version_that_speaks_in_it(shown):
    shown.hear(said(0, quality=0.2), said(1, quality=0.2, version="2"))

    assert shown.gauges("1") == (0.0, 0.0)
    assert shown.gauges("2") == (1.0, 1.0)


def test_a_turn_that_comes_twice_takes_back_neither_the_trend_nor_the_place_of_later_ones(shown):
    shown.hear(said(0, quality=0.2), said(1, quality=0.9), said(0, quality=0.2))

    (command,) = shown.activity.silent(NOON + timedelta(hours=1), timedelta(minutes=30))
    assert shown.gauges() == (1.0, 0.0)
    assert command.last_slot == 1
    assert value(shown.metrics, "skg_ledger_records") == 2.0


def test_a_conversation_that_was_sent_again_is_not_shown_but_ends_like_any_other(shown):
    shown.hear(said(0, resent=True), said(1, quality=0.2, resent=True))

    (command,) = shown.activity.silent(NOON + timedelta(hours=1), timedelta(minutes=30))
    assert shown.gauges() == (None, None)
    assert command.last_slot == 1


def test_one_turn_that_was_sent_again_changes_nothing_of_what_is_shown(shown):
    shown.hear(said(0, quality=0.9), said(1, quality=0.2, version="2", resent=True))

    assert shown.gauges("1") == (1.0, 0.0)
    assert shown.gauges("2") == (None, None)


@pytest.mark.parametrize(
    "records",
    [
        (said(0), said(1, quality=0.2), said(2)),
        (said(0), said(1, quality=0.2), said(2, quality=0.9, resent=True)),
        (said(0), said(1, quality=0.9), said(2, quality=0.2, resent=True), said(3)),
        (said(0), said(1, quality=0.2, resent=True)),
        (said(0, resent=True), said(1, quality=0.2, resent=True)),
    ],
    ids=["ordinary", "resent last", "resent between", "resent answer", "resent wholly"],
)
def test_after_a_restart_the_ledger_shows_what_was_shown_before(shown, records):
    shown.hear(*records)

    after = found_in_ledger(*records)

    assert [found or 0.0 for found in after.gauges()] == [before or 0.0 for before in shown.gauges()]
    assert after.activity.silent(NOON, timedelta()) == shown.activity.silent(NOON, timedelta())


def test_what_the_ledger_says_replaces_what_was_known(shown):
    shown.hear(said(0, quality=0.2), said(1, quality=0.2))

    shown.activity.found([said(3, quality=0.9)], NOON)

    assert shown.gauges() == (1.0, 0.0)
    assert value(shown.metrics, "skg_ledger_records") == 4.0


def test_an_ended_conversation_is_shown_no_longer_and_its_next_epoch_is_a_new_one(shown):
    shown.hear(said(0, quality=0.2), said(1, quality=0.2))
    shown.hear(said(0, quality=0.9, epoch=1))
    anew = shown.gauges()
    shown.activity.ended(("", "c1"))

    assert anew == (1.0, 0.0)
    assert shown.gauges() == (0.0, 0.0)
    assert value(shown.metrics, "skg_ledger_records") == 0.0
