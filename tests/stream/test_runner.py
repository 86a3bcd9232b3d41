"""The embedded runner: what becomes of turns, of their effects, and of both when a process dies in between."""

from datetime import timedelta

import pytest

from schemas.session import SessionEnd
from stream.ledger import EndMarker, Place, read_marker, read_records
from stream.ledger.memory import MemoryLedger
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.receipt import Outcome
from stream.recorder import Bounds
from stream.runner import Limits, Runner
from tests.stream.fakes import NOON, FakeArchive, Remembering, WordEngine, said


class Desk:
    """A runner with its neighbours; `again` is the same desk after the process died."""

    def __init__(self, ledger=None, archive=None, live_conversations=10, engine=None) -> None:
        self.ledger = ledger or MemoryLedger()
        self.archive = archive or FakeArchive()
        self.sink = Remembering()
        self.metrics = Metrics()
        self.engine = engine or WordEngine()
        outbox = Outbox(self.ledger, self.archive, [self.sink], self.metrics)
        limits = Limits(bounds=Bounds(live_conversations=live_conversations), idle=timedelta(minutes=30))
        self.runner = Runner(self.engine, self.ledger, outbox, self.metrics, limits)
        self.runner.recover(NOON)

    def again(self) -> "Desk":
        return Desk(self.ledger, self.archive)

    def take(self, *turns):
        return [receipt.outcome for receipt in self.runner.process(turns, NOON)]

    def metric(self, line: str) -> str:
        found = [row for row in self.metrics.exposition().decode().splitlines() if row.startswith(line + " ")]
        return found[0].split()[-1] if found else ""

    def records(self, conversation="c1", epoch=0):
        return list(read_records(self.ledger, "", conversation, epoch))


@pytest.fixture
def desk():
    return Desk()


def test_turns_take_slots_in_order_of_arrival(desk):
    desk.take(said("c1", "user", "Hi", index=0), said("c2", "user", "Hey", index=0))
    desk.take(said("c1", "assistant", "Hello", index=1))

    assert [(record.slot, record.turn_id) for record in desk.records("c1")] == [(0, "index:0"), (1, "index:1")]
    assert [record.slot for record in desk.records("c2")] == [0]


def test_a_certificate_reaches_sinks_and_archive(desk):
    desk.take(said("c1", "assistant", "this is wrong", turn_id="t1"))

    assert len(desk.sink.certificate_ids()) == 1
    assert desk.archive.turns["c1", 0, 0].certificates == desk.sink.records[0].certificates


def test_a_turn_seen_again_is_not_judged_anew_but_its_effects_are_sent_again(desk):
    turn = said("c1", "assistant", "this is wrong", turn_id="t1")

    assert desk.take(turn) == [Outcome.RECORDED]
    assert desk.take(turn) == [Outcome.DUPLICATE]

    assert desk.engine.batches == [1]
    assert len(desk.records()) == 1
    assert len(desk.sink.certificate_ids()) == 2
    assert len(set(desk.sink.certificate_ids())) == 1
    assert desk.metric("skg_duplicate_turns_total") == "1.0"
    assert 'skg_turns_total{assistant="default",assistant_version="",outcome="scored",role="assistant"} 1.0' in (
        desk.metrics.exposition().decode()
    )


def test_a_turn_twice_in_one_batch_is_recorded_once(desk):
    turn = said("c1", "user", "Hi", turn_id="t1")

    assert desk.take(turn, turn) == [Outcome.RECORDED, Outcome.DUPLICATE]
    assert len(desk.records()) == 1


def test_another_text_under_a_known_id_is_a_conflict_and_the_first_is_kept(desk):
    desk.take(said("c1", "user", "Hi", turn_id="t1"))

    assert desk.take(said("c1", "user", "Good evening", turn_id="t1")) == [Outcome.CONFLICT]
    assert [record.words for record in desk.records()] == [1]
    assert desk.metric("skg_id_conflicts_total") == "1.0"


def test_the_same_id_in_another_conversation_or_tenant_is_another_turn(desk):
    outcomes = desk.take(
        said("c1", "user", "Hi", turn_id="t1"),
        said("c2", "user", "Hi", turn_id="t1"),
        said("c1", "user", "Hi", turn_id="t1", tenant="shop"),
    )

    assert outcomes == [Outcome.RECORDED] * 3


def test_a_turn_that_crashes_the_reader_takes_its_slot_without_claims_and_spares_its_batch(desk):
    outcomes = desk.take(
        said("c1", "user", "Hi", index=0),
        said("c1", "user", "crash the reader", index=1),
        said("c1", "assistant", "this is wrong", index=2),
    )

    assert outcomes == [Outcome.RECORDED] * 3
    assert [record.failure for record in desk.records()] == ["", "crashed", ""]
    assert len(desk.sink.certificate_ids()) == 1


def test_a_turn_that_crashes_the_judge_takes_its_slot_and_says_so(desk):
    assert desk.take(said("c1", "assistant", "crash the judge", index=0)) == [Outcome.RECORDED]

    assert [record.failure for record in desk.records()] == ["judgement_crashed"]


def test_a_turn_that_cannot_even_be_recorded_is_counted_and_stops_nothing(desk):
    outcomes = desk.take(said("c1", "user", "crash everything", index=0), said("c1", "user", "Hi", index=1))

    assert outcomes == [Outcome.FAILED, Outcome.RECORDED]
    assert desk.metric('skg_undecodable_total{reason="judgement_crashed"}') == "1.0"


def test_a_crash_is_logged_without_the_words_of_the_conversation(desk, capsys):
    desk.take(said("c1", "user", "crash the reader", index=0))

    assert "annotation_crashed" in capsys.readouterr().out
    assert "secret" not in capsys.readouterr().out


