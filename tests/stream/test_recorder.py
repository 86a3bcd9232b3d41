"""What is recorded of an annotation, and what is not recorded twice."""

import msgspec
import pytest

from schemas.codec import encode_msgpack
from schemas.record import RESENT
from stream.ledger.memory import MemoryLedger
from stream.metrics import Metrics
from stream.receipt import Outcome
from stream.recorder import SPLIT, TOO_LARGE, Bounds, Origin, Recorder
from tests.broker.cheap import ChainEngine
from tests.stream.fakes import WordEngine, said

ENGINE = WordEngine()


def annotation(text, number, **fields):
    return msgspec.structs.replace(
        ENGINE.unread(said("c1", "assistant", text, turn_id=f"t{number}", index=number), ""), **fields
    )


def recorder(**bounds):
    metrics = Metrics()
    return Recorder(MemoryLedger(), ENGINE, metrics, Bounds(**bounds)), metrics


def test_a_turn_that_comes_again_is_answered_by_its_first_record():
    records, metrics = recorder()

    first = records.take(annotation("hello", 0))
    again = records.take(annotation("hello", 0))

    assert (first.outcome, again.outcome) == (Outcome.RECORDED, Outcome.DUPLICATE)
    assert encode_msgpack(first.record) == encode_msgpack(again.record)
    assert "skg_duplicate_turns_total 1.0" in metrics.exposition().decode()


def test_another_text_under_a_known_id_is_a_conflict_and_the_first_is_kept():
    records, metrics = recorder()

    records.take(annotation("hello", 0))
    other = records.take(annotation("goodbye", 0))

    assert (other.outcome, other.record) == (Outcome.CONFLICT, None)
    assert "skg_id_conflicts_total 1.0" in metrics.exposition().decode()


def test_a_conversation_that_changes_its_partition_is_flagged():
    records, _ = recorder()

    flags = [
        records.take(annotation("hello", number), Origin(partition=partition)).record.flags
        for number, partition in enumerate((2, 2, 3, 3))
    ]

    assert flags == [(), (), (SPLIT,), ()]


@pytest.mark.parametrize(("spare", "failure"), [(0, ""), (-1, TOO_LARGE)])
def test_a_record_that_is_too_large_keeps_its_slot_without_its_content(spare, failure):
    chained = ChainEngine()
    read = chained.annotate([said("c1", "assistant", "hello", turn_id="t0")])[0]
    size = len(encode_msgpack(chained.judge(chained.session("c1", "", 0), read)))
    bounds = Bounds(max_record_bytes=size + spare)

    taken = Recorder(MemoryLedger(), chained, Metrics(), bounds).take(read)

    assert (taken.outcome, taken.record.slot, taken.record.failure) == (Outcome.RECORDED, 0, failure)


def test_an_erased_conversation_begins_anew_in_the_next_epoch():
    records, _ = recorder()
    records.take(annotation("hello", 0))

    marker = records.erase("", "c1", offset=7)
    later = records.take(annotation("hello", 0)).record

    assert (marker.epoch, marker.slots, marker.summary, marker.offset) == (0, 1, None, 7)
    assert (later.epoch, later.slot) == (1, 0)


def test_a_closed_conversation_leaves_a_summary():
    records, _ = recorder()
    records.take(annotation("hello", 0))
    records.take(annotation("this is wrong", 1))

    marker = records.close("", "c1")

    assert (marker.slots, marker.summary.turns, marker.summary.findings) == (2, 2, {"contradiction": 1})


def test_a_turn_that_was_sent_again_by_hand_tells_so_on_its_record_and_others_keep_their_bytes():
    (resent, _), (ordinary, _) = recorder(), recorder()
    told = resent.take(annotation("hello", 0), Origin(flags=(RESENT,))).record
    untold = ordinary.take(annotation("hello", 0)).record

    assert told.flags == (RESENT,)
    assert untold.flags == ()
    assert encode_msgpack(msgspec.structs.replace(told, flags=())) == encode_msgpack(untold)


def test_a_turn_that_came_in_time_is_not_marked_by_its_resend():
    records, _ = recorder()
    records.take(annotation("hello", 0))

    again = records.take(annotation("hello", 0), Origin(flags=(RESENT,)))

    assert again.outcome is Outcome.DUPLICATE
    assert again.record.flags == ()
