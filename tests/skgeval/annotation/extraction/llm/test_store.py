"""The folder of answers in bad company: read-only, full, damaged, shared, killed; and what was spent all the same."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time

import pytest

from skgeval.annotation.extraction.llm.errors import AnswerStoreError
from skgeval.annotation.extraction.llm.options import Price
from skgeval.annotation.extraction.llm.store import AnswerStore
from tests.llm_server import claim, claims

TEXT = "The warranty lasts 24 months."
BYTES = 1_000_000
HOUR = 3_600.0
COSTS_ONE = Price(input=10_000.0)
"""The server says 100 tokens read."""

WRITER = """
import sys
from pathlib import Path
from skgeval.annotation.extraction.llm.store import AnswerStore
store = AnswerStore(Path(sys.argv[1]), most_bytes=10_000_000)
print("open", flush=True)
for number in range(int(sys.argv[2])):
    store.put(f"{sys.argv[3]} {number}", "x" * 2_000)
    store.spend(7, 1.0)
    store.get(f"{sys.argv[3]} {number}")
    if number == 20:
        print("writing", flush=True)
"""


def writer(folder, times, name):
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), str(times), name], stdout=subprocess.PIPE, text=True
    )


def good(_turn):
    return claims(claim(TEXT, "warranty", "last", "24 months"))


def test_a_folder_that_cannot_be_made_is_told_with_what_to_do(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(AnswerStoreError, match="SKG_LLM_CACHE_DIR"):
        AnswerStore(tmp_path / "file" / "answers", most_bytes=BYTES)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    tmp_path.chmod(0o500)

    with pytest.raises(AnswerStoreError):
        AnswerStore(tmp_path, most_bytes=BYTES)


@pytest.mark.parametrize("damage", [b"no database", b"SQLite format 3\x00" + b"\xff" * 5_000], ids=["other", "torn"])
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(damage, tmp_path):
    (tmp_path / "answers.db").write_bytes(damage)

    store = AnswerStore(tmp_path, most_bytes=BYTES)

    assert store.renewed
    store.put("key", "answer")
    assert AnswerStore(tmp_path, most_bytes=BYTES).get("key") == "answer"
    assert not AnswerStore(tmp_path, most_bytes=BYTES).renewed
    assert (tmp_path / "answers.db.damaged").read_bytes() == damage


def test_a_file_that_is_torn_while_it_is_used_stops_no_reading(server, build, read, noted, tmp_path):
    server.say = good
    extractor = build()
    read(extractor, TEXT)
    extractor._store._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = (tmp_path / "answers" / "answers.db").stat().st_size
    (tmp_path / "answers" / "answers.db").write_bytes(b"\xff" * size)

    flags = [read(extractor, f"{TEXT} {number}").flags for number in range(3)]

    assert flags == [(), (), ()]
    assert noted.outcomes == ["good"] * 4


def full(store):
    """Let a store have no room for another page, as on a full disk."""
    pages = store._database.execute("PRAGMA page_count").fetchone()[0]
    store._database.execute(f"PRAGMA max_page_count = {pages}")


def test_on_a_full_disk_turns_are_read_and_what_was_kept_is_used(server, build, read, noted):
    server.say = good
    extractor = build()
    read(extractor, TEXT)
    full(extractor._store)
    long = TEXT + " It is good." * 5_000

    flags = [read(extractor, said).flags for said in (long, long, TEXT)]

    assert flags[:2] == [flags[0]] * 2
    assert "llm_unavailable" not in flags[0]
    assert noted.reuses >= 1


def test_a_budget_holds_where_nothing_can_be_written(server, build, read, noted):
    server.say = good
    extractor = build(price=COSTS_ONE, budget_per_hour=2.0, parts={"clock": lambda: HOUR * 5})
    extractor._store._database.execute("PRAGMA query_only = ON")

    flags = [read(extractor, f"{TEXT} {number}").flags for number in range(4)]

    assert flags == [(), (), ("llm_budget_spent",), ("llm_budget_spent",)]
    assert noted.state.spent == 2.0


def test_answers_are_used_where_their_use_cannot_be_noted(tmp_path):
    store = AnswerStore(tmp_path, most_bytes=BYTES)
    store.put("key", "answer")
    store._database.execute("PRAGMA query_only = ON")

    assert store.get("key") == "answer"


@pytest.mark.parametrize(("budget", "asked"), [(1.999, 2), (2.0, 2), (2.001, 3)])
def test_a_budget_is_spent_when_it_is_reached(budget, asked, server, build, read):
    server.say = good
    extractor = build(price=COSTS_ONE, budget_per_hour=budget, parts={"clock": lambda: 0.0})

    flags = [read(extractor, f"{TEXT} {number}").flags for number in range(4)]

    assert flags == [()] * asked + [("llm_budget_spent",)] * (4 - asked)
    assert len(server.requests) == asked


def test_a_clock_that_is_set_back_meets_again_what_was_spent(server, build, read):
    server.say = good
    now = [HOUR * 5]
    extractor = build(price=COSTS_ONE, budget_per_hour=1.0, parts={"clock": lambda: now[0]})
    first = read(extractor, f"{TEXT} 1").flags
    now[0] = HOUR * 6
    second = read(extractor, f"{TEXT} 2").flags

    now[0] = HOUR * 6 - 1
    back = read(extractor, f"{TEXT} 3").flags
    now[0] = HOUR * 6
    again = read(extractor, f"{TEXT} 4").flags
    now[0] = HOUR * 7
    later = read(extractor, f"{TEXT} 5").flags

    assert (first, second, back, again, later) == ((), (), ("llm_budget_spent",), ("llm_budget_spent",), ())


def test_spending_is_forgotten_after_a_day(tmp_path):
    store = AnswerStore(tmp_path, most_bytes=BYTES)
    store.spend(100, 1.0)
    store.spend(124, 1.0)
    assert store.spent(100) == 1.0

    store.spend(125, 1.0)

    assert (store.spent(100), store.spent(124), store.spent(125)) == (0.0, 1.0, 1.0)
    assert store._database.execute("SELECT count(*) FROM spending").fetchone() == (2,)


@pytest.mark.slow
def test_several_processes_open_and_write_one_folder_at_the_same_time(tmp_path):
    writers = [writer(tmp_path, 60, f"writer {number}") for number in range(4)]

    assert [one.wait(120) for one in writers] == [0, 0, 0, 0]

    store = AnswerStore(tmp_path, most_bytes=10_000_000)
    assert store.spent(7) == 240.0
    assert all(store.get(f"writer {one} {number}") for one in range(4) for number in range(60))


@pytest.mark.slow
def test_a_process_that_is_killed_while_it_writes_leaves_whole_answers(tmp_path):
    for attempt in range(3):
        process = writer(tmp_path, 1_000_000, f"attempt {attempt}")
        assert [process.stdout.readline() for _ in range(2)] == ["open\n", "writing\n"]
        time.sleep(0.05 * attempt)
        process.kill()
        process.wait(60)

    store = AnswerStore(tmp_path, most_bytes=10_000_000)
    assert not store.renewed
    assert store.get("attempt 0 0") == "x" * 2_000
    rows = sqlite3.connect(tmp_path / "answers.db").execute("SELECT DISTINCT length(content) FROM answers").fetchall()
    assert rows == [(2_000,)]
    store.put("after", "answer")
    assert store.get("after") == "answer"