def test_an_evicted_conversation_goes_on_from_the_ledger():
    desk = Desk(live_conversations=1)
    desk.take(said("c1", "user", "Hi", index=0))
    desk.take(said("c2", "user", "Hey", index=0))

    outcomes = desk.take(said("c1", "user", "Hi", index=0), said("c1", "assistant", "Hello", index=1))

    assert outcomes == [Outcome.DUPLICATE, Outcome.RECORDED]
    assert [record.slot for record in desk.records("c1")] == [0, 1]
    assert float(desk.metric("skg_session_rebuilds_total")) >= 1
    assert desk.metric("skg_cached_sessions") == "1.0"


def test_effects_that_a_crash_kept_from_being_sent_are_sent_at_the_next_start(desk):
    desk.archive.reachable = False
    desk.take(said("c1", "assistant", "this is wrong", index=0))
    assert desk.archive.turns == {}
    desk.archive.reachable = True

    after = desk.again()

    assert list(after.archive.turns) == [("c1", 0, 0)]
    assert len(after.sink.certificate_ids()) == 1
    assert desk.again().sink.records == []


def test_while_the_archive_is_away_turns_are_taken_and_archived_later_in_order(desk):
    desk.archive.reachable = False
    desk.take(said("c1", "user", "Hi", index=0))
    desk.take(said("c1", "assistant", "this is wrong", index=1))
    assert len(desk.sink.records) == 2
    assert desk.metric('skg_queue_turns{queue="archive"}') == "2.0"

    desk.archive.reachable = True
    desk.runner.tick(NOON)

    assert list(desk.archive.turns) == [("c1", 0, 0), ("c1", 0, 1)]
    assert desk.metric('skg_queue_turns{queue="archive"}') == "0.0"
    assert len(desk.sink.records) == 2


def test_a_conversation_silent_for_the_limit_ends_and_a_shorter_silence_does_not(desk):
    desk.take(said("c1", "user", "Hi", index=0), said("c1", "assistant", "this is wrong", index=1))

    desk.runner.tick(NOON + timedelta(minutes=29, seconds=59))
    assert desk.sink.summaries == []
    desk.runner.tick(NOON + timedelta(minutes=30))

    [summary] = desk.sink.summaries
    assert (summary.turns, summary.assistant_turns, summary.scored_turns) == (2, 1, 1)
    assert summary.findings == {"contradiction": 1}
    assert summary.score == 0.2
    assert desk.archive.summaries == [summary]
    assert desk.records() == []
    assert desk.metric('skg_sessions_ended_total{assistant="default",assistant_version=""}') == "1.0"


def test_a_turn_after_the_end_opens_the_next_epoch_with_an_empty_session(desk):
    desk.take(said("c1", "user", "Hi", index=0))
    desk.runner.tick(NOON + timedelta(hours=1))

    desk.take(said("c1", "user", "Hi again", index=0))

    assert [(record.epoch, record.slot) for record in desk.records(epoch=1)] == [(1, 0)]


def test_the_next_epoch_is_known_after_a_restart(desk):
    desk.take(said("c1", "user", "Hi", index=0))
    desk.runner.tick(NOON + timedelta(hours=1))

    after = desk.again()
    after.take(said("c1", "user", "Hi again", index=0))

    assert [record.epoch for record in after.records(epoch=1)] == [1]


def test_records_leave_the_ledger_only_when_the_summary_is_archived(desk):
    desk.take(said("c1", "user", "Hi", index=0))
    desk.archive.reachable = False

    desk.runner.tick(NOON + timedelta(hours=1))
    assert len(desk.records()) == 1
    desk.archive.reachable = True
    desk.runner.tick(NOON + timedelta(hours=1))

    assert len(desk.archive.summaries) == 1
    assert desk.records() == []


def test_an_end_that_a_crash_interrupted_is_finished_at_the_next_start(desk):
    desk.take(said("c1", "user", "Hi", index=0), said("c1", "user", "Anyone?", index=1))
    desk.archive.reachable = False
    desk.runner.tick(NOON + timedelta(hours=1))
    assert isinstance(read_marker(desk.ledger, "", "c1"), EndMarker)
    desk.ledger.remove(Place(tenant="", conversation="c1", epoch=0, slot=1).key())
    desk.archive.reachable = True

    after = desk.again()

    assert [summary.turns for summary in after.archive.summaries] == [2]
    assert after.records() == []
    assert desk.again().sink.summaries == []


def test_gauges_show_after_a_restart_who_lives_and_who_degrades(desk):
    desk.take(
        said("c1", "assistant", "this is wrong", index=0, assistant="shop"),
        said("c1", "user", "Really?", index=1),
        said("c2", "assistant", "fine", index=0, assistant="bank"),
    )

    after = desk.again()

    assert after.metric('skg_live_conversations{assistant="shop",assistant_version=""}') == "1.0"
    assert after.metric('skg_degrading_conversations{assistant="shop",assistant_version=""}') == "1.0"
    assert after.metric('skg_live_conversations{assistant="bank",assistant_version=""}') == "1.0"
    assert after.metric("skg_ledger_records") == "3.0"


def test_an_end_command_for_a_conversation_that_has_moved_does_nothing(desk):
    desk.take(said("c1", "user", "Hi", index=0))
    command = SessionEnd(conversation="c1", last_slot=0, idle_since=NOON)
    desk.take(said("c1", "user", "Hello?", index=1))

    assert desk.runner.end(command) is None
    assert len(desk.records()) == 2
