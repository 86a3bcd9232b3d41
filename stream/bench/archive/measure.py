"""Fill an archive through the writer of the archive role, then ask it what people ask."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from sqlalchemy import Select, text

from alerts.archive import (
    Archive,
    CertificateFilter,
    ConversationFilter,
    Expiry,
    ExportFilter,
    ExportKind,
    FindingFilter,
    open_archive,
    tables,
)
from alerts.archive.engine import new_engine
from alerts.archive.queries import gaps_of, newest_certificates, newest_findings, of_newest_epoch, worst_conversations
from alerts.retention import remove
from stream.bench.archive.material import BATCH, BEGIN, PERIOD, batches, owner

Advance = Callable[[str], None]
_REPEATS = 7
_TENTH = 10
_MEBI = 1_048_576


class ArchiveFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What one database did; times of questions are medians in ms.

    `reads_whole_tables` names the questions that no index answers, `load` is the machine's before and after.
    """

    database: str
    turns: int
    turns_per_second: float
    turns_per_second_first_tenth: float
    turns_per_second_last_tenth: float
    bytes_per_turn: float
    milliseconds: dict[str, float]
    reads_whole_tables: tuple[str, ...]
    exported_turns_per_second: float
    export_grew_mebibytes: float
    expired_turns_per_second: float
    load: tuple[float, float]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What people ask: how it is put to the archive, and the statement behind it."""

    ask: Callable[[Archive], object]
    statement: Select[Any]


def measure(url: str, turns: int, advance: Advance) -> ArchiveFigures:
    """Measure an archive that is empty; it is left full."""
    before = os.getloadavg()[0]
    moment = [BEGIN]
    archive = open_archive(url, clock=lambda: moment[0])
    try:
        advance(f"storing {turns:,} turns")
        seconds = _stored(archive, turns, moment)
        _analyse(url)
        advance("questions")
        asked = questions(turns)
        milliseconds = {name: _milliseconds(archive, question) for name, question in asked.items()}
        whole = tuple(name for name, question in asked.items() if reads_whole_table(archive.plan(question.statement)))
        size = _bytes(url)
        advance("export")
        exported, grew = _exported(archive)
        advance("retention")
        expired = _expired(archive, moment[0] - (moment[0] - BEGIN) * 9 / _TENTH)
        tenth = max(1, len(seconds) // _TENTH)
        return ArchiveFigures(
            database=url.partition(":")[0].partition("+")[0],
            turns=len(seconds) * BATCH,
            turns_per_second=len(seconds) * BATCH / sum(seconds),
            turns_per_second_first_tenth=tenth * BATCH / sum(seconds[:tenth]),
            turns_per_second_last_tenth=tenth * BATCH / sum(seconds[-tenth:]),
            bytes_per_turn=size / (len(seconds) * BATCH),
            milliseconds=milliseconds,
            reads_whole_tables=whole,
            exported_turns_per_second=exported,
            export_grew_mebibytes=grew,
            expired_turns_per_second=expired,
            load=(before, os.getloadavg()[0]),
        )
    finally:
        archive.close()


def questions(turns: int) -> dict[str, Question]:
    """Return what people ask of an archive with so many turns."""
    newest = BEGIN + (turns // BATCH) * PERIOD
    since = newest - 60 * PERIOD
    assistant, version = owner(20)
    talk = "conversation-20"
    worst = {
        "worst conversations": ConversationFilter(),
        "worst of an assistant": ConversationFilter(assistant=assistant),
        "worst of a version, last hour": ConversationFilter(
            assistant=assistant, assistant_version=version, since=since
        ),
    }
    findings = {
        "findings of a detector": FindingFilter(detector="slot"),
        "findings of a detector, last hour": FindingFilter(detector="slot", since=since),
    }
    certificates = {
        "certificates of a version, last hour": CertificateFilter(
            assistant=assistant, assistant_version=version, since=since
        ),
        "certificates of a conversation": CertificateFilter(conversation=talk),
    }
    return {
        **{name: Question(ask=_conversations(it), statement=worst_conversations(it)) for name, it in worst.items()},
        **{name: Question(ask=_findings(it), statement=newest_findings(it)) for name, it in findings.items()},
        **{
            name: Question(ask=_certificates(it), statement=newest_certificates(it))
            for name, it in certificates.items()
        },
        "claims of a conversation": Question(
            ask=lambda archive: archive.claims(talk), statement=of_newest_epoch(tables.claims, talk, "")
        ),
        "gaps of a conversation": Question(ask=lambda archive: archive.gaps(talk), statement=gaps_of(talk, "")),
    }


def reads_whole_table(plan: list[str]) -> bool:
    """Tell whether a plan reads a table from one end to the other; `worst` is no table, but what a part of it gave."""
    return any(
        ("SCAN " in line or "Seq Scan" in line) and "USING" not in line and "worst" not in line.split() for line in plan
    )


def _conversations(wanted: ConversationFilter) -> Callable[[Archive], object]:
    return lambda archive: archive.conversations(wanted)


def _findings(wanted: FindingFilter) -> Callable[[Archive], object]:
    return lambda archive: archive.findings(wanted)


def _certificates(wanted: CertificateFilter) -> Callable[[Archive], object]:
    return lambda archive: archive.certificates(wanted)


def _stored(archive: Archive, turns: int, moment: list[datetime]) -> list[float]:
    """Store all turns; return the seconds of each batch, without the making of it."""
    seconds = []
    for batch in batches(turns):
        started = time.perf_counter()
        archive.store(*batch)
        seconds.append(time.perf_counter() - started)
        moment[0] += PERIOD
    return seconds


def _milliseconds(archive: Archive, question: Question) -> float:
    times = []
    for _ in range(_REPEATS):
        started = time.perf_counter()
        question.ask(archive)
        times.append((time.perf_counter() - started) * 1_000)
    return median(times)


def _exported(archive: Archive) -> tuple[float, float]:
    """Return lines a second, and by how much the process grew meanwhile."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.perf_counter()
    lines = sum(bool(msgspec.json.encode(line)) for line in archive.exported(ExportKind.TURNS, ExportFilter()))
    seconds = time.perf_counter() - started
    return lines / seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1_024 / _MEBI


