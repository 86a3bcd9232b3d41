"""Ledger, certificates and archive after a run, held against those of an undisturbed run in one process."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import create_engine, select

from alerts.archive import tables
from schemas.codec import decode_json, decode_msgpack, encode_msgpack
from schemas.finding import Certificate
from schemas.record import TurnRecord
from schemas.topics import CERTIFICATES, LEDGER
from schemas.turn import Turn
from stream.ledger import Place
from stream.ledger.memory import MemoryLedger
from stream.metrics import Metrics
from stream.outbox import Outbox
from stream.recorder import Bounds
from stream.runner import Limits, Runner
from stream.settings import Settings
from tests.broker.chaos.topics import Message, read_all
from tests.broker.cheap import ChainEngine
from tests.stream.fakes import NOON, FakeArchive

_BATCH = 100
_KIND = "skg-kind"


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What differs; every count but `turns` and `certificates` must be 0.

    `wrong` are slots that ever held another record, `split` conversations with records on two partitions; `alien`
    certificates are those that no undisturbed run issues. `repeats` is no fault: outputs sent more than once.
    """

    turns: int
    missing: int
    wrong: int
    extra: int
    split: int
    certificates: int
    certificates_missing: int
    certificates_alien: int
    archive_missing: int
    archive_wrong: int
    archived_certificates_missing: int
    archived_certificates_alien: int
    repeats: int

    def faults(self) -> dict[str, int]:
        """Return what should be 0 and is not."""
        fine = {"turns", "certificates", "repeats"}
        return {name: count for name, count in msgspec.structs.asdict(self).items() if count and name not in fine}

    def line(self) -> str:
        """Return the figures in a line."""
        got = self.certificates - self.certificates_missing
        return (
            f"{self.turns} turns: {self.missing} missing, {self.wrong} wrong, {self.extra} extra, {self.split} split; "
            f"certificates {self.certificates} expected, {got} got, {self.certificates_alien} alien; archive: "
            f"{self.archive_missing} turns missing, {self.archive_wrong} wrong, {self.archived_certificates_missing} "
            f"certificates missing, {self.archived_certificates_alien} alien; {self.repeats} ledger values repeated"
        )


def undisturbed(turns: Sequence[Turn]) -> dict[str, TurnRecord]:
    """Return by ledger key what one process makes of these turns."""
    ledger, metrics = MemoryLedger(), Metrics()
    outbox = Outbox(ledger, FakeArchive(), [], metrics)
    runner = Runner(ChainEngine(), ledger, outbox, metrics, Limits(bounds=Bounds(live_conversations=1_000_000)))
    for start in range(0, len(turns), _BATCH):
        runner.process(turns[start : start + _BATCH], NOON)
    stored = {key: ledger.get(key) for key in ledger.keys() if Place.parse(key)}  # noqa: SIM118 - a ledger is no dict
    return {key: decode_msgpack(value, TurnRecord) for key, value in stored.items() if value is not None}


def compare(settings: Settings, turns: Sequence[Turn]) -> Verdict:
    """Compare everything that is kept of the conversations in `turns`; others are left alone."""
    expected = undisturbed(turns)
    ours = {turn.conversation for turn in turns}
    history = _history(read_all(settings, LEDGER), ours)
    wrong = [key for key, values in history.items() if key in expected and _differ(values, expected[key])]
    partitions: dict[str, set[int]] = {}
    for key, values in history.items():
        partitions.setdefault(_place(key).conversation, set()).update(message.partition for message in values)
    proven = {made.certificate_id for record in expected.values() for made in record.certificates}
    issued = _issued(settings, ours)
    archived_turns, archived = _archived(settings, ours)
    wanted_turns = {key: _as_archived(record) for key, record in expected.items()}
    return Verdict(
        turns=len(expected),
        missing=len([key for key in expected if not history.get(key) or history[key][-1].value is None]),
        wrong=len(wrong),
        extra=len(history.keys() - expected.keys()),
        split=len([name for name, found in partitions.items() if len(found) > 1]),
        certificates=len(proven),
        certificates_missing=len(proven - issued),
        certificates_alien=len(issued - proven),
        archive_missing=len(wanted_turns.keys() - archived_turns.keys()),
        archive_wrong=len([key for key, row in archived_turns.items() if wanted_turns.get(key) != row]),
        archived_certificates_missing=len(proven - archived),
        archived_certificates_alien=len(archived - proven),
        repeats=sum(map(len, history.values())) - len(history),
    )


def _history(messages: Sequence[Message], ours: set[str]) -> dict[str, list[Message]]:
    """Return all values that each record's key ever had."""
    history: dict[str, list[Message]] = {}
    for message in messages:
        key = (message.key or b"").decode()
        place = Place.parse(key)
        if place is not None and place.conversation in ours:
            history.setdefault(key, []).append(message)
    return history


def _differ(values: Sequence[Message], expected: TurnRecord) -> bool:
    """Tell whether a key ever held anything but the expected record, byte for byte but for where the turn came from."""
    wanted = encode_msgpack(expected)
    seen = {message.value for message in values}
    return any(value is None or _without_source(value) != wanted for value in seen) or len(seen) > 1


def _without_source(value: bytes) -> bytes:
    return encode_msgpack(msgspec.structs.replace(decode_msgpack(value, TurnRecord), source_partition=None))


def _place(key: str) -> Place:
    place = Place.parse(key)
    if place is None:
        raise AssertionError(f"{key} is no record's key")
    return place


def _issued(settings: Settings, ours: set[str]) -> set[str]:
    made = (
        decode_json(message.value, Certificate)
        for message in read_all(settings, CERTIFICATES)
        if message.value is not None and dict(message.headers).get(_KIND) == b"Certificate"
    )
    return {certificate.certificate_id for certificate in made if certificate.conversation in ours}


def _archived(settings: Settings, ours: set[str]) -> tuple[dict[str, tuple[str, float | None]], set[str]]:
    """Return the archived turns by ledger key, and the ids of the archived certificates."""
    engine = create_engine(settings.archive())
    turns, certificates = tables.turns.c, tables.certificates.c
    columns = (turns.tenant, turns.conversation, turns.epoch, turns.slot, turns.turn_id, turns.quality)
    try:
        with engine.connect() as connection:
            rows = connection.execute(select(*columns)).all()
            ids = connection.execute(select(certificates.conversation, certificates.certificate_id)).all()
    finally:
        engine.dispose()
    found = {
        Place(tenant=row.tenant, conversation=row.conversation, epoch=row.epoch, slot=row.slot).key(): (
            row.turn_id,
            row.quality,
        )
        for row in rows
        if row.conversation in ours
    }
    return found, {row.certificate_id for row in ids if row.conversation in ours}


def _as_archived(record: TurnRecord) -> tuple[str, float | None]:
    return record.turn_id, record.scores.quality if record.scores else None
