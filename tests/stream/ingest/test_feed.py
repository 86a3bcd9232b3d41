"""From lines to the intake: nothing broken stops the rest, and a place is noted only when its turn is recorded."""

import io
from threading import Thread

from stream.ingest.feed import Checkpoint, Feeder
from stream.ingest.lines import Lines
from stream.ingest.source import Position, follow, read_lines
from stream.intake import Intake
from stream.metrics import Metrics
from stream.receipt import Outcome, Receipt
from stream.redaction import load_redactor
from stream.settings import Settings
from tests.stream.fakes import NOON

GOOD = b'{"role": "user", "text": "Hi"}\n'


class Desk:
    def __init__(self, capacity=100) -> None:
        self.intake = Intake(capacity)
        self.metrics = Metrics()
        self.feeder = Feeder(self.intake, self.metrics, lambda: NOON)

    def feed(self, source, checkpoint=None):
        self.feeder.feed(source, Lines("stdin", load_redactor(Settings()), allow_plain=False), checkpoint)

    def undecodable(self):
        rows = self.metrics.exposition().decode().splitlines()
        return [row for row in rows if row.startswith("skg_undecodable_total{") and not row.endswith(" 0.0")]


def test_good_lines_reach_the_intake_and_bad_ones_are_counted_by_reason():
    desk = Desk()

    desk.feed(read_lines(io.BytesIO(GOOD + b"{oops\n" + b"x" * 200 + b"\n" + GOOD), limit=100))

    assert desk.intake.waiting == 2
    assert desk.undecodable() == [
        'skg_undecodable_total{reason="too_large"} 1.0',
        'skg_undecodable_total{reason="malformed"} 1.0',
    ]


def test_a_source_is_left_when_the_intake_closes():
    desk = Desk(capacity=1)
    feeding = Thread(target=desk.feed, args=(read_lines(io.BytesIO(GOOD * 5), limit=100),))
    feeding.start()

    desk.intake.close()
    feeding.join()

    assert desk.intake.waiting <= 1


def test_a_place_is_noted_when_its_turn_is_recorded_and_not_when_it_was_refused(tmp_path):
    path = tmp_path / "turns.jsonl"
    path.write_bytes(GOOD + GOOD)
    checkpoint = Checkpoint(tmp_path / "place.json")
    desk = Desk()

    desk.feed(follow(path, 100, checkpoint.read(), lambda: False), checkpoint)
    first, second = desk.intake.take(10, timeout=0)
    first.settle([Receipt(conversation="stdin", turn_id="t", outcome=Outcome.RECORDED)])
    second.settle(None)

    noted = checkpoint.read()
    assert (noted.line, noted.offset, noted.inode) == (1, len(GOOD), path.stat().st_ino)


def test_a_checkpoint_that_is_missing_or_broken_is_the_beginning(tmp_path):
    assert Checkpoint(tmp_path / "absent.json").read() == Position()
    (tmp_path / "broken.json").write_text("{")
    assert Checkpoint(tmp_path / "broken.json").read() == Position()