def _expired(archive: Archive, before: datetime) -> float:
    """Delete what was stored before a moment; return turns a second, the pauses in between counted."""
    expiry = Expiry(tenant="", conversations_before=before, certificates_before=before)
    started = time.perf_counter()
    removed = remove(archive, expiry)
    return removed["turns"] / (time.perf_counter() - started)


def _analyse(url: str) -> None:
    """Let a server know its tables, as autovacuum does in time."""
    with _connected(url) as run:
        run("ANALYZE")


def _bytes(url: str) -> float:
    engine = new_engine(url)
    if engine.dialect.name == "sqlite":
        path = Path(engine.url.database or "")
        return float(sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*")))
    with engine.connect() as connection:
        sizes = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace ="
        found = connection.execute(text(f"{sizes} current_schema()::regnamespace")).scalar_one()
    engine.dispose()
    return float(found)


@contextmanager
def _connected(url: str) -> Iterator[Callable[[str], object]]:
    engine = new_engine(url)
    with engine.execution_options(isolation_level="AUTOCOMMIT", skg_untimed=True).connect() as connection:
        yield connection.exec_driver_sql
    engine.dispose()


@contextmanager
def own_schema(url: str) -> Iterator[str]:
    """Give the URL of a schema of our own in a PostgreSQL database, dropped afterwards."""
    name = f"skg_bench_{os.getpid()}"
    with _connected(url) as run:
        run(f"CREATE SCHEMA {name}")
    engine = new_engine(url)
    try:
        own = engine.url.update_query_dict({"options": f"-csearch_path={name}"})
        yield own.render_as_string(hide_password=False)
    finally:
        with _connected(url) as run:
            run(f"DROP SCHEMA {name} CASCADE")
