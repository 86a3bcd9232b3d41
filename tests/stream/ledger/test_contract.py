"""What every ledger store must do, whatever it is made of."""

import pytest

from schemas.codec import encode_msgpack
from schemas.record import TurnRecord
from schemas.session import SessionSummary
from schemas.turn import Role
from stream.ledger import (
    EndMarker,
    Place,
    outbox_key,
    outbox_number,
    read_marker,
    read_record,
    read_records,
    remove_ended,
    write_marker,
    write_record,
)
from stream.ledger.memory import MemoryLedger
from stream.ledger.sqlite import SqliteLedger


def kept(ledger, record: TurnRecord) -> TurnRecord:
    return write_record(ledger, record, encode_msgpack(record))


@pytest.fixture(params=["memory", "sqlite"])
def ledger(request, tmp_path):
    opened = MemoryLedger() if request.param == "memory" else SqliteLedger(tmp_path / "ledger.db")
    yield opened
    opened.close()


def record(slot: int, text_digest: str = "d", epoch: int = 0) -> TurnRecord:
    return TurnRecord(
        conversation="c1",
        tenant="t1",
        epoch=epoch,
        slot=slot,
        position=slot,
        turn_id=f"id{slot}",
        role=Role.USER,
        text_digest=text_digest,
    )


def test_what_was_put_is_there(ledger):
    ledger.put("key", b"value")

    assert ledger.get("key") == b"value"


def test_what_was_never_put_is_not_there(ledger):
    assert ledger.get("key") is None


def test_the_first_write_wins_and_is_returned_to_the_second_writer(ledger):
    ledger.put("key", b"first")

    assert ledger.put("key", b"second") == b"first"
    assert ledger.get("key") == b"first"


def test_overwriting_replaces_the_value(ledger):
    ledger.put("key", b"first")

    ledger.overwrite("key", b"second")

    assert ledger.get("key") == b"second"


def test_a_removed_key_is_gone_and_removing_it_again_does_nothing(ledger):
    ledger.put("key", b"value")

    ledger.remove("key")
    ledger.remove("key")

    assert ledger.get("key") is None


def test_keys_come_sorted(ledger):
    for key in ("b", "a", "c"):
        ledger.put(key, b"")

    assert list(ledger.keys()) == ["a", "b", "c"]


def test_uncommitted_writes_are_seen_by_their_writer(ledger):
    ledger.put("key", b"value")

    assert ledger.get("key") == b"value"
    ledger.commit()
    assert ledger.get("key") == b"value"


def test_records_are_read_in_slot_order_until_one_is_missing(ledger):
    for slot in (0, 1, 3):
        kept(ledger, record(slot))

    assert [found.slot for found in read_records(ledger, "t1", "c1", 0)] == [0, 1]


def test_records_of_other_epochs_and_conversations_are_not_read(ledger):
    kept(ledger, record(0, epoch=1))

    assert list(read_records(ledger, "t1", "c1", 0)) == []
    assert list(read_records(ledger, "", "c1", 1)) == []


def test_a_second_record_of_a_slot_gives_back_the_first(ledger):
    kept(ledger, record(0, "first"))

    assert kept(ledger, record(0, "second")).text_digest == "first"


def test_a_record_that_is_not_there_is_a_key_error(ledger):
    with pytest.raises(KeyError):
        read_record(ledger, Place(tenant="t1", conversation="c1", epoch=0, slot=9))


def test_removing_an_epoch_leaves_its_marker(ledger):
    for slot in range(3):
        kept(ledger, record(slot))
    summary = SessionSummary(conversation="c1", tenant="t1", turns=3, assistant_turns=0, scored_turns=0)
    marker = EndMarker(epoch=0, slots=3, summary=summary)
    write_marker(ledger, "t1", "c1", marker)

    remove_ended(ledger, "t1", "c1", marker)

    assert list(read_records(ledger, "t1", "c1", 0)) == []
    assert read_marker(ledger, "t1", "c1") == marker


def test_keys_of_records_markers_and_parcels_are_told_apart():
    place = Place(tenant="t1", conversation="c1", epoch=2, slot=10)

    assert place.key() == "t1\x1fc1\x1f2\x1f10"
    assert Place.parse(place.key()) == place
    assert Place.parse("t1\x1fc1\x1fend") is None
    assert Place.parse(outbox_key(7)) is None
    assert outbox_number(outbox_key(7)) == 7
    assert outbox_number(place.key()) is None
