import time

import msgspec
from sqlalchemy import create_engine, select

from alerts.archive import tables
from schemas.codec import decode_msgpack
from schemas.record import TurnRecord
from schemas.topics import LEDGER
from stream.ledger import Place
from tests.broker.chaos.comparing import compare
from tests.broker.chaos.forms import forms
from tests.broker.chaos.load import Load, Sent, Shape, said, talk
from tests.broker.chaos.topics import drained, read_all
from tests.broker.chaos.workers import Worker, running, skg

FORGOTTEN = "w0-3"


class Forgetting(msgspec.Struct, frozen=True, kw_only=True):
    rate: float
    seconds: float
    wipes: int


def records_left(settings, conversation):
    """Return the records of a conversation that the ledger still holds, by slot and epoch."""
    newest = {}
    for message in read_all(settings, LEDGER):
        place = Place.parse((message.key or b"").decode())
        if place is not None and place.conversation == conversation:
            newest[place] = message.value
    return {
        (place.epoch, place.slot): decode_msgpack(value, TurnRecord)
        for place, value in newest.items()
        if value is not None
    }


def archived(settings, conversation):
    """Return how many rows each table of the archive holds of a conversation."""
    engine = create_engine(settings.archive())
    found = (tables.turns, tables.findings, tables.certificates, tables.claims, tables.entities)
    try:
        with engine.connect() as connection:
            counts = {
                table.name: len(connection.execute(select(table).where(table.c.conversation == conversation)).all())
                for table in found
            }
    finally:
        engine.dispose()
    return counts


@forms(
    short=Forgetting(rate=60.0, seconds=2.0, wipes=0),
    long=Forgetting(rate=150.0, seconds=20.0, wipes=3),
)
def test_what_was_forgotten_does_not_come_back_after_a_restart(form, chaotic, tmp_path, report):
    worker = Worker(chaotic, tmp_path)
    shape = Shape(rate=form.rate, conversations=8, turns=12, waves=1)
    background = Shape(rate=form.rate, name="other")

    with running(worker):
        with Load(chaotic, talk(shape), rate=shape.rate) as load:
            turns = load.finish()
        drained(chaotic)
        before = archived(chaotic, FORGOTTEN)
        with Load(chaotic, talk(background), rate=background.rate) as load:
            time.sleep(form.seconds / 2)
            skg(worker.settings, tmp_path, "forget", FORGOTTEN)
            time.sleep(form.seconds / 2)
            for _ in range(form.wipes):
                worker.kill()
                worker.wipe()
                worker.start()
                worker.wait_ready()
            others = load.stop()
        drained(chaotic)
        worker.terminate()
        worker.start()
        worker.wait_ready()
        with Load(chaotic, [Sent.of(said(FORGOTTEN, 12))], rate=0) as load:
            load.finish()
        drained(chaotic)
        left, rows = records_left(chaotic, FORGOTTEN), archived(chaotic, FORGOTTEN)
        verdict = compare(chaotic, [turn for turn in [*turns, *others] if turn.conversation != FORGOTTEN])
        worker.terminate()

    report(f"forgotten, then {form.wipes} wipes and a restart at {form.rate:.0f}/s; {verdict.line()}; left: {rows}")
    assert before["turns"] == 12
    assert before["certificates"] == 2
    assert {key: record.turn_id for key, record in left.items()} == {(1, 0): f"{FORGOTTEN}.12"}
    assert rows == {**dict.fromkeys(rows, 0), "turns": 1}
    assert verdict.faults() == {}
